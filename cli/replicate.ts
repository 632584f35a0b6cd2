/** Runs what a paper's tables need, in parallel, and continues an interrupted attempt. */
import { availableParallelism } from 'node:os';
import { estimateWork, infoOf, lanes } from '../models/src/index.ts';
import {
  BINS,
  experimentOf,
  measure,
  placeKey,
  placesOf,
  scenarioOf,
  type Paper,
  type PaperResults,
  type Place,
  type StoredRuns,
} from '../models/src/papers/index.ts';
import type { AqmInfo, LaneScenario } from '../wasm/src/types.ts';
import { keptOf, type KeptRun, type KeptRuns } from './kept.ts';
import { runJobs } from './runner.ts';
import { note } from './note.ts';

export interface Asked {
  readonly paper: Paper;
  readonly readings: readonly string[];
  /** Absent: all. */
  readonly tables?: readonly string[];
  readonly seeds: readonly number[];
}

function laneAt(paper: Paper, { reading, experiment, condition, scheme }: Place): LaneScenario {
  const lane = lanes(scenarioOf(paper, reading, experiment, condition)).find(({ label }) => label === scheme);
  if (lane === undefined) throw new Error(`${paper.id}: ${experiment} has no scheme ${scheme}`);
  return lane;
}

/** Every requested run by its name; a run of several readings is listed once. */
function jobsOf(asked: readonly Asked[], kept: KeptRuns): Map<string, LaneScenario> {
  const jobs = new Map<string, LaneScenario>();
  for (const { paper, readings, tables, seeds } of asked)
    for (const place of placesOf(paper, readings, tables)) {
      const lane = laneAt(paper, place);
      for (const seed of seeds) {
        const own = { ...lane, seed };
        jobs.set(kept.name(own), own);
      }
    }
  return jobs;
}

/** Runs everything that is not stored yet. Ctrl-C stops it; finished runs stay. */
export async function runAll(
  asked: readonly Asked[],
  kept: KeptRuns,
  catalogue: readonly AqmInfo[],
  folder: string,
): Promise<ReadonlyMap<string, KeptRun>> {
  const jobs = jobsOf(asked, kept);
  const done = new Map<string, KeptRun>();
  for (const name of jobs.keys()) {
    const found = await kept.find(name);
    if (found !== undefined) done.set(name, found);
  }
  const missing = [...jobs].filter(([name]) => !done.has(name));
  note(`${jobs.size} runs, of which ${done.size} are kept in ${folder} from before\n`);
  if (missing.length === 0) return done;

  await runJobs(
    missing.map(([name, lane]) => ({
      lane,
      bins: BINS,
      done: async (result) => {
        const run = keptOf(result, lane, infoOf(catalogue, lane.aqm)?.states ?? []);
        await kept.keep(name, run);
        done.set(name, run);
      },
    })),
    {
      workers: Math.min(availableParallelism(), missing.length),
      runs: missing.length,
      packets: missing.reduce((sum, [, lane]) => sum + estimateWork(lane), 0),
      stopped: () =>
        `Stopped: ${done.size} of ${jobs.size} runs are kept in ${folder}; run the same command again to continue.`,
    },
  );
  return done;
}

/** Seven digits: more than any interval justifies, and enough to compare. */
const rounded = (value: number): number | null =>
  Number.isFinite(value) ? Number(value.toPrecision(7)) : null;

/** The values that the tables need, computed from the runs. */
export function resultsOf(
  { paper, readings, tables, seeds }: Asked,
  runs: ReadonlyMap<string, KeptRun>,
  kept: KeptRuns,
  about: { readonly version: string; readonly engine: string },
): PaperResults {
  const stored: Record<string, StoredRuns> = {};
  for (const place of placesOf(paper, readings, tables)) {
    const { reading, experiment, condition } = place;
    const lane = laneAt(paper, place);
    const own = seeds.map((seed) => {
      const run = runs.get(kept.name({ ...lane, seed }));
      if (run === undefined) throw new Error(`${placeKey(place)} was not run`);
      return run;
    });
    // Sweeps need one metric only, and not all metrics of their experiment.
    const wanted = new Set(
      paper.tables
        .filter(
          (table) =>
            table.experiment === experiment &&
            table.conditions.includes(condition) &&
            table.schemes.includes(place.scheme) &&
            (tables?.includes(table.id) ?? true),
        )
        .map(({ metric }) => metric),
    );
    const definitions = experimentOf(paper, reading, experiment, condition).metrics;
    stored[placeKey(place)] = {
      digests: own.map(({ digest }) => digest),
      values: Object.fromEntries(
        Object.entries(definitions)
          .filter(([name]) => wanted.has(name))
          .map(([name, metric]) => [name, own.map(({ figures }) => rounded(measure(figures, metric)))]),
      ),
    };
  }
  return { paper: paper.id, ...about, seeds, runs: stored };
}
