import { estimate, METRIC_NAMES } from '../models/src/index.ts';
import type {
  LaneScenario,
  MetricName,
  Metrics,
  RowMetrics,
  RunResult,
  TrafficRow,
} from '../wasm/src/types.ts';

/** The reported part of a run: its metrics without its recordings. */
export interface Run extends Pick<RunResult, 'label' | 'aqm' | 'seed' | 'metrics' | 'digest'> {
  /** Each row of traffic. */
  readonly groups: readonly ({ readonly row: number; readonly label: string } & RowMetrics)[];
  /** Each link of the path. */
  readonly links: readonly { readonly metrics: Metrics }[];
  /** Each flow, and the row to which it belongs. */
  readonly flows?: readonly ({ readonly row: number } & RowMetrics)[];
}

/** The metrics of a run of `lane`. */
export function figuresOf(result: RunResult, lane: LaneScenario): Run {
  const { label, aqm, seed, metrics, digest, rows, links, flows } = result;
  const owners = lane.traffic.flatMap((row, i) => new Array<number>(row.flows).fill(i));
  return {
    label,
    aqm,
    seed,
    metrics,
    groups: rows.map((row, i) => ({ row: i, label: labelOf(lane.traffic[i]), ...row })),
    links: links.map((link) => ({ metrics: link.metrics })),
    ...(flows.length > 0 && { flows: flows.map((flow, i) => ({ row: owners[i] ?? 0, ...flow })) }),
    digest,
  };
}

/** "50 newreno", "5 cbr reverse": a short description of a row of traffic. */
function labelOf(row: TrafficRow | undefined): string {
  if (row === undefined) return '';
  const kind = row.kind === 'ftp' ? (row.tcp ?? 'newreno') : row.kind;
  const way = row.from === undefined ? '' : ` ${row.from} to ${row.to ?? ''}`;
  return `${row.flows} ${kind}${row.direction === 'reverse' ? ' reverse' : ''}${way}`;
}

export interface MetricSummary {
  readonly mean: number;
  /** Bounds of Student's 95 % confidence interval; null for a single run. */
  readonly ci95: readonly [number, number] | null;
  /** The number of runs in which it was observed. */
  readonly n: number;
}

export interface LaneSummary {
  readonly label: string;
  readonly aqm: string;
  readonly runs: number;
  readonly metrics: Readonly<Record<MetricName, MetricSummary | null>>;
}

type Summed = Pick<Run, 'label' | 'aqm' | 'metrics'>;

/** Each metric over the runs of one lane, which differ only in their seeds. */
export function summarise(runs: readonly [Summed, ...Summed[]]): LaneSummary {
  const entries = METRIC_NAMES.map((name): [MetricName, MetricSummary | null] => {
    const found = estimate(runs.map(({ metrics }) => metrics[name]).filter((value) => value !== null));
    return [name, found ? { mean: found.mean, ci95: found.ci95 ?? null, n: found.n } : null];
  });
  const [{ label, aqm }] = runs;
  return { label, aqm, runs: runs.length, metrics: Object.fromEntries(entries) as LaneSummary['metrics'] };
}
