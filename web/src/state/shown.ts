/**
 * Decides what is shown of changing results. Numbers of an older document are marked as stale at once. During a
 * drag, new numbers appear at their turn, and a mark that would soon return stays, which avoids flicker and
 * work. At any other time everything appears at once.
 */
import { createStore, follow, type Readable } from './store.ts';
import type { Turns } from '../base/turns.ts';

/** The present results, lane by lane, and whether newer ones are being computed. */
export interface Present<T> {
  readonly items: readonly T[];
  readonly running: readonly boolean[];
  /** Something is being dragged: further results will follow soon. */
  readonly moving: boolean;
}
export interface Shown<T> {
  readonly items: readonly T[];
  /** Whether the shown result of a lane belongs to an older document, or did a moment ago. */
  readonly stale: readonly boolean[];
}

/** Milliseconds that a mark stays after its reason has ended. */
export const STAYS_MS = 400;

export function createShown<T>(present: Readable<Present<T>>, turns: Pick<Turns, 'ask'>): Readable<Shown<T>> {
  const shown = createStore<Shown<T>>({ items: [], stale: [] });
  let leaving: ReturnType<typeof setTimeout> | undefined;

  const isStale = ({ items, running }: Present<T>, lane: number, seen: readonly T[]) =>
    running[lane] === true || seen[lane] !== items[lane];
  const set = (items: readonly T[], stale: readonly boolean[]) => {
    const before = shown.get();
    const same = before.items === items && stale.length === before.stale.length;
    if (!same || stale.some((one, lane) => one !== before.stale[lane])) shown.set({ items, stale });
  };
  /** Marks stale results. Existing marks of results that are no longer stale stay. */
  const mark = (items: readonly T[]) => {
    const now = present.get();
    const { stale: before } = shown.get();
    const staleNow = now.items.map((_, lane) => isStale(now, lane, items));
    set(
      items,
      staleNow.map((one, lane) => one || (now.moving && before[lane] === true)),
    );
    clearTimeout(leaving);
    if (now.moving && staleNow.some((one, lane) => !one && before[lane] === true))
      leaving = setTimeout(leave, STAYS_MS);
  };
  const leave = () => {
    const now = present.get();
    const { items, stale } = shown.get();
    set(
      items,
      stale.map((one, lane) => one && isStale(now, lane, items)),
    );
  };
  const take = () => mark(present.get().items);

  follow(present, ({ items, moving }) => {
    const { items: seen, stale } = shown.get();
    const changed = items.flatMap((item, lane) => (item === seen[lane] ? [] : [lane]));
    // Only a number that is marked as stale may stay for longer.
    const mayWait = moving && items.length === seen.length && changed.every((lane) => stale[lane] === true);
    if (changed.length > 0 && mayWait) {
      mark(seen);
      turns.ask(take);
    } else take();
  });
  return shown;
}
