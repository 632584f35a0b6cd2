import { expect, test } from 'vitest';
import { createNoteKeeper, type Note } from '../src/state/notes.ts';

const [a, b, c] = [{ label: 'A' }, { label: 'B' }, { label: 'C' }];
const on = (lane: number): Note => ({ lane, time: 1, text: 'here' });
const lanesOf = (notes: readonly Note[]) => notes.map(({ lane }) => lane);

test('notes go where their lanes go', () => {
  const keep = createNoteKeeper<object>();
  const notes = [on(0), on(1), on(2)];
  expect(lanesOf(keep(notes, [a, b, c], [c, a, b]))).toEqual([1, 2, 0]);
  // Between them a lane of its own, as when one is duplicated.
  expect(lanesOf(keep(notes, [a, b, c], [a, { ...a }, b, c]))).toEqual([0, 2, 3]);
  // A lane that is edited is another object in the same place; nothing moves.
  expect(keep(notes, [a, b, c], [a, { ...b }, c])).toBe(notes);
});

test('the notes of a lane that is removed come back with it, and no other lane has them meanwhile', () => {
  const keep = createNoteKeeper<object>();
  const left = keep([on(0), on(1), on(2)], [a, b, c], [a, c]);
  expect(lanesOf(left)).toEqual([0, 1]);
  expect(lanesOf(keep(left, [a, c], [a]))).toEqual([0]);
  expect(lanesOf(keep([on(0)], [a], [a, c]))).toEqual([0, 1]);
  expect(lanesOf(keep([on(0), on(1)], [a, c], [a, b, c])).sort()).toEqual([0, 1, 2]);
});
