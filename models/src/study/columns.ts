/** The rows of a study's results, one for each run; docs/scale.md describes them for readers. */
import type { Study } from '../generated/study.ts';
import { RECORDED_NAMES } from '../named.ts';
import type { AxisValue, Expansion } from './expand.ts';

export type ColumnType = 'number' | 'integer' | 'text' | 'boolean';
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
}
export type Cell = AxisValue | null;

/** The part of a run's result that its row needs. */
export interface Measured {
  readonly label: string;
  readonly aqm: string;
  readonly digest: string;
  readonly metrics: Readonly<Record<string, number | null>>;
  readonly rows: readonly Readonly<Record<string, number | null>>[];
}

/** The columns of every row and every trace besides the axes. */
export const FIXED: readonly Column[] = [
  { name: 'lane', type: 'text' },
  { name: 'aqm', type: 'text' },
  { name: 'seed', type: 'integer' },
  { name: 'digest', type: 'text' },
];

/** The columns of a trace, which has one row for each interval: what the observed link did in it. */
export const TRACE_COLUMNS: readonly string[] = ['time', ...RECORDED_NAMES];

const OF_A_ROW = /^rows\[(\d+)\]\.(\w+)$/;

/** Splits the name of a row metric into the row of traffic and the metric. */
export function rowMetric(name: string): { readonly row: number; readonly metric: string } | undefined {
  const [, row, metric] = OF_A_ROW.exec(name) ?? [];
  return row === undefined || metric === undefined ? undefined : { row: Number(row), metric };
}

/** The axes' columns: numbers or switches if all values are, otherwise words. */
export function axisColumns({ factors, types }: Pick<Expansion, 'factors' | 'types'>): readonly Column[] {
  return factors.map(({ name }, f) => ({ name, type: types[f] ?? 'text' }));
}

export function columnsOf(study: Study, expansion: Expansion): readonly Column[] {
  const metrics = (study.metrics ?? []).map((name): Column => ({ name, type: 'number' }));
  return [...axisColumns(expansion), ...FIXED, ...metrics];
}

/** The row of a run, in the order of the columns. */
export function rowOf(
  study: Study,
  expansion: Expansion,
  point: number,
  seed: number,
  { label, aqm, digest, metrics, rows }: Measured,
): readonly Cell[] {
  const measured = (study.metrics ?? []).map((name) => {
    const own = rowMetric(name);
    return (own === undefined ? metrics[name] : rows[own.row]?.[own.metric]) ?? null;
  });
  return [...axisCells(expansion, point), label, aqm, seed, digest, ...measured];
}

/** An axis with words and numbers is an axis of words. */
export function axisCells(
  { types, valuesAt }: Pick<Expansion, 'types' | 'valuesAt'>,
  point: number,
): readonly Cell[] {
  return valuesAt(point).map((value, f) => (types[f] === 'text' ? String(value) : value));
}
