/** The series of a run to which a measured series is compared. */
import type { Course } from './beside.ts';
import type { Quantity, Series } from './measured.ts';

/** The part of a recording that is used. */
export interface Recording {
  readonly binSeconds: number;
  readonly queue_mean: ArrayLike<number>;
  readonly bytes_out: ArrayLike<number>;
  readonly cwnd_mean: ArrayLike<number>;
}

interface Link {
  readonly rate: number;
  readonly packetSize: number;
}

/** Its name, and how it is computed from the recording. */
const COURSES: Partial<
  Record<Quantity, readonly [name: string, of: (recording: Recording, link: Link) => readonly number[]]>
> = {
  queue: ['queue', ({ queue_mean }) => Array.from(queue_mean)],
  backlog: [
    'queue, in bytes',
    ({ queue_mean }, { packetSize }) => Array.from(queue_mean, (q) => q * packetSize),
  ],
  round_trip: ['queueing delay', queueing],
  delay: ['queueing delay', queueing],
  rate: ['throughput', ({ bytes_out, binSeconds }) => Array.from(bytes_out, (b) => (8 * b) / binSeconds)],
  window: ['mean window', ({ cwnd_mean }) => Array.from(cwnd_mean)],
};

function queueing({ queue_mean }: Recording, { rate, packetSize }: Link): number[] {
  return Array.from(queue_mean, (q) => (q * packetSize * 8) / rate);
}

/** The run's quantity that corresponds to the series; undefined if a run has none. */
export function courseOf(
  { quantity }: Series,
  recording: Recording,
  link: Link,
): (Course & { readonly name: string }) | undefined {
  const [name, of] = COURSES[quantity] ?? [];
  return name === undefined || of === undefined
    ? undefined
    : { name, step: recording.binSeconds, values: of(recording, link) };
}

/**
 * The comparable part of a series: for delays, the excess over the minimum, because the real path has another
 * base delay.
 */
export function comparable(series: Series): Series {
  if (series.quantity !== 'round_trip' && series.quantity !== 'delay') return series;
  const least = series.values.reduce((low, value) => Math.min(low, value), Infinity);
  return {
    ...series,
    values: series.values.map((value) => value - least),
  };
}
