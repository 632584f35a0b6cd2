/**
 * Compares the oscillations of a measured and a simulated series: how their variance is distributed over
 * periods.
 */
import { onSteps } from './beside.ts';
import type { Course } from './beside.ts';
import type { Series } from './measured.ts';

export interface Spectra {
  /** The frequency with the most power in each, Hz. */
  readonly peak: { readonly measured: number; readonly simulated: number };
  /** Share of the variance in each octave of frequency, the lowest first; Hz. */
  readonly octaves: readonly {
    readonly from: number;
    readonly to: number;
    readonly measured: number;
    readonly simulated: number;
  }[];
}

/** With fewer common intervals, or with a larger share of missing values, there is no spectrum. */
const LEAST = 64;
const MOST_MISSING = 0.2;

/** The series with intervals that are `factor` times as long. */
function coarser({ step, values }: Course, factor: number): Course {
  const length = Math.floor(values.length / factor);
  const mean = (i: number) => {
    let sum = 0;
    for (let k = i * factor; k < (i + 1) * factor; k++) sum += values[k] ?? NaN;
    return sum / factor;
  };
  return { step: step * factor, values: Array.from({ length }, (_, i) => mean(i)) };
}

/**
 * Periodograms of both series over their common time, with a Hann window and without the mean; a gap is
 * filled by a straight line. The intervals are the shortest of which most contain measurements. Undefined if
 * there are too few of them, or if a series is constant.
 */
export function spectraOf(series: Series, course: Course, offset: number): Spectra | undefined {
  for (let factor = 1; course.values.length / factor >= LEAST; factor *= 2) {
    const own = factor === 1 ? course : coarser(course, factor);
    const measured = onSteps(series, offset, own);
    const places = Array.from(measured.keys()).filter(
      (i) => Number.isFinite(measured[i]) && Number.isFinite(own.values[i]),
    );
    const [first, last] = [places[0], places.at(-1)];
    if (first === undefined || last === undefined || last - first + 1 < LEAST) return undefined;
    if (places.length >= (1 - MOST_MISSING) * (last - first + 1))
      return spectraAt(measured, own, first, places);
  }
  return undefined;
}

function spectraAt(
  measured: ArrayLike<number>,
  course: Course,
  first: number,
  places: readonly number[],
): Spectra | undefined {
  const powers = [measured, course.values].map((values) => powerOf(bridged(values, first, places)));
  const [ours, theirs] = [powers[1] ?? [], powers[0] ?? []];
  const sums = [theirs, ours].map((power) => power.reduce((sum, value) => sum + value, 0));
  const [all, allOurs] = [sums[0] ?? 0, sums[1] ?? 0];
  if (!(all > 0 && allOurs > 0)) return undefined;
  const width = 1 / (2 * theirs.length * course.step);
  const frequency = (k: number) => (k + 1) * width;
  const peakOf = (power: readonly number[]) => frequency(power.indexOf(Math.max(...power)));
  const octaves = [];
  // Frequencies below one period in the whole series are unknown.
  for (let from = 0; from < theirs.length; from = 2 * from + 1) {
    const to = Math.min(theirs.length, 2 * from + 1);
    const share = (power: readonly number[], sum: number) =>
      power.slice(from, to).reduce((part, value) => part + value, 0) / sum;
    octaves.push({
      from: frequency(from),
      to: frequency(to - 1),
      measured: share(theirs, all),
      simulated: share(ours, allOurs),
    });
  }
  return { peak: { measured: peakOf(theirs), simulated: peakOf(ours) }, octaves };
}

/** Values at all intervals between the first and the last known one. */
function bridged(values: ArrayLike<number>, first: number, places: readonly number[]): number[] {
  const out: number[] = [];
  for (const [k, place] of places.entries()) {
    const before = places[k - 1] ?? place;
    for (let i = before + 1; i < place; i++) {
      const share = (i - before) / (place - before);
      out[i - first] = (1 - share) * (values[before] ?? NaN) + share * (values[place] ?? NaN);
    }
    out[place - first] = values[place] ?? NaN;
  }
  return out;
}

/** Power at the frequencies 1, 2, ... of the next power of two; the mean is left out. */
function powerOf(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const size = 2 ** Math.ceil(Math.log2(values.length));
  const re = new Float64Array(size);
  const im = new Float64Array(size);
  for (const [i, value] of values.entries())
    re[i] = (value - mean) * Math.sin((Math.PI * (i + 0.5)) / values.length) ** 2;
  transform(re, im);
  return Array.from({ length: size / 2 }, (_, k) => (re[k + 1] ?? 0) ** 2 + (im[k + 1] ?? 0) ** 2);
}

/** The discrete Fourier transform in place, for a power of two (Cooley and Tukey 1965). */
function transform(re: Float64Array, im: Float64Array): void {
  const size = re.length;
  for (let i = 1, j = 0; i < size; i++) {
    let bit = size >> 1;
    for (; (j & bit) !== 0; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) for (const part of [re, im]) [part[i], part[j]] = [part[j] ?? 0, part[i] ?? 0];
  }
  for (let half = 1; half < size; half *= 2)
    for (let k = 0; k < half; k++) {
      const [c, s] = [Math.cos((Math.PI * k) / half), -Math.sin((Math.PI * k) / half)];
      for (let i = k; i < size; i += 2 * half) {
        const [a, b] = [re[i + half] ?? 0, im[i + half] ?? 0];
        const [x, y] = [a * c - b * s, a * s + b * c];
        [re[i + half], im[i + half]] = [(re[i] ?? 0) - x, (im[i] ?? 0) - y];
        [re[i], im[i]] = [(re[i] ?? 0) + x, (im[i] ?? 0) + y];
      }
    }
}
