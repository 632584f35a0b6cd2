/** The fluid model of each lane, solved again at every edit; while it is, its last picture stays. */
import type { FluidOptions, FluidResult } from '../../../wasm/src/fluid-types.ts';
import type { Client } from '../../../wasm/src/client.ts';
import type { LaneScenario } from '../../../wasm/src/types.ts';
import { createJobs, createKept, messageOf } from '../state/jobs.ts';
import { createStore, type Store } from '../state/store.ts';

export interface FluidLane {
  readonly scenario: LaneScenario;
  /** The model of `scenario`, or of what stood in this lane before while that is solved. */
  readonly result: FluidResult | null;
  readonly status: 'done' | 'running' | 'failed';
  readonly error: string | null;
}

export interface Solver {
  readonly lanes: Store<readonly FluidLane[]>;
  show(lanes: readonly LaneScenario[], options: FluidOptions): void;
  /** Nobody looks any more. */
  stop(): void;
}

/** Places in time: one a hundredth of a second, as far as that is a number that draws in no time. */
const pointsOf = ({ duration }: LaneScenario): number =>
  Math.min(20_000, Math.max(4000, Math.ceil(duration / 0.01))) + 1;
/** A solution that takes no longer than this may end although its lane has moved on: a drag then shows pictures on its way. */
const SHORT_MS = 250;
/** No fluid model takes so long, ms; one that does is given up. */
const LIMIT_MS = 20_000;

/** Neither label nor seed is part of what is solved. */
export const fluidKey = (lane: LaneScenario, options: object): string =>
  JSON.stringify([{ ...lane, label: '', seed: 0 }, options]);

export function createSolver(
  client: Pick<Client, 'ask'>,
  now: () => number = () => performance.now(),
  limit = LIMIT_MS,
): Solver {
  const lanes = createStore<readonly FluidLane[]>([]);
  const kept = createKept<FluidResult>();
  const jobs = createJobs();
  let options: FluidOptions = {};

  const change = (lane: number, patch: Partial<FluidLane>) => {
    lanes.update((all) => all.map((old, i) => (i === lane ? { ...old, ...patch } : old)));
  };

  const start = (lane: number) => {
    const waiting = lanes.get()[lane];
    if (waiting?.status !== 'running') return;
    const { scenario } = waiting;
    const key = fluidKey(scenario, options);
    const job = jobs.begin(lane, key, now());
    /** Whether the lane still waits for this; if it waits for something else, that is begun. */
    const wanted = (): boolean => {
      if (!jobs.end(lane, job)) return false;
      const then = lanes.get()[lane];
      if (then?.status !== 'running') return false;
      if (fluidKey(then.scenario, options) === key) return true;
      start(lane);
      return false;
    };
    let late = false;
    const watch = setTimeout(() => {
      late = true;
      job.controller.abort();
    }, limit);
    const { signal } = job.controller;
    client
      .ask('fluid', { lane: scenario, options: { ...options, points: pointsOf(scenario) } }, { signal })
      .finally(() => clearTimeout(watch))
      .then(
        (result) => {
          kept.keep(key, result);
          const shown = jobs.get(lane) === job;
          if (wanted()) change(lane, { result, status: 'done', error: null });
          else if (shown) change(lane, { result });
        },
        (error: unknown) => {
          const reason = late ? `it was given up after ${limit / 1000} s.` : messageOf(error);
          if (wanted()) change(lane, { status: 'failed', error: reason });
        },
      );
  };

  return {
    lanes,
    show: (scenarios, wanted) => {
      const before = lanes.get();
      const same = JSON.stringify(options) === JSON.stringify(wanted);
      options = wanted;
      const next = scenarios.map((scenario, lane): FluidLane => {
        const old = before[lane];
        // The same object for the same scenario: its plots need not be built again.
        if (old !== undefined && same && JSON.stringify(old.scenario) === JSON.stringify(scenario))
          return old;
        const key = fluidKey(scenario, options);
        const result = kept.get(key);
        if (result !== undefined) return { scenario, result, status: 'done', error: null };
        if (old !== undefined && same && fluidKey(old.scenario, options) === key) return { ...old, scenario };
        return { scenario, result: old?.result ?? null, status: 'running', error: null };
      });
      if (next.length !== before.length || next.some((lane, i) => lane !== before[i])) lanes.set(next);
      for (const [lane, job] of jobs.all) {
        const then = next[lane];
        const current = then?.status === 'running' && fluidKey(then.scenario, options) === job.key;
        const soon = then?.status === 'running' && now() - job.started < SHORT_MS;
        if (!current && !soon) jobs.stop(lane);
      }
      next.forEach((lane, i) => {
        if (lane.status === 'running' && jobs.get(i) === undefined) start(i);
      });
    },
    stop: () => {
      for (const [lane] of jobs.all) jobs.stop(lane);
      // Whoever looks again finds what was solved: it is kept.
      lanes.set([]);
    },
  };
}
