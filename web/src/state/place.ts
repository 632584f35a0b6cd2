import type { ViewFields } from '../../../models/src/index.ts';

/** The browser's address, and an identity for this load of the page. */
export interface Place {
  /** The fragment of a link, with its "#", or ''. */
  fragment(): string;
  /** The view named by an address that has no scenario. */
  view(): ViewFields;
  /** Replaces the fragment without a new step in the browser's history. */
  replace(fragment: string): void;
  /** The name of this load of the page. */
  readonly owner: string;
  /** After a reload or a step back: the page load that this one replaces; otherwise null. */
  readonly before: string | null;
  /** The address without its fragment. */
  base(): string;
}

/**
 * The key, within a tab, of the tab's last page load. Chromium may lose the state of a history step when a
 * reload follows soon.
 */
const LOAD = 'aqm-explorer:load:1';

/**
 * The key, within a tab, of the last change of the address: page load, old fragment, new fragment. A reload
 * opens the old one if the page changed it while it was left.
 */
const LAST = 'aqm-explorer:address:1';

/** The fragment to which a page load changed this one; undefined if it did not. */
function changedTo(load: string, fragment: string): string | undefined {
  const found: unknown = JSON.parse(sessionStorage.getItem(LAST) ?? 'null');
  if (!Array.isArray(found)) return undefined;
  const [owner, from, to] = found as readonly unknown[];
  return owner === load && from === fragment && typeof to === 'string' ? to : undefined;
}

/**
 * Each step of the browser's history stores its page load, because Back and Forward also pass other pages.
 */
const isStep = (state: unknown): state is { readonly load: string } =>
  typeof state === 'object' && state !== null && 'load' in state && typeof state.load === 'string';

/**
 * The page load whose document a reload or a step back restores; null if the page was opened in any other
 * way.
 */
function returned(owner: string): string | null {
  const [navigation] = performance.getEntriesByType('navigation');
  const how = navigation instanceof PerformanceNavigationTiming ? navigation.type : 'navigate';
  const state: unknown = history.state;
  history.replaceState({ load: owner }, '');
  try {
    const before = sessionStorage.getItem(LOAD);
    sessionStorage.setItem(LOAD, owner);
    if (how === 'reload') {
      const fragment = before === null ? undefined : changedTo(before, location.hash);
      if (fragment !== undefined) history.replaceState(history.state, '', fragment);
      return before;
    }
  } catch {
    return null; // Storage may be forbidden; the address still works.
  }
  return how === 'back_forward' && isStep(state) ? state.load : null;
}

/** The browser's present address. */
export const readAddress: Pick<Place, 'fragment' | 'view'> = {
  fragment: () => (location.hash.startsWith('#s=') ? location.hash : ''),
  view: () =>
    location.hash.startsWith('#s=') ? {} : Object.fromEntries(new URLSearchParams(location.hash.slice(1))),
};

/**
 * The browser's address. Each page load has its own name, so that a tab and its duplicate know which work is
 * theirs.
 */
export function browserPlace(): Place {
  const owner = Array.from(crypto.getRandomValues(new Uint32Array(2)), String).join('-');
  return {
    ...readAddress,
    replace: (fragment) => {
      const from = location.hash;
      history.replaceState(history.state, '', fragment);
      try {
        sessionStorage.setItem(LAST, JSON.stringify([owner, from, fragment]));
      } catch {
        // Storage may be forbidden or full; only a reload at this moment opens the address before.
      }
    },
    base: () => location.href.replace(/#.*$/, ''),
    owner,
    before: returned(owner),
  };
}
