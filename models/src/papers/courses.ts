/** What the papers' figures draw over time, from what a run records of each interval. */

/** Of a run's recording. */
interface Recorded {
  readonly bins: number;
  readonly binSeconds: number;
  readonly queue_mean: Float64Array;
  readonly queue_max: Float64Array;
  readonly departures: Float64Array;
  readonly drops_early: Float64Array;
  readonly drops_forced: Float64Array;
  readonly drops_overflow: Float64Array;
}

/** Seconds over which the variation of the delay is taken. */
const LAST = 20;

/** Packets dropped in a second, whatever the reason. */
const dropsOf = ({ drops_early, drops_forced, drops_overflow, binSeconds }: Recorded) =>
  drops_early.map(
    (early, bin) => (early + (drops_forced[bin] ?? 0) + (drops_overflow[bin] ?? 0)) / binSeconds,
  );

/**
 * Mean queueing delay of an interval, s: its queue over its rate of departures, which is Little's law; NaN where none
 * left.
 */
const delayOf = ({ queue_mean, departures, binSeconds }: Recorded) =>
  queue_mean.map((queue, bin) => {
    const left = departures[bin] ?? 0;
    return left > 0 ? (queue * binSeconds) / left : NaN;
  });

/** Standard deviation of that delay over the last LAST seconds, as jitter is judged in tables. */
function variationOf(recorded: Recorded): Float64Array {
  const delay = delayOf(recorded);
  const width = Math.max(1, Math.round(LAST / recorded.binSeconds));
  return delay.map((_, bin) => {
    const last = delay.subarray(Math.max(0, bin + 1 - width), bin + 1).filter(Number.isFinite);
    const mean = last.reduce((sum, value) => sum + value, 0) / last.length;
    return Math.sqrt(last.reduce((sum, value) => sum + (value - mean) ** 2, 0) / last.length);
  });
}

/** What any link has; the states of a scheme are drawn by their own names. */
export const COURSES: Readonly<Record<string, (recorded: Recorded) => Float64Array>> = {
  queue_mean: (recorded) => recorded.queue_mean,
  queue_max: (recorded) => recorded.queue_max,
  drops: dropsOf,
  delay: delayOf,
  delay_std: variationOf,
};
