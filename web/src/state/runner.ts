/**
 * Runs what the document asks for, and only that: a lane whose scenario was run before is not run again, a job that nobody
 * waits for is cancelled, and while a lane is computed its last picture stays.
 */
import type { Client } from '../../../wasm/src/client.ts';
import type { LaneScenario, RunResult } from '../../../wasm/src/types.ts';
import { createJobs, createKept, messageOf } from './jobs.ts';
import { createStore, type Store } from './store.ts';

export interface LaneRun {
  readonly scenario: LaneScenario;
  /** The result of `scenario`, or of what stood in this lane before while that is computed. */
  readonly result: RunResult | null;
  /** What `result` is the result of. */
  readonly resultScenario: LaneScenario | null;
  readonly status: 'done' | 'running' | 'failed' | 'cancelled';
  /** performance.now() when this lane began to wait for its result. */
  readonly since: number;
  readonly error: string | null;
}

export interface Runner {
  readonly runs: Store<readonly LaneRun[]>;
  /** 0..1 for each lane that runs. Apart from `runs`, so that progress draws no plots. */
  readonly progress: Store<ReadonlyMap<number, number>>;
  /** Makes the lanes of a document the ones that are shown. */
  show(lanes: readonly LaneScenario[]): void;
  /** Stops everything that runs; old pictures stay. */
  cancel(): void;
  /** Runs again what failed or was cancelled. */
  retry(): void;
}

/** Points in time of an overview: enough for two a device pixel on a wide screen. */
const BINS = 4000;
/** A job that is expected to last no longer than this may end although its lane has moved on: a drag then shows pictures on its way. */
const SHORT_MS = 300;
const PROGRESS_EVERY_MS = 80;
/** A picture waits so long at the most for those of the lanes beside it: one frame for all costs less than one for each. */
const TOGETHER_MS = 40;

/** The label is no part of what is simulated. */
export const scenarioKey = (lane: LaneScenario): string => JSON.stringify({ ...lane, label: '' });

export function createRunner(client: Client, now: () => number = () => performance.now()): Runner {
  const runs = createStore<readonly LaneRun[]>([]);
  const progress = createStore<ReadonlyMap<number, number>>(new Map());
  const kept = createKept<RunResult>();
  const jobs = createJobs();
  /** Milliseconds that the last completed run took: what the next one is expected to. */
  let expected = Infinity;

  const change = (lane: number, patch: Partial<LaneRun>) => {
    runs.update((all) => all.map((run, i) => (i === lane ? { ...run, ...patch } : run)));
  };
  /** Results that wait for others, with what they are the results of. */
  const arrived = new Map<number, Pick<LaneRun, 'result' | 'resultScenario' | 'status'>>();
  let together: ReturnType<typeof setTimeout> | undefined;
  const showArrived = () => {
    clearTimeout(together);
    together = undefined;
    if (arrived.size === 0) return;
    const all = new Map(arrived);
    arrived.clear();
    runs.update((before) =>
      before.map((run, lane) => {
        const found = all.get(lane);
        const still =
          found !== undefined &&
          scenarioKey(run.scenario) === scenarioKey(found.resultScenario ?? run.scenario);
        return still ? { ...run, ...found } : run;
      }),
    );
  };

  const start = (lane: number) => {
    const run = runs.get()[lane];
    if (run?.status !== 'running') return;
    const key = scenarioKey(run.scenario);
    const job = jobs.begin(lane, key, now());
    progress.update((all) => new Map(all).set(lane, 0));
    const current = () => jobs.get(lane) === job;
    let reported = job.started;
    const { scenario } = run;
    client
      .ask(
        'run',
        { lane: scenario, bins: BINS },
        {
          signal: job.controller.signal,
          onProgress: ({ done, total }) => {
            if (!current() || now() - reported < PROGRESS_EVERY_MS) return;
            reported = now();
            progress.update((all) => new Map(all).set(lane, total > 0 ? done / total : 0));
          },
        },
      )
      .then(
        (result) => {
          kept.keep(key, result);
          if (!jobs.end(lane, job)) return;
          expected = now() - job.started;
          const waiting = runs.get()[lane];
          if (waiting === undefined) return;
          if (scenarioKey(waiting.scenario) === key) {
            arrived.set(lane, { result, resultScenario: scenario, status: 'done' });
            if (jobs.all.length === 0 || expected > SHORT_MS) showArrived();
            else together ??= setTimeout(showArrived, TOGETHER_MS);
          } else {
            change(lane, { result, resultScenario: scenario });
            start(lane);
          }
        },
        (error: unknown) => {
          if (!jobs.end(lane, job)) return;
          const waiting = runs.get()[lane];
          if (waiting?.status !== 'running') return;
          if (scenarioKey(waiting.scenario) !== key) start(lane);
          else change(lane, { status: 'failed', error: messageOf(error) });
        },
      );
  };

  return {
    runs,
    progress,
    show: (lanes) => {
      showArrived();
      const before = runs.get();
      const next = lanes.map((scenario, lane): LaneRun => {
        const key = scenarioKey(scenario);
        const old = before[lane];
        // The same object for the same scenario: its plots need not be built again.
        if (old !== undefined && JSON.stringify(old.scenario) === JSON.stringify(scenario)) {
          if (old.status !== 'cancelled' || !kept.has(key)) return old;
        }
        const result = kept.get(key);
        if (result !== undefined) {
          const done = { result, resultScenario: scenario, status: 'done', error: null } as const;
          return { scenario, ...done, since: now() };
        }
        if (old !== undefined && scenarioKey(old.scenario) === key) return { ...old, scenario };
        return {
          scenario,
          result: old?.result ?? null,
          resultScenario: old?.resultScenario ?? null,
          status: 'running',
          // A lane that has been waiting since an earlier edit has been waiting since then.
          since: old?.status === 'running' ? old.since : now(),
          error: null,
        };
      });
      runs.set(next);
      for (const [lane, job] of jobs.all) {
        const run = next[lane];
        if (run?.status === 'running' && scenarioKey(run.scenario) === job.key) continue;
        if (run?.status === 'running' && expected <= SHORT_MS && now() - job.started < 2 * SHORT_MS) continue;
        jobs.stop(lane);
      }
      next.forEach((run, lane) => {
        if (run.status === 'running' && jobs.get(lane) === undefined) start(lane);
      });
    },
    cancel: () => {
      showArrived();
      for (const [lane] of jobs.all) jobs.stop(lane);
      runs.update((all) =>
        all.map((run) => (run.status === 'running' ? { ...run, status: 'cancelled' } : run)),
      );
    },
    retry: () => {
      runs.update((all) =>
        all.map((run) =>
          run.status === 'failed' || run.status === 'cancelled'
            ? { ...run, status: 'running', since: now(), error: null }
            : run,
        ),
      );
      runs.get().forEach((_, lane) => {
        if (jobs.get(lane) === undefined) start(lane);
      });
    },
  };
}
