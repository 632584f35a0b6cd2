/**
 * Reads a goal as a teacher types it: a number without a unit takes the unit in which the figure is shown, and a
 * value that the figure always or never reaches is refused.
 */
import { decimal, t } from '../../../models/src/language.ts';
import { METRICS, parseTyped, type MetricName } from '../../../models/src/index.ts';
import { goalOf, plainGoal, type PlainGoal } from '../../../models/src/lesson/goals.ts';
import { told } from '../../../models/src/told.ts';
import { unitWord } from '../../../models/src/unit-words.ts';
import { inShownUnit } from '../components/quantity.ts';
import { metricRow, type MetricRow } from '../lanes/metrics.ts';

export type TypedGoal =
  { readonly ok: true; readonly goal: string } | { readonly ok: false; readonly fault: string };

export function typedGoal(text: string, { lane, metric, sign }: Omit<PlainGoal, 'value'>): TypedGoal {
  const row = metricRow(metric);
  const typed = row.unit === '' ? text : inShownUnit(text, `1 ${row.unit}`);
  const parsed = parseTyped(typed, METRICS[metric].unit);
  if (!parsed.ok)
    return { ok: false, fault: `${text.trim() === '' ? t('The value') : text}: ${told(parsed.rule)}.` };
  const { value } = parsed;
  const goal = goalOf({ lane, metric, sign, value });
  if (plainGoal(goal) === undefined)
    return { ok: false, fault: t('{{text}}: a goal compares with a number of at least 0.', { text }) };
  const fault = outOfReach(row, sign, value, text);
  return fault === null ? { ok: true, goal } : { ok: false, fault };
}

/** Shares and the fairness index are at most 1; no figure is negative. */
const mostOf = (metric: MetricName): number => (METRICS[metric].unit === '1' ? 1 : Infinity);

/** Why a goal says nothing: every run reaches it, or none does. */
function outOfReach(row: MetricRow, sign: '<' | '>', value: number, text: string): string | null {
  const most = mostOf(row.name);
  const shown = (bound: number) => `${bound * row.scale} ${unitWord(row.unit)}`.trim();
  const values = { text: text.trim(), figure: row.label, least: shown(0), most: shown(most) };
  if (value >= most)
    return t('{{text}}: {{figure}} is at most {{most}}; a goal needs a smaller value.', values);
  if (sign === '<' && value === 0)
    return t('{{text}}: {{figure}} is at least {{least}}; “below” needs a larger value.', values);
  return null;
}

/** An example in the unit in which the figure is shown. */
export function goalExample(metric: MetricName): string {
  const { unit, better } = metricRow(metric);
  if (unit === '%') return better === 'high' ? '95 %' : '3 %';
  if (unit === '') return decimal('0.9');
  if (unit === 'ms') return t('20 ms');
  return unit === 'Mbit/s' ? t('9 Mbit/s') : `20 ${unitWord(unit)}`;
}
