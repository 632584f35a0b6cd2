/** The results of each flow of one lane, sorted by a metric, and as a file. */
import { csvCell } from '../../../../models/src/csv.ts';
import type { LaneScenario, RowMetrics } from '../../../../wasm/src/types.ts';
import { ROW_METRIC_NAMES, ROW_METRICS } from '../../../../models/src/index.ts';
import type { Origin } from '../../lanes/results.ts';
import { ROW_COLUMNS, type RowColumn } from '../../lanes/rowMetrics.ts';

export interface Flow {
  /** Counted from 1 over all rows of traffic, as in packets. */
  readonly number: number;
  readonly row: number;
  readonly metrics: RowMetrics;
}

/** The flows of a lane, row by row. */
export const flowsOfRun = ({ traffic }: LaneScenario, measured: readonly RowMetrics[]): readonly Flow[] => {
  const rowOf = traffic.flatMap(({ flows }, row) => Array<number>(flows).fill(row));
  return measured.map((metrics, i) => ({ number: i + 1, row: rowOf[i] ?? 0, metrics }));
};

/** Metrics that are meaningful for one flow and have a value for at least one. */
export const columnsOf = (flows: readonly Flow[]): readonly RowColumn[] =>
  ROW_COLUMNS.filter(({ name }) => name !== 'goodput_of_flow' && name !== 'fairness').filter(({ of, name }) =>
    flows.some(({ metrics }) => (of(metrics) ?? 0) !== 0 || (name === 'loss_ratio' && of(metrics) === 0)),
  );

export interface Order {
  /** The name of a column; 'number' is the order of the document. */
  readonly by: string;
  readonly falling: boolean;
}

/** Flows without a value come last, in either order. */
export function sorted(flows: readonly Flow[], { by, falling }: Order): readonly Flow[] {
  const column = ROW_COLUMNS.find(({ name }) => name === by);
  const value = (flow: Flow) => (column === undefined ? flow.number : column.of(flow.metrics));
  return [...flows].sort((a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null) || a.number - b.number;
    return (falling ? y - x : x - y) || a.number - b.number;
  });
}

/** Metrics of a single flow, so without the number of flows and their fairness. */
const FIGURES = ROW_METRIC_NAMES.filter((name) => name !== 'flows' && name !== 'fairness');

/** One line for each flow; SI units, named in the header. */
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

/** The same as one JSON document. */
export function flowsJson(scenario: LaneScenario, flows: readonly Flow[], { title, link }: Origin): string {
  const { label, aqm, seed, warmup, duration } = scenario;
  const told = flows.map(({ number, row, metrics }) => ({
    flow: number,
    row: row + 1,
    ...Object.fromEntries(FIGURES.map((name) => [name, metrics[name]])),
  }));
  return `${JSON.stringify({ title, link, lane: label, aqm: aqm.id, seed, warmup, duration, flows: told }, null, 2)}\n`;
}
