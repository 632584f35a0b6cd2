import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countColumns, lowerBound, reduceBand, reduceLine, visibleRange } from '../src/plots/m4.ts';

/** A column of ascending times with values, and how it is looked at. */
const picture = fc
  .record({
    steps: fc.array(fc.double({ min: 0.001, max: 1, noNaN: true }), { minLength: 2, maxLength: 3000 }),
    seed: fc.integer({ min: 1, max: 1e6 }),
    columns: fc.integer({ min: 1, max: 60 }),
  })
  .map(({ steps, seed, columns }) => {
    let t = 0;
    const x = steps.map((step) => (t += step));
    const y = x.map((_, i) => ((i * 2654435761 * seed) % 1000) / 10);
    return { x, y, columns, lo: x[0] ?? 0, hi: (x.at(-1) ?? 1) + 1e-9 };
  });

/** Per pixel column: first, last, lowest and highest value, the slow and obvious way. */
function columnsOf(x: readonly number[], y: readonly number[], lo: number, hi: number, columns: number) {
  const out = new Map<number, { first: number; last: number; low: number; high: number }>();
  x.forEach((at, i) => {
    const value = y[i] ?? NaN;
    const column = Math.floor((at - lo) * (columns / (hi - lo)));
    const old = out.get(column);
    if (old === undefined) out.set(column, { first: value, last: value, low: value, high: value });
    else {
      out.set(column, {
        first: old.first,
        last: value,
        low: Math.min(old.low, value),
        high: Math.max(old.high, value),
      });
    }
  });
  return out;
}

describe('M4', () => {
  test('keeps first, last, lowest and highest of every pixel column: the picture is the same', () => {
    fc.assert(
      fc.property(picture, ({ x, y, columns, lo, hi }) => {
        const points = reduceLine(x, y, lo, hi, columns);
        const px = points.filter((_, i) => i % 2 === 0);
        const py = points.filter((_, i) => i % 2 === 1);
        expect(columnsOf([...px], [...py], lo, hi, columns)).toEqual(columnsOf(x, y, lo, hi, columns));
      }),
    );
  });
  test('draws no more than a few points a column', () => {
    const n = 100_000;
    const x = Float64Array.from({ length: n }, (_, i) => i);
    const y = x.map((i) => Math.sin(i * 12.9898) * 43758.5453);
    expect(reduceLine(x, y, 0, n, 500).length / 2).toBeLessThanOrEqual(4 * 500);
  });
  test('what a column leaves out as flat is within that of what it keeps', () => {
    fc.assert(
      fc.property(picture, fc.double({ min: 0.1, max: 120, noNaN: true }), (shown, flat) => {
        const { x, y, columns, lo, hi } = shown;
        const points = reduceLine(x, y, lo, hi, columns, flat);
        const px = points.filter((_, i) => i % 2 === 0);
        const py = points.filter((_, i) => i % 2 === 1);
        const kept = columnsOf([...px], [...py], lo, hi, columns);
        for (const [column, { low, high }] of columnsOf(x, y, lo, hi, columns)) {
          const of = kept.get(column) ?? { low: NaN, high: NaN };
          if (high - low >= flat) expect(of).toMatchObject({ low, high });
          expect(of.low - low).toBeLessThan(flat);
          expect(high - of.high).toBeLessThan(flat);
        }
        expect([px.at(-1), py.at(-1)]).toEqual([x.at(-1), y.at(-1)]);
      }),
    );
  });
  test('a smooth line has one point a column', () => {
    const x = Float64Array.from({ length: 4000 }, (_, i) => i);
    const y = x.map((i) => Math.sin(i / 300));
    expect(reduceLine(x, y, 0, 4000, 1000, 0.05).length / 2).toBeLessThanOrEqual(1002);
    expect(reduceLine(x, y, 0, 4000, 1000).length / 2).toBe(4000);
  });
  test('points stay in their order', () => {
    fc.assert(
      fc.property(picture, ({ x, y, columns, lo, hi }) => {
        const points = reduceLine(x, y, lo, hi, columns);
        for (let i = 2; i < points.length; i += 2) {
          expect(points[i]).toBeGreaterThanOrEqual(points[i - 2] ?? NaN);
        }
      }),
    );
  });
  test('a gap stays a gap', () => {
    const x = Float64Array.from({ length: 1000 }, (_, i) => i);
    const y = x.map((i) => (i >= 400 && i < 600 ? NaN : i));
    const points = reduceLine(x, y, 0, 1000, 20);
    const gap = [...points].some((value, i) => i % 2 === 1 && Number.isNaN(value));
    expect(gap).toBe(true);
  });
  test('reaches to the edges: one point on either side of what is visible', () => {
    const x = [0, 1, 2, 3, 4, 5];
    expect(visibleRange(x, 2.5, 3.5)).toEqual([2, 6]);
    expect([...reduceLine(x, x, 2.5, 3.5, 100)].filter((_, i) => i % 2 === 0)).toEqual([2, 3, 4, 5]);
  });
  test('the envelope of an envelope holds every value', () => {
    fc.assert(
      fc.property(picture, ({ x, y, columns, lo, hi }) => {
        const high = y.map((value) => value + 3);
        const band = reduceBand(x, y, high, lo, hi, columns);
        expect(band.x.length).toBeLessThanOrEqual(Math.max(columns + 4, x.length <= columns ? x.length : 0));
        expect(Math.min(...band.lo)).toBe(Math.min(...y));
        expect(Math.max(...band.hi)).toBe(Math.max(...high));
      }),
    );
  });
  test('counts add up to what lies in the window', () => {
    fc.assert(
      fc.property(picture, ({ x, columns, lo, hi }) => {
        const middle = (lo + hi) / 2;
        const counts = countColumns(x, lo, middle, columns);
        expect(counts.reduce((a, b) => a + b, 0)).toBe(x.filter((at) => at >= lo && at < middle).length);
      }),
    );
  });
  test('lowerBound is the first index that is not below', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 50 })),
        fc.integer({ min: -1, max: 51 }),
        (values, target) => {
          const sorted = [...values].sort((a, b) => a - b);
          const expected = sorted.findIndex((value) => value >= target);
          expect(lowerBound(sorted, target)).toBe(expected < 0 ? sorted.length : expected);
        },
      ),
    );
  });
});
