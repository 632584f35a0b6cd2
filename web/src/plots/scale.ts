/** A d3 scale with the positions of its ticks and their labels. */
import { decimal } from '../../../models/src/language.ts';
import { nice, tickStep } from 'd3-array';
import { format, precisionFixed } from 'd3-format';
import { scaleLinear, scaleLog } from 'd3-scale';

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
  /**
   * Formats the ticks of that count: all with the same number of decimals, or as powers of ten; `room` is the
   * number of digits that fit.
   */
  format(count: number, room?: number): (value: number) => string;
}

export function makeScale(kind: ScaleKind, domain: Interval, range: Interval): Scale {
  const scale = (kind === 'log' ? scaleLog() : scaleLinear()).domain(domain).range(range);
  return {
    kind,
    domain,
    range,
    map: (value) => scale(value),
    invert: (pixel) => scale.invert(pixel),
    ticks: (count) => (kind === 'log' ? logTicks(domain, count) : scale.ticks(count)),
    format: (count, room = Infinity) =>
      kind === 'log' ? printPower : fixedFormat(tickStep(...domain, count), domain, room),
  };
}

/**
 * As many powers of ten as fit; over a few decades also 2 and 5 times them, or 1 to 9 times. d3 has either
 * all nine or none.
 */
function logTicks(domain: Interval, count: number): number[] {
  const [lo, hi] = domain.map(Math.log10) as [number, number];
  const decades = hi - lo;
  const every = Math.max(1, Math.ceil(decades / count));
  const factors =
    decades * 3 <= count ? (decades * 9 <= count ? [1, 2, 3, 4, 5, 6, 7, 8, 9] : [1, 2, 5]) : [1];
  const first = Math.floor(lo / every);
  const powers = Array.from({ length: Math.ceil(hi / every) - first + 1 }, (_, i) => (first + i) * every);
  const slack = 1e-9 * Math.max(1, Math.abs(lo), Math.abs(hi));
  return powers
    .flatMap((exponent) => factors.map((factor) => Number(`${factor}e${exponent}`)))
    .filter((value) => Math.log10(value) >= lo - slack && Math.log10(value) <= hi + slack);
}

/** The most digits before and after the decimal point that are easy to read. */
const MOST_WHOLE = 6;
const MOST_DECIMALS = 8;

const power = (value: number, digits = 3): string =>
  value === 0
    ? '0'
    : decimal(format(`.${digits - 1}~e`)(value))
        .replace('e+', 'e')
        .replace('e-', 'e−');
const printPower = (value: number): string =>
  value >= 1e-3 && value < 1e5 ? decimal(String(Number(value.toPrecision(3)))) : power(value);

/** As many decimals as the step between ticks needs. */
function fixedFormat(step: number, [lo, hi]: Interval, room: number): (value: number) => string {
  const leading = (value: number) => Math.floor(Math.log10(value) + 1e-9);
  const decimals = step > 0 && Number.isFinite(step) ? precisionFixed(step) : 0;
  const largest = Math.max(Math.abs(lo), Math.abs(hi));
  const whole = Math.max(1, 1 + leading(Math.max(1, largest)));
  if (whole <= MOST_WHOLE && decimals <= MOST_DECIMALS && whole + decimals <= room) {
    const printed = format(`.${decimals}f`);
    return (value) => decimal(printed(value));
  }
  // Ticks that are close together and far from zero have enough digits to be distinguished.
  const digits = Math.min(15, Math.max(1, 1 + leading(largest) - leading(step)));
  return (value) => power(value, digits);
}

/** The smallest interval with round ends that contains [lo, hi]. */
export function niceDomain(lo: number, hi: number, count = 5): Interval {
  return nice(lo, hi === lo ? lo + 1 : hi, count);
}
