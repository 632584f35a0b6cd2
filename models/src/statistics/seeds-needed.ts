/** The number of seeds that an answer needs, estimated from a pilot with a few. */
import { studentQuantile } from '../statistics.ts';
import { deviationQuantile, noncentralAbove } from './distributions.ts';
import { momentsOf } from './moments.ts';

/** The largest number that is computed: beyond it the answer is "more than this". */
const MOST_NEEDED = 1_000_000;

/**
 * The least whole number in 2..MOST_NEEDED for which `holds` is true; it has to be true for all larger
 * numbers, too. Undefined if there is none.
 */
function least(holds: (n: number) => boolean): number | undefined {
  let high = 2;
  while (!holds(high)) {
    if (high >= MOST_NEEDED) return undefined;
    high = Math.min(MOST_NEEDED, 2 * high);
  }
  let low = Math.max(1, Math.floor(high / 2));
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * The number of seeds for which Student's interval of the mean is at most +- `half`, if their standard
 * deviation is `deviation`: the least n with t(n - 1) deviation / sqrt(n) <= half (A. M. Law, Simulation
 * Modeling and Analysis, 5th ed., section 9.4.1).
 */
export const seedsForInterval = (deviation: number, half: number, confidence = 0.95): number | undefined =>
  deviation === 0
    ? 2
    : least((n) => studentQuantile((1 + confidence) / 2, n - 1) * deviation <= half * Math.sqrt(n));

/**
 * The number of seeds for which a paired t test at 5 % finds a difference of `difference` with probability
 * `power`, if the differences of the pairs have the standard deviation `deviation`: by the noncentral t
 * distribution, both tails.
 */
export function seedsToTell(deviation: number, difference: number, power = 0.8): number | undefined {
  if (deviation === 0) return 2;
  const effect = Math.abs(difference) / deviation;
  return least((n) => {
    const t = studentQuantile(0.975, n - 1);
    const shift = effect * Math.sqrt(n);
    return noncentralAbove(t, n - 1, shift) + noncentralAbove(t, n - 1, -shift) >= power;
  });
}

/** The largest width of an interval: a value, or a share of the mean. */
export type Within = { readonly half: number } | { readonly share: number };

/** The requested interval, written as "0.002" or "5%"; undefined if the text is neither. */
export function withinIn(text: string): Within | undefined {
  const [, digits = '', percent] = /^\s*([0-9.]+(?:e[+-]?\d+)?)\s*(%?)\s*$/i.exec(text) ?? [];
  const value = digits === '' ? NaN : Number(digits);
  if (!(value > 0 && value < Infinity)) return undefined;
  return percent === '%' ? { share: value / 100 } : { half: value };
}

export interface SeedsNeeded {
  /** Half the width of the requested interval, in the metric's unit. */
  readonly within: number;
  /** If the pilot's deviation is the true one; null: more than a million. */
  readonly seeds: number | null;
  /** The same for the deviation that the true one exceeds with a probability of only 20 % (normal values). */
  readonly cautious: number | null;
}

/**
 * The number of seeds, estimated from a pilot; undefined for fewer than two values, whose spread is unknown.
 */
export function seedsNeeded(pilot: readonly number[], within: Within): SeedsNeeded | undefined {
  const found = momentsOf(pilot);
  if (found.n < 2) return undefined;
  const half = 'half' in within ? within.half : within.share * Math.abs(found.mean);
  const worse = found.deviation / deviationQuantile(0.2, found.n - 1);
  const seeds = half > 0 || found.deviation === 0 ? seedsForInterval(found.deviation, half) : undefined;
  const cautious = half > 0 || found.deviation === 0 ? seedsForInterval(worse, half) : undefined;
  return { within: half, seeds: seeds ?? null, cautious: cautious ?? null };
}

/** The assumptions of these numbers, in a sentence shown beside them. */
export const SEEDS_ASSUME =
  'Seeds are independent, values are about normal, and the spread of the pilot is the true one; ' +
  '"cautious" takes the spread that the true one exceeds in one pilot of five.';
