/** Rows of a study, computed in memory: all or some of them. */
import {
  chunksOf,
  columnsOf,
  rowOf,
  type Cell,
  type Expansion,
  type Study,
} from '../models/src/study/index.ts';
import { csvCell } from '../models/src/csv.ts';
import { estimateWork } from '../models/src/index.ts';
import { runJobs, type RunJob } from './runner.ts';

/** The run of a row. */
export interface Place {
  readonly point: number;
  readonly lane: number;
  readonly seed: number;
}

/** In the order in which `aqm study --format csv` writes them. */
export const placesOf = (expansion: Expansion): Place[] =>
  [...chunksOf(expansion)].flatMap(({ lane, seed, from, to }) =>
    Array.from({ length: to - from }, (_, i) => ({ point: from + i, lane, seed })),
  );

export const lineOf = (cells: readonly Cell[]): string => cells.map(csvCell).join(',');
export const headOf = (study: Study, expansion: Expansion): string =>
  lineOf(columnsOf(study, expansion).map(({ name }) => name));

/** The rows of these places, in their order. */
export async function rowsOf(
  study: Study,
  expansion: Expansion,
  places: readonly Place[],
  workers: number,
): Promise<(readonly Cell[])[]> {
  const rows: (readonly Cell[])[] = [];
  const laneOf = ({ point, lane, seed }: Place) => expansion.laneAt(point, lane, seed);
  function* jobs(): Generator<RunJob> {
    for (const [i, place] of places.entries())
      yield {
        lane: laneOf(place),
        bins: 1,
        done: (result) => {
          rows[i] = rowOf(study, expansion, place.point, place.seed, result);
        },
      };
  }
  await runJobs(jobs(), {
    workers: Math.min(workers, places.length),
    runs: places.length,
    packets: places.reduce((sum, place) => sum + estimateWork(laneOf(place)), 0),
    stopped: () => 'Stopped.',
  });
  return rows;
}
