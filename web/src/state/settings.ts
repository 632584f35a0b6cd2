/** What belongs to the reader and not to the document: kept in this browser, never in a link. */
import { createStore, type Store } from './store.ts';

export type ThemeChoice = 'auto' | 'light' | 'dark';
export interface Settings {
  readonly theme: ThemeChoice;
  readonly projector: boolean;
  readonly panelOpen: boolean;
  /** Keys that act without Ctrl: they get in the way of some who dictate (WCAG 2.1.4). */
  readonly keys: boolean;
  /** The hint what to drag has done its work. */
  readonly hintSeen: boolean;
}

const KEY = 'aqm-explorer:settings:1';
const DEFAULTS: Settings = { theme: 'auto', projector: false, panelOpen: true, keys: true, hintSeen: false };

/** Reads what is there; what is damaged or unknown is as if it were not there. */
export function readSettings(text: string | null): Settings {
  let found: unknown;
  try {
    found = JSON.parse(text ?? '{}');
  } catch {
    return DEFAULTS;
  }
  const record = typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {};
  const bool = (key: 'projector' | 'panelOpen' | 'keys' | 'hintSeen') =>
    typeof record[key] === 'boolean' ? record[key] : DEFAULTS[key];
  const theme = (['auto', 'light', 'dark'] as const).find((choice) => choice === record.theme);
  return {
    theme: theme ?? DEFAULTS.theme,
    projector: bool('projector'),
    panelOpen: bool('panelOpen'),
    keys: bool('keys'),
    hintSeen: bool('hintSeen'),
  };
}

export function createSettings(storage: SafeStorage): Store<Settings> {
  const store = createStore(readSettings(storage.read(KEY)));
  store.subscribe(() => {
    storage.write(KEY, JSON.stringify(store.get()));
  });
  return store;
}

/** localStorage may be absent, forbidden or full; none of these may stop the page. */
export interface SafeStorage {
  read(key: string): string | null;
  /** Whether it was written. */
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
