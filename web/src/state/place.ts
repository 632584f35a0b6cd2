import type { Place } from './app.ts';

/** What this page writes into a step of the browser's history: it survives a reload, and a link that is opened has none. */
interface Mark {
  readonly owner: string;
}
const isMark = (state: unknown): state is Mark =>
  typeof state === 'object' && state !== null && 'owner' in state && typeof state.owner === 'string';

/** The browser's address, marked as this load's from now on: a tab and its duplicate tell their work apart. */
export function browserPlace(): Place {
  const before: unknown = history.state;
  const mark: Mark = { owner: Array.from(crypto.getRandomValues(new Uint32Array(2)), String).join('-') };
  history.replaceState(mark, '');
  return {
    fragment: () => (location.hash.startsWith('#s=') ? location.hash : ''),
    replace: (fragment) => history.replaceState(mark, '', fragment),
    base: () => location.href.replace(/#.*$/, ''),
    owner: mark.owner,
    before: isMark(before) ? before.owner : null,
  };
}
