/**
 * Compares a measured series with that of a run: shifted by hand or to the best fit, with the differences in
 * numbers.
 */
import { medianOf } from '../statistics.ts';
import type { Quantity, Series } from './measured.ts';

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

/** Mean and 95th percentile (nearest rank) of values that count by their weights; undefined without values. */
export function figuresOf(
  values: readonly number[],
  weights: readonly number[] = values.map(() => 1),
): Figures | undefined {
  if (values.length === 0) return undefined;
  const weight = (i: number) => weights[i] ?? 0;
  const all = sumOf(weights);
  const order = Array.from(values.keys()).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  let below = 0;
  const at = order.find((i) => (below += weight(i)) >= 0.95 * all);
  return {
    mean: values.reduce((sum, value, i) => sum + weight(i) * value, 0) / all,
    p95: values[at ?? order.at(-1) ?? 0] ?? NaN,
  };
}

/** Of a state over time, of other quantities over the samples. */
export const figuresOfSeries = (series: Series): Figures | undefined =>
  figuresOf(series.values, holdsOf(series));

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** States: a value holds until the next sample. */
const STATES: ReadonlySet<Quantity> = new Set(['queue', 'backlog', 'window']);
/** With such a share of equal distances, in number and in time, the samples are regular. */
const REGULAR = 0.9;
/** Of fewer distances none is usual. */
const FEW = 8;
const holds = new WeakMap<Series, readonly number[] | undefined>();

/**
 * The seconds for which each value of a state holds, 0 for the last one. Undefined if all samples count alike: if the
 * quantity is no state, or if the samples are regular, so that each stands for the time around it.
 */
function holdsOf(series: Series): readonly number[] | undefined {
  if (!holds.has(series)) holds.set(series, foundHolds(series));
  return holds.get(series);
}

function foundHolds({ quantity, sampled, times }: Series): readonly number[] | undefined {
  if (!STATES.has(quantity) || sampled === 'means') return undefined;
  const found = times.map((time, i) => (times[i + 1] ?? time) - time);
  const gaps = found.slice(0, -1);
  const all = sumOf(gaps);
  if (all === 0) return undefined;
  if (sampled === 'changes' || gaps.length < FEW) return found;
  const usual = medianOf(gaps) ?? 0;
  const even = gaps.filter((gap) => Math.abs(gap - usual) <= usual / 2);
  return even.length >= REGULAR * gaps.length && sumOf(even) >= REGULAR * all ? undefined : found;
}

/** The mean of the measured values in each interval, of a state over time; NaN if there are none. */
export function onSteps(series: Series, offset: number, { step, values: { length } }: Course): Float64Array {
  const sums = new Float64Array(length);
  const weights = new Float64Array(length);
  const add = (place: number, value: number, weight: number) => {
    sums[place] = (sums[place] ?? 0) + weight * value;
    weights[place] = (weights[place] ?? 0) + weight;
  };
  const held = holdsOf(series);
  for (const [i, time] of series.times.entries()) {
    const value = series.values[i] ?? NaN;
    const from = time + offset;
    const first = Math.floor(from / step);
    if (held === undefined) {
      if (first >= 0 && first < length) add(first, value, 1);
      continue;
    }
    const to = from + (held[i] ?? 0);
    for (let place = Math.max(0, first); place < length && place * step < to; place++)
      add(place, value, Math.min(to, (place + 1) * step) - Math.max(from, place * step));
  }
  return sums.map((sum, i) => sum / (weights[i] ?? 0));
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
