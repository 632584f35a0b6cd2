import { expect, test } from 'vitest';
import type { Note } from '../src/state/notes.ts';
import { createLaneKeeper, type OnLanes } from '../src/state/onLanes.ts';

const [a, b, c] = [{ label: 'A' }, { label: 'B' }, { label: 'C' }];
const on = (lane: number): Note => ({ lane, time: 1, text: 'here' });
const view = (more: Partial<OnLanes>): OnLanes => ({ notes: [], against: null, lane: 0, ...more });
const lanesOf = ({ notes }: OnLanes) => notes.map(({ lane }) => lane);

test('notes go where their lanes go', () => {
  const keep = createLaneKeeper<object>();
  const all = view({ notes: [on(0), on(1), on(2)] });
  expect(lanesOf(keep(all, [a, b, c], [c, a, b]))).toEqual([1, 2, 0]);
  // Between them a lane of its own, as when one is duplicated.
  expect(lanesOf(keep(all, [a, b, c], [a, { ...a }, b, c]))).toEqual([0, 2, 3]);
  // A lane that is edited is another object in the same place; nothing moves.
  expect(keep(all, [a, b, c], [a, { ...b }, c])).toBe(all);
});

test('the notes of a lane that is removed come back with it, and no other lane has them meanwhile', () => {
  const keep = createLaneKeeper<object>();
  const left = keep(view({ notes: [on(0), on(1), on(2)] }), [a, b, c], [a, c]);
  expect(lanesOf(left)).toEqual([0, 1]);
  expect(lanesOf(keep(left, [a, c], [a]))).toEqual([0]);
  expect(lanesOf(keep(view({ notes: [on(0)] }), [a], [a, c]))).toEqual([0, 1]);
  expect(lanesOf(keep(view({ notes: [on(0), on(1)] }), [a, c], [a, b, c])).sort()).toEqual([0, 1, 2]);
});

test('the lane that the others are told against is the same one wherever it goes', () => {
  const keep = createLaneKeeper<object>();
  const to = (against: number | null, before: object[], now: object[]) =>
    keep(view({ against }), before, now).against;
  expect(to(1, [a, b, c], [b, a, c])).toBe(0);
  expect(to(1, [a, b, c], [b, c])).toBe(0);
  expect(to(1, [a, b, c], [a, { ...a }, b, c])).toBe(2);
  expect(to(1, [a, b, c], [a, { ...b }, c])).toBe(1);
  // Gone, there is none; and it is again when the lane comes back.
  expect(to(1, [a, b, c], [a, c])).toBe(null);
  expect(to(null, [a, c], [c, a])).toBe(null);
  expect(to(null, [c, a], [c, a, b])).toBe(2);
  // Another that was chosen meanwhile stays.
  expect(to(1, [a, b, c], [a, c])).toBe(null);
  expect(to(0, [a, c], [a, b, c])).toBe(0);
  expect(to(null, [a, b, c], [c, a, b])).toBe(null);
});

test('the lane whose parameters are open stays open', () => {
  const keep = createLaneKeeper<object>();
  expect(keep(view({ lane: 2 }), [a, b, c], [b, c]).lane).toBe(1);
  expect(keep(view({ lane: 1 }), [a, b, c], [b, a, c]).lane).toBe(0);
  // Gone, as when what added it is undone: the one above it.
  expect(keep(view({ lane: 1 }), [a, b, c], [a, c]).lane).toBe(0);
  expect(keep(view({ lane: 0 }), [a, b, c], [b, c]).lane).toBe(0);
  expect(keep(view({ lane: 2 }), [a, b, c], [a]).lane).toBe(0);
});
