import { describe, expect, test } from 'vitest';
import { createHold } from '../src/views/compare/axisHold.ts';

/** A curve ends a quarter beyond its threshold. */
const endOf = (threshold: number) => 1.25 * threshold;

/** A threshold that is taken in the middle of a picture 1000 wide and dragged to a place by so many moves. */
function drag(from: number, to: number, moves: number, held: boolean): number {
  const hold = createHold();
  let threshold = from;
  let end = hold(false)(endOf(threshold), threshold);
  const start = (1000 * threshold) / end;
  for (let i = 1; i <= moves; ++i) {
    const pointer = start + ((to - start) * i) / moves;
    threshold = Math.min(end, (pointer / 1000) * end);
    end = hold(held)(endOf(threshold), threshold);
  }
  return threshold;
}

describe('an axis while something on it is dragged', () => {
  test('where a drag ends does not depend on how many moves it takes', () => {
    for (const to of [200, 500, 900]) {
      expect(drag(100, to, 40, true)).toBeCloseTo(drag(100, to, 1, true), 9);
    }
    // As it would be with an axis that follows: the pointer half way to the left, and nothing is left of the threshold.
    expect(drag(100, 400, 40, false)).toBeLessThan(0.1 * drag(100, 400, 1, false));
  });

  test('it grows when what is dragged has come to its end', () => {
    expect(drag(100, 1000, 40, true)).toBeCloseTo(125, 9);
    const hold = createHold();
    expect(hold(true)(125, 100)).toBe(125);
    expect(hold(true)(155, 124)).toBe(125);
    expect(hold(true)(156.25, 125)).toBe(156.25);
  });

  test('it follows again when the drag has ended', () => {
    const hold = createHold();
    hold(false)(125, 100);
    expect(hold(true)(50, 40)).toBe(125);
    expect(hold(false)(50, 40)).toBe(50);
  });
});
