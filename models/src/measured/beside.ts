/**
 * Compares a measured series with that of a run: shifted by hand or to the best fit, with the differences in
 * numbers.
 */
import type { Series } from './measured.ts';

/** Values at equal intervals. */
export interface Course {
  readonly step: number;
  readonly values: ArrayLike<number>;
}

export interface Figures {
  readonly mean: number;
  readonly p95: number;
}

export interface Beside {
  /** Seconds that are added to the measured times. */
  readonly offset: number;
  /** The interval that both cover, in the run's time, s. */
  readonly from: number;
  readonly to: number;
  readonly measured: Figures;
  readonly simulated: Figures;
  /** Measured minus simulated, over the common intervals. */
  readonly difference: { readonly mean: number; readonly p95: number; readonly rms: number };
}

/** Mean and 95th percentile (nearest rank); undefined without values. */
export function figuresOf(values: readonly number[]): Figures | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.toSorted((a, b) => a - b);
  return {
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    p95: sorted[Math.max(0, Math.ceil(0.95 * sorted.length) - 1)] ?? NaN,
  };
}

/** The mean of the measured values in each interval; NaN if there are none. */
export function onSteps(
  { times, values }: Series,
  offset: number,
  { step, values: { length } }: Course,
): Float64Array {
  const sums = new Float64Array(length);
  const counts = new Float64Array(length);
  for (const [i, time] of times.entries()) {
    const place = Math.floor((time + offset) / step);
    if (place < 0 || place >= length) continue;
    sums[place] = (sums[place] ?? 0) + (values[i] ?? NaN);
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return sums.map((sum, i) => sum / (counts[i] ?? 0));
}

/** Undefined if the two have no time in common. */
export function beside(series: Series, course: Course, offset: number): Beside | undefined {
  const measured = onSteps(series, offset, course);
  const places = Array.from(measured.keys()).filter(
    (i) => Number.isFinite(measured[i]) && Number.isFinite(course.values[i]),
  );
  const ours = places.map((i) => course.values[i] ?? NaN);
  const theirs = places.map((i) => measured[i] ?? NaN);
  const [a, b] = [figuresOf(theirs), figuresOf(ours)];
  const [first, last] = [places[0], places.at(-1)];
  if (a === undefined || b === undefined || first === undefined || last === undefined) return undefined;
  const squares = theirs.reduce((sum, value, k) => sum + (value - (ours[k] ?? NaN)) ** 2, 0);
  return {
    offset,
    from: first * course.step,
    to: (last + 1) * course.step,
    measured: a,
    simulated: b,
    difference: { mean: a.mean - b.mean, p95: a.p95 - b.p95, rms: Math.sqrt(squares / places.length) },
  };
}

/** The number of offsets that are tried. */
const TRIED = 400;

/**
 * The offset with the least mean square of the difference, among those for which at least half of the shorter
 * series overlaps the other. First the whole range is searched, then the neighbourhood of the best offset.
 */
export function bestOffset(series: Series, course: Course): number | undefined {
  const [first, last] = [series.times[0], series.times.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const run = course.step * course.values.length;
  const shared = Math.min(last - first, run) / 2;
  let [low, high] = [shared - last, run - shared - first];
  let best: { offset: number; rms: number } | undefined;
  for (let round = 0; round < 2; round++) {
    const width = (high - low) / TRIED;
    for (let k = 0; k <= TRIED; k++) {
      const found = beside(series, course, low + k * width);
      if (found !== undefined && found.difference.rms < (best?.rms ?? Infinity))
        best = { offset: found.offset, rms: found.difference.rms };
    }
    if (best === undefined) return undefined;
    [low, high] = [best.offset - width, best.offset + width];
  }
  return best?.offset;
}
