/** Events on a strip under a plot: whether they can be told apart, and else how frequent they are. */
import type { Strip, StripKind } from './figure.ts';
import { countColumns, lowerBound, type Values } from './m4.ts';
import type { Interval } from './scale.ts';

/** Parts of what is shown over which events are counted: some pixels each on every screen. */
export const STRIP_COLUMNS = 240;

/** Events per second in each column. */
export function eventRates(times: Values, weight: number, [from, to]: Interval): Float64Array {
  const perSecond = (weight * STRIP_COLUMNS) / (to - from);
  return Float64Array.from(countColumns(times, from, to, STRIP_COLUMNS), (count) => count * perSecond);
}

/** Share of the columns that the strip holds; the few highest, as of the first burst of all flows, are cut. */
const HELD = 0.95;
const AIR = 1.3;

/** The rate at which a strip is full, so that nearly all of the time it is not. */
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

/** Whether every event is there and has room for a mark of its own, of so many side by side. */
export const areFew = ({ kinds, weight }: Strip, span: Interval, room: number): boolean =>
  weight === 1 && kinds.reduce((sum, kind) => sum + countIn(kind, span), 0) < 0.7 * room;

/** A kind stands for all when so much of them is of it. */
const NEARLY_ALL = 0.9;

/** What the strip shows, beside it: the kind that nearly all are of, or all together, and how many of them in a second. */
export function stripLabel({ kinds, weight, mixed }: Strip, span: Interval): string {
  if (kinds.length === 0 || mixed === true) return ''; // nothing was simulated, or not all of it
  const seen = kinds.map((kind) => ({ label: kind.label, count: countIn(kind, span) }));
  const all = seen.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return 'no drops';
  const shown = seen.find(({ count }) => count >= NEARLY_ALL * all) ?? { label: 'drops', count: all };
  const rate = (shown.count * weight) / (span[1] - span[0]);
  return `${shown.label} ${String(Number(rate.toPrecision(2)))}/s`;
}
