/** What each flow of one lane got, in order of a figure, and as a file. */
import { csvCell } from '../../../../models/src/csv.ts';
import type { LaneScenario, RowMetrics } from '../../../../wasm/src/types.ts';
import { ROW_METRIC_NAMES, ROW_METRICS } from '../../../../models/src/index.ts';
import type { Origin } from '../../lanes/results.ts';
import { ROW_COLUMNS, type RowColumn } from '../../lanes/rowMetrics.ts';

export interface Flow {
  /** From 1, over all rows of traffic, as packets have it. */
  readonly number: number;
  readonly row: number;
  readonly metrics: RowMetrics;
}

/** The flows of a lane, row by row. */
export const flowsOfRun = ({ traffic }: LaneScenario, measured: readonly RowMetrics[]): readonly Flow[] => {
  const rowOf = traffic.flatMap(({ flows }, row) => Array<number>(flows).fill(row));
  return measured.map((metrics, i) => ({ number: i + 1, row: rowOf[i] ?? 0, metrics }));
};

/** Figures that say something of one flow, and of which some flow here has something. */
export const columnsOf = (flows: readonly Flow[]): readonly RowColumn[] =>
  ROW_COLUMNS.filter(({ name }) => name !== 'goodput_of_flow' && name !== 'fairness').filter(({ of, name }) =>
    flows.some(({ metrics }) => (of(metrics) ?? 0) !== 0 || (name === 'loss_ratio' && of(metrics) === 0)),
  );

export interface Order {
  /** Of a column; 'number' is the order of the document. */
  readonly by: string;
  readonly falling: boolean;
}

/** What was not observed is last, whichever way. */
export function sorted(flows: readonly Flow[], { by, falling }: Order): readonly Flow[] {
  const column = ROW_COLUMNS.find(({ name }) => name === by);
  const value = (flow: Flow) => (column === undefined ? flow.number : column.of(flow.metrics));
  return [...flows].sort((a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null) || a.number - b.number;
    return (falling ? y - x : x - y) || a.number - b.number;
  });
}

/** Of one flow; how many there are and how fair they are together says nothing. */
const FIGURES = ROW_METRIC_NAMES.filter((name) => name !== 'flows' && name !== 'fairness');

/** A line a flow; SI units, named in the head. */
export function flowsCsv(scenario: LaneScenario, flows: readonly Flow[], { title, link }: Origin): string {
  const named = FIGURES.map((name) => {
    const { unit } = ROW_METRICS[name];
    return unit === '1' ? name : `${name} (${unit})`;
  });
  const head = ['scenario', 'lane', 'scheme', 'row', 'flow', ...named];
  const { label, aqm, seed, warmup, duration } = scenario;
  const lines = flows.map(({ number, row, metrics }) => [
    ...[title, label, aqm.id, row + 1, number],
    ...FIGURES.map((name) => metrics[name]),
    ...[seed, warmup, duration, link],
  ]);
  const all = [[...head, 'seed', 'warmup_s', 'duration_s', 'address'], ...lines];
  return `${all.map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

/** The same as one document. */
export function flowsJson(scenario: LaneScenario, flows: readonly Flow[], { title, link }: Origin): string {
  const { label, aqm, seed, warmup, duration } = scenario;
  const told = flows.map(({ number, row, metrics }) => ({
    flow: number,
    row: row + 1,
    ...Object.fromEntries(FIGURES.map((name) => [name, metrics[name]])),
  }));
  return `${JSON.stringify({ title, link, lane: label, aqm: aqm.id, seed, warmup, duration, flows: told }, null, 2)}\n`;
}
