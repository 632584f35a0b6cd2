import { describe, expect, it } from 'vitest';
import { estimate } from '../src/index.ts';
import { studentQuantile, studentWithin } from '../src/statistics.ts';

describe('studentQuantile', () => {
  // Two-sided 95 % points as printed, to three decimals, in every table of Student's t.
  it.each([
    [1, 12.706],
    [2, 4.303],
    [3, 3.182],
    [4, 2.776],
    [5, 2.571],
    [9, 2.262],
    [10, 2.228],
    [19, 2.093],
    [29, 2.045],
    [30, 2.042],
    [120, 1.98],
  ])('with %i degrees of freedom is %f', (degrees, t) => {
    expect(Math.abs(studentQuantile(0.975, degrees) - t)).toBeLessThanOrEqual(0.0005);
  });

  it('has the closed forms of one and two degrees of freedom', () => {
    expect(studentWithin(1, 1)).toBeCloseTo(0.5, 15);
    expect(studentWithin(2, 2)).toBeCloseTo(2 / Math.sqrt(6), 15);
  });

  it('tends to the normal quantile', () => {
    expect(studentQuantile(0.975, 1_000_001)).toBeCloseTo(1.959964, 5);
  });
});

describe('estimate', () => {
  it('gives mean and interval of a sample by the textbook', () => {
    // Mean 3, standard deviation sqrt(2.5), so the half width is 2.776 sqrt(2.5 / 5) = 1.963.
    const { mean, ci95, n } = estimate([1, 2, 3, 4, 5]) ?? {};
    expect([mean, n]).toEqual([3, 5]);
    expect(ci95?.[0]).toBeCloseTo(3 - 1.963, 3);
    expect(ci95?.[1]).toBeCloseTo(3 + 1.963, 3);
  });

  it('claims no interval for one value, and nothing at all for none', () => {
    expect(estimate([7])).toEqual({ mean: 7, n: 1 });
    expect(estimate([])).toBeUndefined();
  });
});
