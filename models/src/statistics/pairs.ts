/** Compares lanes in pairs, over their common seeds. */
import { estimate, studentBeyond } from '../statistics.ts';
import { momentsOf } from './moments.ts';

export interface Pair {
  /** Indices of the two lanes. */
  readonly a: number;
  readonly b: number;
  /** The number of common seeds. */
  readonly n: number;
  /** Mean of a - b, and its Student 95 % interval. */
  readonly difference: number;
  readonly ci95: readonly [number, number] | null;
  /** The p value of the paired t test, two-sided; null for fewer than two pairs. */
  readonly p: number | null;
  /** The p value with Holm's correction for all pairs of the comparison. */
  readonly holm: number | null;
  /**
   * The difference in standard deviations of the pairs, with Hedges' correction; null if all pairs have the
   * same difference.
   */
  readonly effect: number | null;
}

/** Values by seed. */
export type BySeed = ReadonlyMap<number, number>;

/**
 * All pairs of lanes. Runs with the same seed have the same traffic (common random numbers), so the test uses
 * the differences seed by seed. S. Holm, A simple sequentially rejective multiple test procedure, Scand. J.
 * Stat. 6, 1979.
 */
export function comparePairs(lanes: readonly BySeed[]): readonly Pair[] {
  const pairs = lanes.flatMap((_, a) =>
    lanes.slice(a + 1).flatMap((_, i) => pairOf(lanes, a, a + 1 + i) ?? []),
  );
  const known = pairs.flatMap(({ p }) => p ?? []);
  const adjusted = holm(known);
  let next = 0;
  return pairs.map((pair) => ({ ...pair, holm: pair.p === null ? null : (adjusted[next++] ?? null) }));
}

function pairOf(lanes: readonly BySeed[], a: number, b: number): Pair | undefined {
  const [first, second] = [lanes[a], lanes[b]];
  const differences = [...(first ?? [])].flatMap(([seed, value]) => {
    const other = second?.get(seed);
    return other === undefined ? [] : [value - other];
  });
  const found = estimate(differences);
  if (found === undefined) return undefined;
  const { n, mean, deviation } = momentsOf(differences);
  const size = mean / deviation;
  return {
    a,
    b,
    n,
    difference: mean,
    ci95: found.ci95 ?? null,
    p: n < 2 ? null : pOf(mean, deviation, n),
    holm: null,
    effect: n < 2 || deviation === 0 ? null : size * hedges(n - 1),
  };
}

/** If every pair has the same difference, the result is certain. */
function pOf(mean: number, deviation: number, n: number): number {
  if (deviation === 0) return mean === 0 ? 1 : 0;
  return studentBeyond(Math.abs(mean / deviation) * Math.sqrt(n), n - 1);
}

/**
 * Adjusted p values: if all differences with a value of at most 0.05 are accepted, the common risk of a false
 * one is 5 %.
 */
export function holm(p: readonly number[]): readonly number[] {
  const order = p.map((_, i) => i).sort((i, k) => (p[i] ?? 0) - (p[k] ?? 0) || i - k);
  const adjusted: number[] = [];
  let most = 0;
  for (const [rank, i] of order.entries()) {
    most = Math.max(most, Math.min(1, (p.length - rank) * (p[i] ?? 0)));
    adjusted[i] = most;
  }
  return adjusted;
}

/**
 * Hedges' J for `degrees` of freedom, exactly: gamma(m / 2) / (sqrt(m / 2) gamma((m - 1) / 2)). 0 for one
 * degree, for which the effect has no mean (L. V. Hedges, J. Educ. Stat. 6, 1981, equation 6e).
 */
export function hedges(degrees: number): number {
  if (degrees < 2) return 0;
  // gamma(m / 2) / gamma((m - 1) / 2), computed upwards from gamma(1) / gamma(1 / 2).
  let ratio = 1 / Math.sqrt(Math.PI);
  for (let m = 2; m < degrees; m++) ratio = (m - 1) / 2 / ratio;
  return ratio / Math.sqrt(degrees / 2);
}
