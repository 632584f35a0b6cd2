import type { Place } from './app.ts';

/** Of a tab: the load of the page that it had last. Chromium may forget a step's own state in a reload that comes soon. */
const LOAD = 'aqm-explorer:load:1';

/** The load whose document a reload brings back; null when the page was opened in any other way. */
function reloaded(owner: string): string | null {
  const [navigation] = performance.getEntriesByType('navigation');
  const reload = navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload';
  try {
    const before = sessionStorage.getItem(LOAD);
    sessionStorage.setItem(LOAD, owner);
    return reload ? before : null;
  } catch {
    return null; // storage may be forbidden; the address is there still
  }
}

/** The browser's address. Each load has a name of its own, so that a tab and its duplicate tell their work apart. */
export function browserPlace(): Place {
  const owner = Array.from(crypto.getRandomValues(new Uint32Array(2)), String).join('-');
  return {
    fragment: () => (location.hash.startsWith('#s=') ? location.hash : ''),
    replace: (fragment) => history.replaceState(history.state, '', fragment),
    base: () => location.href.replace(/#.*$/, ''),
    owner,
    before: reloaded(owner),
  };
}
