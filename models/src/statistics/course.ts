/** One run over time: the length of its warm-up, and the accuracy of the mean after it. */
import { estimate } from '../statistics.ts';

/** Values are combined in batches of five (MSER-5). */
const BATCH = 5;

const meansBy = (values: readonly number[], size: number): number[] =>
  Array.from({ length: Math.floor(values.length / size) }, (_, i) => {
    let sum = 0;
    for (let k = i * size; k < (i + 1) * size; k++) sum += values[k] ?? NaN;
    return sum / size;
  });

/**
 * The number of values at the beginning that belong to the warm-up, by MSER-5: removing them minimises the
 * marginal standard error of the rest. Undefined if the minimum is in the second half, which means that the
 * run is too short (K. P. White, M. J. Cobb, S. C. Spratt, A comparison of five steady-state truncation
 * heuristics for simulation, Proc. Winter Simulation Conf. 2000, doi:10.1109/WSC.2000.899024).
 */
export function mser5(values: readonly number[]): number | undefined {
  const means = meansBy(values, BATCH);
  const { length } = means;
  let [sum, squares, best, at] = [0, 0, Infinity, 0];
  // From the end: each step adds one value to the rest. Deviations are taken from one of the values, to avoid
  // cancellation.
  const middle = means[length - 1] ?? 0;
  for (let d = length - 1; d >= 0; d--) {
    const value = (means[d] ?? NaN) - middle;
    sum += value;
    squares += value * value;
    const rest = length - d;
    // A few values at the end are similar by chance.
    if (rest < BATCH) continue;
    const error = Math.max(0, squares - (sum * sum) / rest) / (rest * rest);
    if (error <= best) [best, at] = [error, d];
  }
  return length < 2 * BATCH || at > length / 2 ? undefined : at * BATCH;
}

export interface BatchMeans {
  readonly mean: number;
  /** Student's 95 % interval over the batches. */
  readonly ci95: readonly [number, number];
  readonly batches: number;
  /** Correlation of neighbouring batches. */
  readonly lag1: number;
  /**
   * Whether they look independent, by von Neumann's ratio, one-sided at 5 %. If not, the interval is too
   * narrow and the run too short.
   */
  readonly independent: boolean;
}

/**
 * The numbers of batches that are tried: more than about 30 hardly help (B. W. Schmeiser, Oper. Res. 30,
 * 1982).
 */
const BATCHES = [32, 16, 8];

/**
 * The steady-state mean of one long run with an interval, by non-overlapping batches: the largest number of
 * batches for which neighbours look independent (G. S. Fishman, Grouping observations in digital simulation,
 * Manage. Sci. 24, 1978). Undefined for fewer than 8 values.
 */
export function batchMeans(values: readonly number[]): BatchMeans | undefined {
  const tried = BATCHES.flatMap((count) => inBatches(values, count) ?? []);
  return tried.find(({ independent }) => independent) ?? tried.at(-1);
}

function inBatches(values: readonly number[], count: number): BatchMeans | undefined {
  const size = Math.floor(values.length / count);
  if (size === 0) return undefined;
  // Values that do not fill a batch are left out at the beginning, where some warm-up may remain.
  const means = meansBy(values.slice(values.length - size * count), size);
  const found = estimate(means);
  if (found?.ci95 === undefined) return undefined;
  const away = means.map((value) => value - found.mean);
  const squares = away.reduce((sum, d) => sum + d * d, 0);
  const neighbours = away.slice(1).reduce((sum, d, i) => sum + d * (away[i] ?? NaN), 0);
  const steps = away.slice(1).reduce((sum, d, i) => sum + (d - (away[i] ?? NaN)) ** 2, 0);
  const ratio = squares === 0 ? 0 : 1 - steps / (2 * squares);
  return {
    mean: found.mean,
    ci95: found.ci95,
    batches: count,
    lag1: squares === 0 ? 0 : neighbours / squares,
    independent: ratio <= 1.645 * Math.sqrt((count - 2) / (count * count - 1)),
  };
}

export interface Course {
  /** Seconds, by MSER-5; null if the run is too short. */
  readonly warmup_found: number | null;
  /** Seconds, from the document. */
  readonly warmup: number;
  /** After the document's warm-up; null if the run is too short. */
  readonly steady: BatchMeans | null;
  /** A recommendation, in a sentence; empty: there is none. */
  readonly warning: string;
}

/** `values` of one or several runs, in intervals of `step` seconds. */
export function courseOf(values: readonly number[], step: number, warmup: number): Course {
  const cut = mser5(values);
  const found = cut === undefined ? null : cut * step;
  const steady = batchMeans(values.slice(Math.ceil(warmup / step - 1e-9))) ?? null;
  const short =
    found === null
      ? 'MSER-5 cuts more than half of the run: it is too short to say when the warm-up ends; more seeds, ' +
        'or a longer run, tell.'
      : found > warmup + BATCH * step
        ? `The warm-up of ${seconds(warmup)} is too short: by MSER-5 it lasts ${seconds(found)}.`
        : '';
  const correlated =
    steady?.independent === false
      ? 'Means of batches are correlated: their interval is too narrow, and a longer run is needed.'
      : '';
  return { warmup_found: found, warmup, steady, warning: [short, correlated].filter(Boolean).join(' ') };
}

const seconds = (value: number) => `${Number(value.toPrecision(3))} s`;
