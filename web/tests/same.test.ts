import { describe, expect, test } from 'vitest';
import { makeScale } from '../src/plots/scale.ts';
import type { Layout } from '../src/plots/figure.ts';
import { firstOfEqual, same, sameLayout } from '../src/plots/same.ts';

const layout = (top: number): Layout => ({
  width: 300,
  height: 200,
  left: 50,
  top: 10,
  right: 290,
  bottom: 180,
  strip: { top: 182, height: 14 },
  base: 190,
  unit: 1,
  sx: makeScale('linear', [0, 10], [50, 290]),
  sy: makeScale('linear', [0, top], [180, 10]),
});

describe('same', () => {
  const column = new Float64Array([1, 2]);
  test('compares plain values in all their parts', () => {
    expect(same([{ kind: 'line', y: column }], [{ kind: 'line', y: column }])).toBe(true);
    expect(same([{ kind: 'line', y: column }], [{ kind: 'line', y: column, width: 1 }])).toBe(false);
    expect(same([1, 2], [1, 2, 3])).toBe(false);
    expect(same({ a: 1 }, { b: 1 })).toBe(false);
    expect(same([], {})).toBe(false);
    expect(same(null, {})).toBe(false);
    expect(same(NaN, NaN)).toBe(true);
  });

  test('takes columns and functions for equal only to themselves', () => {
    expect(same({ y: column }, { y: new Float64Array([1, 2]) })).toBe(false);
    expect(
      same(
        () => 1,
        () => 1,
      ),
    ).toBe(false);
  });
});

test('layouts are the same when their scales map the same', () => {
  expect(sameLayout(layout(100), layout(100))).toBe(true);
  expect(sameLayout(layout(100), layout(120))).toBe(false);
  expect(sameLayout(null, layout(100))).toBe(false);
  expect(sameLayout(null, null)).toBe(true);
});

test('a firstOfEqual gives back the first of equal values', () => {
  const keep = firstOfEqual<readonly number[]>(same);
  const first = [1, 2];
  expect(keep(first)).toBe(first);
  expect(keep([1, 2])).toBe(first);
  const other = [3];
  expect(keep(other)).toBe(other);
  expect(keep([1, 2])).not.toBe(first);
});
