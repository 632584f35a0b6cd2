/** A scale maps values to pixels and back, and knows where its ticks are and how they are written. */
import { nice, tickIncrement, ticks } from 'd3-array';

export type ScaleKind = 'linear' | 'log';
export type Interval = readonly [number, number];

export interface Scale {
  readonly kind: ScaleKind;
  readonly domain: Interval;
  readonly range: Interval;
  map(value: number): number;
  invert(pixel: number): number;
  /** About `count` round values inside the domain, ascending. */
  ticks(count: number): number[];
  /** How the ticks of that count are written: all with the same decimals, or as powers of ten; with `room` for so many digits. */
  format(count: number, room?: number): (value: number) => string;
}

export function makeScale(kind: ScaleKind, domain: Interval, range: Interval): Scale {
  const log = kind === 'log';
  const forward = log ? Math.log10 : (value: number) => value;
  const lo = forward(domain[0]);
  const hi = forward(domain[1]);
  const slope = hi === lo ? 0 : (range[1] - range[0]) / (hi - lo);
  return {
    kind,
    domain,
    range,
    map: (value) => range[0] + (forward(value) - lo) * slope,
    invert: (pixel) => {
      const at = slope === 0 ? lo : lo + (pixel - range[0]) / slope;
      return log ? 10 ** at : at;
    },
    ticks: (count) => (log ? logTicks(lo, hi, count) : ticks(lo, hi, count)),
    format: (count, room = Infinity) => (log ? printPower : fixedFormat(lo, hi, count, room)),
  };
}

/** Powers of ten, as many as fit; within few decades also 2 and 5, or 1 to 9, times them. */
function logTicks(lo: number, hi: number, count: number): number[] {
  const decades = hi - lo;
  const every = Math.max(1, Math.ceil(decades / count));
  const factors =
    decades * 3 <= count ? (decades * 9 <= count ? [1, 2, 3, 4, 5, 6, 7, 8, 9] : [1, 2, 5]) : [1];
  const out: number[] = [];
  for (let power = Math.floor(lo / every) * every; power <= hi; power += every) {
    out.push(...factors.map((factor) => Number(`${factor}e${power}`)));
  }
  const slack = 1e-9 * Math.max(1, Math.abs(lo), Math.abs(hi));
  return out.filter((value) => Math.log10(value) >= lo - slack && Math.log10(value) <= hi + slack);
}

const minus = (text: string): string => text.replace('-', '−');

/** Digits before the point, and after it, that are still read at a glance. */
const MOST_WHOLE = 6;
const MOST_DECIMALS = 8;

const power = (value: number, digits = 3): string =>
  value === 0 ? '0' : minus(Number(value.toPrecision(digits)).toExponential().replace('e+', 'e'));
const printPower = (value: number): string =>
  value >= 1e-3 && value < 1e5 ? String(Number(value.toPrecision(3))) : power(value);

/** As many decimals as the step between ticks has. */
function fixedFormat(lo: number, hi: number, count: number, room: number): (value: number) => string {
  const increment = tickIncrement(lo, hi, count);
  // d3-array gives a step below one as the negative of its inverse.
  const step = increment < 0 ? -1 / increment : increment;
  const leading = (value: number) => Math.floor(Math.log10(value) + 1e-9);
  const decimals = step > 0 && Number.isFinite(step) ? Math.max(0, -leading(step)) : 0;
  const largest = Math.max(Math.abs(lo), Math.abs(hi));
  const whole = Math.max(1, 1 + leading(Math.max(1, largest)));
  if (whole <= MOST_WHOLE && decimals <= MOST_DECIMALS && whole + decimals <= room)
    return (value) => minus(value.toFixed(decimals));
  // Ticks that lie close together far from zero keep the digits that tell them apart.
  const digits = Math.min(15, Math.max(1, 1 + leading(largest) - leading(step)));
  return (value) => power(value, digits);
}

/** The smallest interval with round ends that holds [lo, hi]. */
export function niceDomain(lo: number, hi: number, count = 5): Interval {
  return nice(lo, hi === lo ? lo + 1 : hi, count);
}
