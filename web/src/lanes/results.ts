/** Everything that was measured, as a file: of each lane, of its link and of each row of traffic, with unit, seeds and interval. */
import { csvCell } from '../../../models/src/csv.ts';
import type { LaneScenario, RowMetrics } from '../../../wasm/src/types.ts';
import { METRICS, ROW_METRICS } from '../../../wasm/src/types.ts';
import { estimateOf, type Sample, type Values } from './estimates.ts';
import { rowName } from './rows.ts';

export interface LaneResults {
  readonly scenario: LaneScenario;
  /** A run a seed; none while there is none. */
  readonly samples: readonly Sample[];
}

/** What it takes to make the numbers again. */
export interface Origin {
  readonly title: string;
  readonly link: string;
}

/** SI units, by name, of what is not a plain number. */
const UNITS: Readonly<Record<string, string>> = {
  throughput: 'bit/s',
  goodput: 'bit/s',
  queue_mean: 'packets',
  queue_std: 'packets',
  queue_max: 'packets',
  queueing_delay_mean: 's',
  queueing_delay_p95: 's',
  queueing_delay_p99: 's',
  delay_mean: 's',
  delay_p95: 's',
  delay_p99: 's',
  jitter: 's',
  arrivals: 'packets',
  departures: 'packets',
  drops_early: 'packets',
  drops_forced: 'packets',
  drops_overflow: 'packets',
  marks: 'packets',
  backlog_start: 'packets',
  backlog_end: 'packets',
  retransmissions: 'segments',
  completion_mean: 's',
  completion_p95: 's',
};
export const unitOf = (name: string): string => UNITS[name] ?? '1';

interface Line {
  readonly name: string;
  readonly values: Values;
}
const linkLines = (samples: readonly Sample[]): Line[] =>
  METRICS.map((name) => ({ name, values: samples.map(({ metrics }) => metrics[name]) }));
const rowLines = (samples: readonly Sample[], row: number): Line[] =>
  ROW_METRICS.map((name: keyof RowMetrics) => ({
    name,
    values: samples.map(({ rows }) => rows[row]?.[name] ?? null),
  }));

/** One line a number, so that files of several scenarios can be put one behind the other. SI units; nothing where nothing was observed. */
export function resultsCsv(lanes: readonly LaneResults[], { title, link }: Origin): string {
  const head = ['scenario', 'lane', 'scheme', 'link', 'traffic', 'metric', 'unit', 'mean', 'ci95_low', 'ci95_high', 'runs', 'first_seed', 'warmup_s', 'duration_s', 'address']; // prettier-ignore
  const lines = lanes.flatMap(({ scenario, samples }) => {
    const { label, aqm, seed, warmup, duration, network, traffic } = scenario;
    const written = (of: string, all: readonly Line[]) =>
      all.map(({ name, values }) => {
        const found = estimateOf(values);
        const [low = '', high = ''] = found?.ci95 ?? [];
        return [title, label, aqm.id, network.observed + 1, of, name, unitOf(name), found?.mean ?? '', low, high, found?.n ?? 0, seed, warmup, duration, link]; // prettier-ignore
      });
    return [
      ...written('', linkLines(samples)),
      ...traffic.flatMap((row, i) => written(rowName(scenario, row), rowLines(samples, i))),
    ];
  });
  return [head, ...lines].map((cells) => cells.map(csvCell).join(',')).join('\r\n') + '\r\n'; // prettier-ignore
}

/** The same as one document. */
export function resultsJson(lanes: readonly LaneResults[], { title, link }: Origin): string {
  const summed = (lines: readonly Line[]) =>
    Object.fromEntries(
      lines.map(({ name, values }) => {
        const found = estimateOf(values);
        return [
          name,
          found && { unit: unitOf(name), mean: found.mean, ci95: found.ci95 ?? null, n: found.n },
        ];
      }),
    );
  const told = lanes.map(({ scenario, samples }) => ({
    label: scenario.label,
    aqm: scenario.aqm.id,
    link: scenario.network.observed + 1,
    seeds: samples.map(({ seed }) => seed),
    warmup: scenario.warmup,
    duration: scenario.duration,
    metrics: summed(linkLines(samples)),
    groups: scenario.traffic.map((row, i) => ({
      row: i,
      label: rowName(scenario, row),
      metrics: summed(rowLines(samples, i)),
    })),
  }));
  return `${JSON.stringify({ title, link, lanes: told }, null, 2)}\n`;
}
