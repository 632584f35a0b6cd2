import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createShown, STAYS_MS, type Present } from '../src/state/shown.ts';
import { createStore } from '../src/state/store.ts';
import { frames } from './fakes.ts';

describe('what is shown of results', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  function shownOf(items: readonly string[], moving = true) {
    const { turns, pass } = frames();
    const present = createStore<Present<string>>({ items, running: items.map(() => false), moving });
    const shown = createShown(present, turns);
    const tell = (next: readonly string[], running: readonly boolean[]) =>
      present.update((now) => ({ ...now, items: next, running }));
    const letGo = () => present.update((now) => ({ ...now, moving: false }));
    return { shown: shown.get, tell, pass, letGo };
  }

  test('an edit marks at once what it makes old, and nothing else', () => {
    const { shown, tell } = shownOf(['a1', 'b1']);
    expect(shown()).toEqual({ items: ['a1', 'b1'], stale: [false, false] });
    tell(['a1', 'b1'], [true, false]);
    expect(shown()).toEqual({ items: ['a1', 'b1'], stale: [true, false] });
  });

  test('what follows a run has its turn, and is marked until then although the run is over', () => {
    const { shown, tell, pass } = shownOf(['a1', 'b1']);
    tell(['a1', 'b1'], [true, false]);
    tell(['a2', 'b1'], [false, false]);
    expect(shown()).toEqual({ items: ['a1', 'b1'], stale: [true, false] });
    vi.advanceTimersByTime(10 * STAYS_MS);
    expect(shown().stale).toEqual([true, false]);
    pass();
    expect(shown()).toEqual({ items: ['a2', 'b1'], stale: [true, false] });
    vi.advanceTimersByTime(STAYS_MS);
    expect(shown()).toEqual({ items: ['a2', 'b1'], stale: [false, false] });
  });

  test('in its turn comes the last there is', () => {
    const { shown, tell, pass } = shownOf(['a1']);
    tell(['a1'], [true]);
    tell(['a2'], [true]);
    tell(['a3'], [true]);
    pass();
    expect(shown()).toEqual({ items: ['a3'], stale: [true] });
    // The run goes on: however long, it stays marked.
    vi.advanceTimersByTime(10 * STAYS_MS);
    expect(shown().stale).toEqual([true]);
  });

  test('a mark that comes again in a moment stays', () => {
    const { shown, tell } = shownOf(['a1']);
    tell(['a1'], [true]);
    tell(['a1'], [false]);
    vi.advanceTimersByTime(STAYS_MS - 1);
    tell(['a1'], [true]);
    vi.advanceTimersByTime(10 * STAYS_MS);
    expect(shown().stale).toEqual([true]);
    tell(['a1'], [false]);
    vi.advanceTimersByTime(STAYS_MS);
    expect(shown().stale).toEqual([false]);
  });

  test('what is at hand without a run is there at once, and never marked', () => {
    const { shown, tell } = shownOf(['a1', 'b1']);
    tell(['a2', 'b1'], [false, false]);
    expect(shown()).toEqual({ items: ['a2', 'b1'], stale: [false, false] });
  });

  test('a lane more or less is there at once: its numbers stand in no other lane', () => {
    const { shown, tell } = shownOf(['a1', 'b1']);
    tell(['b1'], [false]);
    expect(shown()).toEqual({ items: ['b1'], stale: [false] });
    tell(['b1', 'c0'], [false, true]);
    expect(shown()).toEqual({ items: ['b1', 'c0'], stale: [false, true] });
  });

  test('two lanes of which one is not marked: nobody waits', () => {
    const { shown, tell } = shownOf(['a1', 'b1']);
    tell(['a1', 'b1'], [true, false]);
    tell(['a2', 'b2'], [false, false]);
    expect(shown().items).toEqual(['a2', 'b2']);
    expect(shown().stale[1]).toBe(false);
  });

  test('what was typed is there at once, and marked no longer than its run takes', () => {
    const { shown, tell } = shownOf(['a1', 'b1'], false);
    tell(['a1', 'b1'], [true, true]);
    expect(shown()).toEqual({ items: ['a1', 'b1'], stale: [true, true] });
    tell(['a2', 'b1'], [false, true]);
    expect(shown()).toEqual({ items: ['a2', 'b1'], stale: [false, true] });
    tell(['a2', 'b2'], [false, false]);
    expect(shown()).toEqual({ items: ['a2', 'b2'], stale: [false, false] });
  });

  test('who lets go has everything at once', () => {
    const { shown, tell, letGo } = shownOf(['a1', 'b1']);
    tell(['a1', 'b1'], [true, false]);
    tell(['a2', 'b1'], [false, false]);
    expect(shown().items).toEqual(['a1', 'b1']);
    letGo();
    expect(shown()).toEqual({ items: ['a2', 'b1'], stale: [false, false] });
  });
});
