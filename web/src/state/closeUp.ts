/** Every packet of the window that is looked at, fetched when the window is short enough to tell packets apart. */
import type { Client } from '../../../wasm/src/client.ts';
import { observedLink } from '../../../models/src/index.ts';
import type { LaneScenario, PacketWindow } from '../../../wasm/src/types.ts';
import { roundTrip, sendingTime } from './roundTrip.ts';
import { createRecent } from '../base/recent.ts';
import type { Span } from './span.ts';
import { createResource, type Resource } from './resource.ts';
import { scenarioKey } from './runner.ts';

export interface Look {
  readonly lane: LaneScenario;
  readonly span: Span;
}
/** Without a result where the window is too long, or not there yet. */
export type CloseUp = Resource<Look, PacketWindow | null>;

/** Up to this many packet times across the window, every packet is drawn. */
const PACKETS = 3000;
/** Beside the window so many of the longest round trips: when its packets had come in, and whether they came again. */
const FOLLOWED = 2;
/** But at most so many packet times. */
const BESIDE = 20_000;
/** Seconds: at least this much is always close enough. */
const ALWAYS = 2;
const SETTLE_MS = 60;
/** Windows that are at hand, of so many lanes. */
const KEPT = 16;

const packetsPerSecond = (lane: LaneScenario): number =>
  observedLink(lane).rate / (8 * lane.network.packet_size);

/** s; through a full buffer. */
function beside(lane: LaneScenario): number {
  const longest = lane.traffic.map((row) => roundTrip(lane, row, observedLink(lane).buffer));
  return Math.min(FOLLOWED * Math.max(0, ...longest), sendingTime(lane, BESIDE));
}

export function isClose(lane: LaneScenario, [from, to]: Span): boolean {
  const perSecond = packetsPerSecond(lane);
  const span = to - from;
  return span < lane.duration && (span <= ALWAYS || span * perSecond <= PACKETS);
}

export function createCloseUp(client: Pick<Client, 'ask'>): CloseUp {
  const recent = createRecent<PacketWindow>(KEPT);
  return createResource<Look, PacketWindow | null>({
    key: ({ lane, span }) => JSON.stringify([scenarioKey(lane), span]),
    recall: ({ lane, span }) => {
      if (!isClose(lane, span)) return null;
      const window = recent.get(scenarioKey(lane));
      const covers =
        window !== undefined && window.from <= span[0] && window.to >= span[1] && !window.truncated;
      return covers ? window : undefined;
    },
    // The overview stands in for packets, not other packets.
    stays: () => false,
    settle: SETTLE_MS,
    compute: async ({ lane, span }, job) => {
      // Half a window more on either side: panning then finds its packets there.
      const margin = Math.max((span[1] - span[0]) / 2, beside(lane));
      const from = Math.max(0, span[0] - margin);
      const to = Math.min(lane.duration, span[1] + margin);
      const window = await client.ask('window', { lane, from, to }, job);
      recent.add(scenarioKey(lane), window);
      return window.truncated ? null : window;
    },
  });
}
