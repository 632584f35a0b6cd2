/**
 * What is shown of results that come and go: numbers of an older document are marked at once. While something is dragged new ones take
 * their place when it is their turn, and a mark that comes again in a moment stays, which spares a reader the flicker and the page the
 * work; else all is there at once.
 */
import { createStore, follow, type Readable } from './store.ts';
import type { Turns } from '../base/turns.ts';

/** What there is, lane by lane, and whether something newer is being computed. */
export interface Present<T> {
  readonly items: readonly T[];
  readonly running: readonly boolean[];
  /** Something is dragged: there will be others in a moment. */
  readonly moving: boolean;
}
export interface Shown<T> {
  readonly items: readonly T[];
  /** What is shown of a lane is, or was a moment ago, that of an older document. */
  readonly stale: readonly boolean[];
}

/** A mark stays for so long, ms, after what it was put up for. */
export const STAYS_MS = 400;

export function createShown<T>(present: Readable<Present<T>>, turns: Pick<Turns, 'ask'>): Readable<Shown<T>> {
  const shown = createStore<Shown<T>>({ items: [], stale: [] });
  let leaving: ReturnType<typeof setTimeout> | undefined;

  const isBehind = ({ items, running }: Present<T>, lane: number, seen: readonly T[]) =>
    running[lane] === true || seen[lane] !== items[lane];
  const set = (items: readonly T[], stale: readonly boolean[]) => {
    const before = shown.get();
    const same = before.items === items && stale.length === before.stale.length;
    if (!same || stale.some((one, lane) => one !== before.stale[lane])) shown.set({ items, stale });
  };
  /** Marks what is behind; marks of what is not any more stay. */
  const mark = (items: readonly T[]) => {
    const now = present.get();
    const { stale: before } = shown.get();
    const behind = now.items.map((_, lane) => isBehind(now, lane, items));
    set(
      items,
      behind.map((one, lane) => one || (now.moving && before[lane] === true)),
    );
    clearTimeout(leaving);
    if (now.moving && behind.some((one, lane) => !one && before[lane] === true))
      leaving = setTimeout(leave, STAYS_MS);
  };
  const leave = () => {
    const now = present.get();
    const { items, stale } = shown.get();
    set(
      items,
      stale.map((one, lane) => one && isBehind(now, lane, items)),
    );
  };
  const take = () => mark(present.get().items);

  follow(present, ({ items, moving }) => {
    const { items: seen, stale } = shown.get();
    const changed = items.flatMap((item, lane) => (item === seen[lane] ? [] : [lane]));
    // Only who is told that a number is old may be shown it for longer.
    const mayWait = moving && items.length === seen.length && changed.every((lane) => stale[lane] === true);
    if (changed.length > 0 && mayWait) {
      mark(seen);
      turns.ask(take);
    } else take();
  });
  return shown;
}
