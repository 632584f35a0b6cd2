/** The metrics that the table shows: their unit on the page, their digits, and which end is the better one. */
import { quoteCell } from '../plots/export.ts';
import type { MetricName, Metrics } from '../../../wasm/src/types.ts';

export interface MetricRow {
  readonly name: MetricName;
  readonly label: string;
  readonly unit: string;
  /** Shown value = scale * SI value. */
  readonly scale: number;
  readonly decimals: number;
  readonly better: 'high' | 'low' | null;
  readonly help: string;
}

export const METRIC_ROWS: readonly MetricRow[] = [
  row('utilization', 'Utilization', '%', 100, 1, 'high', 'Share of the time after warm-up in which the bottleneck (of a chain: the link shown) was sending.'),
  row('goodput', 'Goodput', 'Mbit/s', 1e-6, 2, 'high', 'New bytes that reached receivers: no headers, nothing sent twice.'),
  row('queue_mean', 'Queue, mean', 'packets', 1, 1, null, 'Time average of the waiting packets, without the one in transmission.'),
  row('queue_std', 'Queue, std. dev.', 'packets', 1, 1, 'low', 'How much the queue swings about its mean.'),
  row('queueing_delay_mean', 'Waiting, mean', 'ms', 1e3, 1, 'low', 'Time that departing packets spent in the queue.'),
  row('queueing_delay_p95', 'Waiting, 95 %', 'ms', 1e3, 1, 'low', 'Nineteen packets of twenty waited less than this.'),
  row('queueing_delay_p99', 'Waiting, 99 %', 'ms', 1e3, 1, 'low', 'Ninety-nine packets of a hundred waited less than this.'),
  row('delay_mean', 'One-way delay', 'ms', 1e3, 1, 'low', 'From sender to receiver, queue and links together.'),
  row('jitter', 'Jitter', 'ms', 1e3, 2, 'low', 'Standard deviation of the one-way delay.'),
  row('loss_ratio', 'Loss', '%', 100, 2, 'low', 'Share of the arriving packets that were dropped.'),
  row('drops_early', 'Early drops', 'packets', 1, 0, null, 'Dropped by chance, at the probability of the law.'),
  row('drops_forced', 'Forced drops', 'packets', 1, 0, null, 'Dropped with certainty: the average was above its upper threshold.'),
  row('drops_overflow', 'Overflow drops', 'packets', 1, 0, null, 'Dropped because the buffer was full.'),
  row('marks', 'Marks', 'packets', 1, 0, null, 'Marked (ECN) instead of dropped.'),
  row('fairness', 'Fairness', '', 1, 3, 'high', "Jain's index of the flows' goodputs: 1 when all are equal."),
]; // prettier-ignore

function row(
  name: MetricName,
  label: string,
  unit: string,
  scale: number,
  decimals: number,
  better: MetricRow['better'],
  help: string,
): MetricRow {
  return { name, label, unit, scale, decimals, better, help };
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
export function fitUnit(row: MetricRow, all: readonly (Metrics | null)[]): MetricRow {
  const largest = Math.max(0, ...all.map((metrics) => metrics?.[row.name] ?? 0));
  const fitting = largest > 0 ? PREFIXES[row.unit]?.find(({ from }) => largest >= from) : undefined;
  return fitting === undefined ? row : { ...row, unit: fitting.unit, scale: fitting.scale };
}

/** Thin spaces between thousands, a fixed number of decimals; "–" where nothing was observed. */
export function formatMetric({ name, scale, decimals }: MetricRow, metrics: Metrics): string {
  const value = metrics[name];
  if (value === null || !Number.isFinite(value)) return '–';
  const [whole = '', fraction] = (value * scale).toFixed(decimals).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u2009');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Which lanes have the best value as it is printed; none when all print the same, or when there is no better. */
export function bestLanes(row: MetricRow, all: readonly (Metrics | null)[]): ReadonlySet<number> {
  const printed = all.map((metrics) => {
    const value = metrics?.[row.name] ?? null;
    return value === null ? null : Number((value * row.scale).toFixed(row.decimals));
  });
  const values = printed.filter((value) => value !== null);
  if (row.better === null || values.length < 2) return new Set();
  const best = row.better === 'high' ? Math.max(...values) : Math.min(...values);
  if (values.every((value) => value === best)) return new Set();
  return new Set(printed.flatMap((value, lane) => (value === best ? [lane] : [])));
}

/** The whole table as a file: one row a lane, SI units. */
export function metricsCsv(
  lanes: readonly { readonly label: string; readonly metrics: Metrics | null }[],
): string {
  const names = METRIC_ROWS.map(({ name }) => name);
  const rows = lanes.map(({ label, metrics }) =>
    [quoteCell(label), ...names.map((name) => String(metrics?.[name] ?? ''))].join(','),
  );
  return [['lane', ...names].join(','), ...rows].join('\r\n') + '\r\n';
}
