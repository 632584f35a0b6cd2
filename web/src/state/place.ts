import type { ViewFields } from '../../../models/src/index.ts';

/** The browser's address, and which load of the page this is. */
export interface Place {
  /** The fragment of a link, with its "#", or ''. */
  fragment(): string;
  /** What an address without a scenario says of the view. */
  view(): ViewFields;
  /** Replaces the fragment without a step in the browser's history. */
  replace(fragment: string): void;
  /** The name of this load of the page. */
  readonly owner: string;
  /** The load that this one takes the place of, when the page was reloaded or gone back to; else null. */
  readonly before: string | null;
  /** The address without fragment. */
  base(): string;
}

/** Of a tab: the load of the page that it had last. Chromium may forget a step's own state in a reload that comes soon. */
const LOAD = 'aqm-explorer:load:1';

/** A step of the browser's history knows which load of the page it had, as going Back and Forward brings steps of other pages between. */
const isStep = (state: unknown): state is { readonly load: string } =>
  typeof state === 'object' && state !== null && 'load' in state && typeof state.load === 'string';

/** The load whose document a reload, or going back to this step, brings back; null when the page was opened in any other way. */
function returned(owner: string): string | null {
  const [navigation] = performance.getEntriesByType('navigation');
  const how = navigation instanceof PerformanceNavigationTiming ? navigation.type : 'navigate';
  const state: unknown = history.state;
  history.replaceState({ load: owner }, '');
  try {
    const before = sessionStorage.getItem(LOAD);
    sessionStorage.setItem(LOAD, owner);
    if (how === 'reload') return before;
  } catch {
    return null; // storage may be forbidden; the address is there still
  }
  return how === 'back_forward' && isStep(state) ? state.load : null;
}

/** What the browser's address says now. */
export const readAddress: Pick<Place, 'fragment' | 'view'> = {
  fragment: () => (location.hash.startsWith('#s=') ? location.hash : ''),
  view: () =>
    location.hash.startsWith('#s=') ? {} : Object.fromEntries(new URLSearchParams(location.hash.slice(1))),
};

/** The browser's address. Each load has a name of its own, so that a tab and its duplicate tell their work apart. */
export function browserPlace(): Place {
  const owner = Array.from(crypto.getRandomValues(new Uint32Array(2)), String).join('-');
  return {
    ...readAddress,
    replace: (fragment) => history.replaceState(history.state, '', fragment),
    base: () => location.href.replace(/#.*$/, ''),
    owner,
    before: returned(owner),
  };
}
