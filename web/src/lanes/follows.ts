/** What follows a packet: the congestion window of the flow that sent it, round trip by round trip. */
import { observedLink } from '../../../models/src/index.ts';
import { mean } from '../../../models/src/pair.ts';
import type { LaneScenario, Overview, TrafficRow } from '../../../wasm/src/types.ts';

/** Round trips after the packet whose windows are told. */
export const ROUND_TRIPS = 3;
/** Of each of them so many moments are recorded. */
const MOMENTS = 16;
/** Bins of a run, at most. */
const MOST_BINS = 2 ** 16;

/** s that so many packets take on the link that is looked at. */
export const sendingTime = (lane: LaneScenario, packets: number): number =>
  (packets * 8 * lane.network.packet_size) / observedLink(lane).rate;

/** s from a packet's coming to the queue until what its receiver says of it is heard there: `found` packets before it, mean links of the hosts. */
export function roundTrip(lane: LaneScenario, row: TrafficRow | undefined, found: number): number {
  const { links, access } = lane.network;
  const crossed = links.slice(row?.from ?? 0, row?.to ?? links.length);
  const path = crossed.reduce((sum, { delay }) => sum + delay, 0);
  return 2 * (path + 2 * mean(row?.access?.delay ?? access.delay)) + sendingTime(lane, found + 1);
}

/** A power of two, so that all packets of about one round trip ask for the same run. */
export const binsToFollow = ({ duration }: LaneScenario, trip: number): number =>
  Math.min(MOST_BINS, 2 ** Math.ceil(Math.log2((MOMENTS * duration) / trip)));

/** The window at a time: that at the end of the last bin before it; NaN where the flow sent nothing then, or the run was over. */
export function windowAt({ windows, binSeconds }: Overview, time: number): number {
  return windows[0]?.[Math.floor((time / binSeconds) * (1 + 1e-12)) - 1] ?? NaN;
}

/** Packets, when the packet came and after each round trip; null where a run this long was not recorded finely enough to tell. */
export function windowsAfter(overview: Overview, time: number, trip: number): readonly number[] | null {
  if (overview.binSeconds > trip / 2) return null;
  return Array.from({ length: ROUND_TRIPS + 1 }, (_, k) => windowAt(overview, time + k * trip));
}
