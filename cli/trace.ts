import { infoOf, RECORDED_NAMES } from '../models/src/index.ts';
import type { AqmInfo, RunResult } from '../wasm/src/types.ts';
import type { Cell, Table } from './command.ts';

export type Traced = Pick<RunResult, 'label' | 'aqm' | 'params' | 'seed' | 'overview'>;

/**
 * The recordings of all runs below each other: one row for each interval, which begins at `time`. The state
 * variables of all AQMs have a column each, which is empty if the lane's AQM does not have the variable.
 */
export function traceTable(
  runs: readonly Traced[],
  catalogue: readonly AqmInfo[],
): Table & { readonly rows: Iterable<readonly Cell[]> } {
  const statesOf = ({ aqm, params }: Traced) =>
    infoOf(catalogue, { id: aqm, params })?.states.map(({ name }) => name) ?? [];
  const states = [...new Set(runs.flatMap(statesOf))];

  function* rows(): Generator<Cell[]> {
    for (const [lane, run] of runs.entries()) {
      const { label, aqm, seed, overview } = run;
      const own = statesOf(run);
      const shown = states.map((name) => overview.state[own.indexOf(name)]);
      for (let bin = 0; bin < overview.bins; bin++) {
        const time = bin * overview.binSeconds;
        yield [
          lane,
          label,
          aqm,
          seed,
          time,
          ...RECORDED_NAMES.map((name) => overview[name][bin]),
          ...shown.map((s) => s?.[bin]),
        ];
      }
    }
  }
  return {
    columns: ['run', 'label', 'aqm', 'seed', 'time', ...RECORDED_NAMES, ...states],
    rows: rows(),
  };
}
