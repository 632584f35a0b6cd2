/** localStorage may be absent, forbidden or full; none of these may stop the page. */
export interface SafeStorage {
  read(key: string): string | null;
  /** Returns whether the text was written. */
  write(key: string, text: string): boolean;
}

export const browserStorage: SafeStorage = {
  read: (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },
  write: (key, text) => {
    try {
      localStorage.setItem(key, text);
      return true;
    } catch {
      return false;
    }
  },
};
