/** Every packet of the window that is looked at, fetched when the window is short enough to tell packets apart. */
import type { Client } from '../../../wasm/src/client.ts';
import type { LaneScenario, PacketWindow } from '../../../wasm/src/types.ts';
import { scenarioKey } from './runner.ts';
import { createStore, type Store } from './store.ts';

export type Span = readonly [number, number];

export interface CloseUp {
  /** One a lane; null where none is at hand. */
  readonly windows: Store<readonly (PacketWindow | null)[]>;
  /** Whether anything is being fetched. */
  readonly busy: Store<boolean>;
  show(lanes: readonly LaneScenario[], span: Span): void;
}

/** Up to this many packet times across the window, every packet is drawn. */
const PACKETS = 3000;
/** Seconds: at least this much is always close enough. */
const ALWAYS = 2;
const SETTLE_MS = 60;

export function isClose(lane: LaneScenario, [from, to]: Span): boolean {
  const perSecond = lane.network.bottleneck.rate / (8 * lane.network.packet_size);
  const span = to - from;
  return span < lane.duration && (span <= ALWAYS || span * perSecond <= PACKETS);
}

export function createCloseUp(client: Client): CloseUp {
  const windows = createStore<readonly (PacketWindow | null)[]>([]);
  const busy = createStore(false);
  const held = new Map<number, { readonly key: string; readonly window: PacketWindow }>();
  let controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = '';

  const covers = (lane: number, key: string, [from, to]: Span): boolean => {
    const have = held.get(lane);
    return have?.key === key && have.window.from <= from && have.window.to >= to && !have.window.truncated;
  };
  const publish = (lanes: readonly LaneScenario[], span: Span) => {
    const next = lanes.map((lane, i) =>
      isClose(lane, span) && covers(i, scenarioKey(lane), span) ? (held.get(i)?.window ?? null) : null,
    );
    const now = windows.get();
    if (next.length !== now.length || next.some((window, i) => window !== now[i])) windows.set(next);
  };

  const fetchAll = async (lanes: readonly LaneScenario[], span: Span, signal: AbortSignal) => {
    const missing = lanes
      .map((lane, index) => ({ lane, index, key: scenarioKey(lane) }))
      .filter(({ lane, index, key }) => isClose(lane, span) && !covers(index, key, span));
    // Half a window more on either side: panning then finds its packets there.
    const margin = (span[1] - span[0]) / 2;
    await Promise.all(
      missing.map(async ({ lane, index, key }) => {
        const from = Math.max(0, span[0] - margin);
        const to = Math.min(lane.duration, span[1] + margin);
        const window = await client.ask('window', { lane, from, to }, { signal });
        held.set(index, { key, window });
      }),
    );
  };

  return {
    windows,
    busy,
    show: (lanes, span) => {
      publish(lanes, span);
      const request = JSON.stringify([lanes.map(scenarioKey), span]);
      if (request === asked) return;
      asked = request;
      clearTimeout(timer);
      controller.abort();
      const needed = lanes.some((lane, i) => isClose(lane, span) && !covers(i, scenarioKey(lane), span));
      busy.set(needed);
      if (!needed) return;
      controller = new AbortController();
      const { signal } = controller;
      timer = setTimeout(() => {
        fetchAll(lanes, span, signal)
          .then(
            () => {
              if (!signal.aborted) publish(lanes, span);
            },
            // The overview stays in place of a close-up that could not be had.
            () => undefined,
          )
          .finally(() => {
            if (!signal.aborted) busy.set(false);
          });
      }, SETTLE_MS);
    },
  };
}
