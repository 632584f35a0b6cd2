import { estimate } from '../models/src/index.ts';
import { METRICS, type MetricName, type RunResult } from '../wasm/src/types.ts';

export type Run = Pick<RunResult, 'label' | 'aqm' | 'seed' | 'metrics' | 'digest'>;

export interface MetricSummary {
  readonly mean: number;
  /** Bounds of Student's 95 % confidence interval; null for a single run. */
  readonly ci95: readonly [number, number] | null;
  /** Runs in which it was observed. */
  readonly n: number;
}

export interface LaneSummary {
  readonly label: string;
  readonly aqm: string;
  readonly runs: number;
  readonly metrics: Readonly<Record<MetricName, MetricSummary | null>>;
}

/** Each metric over the runs of one lane, which differ in nothing but their seeds. */
export function summarise(runs: readonly [Run, ...Run[]]): LaneSummary {
  const entries = METRICS.map((name): [MetricName, MetricSummary | null] => {
    const found = estimate(runs.map(({ metrics }) => metrics[name]).filter((value) => value !== null));
    return [name, found ? { mean: found.mean, ci95: found.ci95 ?? null, n: found.n } : null];
  });
  const [{ label, aqm }] = runs;
  return { label, aqm, runs: runs.length, metrics: Object.fromEntries(entries) as LaneSummary['metrics'] };
}
