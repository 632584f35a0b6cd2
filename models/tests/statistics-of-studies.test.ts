/** Statistics of studies against closed forms and published examples. */
import { describe, expect, it } from 'vitest';
import { batchMeans, courseOf, mser5 } from '../src/statistics/course.ts';
import { deviationQuantile, noncentralAbove, normalBelow } from '../src/statistics/distributions.ts';
import { comparePairs, hedges, holm } from '../src/statistics/pairs.ts';
import { seedsForInterval, seedsNeeded, seedsToTell, withinIn } from '../src/statistics/seeds-needed.ts';
import { morrisIndices, sobolIndices } from '../src/statistics/sensitivity.ts';
import { morris, saltelli, xorshift } from '../src/study/sampling.ts';

/** Normal numbers by the sum of twelve (variance 1; tails end at 6). */
function normals(seed: number): () => number {
  const random = xorshift(seed);
  return () => Array.from({ length: 12 }, () => random() / 2 ** 32).reduce((sum, u) => sum + u, -6);
}

describe('seeds until an interval is narrow enough', () => {
  it("are those of Law's bank: ten runs, variance 0.31, at 90 %", () => {
    // A. M. Law, Simulation Modeling and Analysis, section 9.4.1: n(0.25) = 16.
    expect(seedsForInterval(Math.sqrt(0.31), 0.25, 0.9)).toBe(16);
  });

  it('tell a difference with a power of 80 % as tables of the paired t test say', () => {
    // J. Cohen's effects 0.2, 0.5, 0.8 of a paired t test at 5 %, two-sided (G*Power 3.1).
    expect([0.2, 0.5, 0.8].map((effect) => seedsToTell(1, effect))).toEqual([199, 34, 15]);
  });

  it('rest on distributions that agree with those of SciPy', () => {
    expect(normalBelow(1.96)).toBeCloseTo(0.9750021048517795, 12);
    // scipy.stats.nct.sf(2.0, 9, 1.5) and sqrt(scipy.stats.chi2.ppf(0.2, 4) / 4).
    expect(noncentralAbove(2, 9, 1.5)).toBeCloseTo(0.3441241, 5);
    expect(deviationQuantile(0.2, 4)).toBeCloseTo(0.642, 2);
  });

  it('of a pilot are fewer than those of a cautious reading, and none where nothing varies', () => {
    const needed = seedsNeeded([9, 10, 11, 10, 10], { share: 0.02 });
    expect(needed?.within).toBeCloseTo(0.2, 12);
    expect(needed?.cautious).toBeGreaterThan(needed?.seeds ?? NaN);
    expect(seedsNeeded([3, 3, 3], { half: 0.1 })).toEqual({ within: 0.1, seeds: 2, cautious: 2 });
    expect(seedsNeeded([3], { half: 0.1 })).toBeUndefined();
    // A mean of zero has no share.
    expect(seedsNeeded([-1, 1], { share: 0.05 })).toEqual({ within: 0, seeds: null, cautious: null });
    expect([withinIn('5%'), withinIn('2e-3'), withinIn('-1'), withinIn('5 ms')]).toEqual([
      { share: 0.05 },
      { half: 0.002 },
      undefined,
      undefined,
    ]);
  });
});

describe('many lanes', () => {
  it("have Holm's adjusted p values of worked examples", () => {
    // R, help(p.adjust): c(0.01, 0.02, 0.03, 0.04, 0.05) by "holm".
    expect(holm([0.01, 0.02, 0.03, 0.04, 0.05]).map((p) => p.toFixed(4))).toEqual([
      '0.0500',
      '0.0800',
      '0.0900',
      '0.0900',
      '0.0900',
    ]);
    expect(holm([0.01, 0.04, 0.03, 0.005]).map((p) => p.toFixed(4))).toEqual([
      '0.0300',
      '0.0600',
      '0.0600',
      '0.0200',
    ]);
  });

  it("are compared seed by seed: Student's own ten patients", () => {
    // Student, The probable error of a mean, 1908: hours of sleep gained with two drugs; t = 4.0621, p =
    // 0.002833 (R, t.test(sleep)).
    const first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2];
    const second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
    const bySeed = (values: readonly number[]) => new Map(values.map((value, seed) => [seed, value]));
    const [pair] = comparePairs([bySeed(second), bySeed(first)]);
    expect(pair?.difference).toBeCloseTo(1.58, 12);
    expect(pair?.p).toBeCloseTo(0.002833, 6);
    expect(pair?.holm).toBe(pair?.p);
    // t / sqrt(10) is Cohen's d of pairs; J(9) is 0.9139 by Hedges' table.
    expect(hedges(9)).toBeCloseTo(0.9139, 4);
    expect(pair?.effect).toBeCloseTo((4.0621 / Math.sqrt(10)) * hedges(9), 4);
    const same = comparePairs([bySeed([1, 2]), bySeed([1, 2]), bySeed([2, 3])]);
    expect(same.map(({ p, effect }) => [p, effect])).toEqual([
      [1, null],
      [0, null],
      [0, null],
    ]);
  });
});

