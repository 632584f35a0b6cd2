/** Goals and conditions in words. */
import { unitWord } from '../../../models/src/unit-words.ts';
import { t, titled } from '../../../models/src/language.ts';
import { formatQuantity, METRICS, type MetricName } from '../../../models/src/index.ts';
import { KNOB_INFO } from '../../../models/src/knobs.ts';
import { plainGoal, quantityGoal, type Condition, type Reached } from '../../../models/src/lesson/goals.ts';
import { METRIC_ROWS, formatMetric } from './metrics.ts';

/** "RED: Waiting, mean below 20 ms" */
export function goalWords(goal: string, labels: readonly string[]): string {
  const plain = plainGoal(goal);
  const said = (sign: string, quantity: string, value: string) =>
    t(sign === '<' ? '{{quantity}} below {{value}}' : '{{quantity}} above {{value}}', { quantity, value });
  if (plain === undefined) {
    const other = quantityGoal(goal);
    return other === undefined
      ? goal
      : titled(labels[other.lane] ?? '', said(other.sign, other.phrase, other.value));
  }
  const { lane, metric, sign, value } = plain;
  return titled(labels[lane] ?? '', said(sign, t(METRICS[metric].label), quantity(metric, value)));
}

function quantity(metric: MetricName, value: number): string {
  const row = METRIC_ROWS.find(({ name }) => name === metric);
  return row === undefined || row.unit === ''
    ? formatQuantity(value, METRICS[metric].unit)
    : `${formatMetric({ ...row, decimals: digits(value * row.scale) }, value)} ${unitWord(row.unit)}`;
}
/** The number of decimals of a written number, at most six. */
const digits = (value: number): number =>
  Math.min(6, String(Number(value.toPrecision(6))).split('.')[1]?.length ?? 0);

/** The result of the runs, in the goal's unit; '' if the goal is not a plain comparison. */
export function reachedWords({ goal, left }: Reached): string {
  const plain = plainGoal(goal);
  const row = plain && METRIC_ROWS.find(({ name }) => name === plain.metric);
  return row === undefined || left === null ? '' : `${formatMetric(row, left)} ${unitWord(row.unit)}`.trim();
}

export const conditionWords = ({ label, value }: Pick<Condition, 'label' | 'value'>): string =>
  value === null ? '' : `${label} ${formatQuantity(value, unitOf(label))}`;

const unitOf = (name: string): string =>
  Object.values(KNOB_INFO).find((knob) => knob.name === name)?.unit ?? '1';
