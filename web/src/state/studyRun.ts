/** Runs a study on the page's workers: the results so far, the progress, and the cancellation. */
import { expand, type Expansion, type Study, type StudyRow } from '../../../models/src/study/index.ts';
import { METRIC_NAMES, type Scenario } from '../../../models/src/index.ts';
import type { Client } from '../../../wasm/src/client.ts';
import type { LaneScenario, Metrics, RunResult } from '../../../wasm/src/types.ts';
import type { App } from './app.ts';
import { createRecent } from '../base/recent.ts';
import { scenarioKey } from './runner.ts';
import { createStore, type Readable } from './store.ts';
import { coarseToFine } from './order.ts';
import { RELOADED, saveStudy, savedStudy } from './studySaved.ts';
import { memoBy } from '../base/memoBy.ts';

/** The stored part of a run: its metrics without its recordings. */
export type Sample = Pick<RunResult, 'seed' | 'metrics' | 'rows'> & Partial<Pick<RunResult, 'digest'>>;

/** The results of a study so far. */
export interface Found {
  /** The scenario as it was when the study started. */
  readonly base: Scenario;
  readonly study: Study;
  readonly expansion: Expansion;
  readonly status: 'running' | 'done' | 'cancelled' | 'failed';
  readonly error?: string;
  /** The file with its runs, if they were not made here. */
  readonly from?: string;
  readonly done: number;
  /** For a point and a lane: one sample for each finished seed. */
  readonly samples: (point: number, lane: number) => readonly Sample[];
}

export interface StudyRun {
  readonly found: Readable<Found | null>;
  start(base: Scenario, study: Study): void;
  /** Shows runs that were made elsewhere. A metric that their table does not have counts as not observed. */
  show(base: Scenario, study: Study, rows: readonly StudyRow[], from: string): void;
  cancel(): void;
}

/**
 * The number of runs whose metrics are stored: a study with more seeds or further values runs only what is
 * new.
 */
const KEPT = 20_000;
/** Milliseconds between updates with partial results. */
const SHOWN_MS = 200;

export function createStudyRun(
  client: Pick<Client, 'ask' | 'size'>,
  now = () => performance.now(),
): StudyRun {
  const recent = createRecent<Sample>(KEPT);
  const found = createStore<Found | null>(null);
  let abort = new AbortController();

  async function start(base: Scenario, study: Study): Promise<void> {
    abort.abort();
    abort = new AbortController();
    const { signal } = abort;
    const expansion = expand(study);
    const byPlace = new Map<number, Sample[]>();
    const at = (point: number, lane: number) => point * expansion.lanes + lane;
    let done = 0;
    const show = (status: Found['status'], error?: string) => {
      if (signal.aborted && status !== 'cancelled') return;
      found.set({
        base,
        study,
        expansion,
        status,
        ...(error !== undefined && { error }),
        done,
        samples: (point, lane) => byPlace.get(at(point, lane)) ?? [],
      });
    };
    show('running');

    let told = now();
    function* runs(): Generator<readonly [point: number, lane: number, seed: number]> {
      const points = coarseToFine(expansion.sides);
      for (const seed of expansion.seeds)
        for (const point of points)
          for (let lane = 0; lane < expansion.lanes; lane++) yield [point, lane, seed];
    }
    const waiting = runs();
    const take = async (lane: LaneScenario): Promise<Sample> => {
      const key = scenarioKey(lane);
      const known = recent.get(key);
      if (known !== undefined) return known;
      const { seed, metrics, rows, digest } = await client.ask('run', { lane, bins: 1 }, { signal });
      const sample = { seed, metrics, rows, digest };
      recent.add(key, sample);
      return sample;
    };
    const work = async () => {
      for (let next = waiting.next(); next.done !== true; next = waiting.next()) {
        signal.throwIfAborted();
        const [point, lane, seed] = next.value;
        const sample = await take(expansion.laneAt(point, lane, seed));
        byPlace.set(at(point, lane), [...(byPlace.get(at(point, lane)) ?? []), sample]);
        done += 1;
        if (now() - told < SHOWN_MS) continue;
        told = now();
        show('running');
      }
    };
    try {
      // One worker stays free for edits.
      await Promise.all(Array.from({ length: Math.max(1, client.size - 1) }, work));
      show('done');
    } catch (error) {
      if (signal.aborted) show('cancelled');
      else {
        show('failed', error instanceof Error ? error.message : String(error));
        abort.abort();
      }
    }
  }

  function show(base: Scenario, study: Study, rows: readonly StudyRow[], from: string): void {
    abort.abort();
    const expansion = expand(study);
    const byPlace = new Map<number, Sample[]>();
    for (const row of rows) {
      const place = row.point * expansion.lanes + row.lane;
      byPlace.set(place, [...(byPlace.get(place) ?? []), sampleOf(row)]);
    }
    const samples = (point: number, lane: number) => byPlace.get(point * expansion.lanes + lane) ?? [];
    found.set({ base, study, expansion, status: 'done', from, done: rows.length, samples });
  }

  return {
    found,
    show,
    start: (base, study) => void start(base, study),
    cancel: () => abort.abort(),
  };
}

const NOT_OBSERVED = Object.fromEntries(METRIC_NAMES.map((name) => [name, null]));
const sampleOf = ({ seed, digest, metrics, rows }: StudyRow): Sample => ({
  seed,
  digest,
  metrics: { ...NOT_OBSERVED, ...metrics } as Metrics,
  rows: rows,
});

/** One study run for each app, however often the view is opened. What was run before a reload is there again. */
export const studyRunOf = memoBy((app: App): StudyRun => {
  const made = createStudyRun(app.client);
  app.pending.add(() => made.found.get()?.status === 'running');
  const before = savedStudy(app);
  if (before !== undefined) made.show(before.base, before.study, before.rows, RELOADED);
  made.found.subscribe(() => {
    const found = made.found.get();
    if (found !== null && found.from === undefined && found.status !== 'running') saveStudy(found);
  });
  return made;
});
