/** The last results by their keys. */
export interface Kept<R> {
  /** Undefined when it is not kept; else it is the last that is given up. */
  get(key: string): R | undefined;
  keep(key: string, result: R): void;
}

export function createKept<R>(most: number): Kept<R> {
  const results = new Map<string, R>();
  const keep = (key: string, result: R) => {
    results.delete(key);
    results.set(key, result);
    for (const old of results.keys()) {
      if (results.size <= most) break;
      results.delete(old);
    }
  };
  return {
    get: (key) => {
      const found = results.get(key);
      if (found !== undefined) keep(key, found);
      return found;
    },
    keep,
  };
}
