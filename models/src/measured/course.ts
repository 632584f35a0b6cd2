/** Of a run what a measured series is laid beside. */
import type { Course } from './beside.ts';
import type { Quantity, Series } from './measured.ts';

/** What of a recording is used. */
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

/** Its name, and how it is had from the recording. */
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

/** The quantity of a run that stands beside the series; undefined: a run has none. */
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

/** What is compared of a series: of delays what exceeds the least, since the way itself is another one. */
export function comparable(series: Series): Series {
  if (series.quantity !== 'round_trip' && series.quantity !== 'delay') return series;
  const least = series.values.reduce((low, value) => Math.min(low, value), Infinity);
  return {
    ...series,
    name: `${series.name} less its least`,
    values: series.values.map((value) => value - least),
  };
}
