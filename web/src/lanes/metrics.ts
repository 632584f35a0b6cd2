/** The metrics that the table shows: their unit on the page, their digits, and which end is the better one. */
import type { MetricName } from '../../../wasm/src/types.ts';

/** How a number of a run is written: a metric of a link as one of a row of traffic. */
export interface Printed {
  readonly unit: string;
  /** Shown value = scale * SI value. */
  readonly scale: number;
  readonly decimals: number;
}
export type Better = 'high' | 'low' | null;

export interface MetricRow extends Printed {
  readonly name: MetricName;
  readonly label: string;
  /** Among the few that are seen before somebody asks for all. */
  readonly key: boolean;
  readonly better: Better;
  readonly help: string;
}

export const METRIC_ROWS: readonly MetricRow[] = [
  row('queueing_delay_mean', 'Waiting, mean', 'ms', 1e3, 1, 'low', 'Time that departing packets spent in the queue.', true),
  row('loss_ratio', 'Loss', '%', 100, 2, 'low', 'Share of the arriving packets that were dropped.', true),
  row('utilization', 'Utilization', '%', 100, 1, 'high', 'Share of the time after warm-up in which the link shown was sending.', true),
  row('fairness', 'Fairness', '', 1, 3, 'high', "Jain's index of the flows' goodputs: 1 when all are equal.", true),
  row('throughput', 'Throughput', 'Mbit/s', 1e-6, 2, 'high', 'Everything that left the link in a second, headers and repeats included: utilization times the rate.'),
  row('goodput', 'Goodput', 'Mbit/s', 1e-6, 2, 'high', 'New bytes that reached the receivers of the flows over this link: no headers, nothing sent twice. Papers often call this throughput.'),
  row('queue_mean', 'Queue, mean', 'packets', 1, 1, null, 'Time average of the waiting packets, without the one in transmission.'),
  row('queue_std', 'Queue, std. dev.', 'packets', 1, 1, 'low', 'How much the queue swings about its mean.'),
  row('queueing_delay_p95', 'Waiting, 95th percentile', 'ms', 1e3, 1, 'low', 'Nineteen packets of twenty waited less than this.'),
  row('queueing_delay_p99', 'Waiting, 99th percentile', 'ms', 1e3, 1, 'low', 'Ninety-nine packets of a hundred waited less than this.'),
  row('delay_mean', 'One-way delay', 'ms', 1e3, 1, 'low', 'From sender to receiver, queue and links together.'),
  row('jitter', 'Jitter', 'ms', 1e3, 2, 'low', 'Standard deviation of the one-way delay.'),
  row('drops_early', 'Early drops', 'packets', 1, 0, null, 'Dropped by chance, at the probability of the law.'),
  row('drops_forced', 'Forced drops', 'packets', 1, 0, null, 'Dropped with certainty: the average was above its upper threshold.'),
  row('drops_overflow', 'Overflow drops', 'packets', 1, 0, null, 'Dropped because the buffer was full.'),
  row('marks', 'Marks', 'packets', 1, 0, null, 'Marked (ECN) instead of dropped.'),
]; // prettier-ignore

function row(
  name: MetricName,
  label: string,
  unit: string,
  scale: number,
  decimals: number,
  better: Better,
  help: string,
  key = false,
): MetricRow {
  return { name, label, unit, scale, decimals, better, help, key };
}

/** The row of a metric that the table has. */
export function metricRow(name: MetricName): MetricRow {
  const found = METRIC_ROWS.find((one) => one.name === name);
  if (found === undefined) throw new Error(`the table has no row ${name}`);
  return found;
}

interface Prefix {
  readonly unit: string;
  readonly scale: number;
  /** The least SI value that is shown in it. */
  readonly from: number;
}

/** By the usual unit of a row, those that it may have instead. */
const PREFIXES: Readonly<Record<string, readonly Prefix[]>> = {
  'Mbit/s': [
    { unit: 'Mbit/s', scale: 1e-6, from: 1e5 },
    { unit: 'kbit/s', scale: 1e-3, from: 100 },
    { unit: 'bit/s', scale: 1, from: 0 },
  ],
  ms: [
    { unit: 's', scale: 1, from: 100 },
    { unit: 'ms', scale: 1e3, from: 1e-4 },
    { unit: 'µs', scale: 1e6, from: 0 },
  ],
};

/** The row in a unit in which its largest value can be read: a link of 1 kbit/s is not one of 0.00 Mbit/s. */
export function fitUnit<Row extends Printed>(row: Row, values: readonly (number | null)[]): Row {
  const largest = Math.max(0, ...values.map((value) => value ?? 0));
  const fitting = largest > 0 ? PREFIXES[row.unit]?.find(({ from }) => largest >= from) : undefined;
  return fitting === undefined ? row : { ...row, unit: fitting.unit, scale: fitting.scale };
}

/** Thin spaces between thousands, a fixed number of decimals; "–" where nothing was observed. */
export function formatMetric({ scale, decimals }: Printed, value: number | null): string {
  if (value === null || !Number.isFinite(value)) return '–';
  const [whole = '', fraction] = (value * scale).toFixed(decimals).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u2009');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** "±0.3": half of an interval, in the unit and with the digits of what it belongs to. */
export const formatHalf = (printed: Printed, half: number | null): string =>
  half === null || !Number.isFinite(half) ? '' : `±${formatMetric(printed, half)}`;

/** "+0.3", "−12.0": a difference. */
export function formatDifference(printed: Printed, value: number | null): string {
  const text = formatMetric(printed, value === null ? null : Math.abs(value));
  if (value === null || Number(text.replace('\u2009', '')) === 0) return text;
  return `${value > 0 ? '+' : '−'}${text}`;
}