describe('a run over time', () => {
  it('has its step found by MSER-5, exactly where what follows is even', () => {
    // Means of five alternate between 1 and -1 after the step.
    const values = (step: number) =>
      Array.from({ length: 1000 }, (_, i) => (i < step ? 20 : 0) + (i % 10 < 5 ? 1 : -1));
    expect([0, 40, 100, 250].map((step) => mser5(values(step)))).toEqual([0, 40, 100, 250]);
  });

  it('of noise has the cut that the definition has, place by place', () => {
    const noise = normals(5);
    for (const step of [40, 100, 215]) {
      const values = Array.from({ length: 1000 }, (_, i) => (i < step ? 5 : 0) + noise());
      const means = Array.from(
        { length: 200 },
        (_, i) => values.slice(5 * i, 5 * i + 5).reduce((a, b) => a + b) / 5,
      );
      const errors = means.slice(0, 196).map((_, d) => {
        const rest = means.slice(d);
        const mean = rest.reduce((a, b) => a + b) / rest.length;
        return rest.reduce((sum, v) => sum + (v - mean) ** 2, 0) / rest.length ** 2;
      });
      const found = mser5(values) ?? NaN;
      expect(found).toBe(5 * errors.indexOf(Math.min(...errors)));
      expect(found).toBeGreaterThanOrEqual(step);
    }
  });

  it('that drifts to its end is too short, and a warm-up that is too short is told', () => {
    expect(mser5(Array.from({ length: 1000 }, (_, i) => i))).toBeUndefined();
    const values = Array.from({ length: 1000 }, (_, i) => (i < 200 ? 30 : 10) + (i % 7));
    expect(courseOf(values, 0.1, 5).warning).toBe(
      'The warm-up of 5 s is too short: by MSER-5 it lasts 20 s. ' +
        'Means of batches are correlated: their interval is too narrow, and a longer run is needed.',
    );
    expect(courseOf(values, 0.1, 20)).toMatchObject({ warmup_found: 20, warning: '' });
  });

  it('has an interval that holds the mean of a series with known correlation about as often as it says', () => {
    // AR(1), x' = 0.8 x + e: mean 0, variance of the mean of n values near 1 / (1 - 0.8)^2 / n.
    const noise = normals(11);
    const n = 2000;
    let [held, squares, alone] = [0, 0, 0];
    for (let run = 0; run < 200; run++) {
      let x = 0;
      const values = Array.from({ length: n + 100 }, () => (x = 0.8 * x + noise())).slice(100);
      const found = batchMeans(values);
      if (found === undefined) throw new Error('there are values');
      const [low, high] = found.ci95;
      if (low <= 0 && 0 <= high) held++;
      if (found.independent) alone++;
      squares += found.mean ** 2;
    }
    // 190 expected; three deviations of a binomial are 9.
    expect(held).toBeGreaterThanOrEqual(181);
    expect(held).toBeLessThanOrEqual(199);
    expect(alone).toBeGreaterThan(190);
    expect((squares / 200) * n).toBeGreaterThan(25 * 0.7);
    expect((squares / 200) * n).toBeLessThan(25 * 1.3);
  });

  it('of a series that never forgets is told to be correlated', () => {
    const noise = normals(2);
    let x = 0;
    const walk = Array.from({ length: 4000 }, () => (x += noise()));
    expect(batchMeans(walk)).toMatchObject({ batches: 8, independent: false });
    expect(courseOf(walk, 0.01, 0).warning).toContain('correlated');
  });
});

