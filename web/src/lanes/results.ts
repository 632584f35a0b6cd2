/** All results as a file: for each lane its link and each row of traffic, with unit, seeds and interval. */
import { csvCell } from '../../../models/src/csv.ts';
import { inEnglish } from '../../../models/src/language.ts';
import { METRIC_NAMES, METRICS, ROW_METRIC_NAMES, ROW_METRICS } from '../../../models/src/index.ts';
import type { LaneScenario } from '../../../wasm/src/types.ts';
import { estimateOf, type Sample, type Values } from './estimates.ts';
import { rowName } from './rows.ts';

export interface LaneResults {
  readonly scenario: LaneScenario;
  /** One run for each seed; empty before the first result. */
  readonly samples: readonly Sample[];
}

/** What is needed to reproduce the numbers. */
export interface Origin {
  readonly title: string;
  readonly link: string;
}

interface Line {
  readonly name: string;
  readonly unit: string;
  readonly values: Values;
}
const linkLines = (samples: readonly Sample[]): Line[] =>
  METRIC_NAMES.map((name) => ({
    name,
    unit: METRICS[name].unit,
    values: samples.map(({ metrics }) => metrics[name]),
  }));
const rowLines = (samples: readonly Sample[], row: number): Line[] =>
  ROW_METRIC_NAMES.map((name) => ({
    name,
    unit: ROW_METRICS[name].unit,
    values: samples.map(({ rows }) => rows[row]?.[name] ?? null),
  }));

/** The name of a row in files, which are the same for readers of every language. */
const nameOf = (scenario: LaneScenario, row: LaneScenario['traffic'][number]): string =>
  inEnglish(() => rowName(scenario, row));

const COLUMNS = [
  ...['scenario', 'lane', 'scheme', 'link', 'traffic', 'metric', 'unit'],
  ...['mean', 'ci95_low', 'ci95_high', 'runs', 'first_seed', 'warmup_s', 'duration_s', 'address'],
] as const;

/**
 * One line for each number, so that the files of several scenarios can be joined. SI units; an empty field if
 * nothing was observed.
 */
export function resultsCsv(lanes: readonly LaneResults[], { title, link }: Origin): string {
  const lines = lanes.flatMap(({ scenario, samples }) => {
    const { label, aqm, seed, warmup, duration, network, traffic } = scenario;
    const written = (of: string, all: readonly Line[]) =>
      all.map(({ name, unit, values }) => {
        const found = estimateOf(values);
        const [low = '', high = ''] = found?.ci95 ?? [];
        const what = [title, label, aqm.id, network.observed + 1, of, name, unit];
        const numbers = [found?.mean ?? '', low, high, found?.n ?? 0];
        return [...what, ...numbers, seed, warmup, duration, link];
      });
    return [
      ...written('', linkLines(samples)),
      ...traffic.flatMap((row, i) => written(nameOf(scenario, row), rowLines(samples, i))),
    ];
  });
  const text = [COLUMNS, ...lines].map((cells) => cells.map(csvCell).join(',')).join('\r\n');
  return `${text}\r\n`;
}

/** The same results as one JSON document. */
export function resultsJson(lanes: readonly LaneResults[], { title, link }: Origin): string {
  const summed = (lines: readonly Line[]) =>
    Object.fromEntries(
      lines.map(({ name, unit, values }) => {
        const found = estimateOf(values);
        return [name, found && { unit, mean: found.mean, ci95: found.ci95 ?? null, n: found.n }];
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
      label: nameOf(scenario, row),
      metrics: summed(rowLines(samples, i)),
    })),
  }));
  return `${JSON.stringify({ title, link, lanes: told }, null, 2)}\n`;
}
