import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contour } from '../src/plots/contour.ts';

/** A field sampled at the whole numbers. */
const sample = (columns: number, rows: number, field: (x: number, y: number) => number) =>
  Float64Array.from({ length: columns * rows }, (_, k) => field(k % columns, Math.floor(k / columns)));

const segments = (points: readonly number[]) =>
  Array.from({ length: points.length / 6 }, (_, k) => points.slice(6 * k, 6 * k + 4));

describe('contour', () => {
  test('of a plane it is the straight line, to rounding', () => {
    const slope = fc.double({ min: -3, max: 3, noNaN: true });
    fc.assert(
      fc.property(slope, slope, slope, (a, b, c) => {
        fc.pre(Math.abs(a) + Math.abs(b) > 0.01);
        const field = (x: number, y: number) => a * (x - 3) + b * (y - 2) + c;
        for (const [x0 = NaN, y0 = NaN, x1 = NaN, y1 = NaN] of segments(
          contour(sample(7, 5, field), 7, 5, 0),
        )) {
          expect(Math.abs(field(x0, y0))).toBeLessThan(1e-9);
          expect(Math.abs(field(x1, y1))).toBeLessThan(1e-9);
        }
      }),
    );
  });

  test('of a cone it is a closed circle of the right length', () => {
    const n = 81;
    const field = (x: number, y: number) => Math.hypot(x - 40, y - 40);
    // No sample has this value: the line goes through no corner.
    const all = segments(contour(sample(n, n, field), n, n, 25.3));
    let length = 0;
    const ends = new Map<string, number>();
    for (const [x0 = NaN, y0 = NaN, x1 = NaN, y1 = NaN] of all) {
      length += Math.hypot(x1 - x0, y1 - y0);
      expect(Math.hypot((x0 + x1) / 2 - 40, (y0 + y1) / 2 - 40)).toBeCloseTo(25.3, 1);
      for (const [x, y] of [
        [x0, y0],
        [x1, y1],
      ] as const) {
        // prettier-ignore
        const key = `${x.toFixed(6)} ${y.toFixed(6)}`;
        ends.set(key, (ends.get(key) ?? 0) + 1);
      }
    }
    expect(length).toBeCloseTo(2 * Math.PI * 25.3, 0);
    expect([...ends.values()].every((count) => count === 2)).toBe(true);
  });

  test('a saddle is passed on the side of its middle', () => {
    // Corners + - + - with a middle above zero: the two corners below it are cut off.
    const [first = [], second = [], ...others] = segments(contour([3, -1, -1, 3], 2, 2, 0));
    expect(others).toEqual([]);
    expect([...first, ...second]).toEqual([0.75, 0, 1, 0.25, 0.25, 1, 0, 0.75]);
  });

  test('cells that touch a NaN are left out, others are not', () => {
    const field = (x: number) => x - 1.5;
    const values = sample(4, 4, field);
    values[0] = NaN;
    values[1] = NaN;
    expect(segments(contour(values, 4, 4, 0))).toHaveLength(2);
  });
});
