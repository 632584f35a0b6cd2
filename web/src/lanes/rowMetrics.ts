/** What becomes of each row of traffic, as a table shows it: a line a lane, a column a figure. */
import { t } from '../../../models/src/language.ts';
import { ROW_METRICS, type RowMetricName } from '../../../models/src/index.ts';
import type { RowMetrics } from '../../../wasm/src/types.ts';
import type { Sample, Values } from './estimates.ts';
import { printedIn, type Better, type Printed } from './metrics.ts';

export interface RowColumn extends Printed {
  /** Of the engine's own, or made of them. */
  readonly name: string;
  readonly label: string;
  readonly better: Better;
  readonly help: string;
  /** Of those that say what the people behind a row feel; they have a table of their own. */
  readonly felt: boolean;
  readonly of: (row: RowMetrics) => number | null;
}

/**
 * How the engine's own figures are printed; null: not in the table. A shorter label continues that of the column
 * before.
 */
const SHOWN: Readonly<
  Record<
    RowMetricName,
    { decimals: number; share?: true; label?: string; felt?: true; words?: readonly string[] } | null
  >
> = {
  flows: null,
  goodput: { decimals: 2 },
  delay_mean: { decimals: 1 },
  delay_p95: { decimals: 1, label: '… 95th' },
  delay_p99: { decimals: 1, label: '… 99th' },
  jitter: { decimals: 1 },
  loss_ratio: { decimals: 2, share: true },
  mark_ratio: { decimals: 2, share: true },
  retransmissions: { decimals: 0 },
  transfers: { decimals: 0 },
  completion_mean: { decimals: 0 },
  completion_p95: { decimals: 0, label: '… 95th' },
  fairness: { decimals: 3 },
  latency_added: { decimals: 1, felt: true },
  bloat_grade: { decimals: 0, felt: true, words: ['F', 'D', 'C', 'B', 'A', 'A+'] },
  responsiveness: { decimals: 0, felt: true },
  opinion_score: { decimals: 2, felt: true },
  frames_late: { decimals: 2, share: true, felt: true },
  host_drops: { decimals: 0 },
};

const OF_A_FLOW: RowColumn = {
  name: 'goodput_of_flow',
  get label() {
    return t('… of a flow');
  },
  better: 'neither',
  get help() {
    return t('Goodput of the row divided by the number of its flows.');
  },
  unit: 'kbit/s',
  scale: 1e-3,
  decimals: 0,
  felt: false,
  of: ({ goodput, flows }) => (goodput === null || !flows ? null : goodput / flows),
};

export const ROW_COLUMNS: readonly RowColumn[] = (Object.keys(SHOWN) as RowMetricName[]).flatMap((name) => {
  const shown = SHOWN[name];
  if (shown === null) return [];
  const { unit, better } = ROW_METRICS[name];
  const column: RowColumn = {
    name,
    get label() {
      return t(shown.label ?? ROW_METRICS[name].label);
    },
    better,
    get help() {
      return t(ROW_METRICS[name].help);
    },
    felt: shown.felt === true,
    of: (row) => row[name],
    ...printedIn(unit, shown.decimals, shown.share),
    ...(shown.words !== undefined && { words: shown.words }),
  };
  return name === 'goodput' ? [column, OF_A_FLOW] : [column];
});

export function rowColumn(name: string): RowColumn {
  const found = ROW_COLUMNS.find((one) => one.name === name);
  if (found === undefined) throw new Error(`rows have no figure ${name}`);
  return found;
}

/** A figure of one row of traffic, by seed. */
export const rowValues = (samples: readonly Sample[], row: number, { of }: Pick<RowColumn, 'of'>): Values =>
  samples.map(({ rows }) => {
    const found = rows[row];
    return found === undefined ? null : of(found);
  });
