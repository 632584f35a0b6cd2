/** The metrics in the table: their unit on the page, their decimals, and the better direction. */
import { decimal, grouped, t } from '../../../models/src/language.ts';
import { METRICS, type MetricName } from '../../../models/src/index.ts';

/** How a number of a run is printed, for links and rows of traffic alike. */
export interface Printed {
  readonly unit: string;
  /** Shown value = scale * SI value. */
  readonly scale: number;
  readonly decimals: number;
  /** The words of a grade, one for each number from 0 on. */
  readonly words?: readonly string[];
}
export type Better = 'high' | 'low' | 'neither';

export interface MetricRow extends Printed {
  readonly name: MetricName;
  readonly label: string;
  /** Whether it is among the few metrics that are shown first. */
  readonly key: boolean;
  readonly better: Better;
  readonly help: string;
}

interface Prefix {
  readonly unit: string;
  readonly scale: number;
  /** The smallest SI value that is shown with this prefix. */
  readonly from: number;
}

/** The other units of a metric, by its usual unit. */
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
/** The page's usual unit for an SI unit; units not listed are not converted. */
const USUAL: Readonly<Record<string, string>> = {
  s: 'ms',
  'bit/s': 'Mbit/s',
  '1': '',
  '1/min': 'per minute',
};

/** How a metric is printed: in the page's unit for its SI unit, or in percent if it is a share. */
export function printedIn(si: string, decimals: number, share = false): Printed {
  if (share) return { unit: '%', scale: 100, decimals };
  const unit = USUAL[si] ?? si;
  return { unit, scale: PREFIXES[unit]?.find((prefix) => prefix.unit === unit)?.scale ?? 1, decimals };
}

/** The metrics in the table: `decimals`, `share` for a percentage, `key` for the few that are shown first. */
const SHOWN: Readonly<Record<MetricName, { decimals: number; share?: true; key?: true } | null>> = {
  queueing_delay_mean: { decimals: 1, key: true },
  loss_ratio: { decimals: 2, share: true, key: true },
  utilization: { decimals: 1, share: true, key: true },
  fairness: { decimals: 3, key: true },
  throughput: { decimals: 2 },
  goodput: { decimals: 2 },
  queue_mean: { decimals: 1 },
  queue_std: { decimals: 1 },
  queueing_delay_p95: { decimals: 1 },
  queueing_delay_p99: { decimals: 1 },
  delay_mean: { decimals: 1 },
  jitter: { decimals: 2 },
  drops_early: { decimals: 0 },
  drops_forced: { decimals: 0 },
  drops_overflow: { decimals: 0 },
  marks: { decimals: 0 },
  // Only in files.
  queue_max: null,
  arrivals: null,
  departures: null,
  backlog_start: null,
  backlog_end: null,
  delay_pooled: null,
  jitter_pooled: null,
};

export const METRIC_ROWS: readonly MetricRow[] = (Object.keys(SHOWN) as MetricName[]).flatMap((name) => {
  const shown = SHOWN[name];
  if (shown === null) return [];
  const { unit, better } = METRICS[name];
  return [
    {
      name,
      // In the language of the moment at which they are read.
      get label() {
        return t(METRICS[name].label);
      },
      get help() {
        return t(METRICS[name].help);
      },
      better,
      key: shown.key ?? false,
      ...printedIn(unit, shown.decimals, shown.share),
    },
  ];
});

/** The table's row for a metric. */
export function metricRow(name: MetricName): MetricRow {
  const found = METRIC_ROWS.find((one) => one.name === name);
  if (found === undefined) throw new Error(`the table has no row ${name}`);
  return found;
}

/** Chooses a unit in which the largest value is readable: 1 kbit/s must not be printed as 0.00 Mbit/s. */
export function fitUnit<Row extends Printed>(row: Row, values: readonly (number | null)[]): Row {
  const largest = Math.max(0, ...values.map((value) => value ?? 0));
  const fitting = largest > 0 ? PREFIXES[row.unit]?.find(({ from }) => largest >= from) : undefined;
  if (fitting === undefined) return row;
  // The words of the row stay in the language of the moment at which they are read.
  const { unit, scale } = Object.getOwnPropertyDescriptors({ unit: fitting.unit, scale: fitting.scale });
  return Object.defineProperties({} as Row, { ...Object.getOwnPropertyDescriptors(row), unit, scale });
}

/** Thin spaces between thousands and a fixed number of decimals; "–" if nothing was observed. */
export function formatMetric({ scale, decimals, words }: Printed, value: number | null): string {
  if (value === null || !Number.isFinite(value)) return '–';
  const word = words?.[Math.round(value)];
  if (word !== undefined) return word;
  return groupedNumber(value * scale, decimals);
}

/** A number with this many decimals, as the whole page writes it. */
export function groupedNumber(value: number, decimals: number): string {
  const [whole = '', fraction] = value.toFixed(decimals).split('.');
  return fraction === undefined ? grouped(whole) : decimal(`${grouped(whole)}.${fraction}`);
}

/** "±0.3": half the width of an interval, in the unit and with the decimals of its mean. */
export const formatHalf = (printed: Printed, half: number | null): string =>
  half === null || !Number.isFinite(half) || printed.words !== undefined
    ? ''
    : `±${formatMetric(printed, half)}`;

/** "+0.3", "−12.0": a difference. */
export function formatDifference({ unit, scale, decimals }: Printed, value: number | null): string {
  const text = formatMetric({ unit, scale, decimals }, value === null ? null : Math.abs(value));
  if (value === null || !/[1-9]/.test(text)) return text;
  return `${value > 0 ? '+' : '−'}${text}`;
}