describe('indices of sensitivity', () => {
  const answers = (
    design: { points: number; at: (i: number) => readonly number[] },
    f: (u: readonly number[]) => number,
  ) => Array.from({ length: design.points }, (_, i) => f(design.at(i)));

  it("of Ishigami's function are its closed form", () => {
    // a = 7, b = 0.1: first 0.3139, 0.4424, 0; total 0.5576, 0.4424, 0.2437 (Ishigami and Homma 1990).
    const f = (u: readonly number[]) => {
      const [x = 0, y = 0, z = 0] = u.map((v) => Math.PI * (2 * v - 1));
      return Math.sin(x) + 7 * Math.sin(y) ** 2 + 0.1 * z ** 4 * Math.sin(x);
    };
    const found = sobolIndices(answers(saltelli(3, 4096), f), 3);
    const near = (indices: readonly { value: number }[] | undefined, wanted: readonly number[]) =>
      wanted.forEach((value, d) => expect(Math.abs((indices?.[d]?.value ?? NaN) - value)).toBeLessThan(0.01));
    near(found?.first, [0.3139, 0.4424, 0]);
    near(found?.total, [0.5576, 0.4424, 0.2437]);
    // 1/2 + a^2/8 + b pi^4/5 + b^2 pi^8/18.
    expect(found?.variance).toBeCloseTo(13.8446, 0);
  });

  it("of Sobol's g function are its closed form, and their intervals hold them", () => {
    const a = [0, 1, 4.5, 9, 99];
    const g = (u: readonly number[]) =>
      u.reduce((p, v, d) => (p * (Math.abs(4 * v - 2) + (a[d] ?? 0))) / (1 + (a[d] ?? 0)), 1);
    const own = a.map((v) => 1 / 3 / (1 + v) ** 2);
    const all = own.reduce((p, v) => p * (1 + v), 1) - 1;
    const found = sobolIndices(answers(saltelli(5, 1024), g), 5);
    own.forEach((v, d) => {
      const [first, total] = [v / all, (v * ((all + 1) / (1 + v))) / all];
      expect(Math.abs((found?.first[d]?.value ?? NaN) - first)).toBeLessThan(0.02);
      expect(Math.abs((found?.total[d]?.value ?? NaN) - total)).toBeLessThan(0.02);
      const [low, high] = found?.total[d]?.ci95 ?? [NaN, NaN];
      expect(low - 0.01).toBeLessThan(total);
      expect(high + 0.01).toBeGreaterThan(total);
    });
  });

  it("of Morris are exact for a plane, and see a product's interaction and a curve's bend", () => {
    const f = (u: readonly number[]) =>
      3 * (u[0] ?? 0) - 2 * (u[1] ?? 0) + 4 * (u[2] ?? 0) * (u[3] ?? 0) + 0 * (u[4] ?? 0);
    const design = morris(5, 40, 3);
    const found = morrisIndices(answers(design, f), { dimensions: 5, paths: 40, seed: 3 });
    expect(found?.paths).toBe(40);
    expect(found?.mu[0]).toBeCloseTo(3, 9);
    expect(found?.mu[1]).toBeCloseTo(-2, 9);
    expect(found?.mu_star[1]?.value).toBeCloseTo(2, 9);
    expect(found?.sigma.slice(0, 2).every((s) => s < 1e-9)).toBe(true);
    expect(found?.sigma[2]).toBeGreaterThan(1);
    expect(found?.mu_star[4]?.value).toBe(0);
    // Every point is one of the grid, and each step changes one coordinate.
    for (let i = 0; i < design.points; i++)
      for (const u of design.at(i)) expect([0, 1, 2, 3]).toContain(Math.round(3 * u * 1e9) / 1e9);
  });

  it('leave out rows in which nothing was observed, and claim nothing of a constant', () => {
    const design = saltelli(2, 64);
    const f = answers(design, ([x = 0, y = 0]) => x + 2 * y);
    const holes = f.map((value, i) => (i === 5 ? null : value));
    expect(sobolIndices(holes, 2)?.rows).toBe(63);
    expect(
      sobolIndices(
        f.map(() => 1),
        2,
      ),
    ).toBeUndefined();
    expect(morrisIndices([null, 1, 2, 3, 4, 5], { dimensions: 2, paths: 2 })).toBeUndefined();
  });
});
