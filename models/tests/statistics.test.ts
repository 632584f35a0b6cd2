import { describe, expect, it } from 'vitest';
import { estimate } from '../src/index.ts';
import { studentBeyond, studentQuantile, studentWithin } from '../src/statistics.ts';

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

describe('studentBeyond', () => {
  const near = (value: number, wanted: number) => expect(value / wanted).toBeCloseTo(1, 12);

  it('has the closed forms of one and two degrees of freedom, far in the tail too', () => {
    near(studentBeyond(1, 1), 0.5);
    for (const t of [0.3, 1, 2, 50, 1e9, 1e100]) {
      near(studentBeyond(t, 1), (2 / Math.PI) * Math.atan(1 / t));
      // 1 - t / sqrt(2 + t^2), without the difference.
      const root = Math.hypot(t, Math.SQRT2);
      near(studentBeyond(t, 2), 2 / root / (root + t));
    }
    expect(studentBeyond(0, 5)).toBe(1);
  });

  it('is the integral of the density over the tail', () => {
    // Nine degrees: gamma(5) / (sqrt(9 pi) gamma(4.5)) = 128 / (105 pi); s = 1 / u makes the tail finite (Simpson).
    for (const t of [1.5, 30, 253]) {
      const density = (u: number) =>
        u === 0 ? 0 : ((1 + 1 / (9 * u * u)) ** -5 / (u * u)) * (128 / (105 * Math.PI));
      const steps = 2000;
      const width = 1 / t / steps;
      let sum = density(0) + density(1 / t);
      for (let k = 1; k < steps; k++) sum += (k % 2 === 1 ? 4 : 2) * density(k * width);
      expect(studentBeyond(t, 9) / ((2 * sum * width) / 3)).toBeCloseTo(1, 8);
    }
    expect(studentBeyond(253, 9)).toBeCloseTo(1.2e-18, 19);
  });

  it('agrees with the sums of cosines where these are exact enough', () => {
    for (const degrees of [3, 8, 29, 1000, 9999])
      for (const t of [1, 2, 4])
        expect(studentBeyond(t, degrees)).toBeCloseTo(1 - studentWithin(t, degrees), 12);
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
