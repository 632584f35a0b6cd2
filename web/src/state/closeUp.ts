/** Every packet of the visible window, fetched when the window is short enough to show single packets. */
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
/** Without a result if the window is too long or its packets have not arrived yet. */
export type CloseUp = Resource<Look, PacketWindow | null>;

/** Every packet is drawn if the window is at most this many packet times long. */
const PACKETS = 3000;
/**
 * The window is extended by this many of the longest round trips on each side, to show when its packets
 * arrived at the queue and whether they were retransmitted.
 */
const FOLLOWED = 2;
/** Upper limit of this extension, in packet times. */
const BESIDE = 20_000;
/** Seconds: a window up to this length always shows single packets. */
const ALWAYS = 2;
const SETTLE_MS = 60;
/** The number of cached windows. */
const KEPT = 16;

const packetsPerSecond = (lane: LaneScenario): number =>
  observedLink(lane).rate / (8 * lane.network.packet_size);

/** Seconds; with a full buffer. */
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
    // Until the packets of the new window arrive, the overview is shown, never the packets of another window.
    stays: () => false,
    settle: SETTLE_MS,
    compute: async ({ lane, span }, job) => {
      // Half a window more on each side: after a small pan the packets are already there.
      const margin = Math.max((span[1] - span[0]) / 2, beside(lane));
      const from = Math.max(0, span[0] - margin);
      const to = Math.min(lane.duration, span[1] + margin);
      const window = await client.ask('window', { lane, from, to }, job);
      recent.add(scenarioKey(lane), window);
      return window.truncated ? null : window;
    },
  });
}
