/** Numbers of lanes with one seed or with several: means, intervals, and the best lane. */
import { estimate, type Estimate } from '../../../models/src/index.ts';
import type { Sample } from '../state/studyRun.ts';
import type { Better, Printed } from './metrics.ts';

export type { Sample };

/** One number of a lane for each seed; null if nothing was observed. */
export type Values = readonly (number | null)[];

const observed = (values: Values): number[] => values.filter((value) => value !== null);

/** Mean and 95 % interval; null if nothing was observed. */
export const estimateOf = (values: Values): Estimate | null => estimate(observed(values)) ?? null;

/** Half the width of the interval; null for a single run, whose interval is unknown. */
export const halfOf = ({ mean, ci95 }: Estimate): number | null =>
  ci95 === undefined ? null : ci95[1] - mean;

/**
 * a - b over the seeds that both have. With the same seed, lanes have the same traffic, so much of their
 * noise is common.
 */
export function pairedDifference(a: Values, b: Values): Estimate | null {
  const both = Math.min(a.length, b.length);
  const differences = Array.from({ length: both }, (_, i) => {
    const [x, y] = [a[i] ?? null, b[i] ?? null];
    return x === null || y === null ? null : x - y;
  });
  return estimateOf(differences);
}

/**
 * Whether the printed values of two lanes differ and, with several seeds, the interval of their paired
 * difference excludes zero.
 */
function parts(a: Values, b: Values, printed: Printed): boolean {
  const difference = pairedDifference(a, b);
  if (difference === null) return false;
  const shown = (values: Values) =>
    ((estimateOf(values)?.mean ?? NaN) * printed.scale).toFixed(printed.decimals);
  const { ci95 } = difference;
  return shown(a) !== shown(b) && (ci95 === undefined || ci95[0] > 0 || ci95[1] < 0);
}

/**
 * The lane with the best value, if it differs from all others; null if there is none, or if neither direction
 * is better.
 */
export function bestLane(all: readonly Values[], better: Better, printed: Printed): number | null {
  const means = all.map((values) => estimateOf(values)?.mean ?? null);
  const found = means.filter((mean) => mean !== null);
  if (better === 'neither' || found.length < 2) return null;
  const best = means.indexOf(better === 'high' ? Math.max(...found) : Math.min(...found));
  const winner = all[best] ?? [];
  const apart = all.every(
    (values, lane) => lane === best || means[lane] === null || parts(winner, values, printed),
  );
  return apart ? best : null;
}

/** The best lane among those of each load (load.ts): a light load makes no scheme better than another. */
export function bestLanes(
  all: readonly Values[],
  better: Better,
  printed: Printed,
  loads: readonly number[],
): ReadonlySet<number> {
  const best = [...new Set(loads)].map((load) =>
    bestLane(
      all.map((values, lane) => (loads[lane] === load ? values : [])),
      better,
      printed,
    ),
  );
  return new Set(best.filter((lane) => lane !== null));
}
