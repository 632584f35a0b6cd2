/** Where the lane that is looked at loses stability along one quantity; while it is searched anew, the last place stays. */
import type { HopfPoint, HopfRequest } from '../../../wasm/src/fluid-types.ts';
import type { Client } from '../../../wasm/src/client.ts';
import { messageOf } from '../state/jobs.ts';
import { createStore, type Store } from '../state/store.ts';

export interface HopfState {
  /** What `point` is the answer to. */
  readonly request: HopfRequest | null;
  readonly point: HopfPoint | null;
  readonly status: 'idle' | 'running' | 'done' | 'failed';
  readonly error: string | null;
}

export interface HopfRun {
  readonly state: Store<HopfState>;
  show(request: HopfRequest): void;
  clear(): void;
}

const keyOf = (request: HopfRequest): string =>
  JSON.stringify({ ...request, lane: { ...request.lane, label: '', seed: 0 } });

export function createHopfRun(client: Pick<Client, 'ask'>): HopfRun {
  const nothing: HopfState = { request: null, point: null, status: 'idle', error: null };
  const state = createStore<HopfState>(nothing);
  let wanted: string | null = null;
  let controller = new AbortController();

  return {
    state,
    show: (request) => {
      const key = keyOf(request);
      if (wanted === key) return;
      wanted = key;
      controller.abort();
      controller = new AbortController();
      const { signal } = controller;
      // The place of another quantity says nothing about this one.
      state.update((now) => ({
        ...(now.request?.knob === request.knob ? now : nothing),
        status: 'running',
        error: null,
      }));
      client.ask('hopf', request, { signal }).then(
        (point) => {
          if (!signal.aborted) state.set({ request, point, status: 'done', error: null });
        },
        (error: unknown) => {
          if (!signal.aborted) state.set({ ...nothing, status: 'failed', error: messageOf(error) });
        },
      );
    },
    clear: () => {
      controller.abort();
      wanted = null;
      state.set(nothing);
    },
  };
}
