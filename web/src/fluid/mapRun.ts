/** The stability map of one lane: first coarse, then fine; while it is computed, the last one stays. */
import type { MapRequest, StabilityMap } from '../../../wasm/src/fluid-types.ts';
import type { JobOptions } from '../../../wasm/src/types.ts';
import { messageOf } from '../state/jobs.ts';
import { createStore, type Store } from '../state/store.ts';

export interface MapState {
  /** What `map` is the map of. */
  readonly request: MapRequest | null;
  readonly map: StabilityMap | null;
  readonly status: 'idle' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly error: string | null;
}

export interface MapRun {
  readonly state: Store<MapState>;
  /** 0 to 1. Apart from `state`, so that progress draws no plot. */
  readonly progress: Store<number>;
  /** Counts of the axes are chosen here. */
  show(request: MapRequest): void;
  cancel(): void;
  retry(): void;
  /** There is nothing to map, or nobody looks. */
  clear(): void;
}

const COARSE = 16;
const FINE = 64;
/** A slider that moves on within this time, ms, needs no map. */
const SETTLE_MS = 60;

const withCount = (request: MapRequest, count: number): MapRequest => ({
  ...request,
  x: { ...request.x, count },
  y: { ...request.y, count },
});
const keyOf = (request: MapRequest): string =>
  JSON.stringify({ ...request, lane: { ...request.lane, label: '', seed: 0 } });

export function createMapRun(mapOf: (request: MapRequest, job: JobOptions) => Promise<StabilityMap>): MapRun {
  const nothing: MapState = { request: null, map: null, status: 'idle', error: null };
  const state = createStore<MapState>(nothing);
  const progress = createStore(0);
  let wanted: MapRequest | null = null;
  let controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const compute = async (request: MapRequest, signal: AbortSignal) => {
    for (const count of [COARSE, FINE]) {
      const asked = withCount(request, count);
      const onProgress = ({ done, total }: { done: number; total: number }) => {
        if (!signal.aborted) progress.set(count === FINE ? done / total : 0);
      };
      const map = await mapOf(asked, { signal, onProgress });
      if (signal.aborted) return;
      state.set({ request: asked, map, status: count === FINE ? 'done' : 'running', error: null });
    }
  };
  const stop = () => {
    clearTimeout(timer);
    controller.abort();
    progress.set(0);
  };
  const start = (request: MapRequest) => {
    stop();
    wanted = request;
    controller = new AbortController();
    const { signal } = controller;
    state.update((now) => ({ ...now, status: 'running', error: null }));
    timer = setTimeout(() => {
      compute(request, signal).catch((error: unknown) => {
        if (signal.aborted) return;
        state.update((now) => ({ ...now, status: 'failed', error: messageOf(error) }));
      });
    }, SETTLE_MS);
  };

  return {
    state,
    progress,
    show: (request) => {
      if (wanted !== null && keyOf(wanted) === keyOf(request)) return;
      start(request);
    },
    cancel: () => {
      stop();
      state.update((now) => (now.status === 'running' ? { ...now, status: 'cancelled' } : now));
    },
    retry: () => {
      if (wanted !== null) start(wanted);
    },
    clear: () => {
      stop();
      wanted = null;
      state.set(nothing);
    },
  };
}
