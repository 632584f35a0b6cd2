/** Events on the strip below a plot: whether they can be shown singly, and otherwise their rate. */
import { decimal, t } from '../../../models/src/language.ts';
import type { Strip, StripKind } from './figure.ts';
import { countColumns, lowerBound, type Values } from './m4.ts';
import type { Interval } from './scale.ts';

/**
 * The number of intervals in which the visible events are counted: each is several pixels wide on every
 * screen.
 */
export const STRIP_COLUMNS = 240;

/** Events per second in each column. */
export function eventRates(times: Values, weight: number, [from, to]: Interval): Float64Array {
  const perSecond = (weight * STRIP_COLUMNS) / (to - from);
  return Float64Array.from(countColumns(times, from, to, STRIP_COLUMNS), (count) => count * perSecond);
}

/**
 * Share of the columns that fit into the strip; the few highest, such as the first burst of all flows, are
 * cut off.
 */
const HELD = 0.95;
const AIR = 1.3;

/** The rate that fills the strip's height, so that the strip is rarely full. */
export function fullRate({ kinds, weight }: Pick<Strip, 'kinds' | 'weight'>, span: Interval): number {
  const sum = new Float64Array(STRIP_COLUMNS);
  for (const { times } of kinds) {
    eventRates(times, weight, span).forEach((rate, column) => (sum[column] = (sum[column] ?? 0) + rate));
  }
  sum.sort();
  const held = sum[Math.floor(HELD * STRIP_COLUMNS)] ?? 0;
  return AIR * (held > 0 ? held : (sum.at(-1) ?? 0));
}

const countIn = ({ times }: Pick<StripKind, 'times'>, [from, to]: Interval): number =>
  lowerBound(times, to) - lowerBound(times, from);

/** Whether all events are listed and each has room for a mark; `room` is the number of marks side by side. */
export const areFew = ({ kinds, weight }: Strip, span: Interval, room: number): boolean =>
  weight === 1 && kinds.reduce((sum, kind) => sum + countIn(kind, span), 0) < 0.7 * room;

/** If this share of the events is of one kind, the label names that kind. */
const NEARLY_ALL = 0.9;

/**
 * The label beside the strip: the kind of nearly all events, or all kinds together, and their rate; the rate alone
 * if the whole is longer than `room`, in letters.
 */
export function stripLabel({ kinds, weight, mixed }: Strip, span: Interval, room = Infinity): string {
  if (kinds.length === 0 || mixed === true) return ''; // nothing was simulated, or only a part
  const seen = kinds.map((kind) => ({ label: t(kind.label), count: countIn(kind, span) }));
  const all = seen.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return t('no drops');
  const shown = seen.find(({ count }) => count >= NEARLY_ALL * all) ?? { label: t('drops'), count: all };
  const rate = (shown.count * weight) / (span[1] - span[0]);
  const brief = `${decimal(String(Number(rate.toPrecision(2))))}/s`;
  const whole = `${shown.label} ${brief}`;
  return whole.length > room ? brief : whole;
}
