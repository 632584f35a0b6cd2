import type { AqmInfo, Overview, RunResult } from '../wasm/src/types.ts';
import type { Cell, Table } from './command.ts';

const COLUMNS = {
  queue_min: 'queueMin',
  queue_mean: 'queueMean',
  queue_max: 'queueMax',
  cwnd_mean: 'cwndMean',
  arrivals: 'arrivals',
  departures: 'departures',
  bytes_out: 'bytesOut',
  drops_early: 'dropsEarly',
  drops_forced: 'dropsForced',
  drops_overflow: 'dropsOverflow',
  marks: 'marks',
} as const satisfies Readonly<Record<string, keyof Overview>>;

export type Traced = Pick<RunResult, 'label' | 'aqm' | 'seed' | 'overview'>;

/**
 * The recorded course of all runs, one under the other: a row for each interval, which begins at `time`. State variables of
 * all AQMs have a column each, empty where a lane's AQM has no such variable.
 */
export function traceTable(
  runs: readonly Traced[],
  catalogue: readonly AqmInfo[],
): Table & { readonly rows: Iterable<readonly Cell[]> } {
  const statesOf = (aqm: string) =>
    catalogue.find(({ id }) => id === aqm)?.states.map(({ name }) => name) ?? [];
  const states = [...new Set(runs.flatMap(({ aqm }) => statesOf(aqm)))];
  const keys = Object.values(COLUMNS);

  function* rows(): Generator<Cell[]> {
    for (const [lane, { label, aqm, seed, overview }] of runs.entries()) {
      const own = statesOf(aqm);
      const shown = states.map((name) => overview.state[own.indexOf(name)]);
      for (let bin = 0; bin < overview.bins; bin++) {
        const time = bin * overview.binSeconds;
        yield [
          lane,
          label,
          aqm,
          seed,
          time,
          ...keys.map((key) => overview[key][bin]),
          ...shown.map((s) => s?.[bin]),
        ];
      }
    }
  }
  return {
    columns: ['run', 'label', 'aqm', 'seed', 'time', ...Object.keys(COLUMNS), ...states],
    rows: rows(),
  };
}
