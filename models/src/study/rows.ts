/**
 * Reads the table of runs that `aqm study --format csv` and `aqm pack` write, for the study that it belongs
 * to.
 */
import { csvCell, csvCells } from '../csv.ts';
import { lanes } from '../lanes.ts';
import type { Scenario } from '../generated/scenario.ts';
import type { Study } from '../generated/study.ts';
import { axisCells, columnsOf, FIXED, rowMetric, rowOf } from './columns.ts';
import type { Expansion } from './expand.ts';

/** One run: its place in the study and its results, in SI units; null if nothing was observed. */
export interface StudyRow {
  readonly point: number;
  readonly lane: number;
  readonly seed: number;
  readonly digest: string;
  readonly metrics: Readonly<Record<string, number | null>>;
  readonly rows: readonly Readonly<Record<string, number | null>>[];
}

/** A line that is not a row of this study. */
export class RowsError extends Error {
  override readonly name = 'RowsError';
  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason}`);
  }
}

/** The table of these runs, a line each, in their order. */
export function writeRows(study: Study, expansion: Expansion, runs: readonly StudyRow[]): string {
  const head = columnsOf(study, expansion).map(({ name }) => name);
  const lines = runs.map(({ point, lane, seed, ...run }) => {
    const { label, aqm } = expansion.laneAt(point, lane, seed);
    return rowOf(study, expansion, point, seed, { label, aqm: aqm.id, ...run });
  });
  return [head, ...lines].map((cells) => `${cells.map(csvCell).join(',')}\n`).join('');
}

/**
 * The runs in any order, as parts from many machines arrive; a run that occurs twice counts once. Throws a
 * RowsError at the first line that is not a row of this study: then no row is used.
 */
export function readRows(text: string, study: Study, expansion: Expansion): StudyRow[] {
  const columns = columnsOf(study, expansion).map(({ name }) => name);
  const [head = '', ...lines] = text.trimEnd().split(/\r?\n/);
  const given = csvCells(head);
  const wrong = columns.findIndex((name, c) => given[c] !== csvCell(name));
  if (wrong !== -1 || given.length !== columns.length) {
    const at = wrong === -1 ? columns.length : wrong;
    const [is = 'none', expected = 'none'] = [given[at], columns[at]];
    throw new RowsError(1, `column ${at + 1} is ${is}, and the study has ${expected} there`);
  }
  const places = placesByName(study, expansion);
  const metricsFrom = expansion.factors.length + FIXED.length;
  const found = new Map<string, StudyRow>();
  for (const [l, line] of lines.entries()) {
    const cells = csvCells(line);
    const refuse = (reason: string) => new RowsError(l + 2, reason);
    if (cells.length !== columns.length)
      throw refuse(`${cells.length} cells, and the first line has ${columns.length}`);
    const [label = '', aqm = '', seed = '', digest = ''] = cells.slice(expansion.factors.length);
    const values = cells.slice(0, expansion.factors.length);
    const place = places.get([...values, label, aqm].join());
    if (place === undefined) throw refuse(`the study has no lane ${label} at ${values.join(', ')}`);
    if (!expansion.seeds.includes(Number(seed)))
      throw refuse(`the study has no seed ${JSON.stringify(seed)}`);
    if (!/^[0-9a-f]{16}$/.test(digest)) throw refuse(`${JSON.stringify(digest)} is no digest`);
    const metrics: Record<string, number | null> = {};
    const rows: Record<string, number | null>[] = [];
    for (const [m, name] of columns.slice(metricsFrom).entries()) {
      const cell = cells[metricsFrom + m] ?? '';
      const value = cell === '' ? null : Number(cell);
      if (value !== null && !Number.isFinite(value)) throw refuse(`${name} is ${cell}, which is no number`);
      const own = rowMetric(name);
      if (own === undefined) metrics[name] = value;
      else (rows[own.row] ??= {})[own.metric] = value;
    }
    const row = { ...place, seed: Number(seed), digest, metrics, rows };
    found.set(`${place.point} ${place.lane} ${seed}`, row);
  }
  return [...found.values()];
}

/** Finds point and lane by the cells that name them. */
function placesByName(study: Study, expansion: Expansion) {
  const own = lanes(study.scenario as unknown as Scenario).map(({ label }) => label);
  const places = new Map<string, { readonly point: number; readonly lane: number }>();
  for (let point = 0; point < expansion.points; point++) {
    const values = axisCells(expansion, point).map(csvCell);
    for (const [lane, label] of own.entries()) {
      const { aqm } = expansion.laneAt(point, lane, 1);
      places.set([...values, csvCell(label), aqm.id].join(), { point, lane });
    }
  }
  return places;
}
