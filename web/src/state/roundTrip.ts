/** How long packets take on the links of a lane. */
import { observedLink } from '../../../models/src/index.ts';
import { propagation } from '../../../models/src/round-trip.ts';
import type { LaneScenario, TrafficRow } from '../../../wasm/src/types.ts';

/** s that so many packets take on the link that is looked at. */
export const sendingTime = (lane: LaneScenario, packets: number): number =>
  (packets * 8 * lane.network.packet_size) / observedLink(lane).rate;

/** s from a packet's arrival at the queue until its acknowledgement can have an effect there: `found` packets before it. */
export function roundTrip(lane: LaneScenario, row: TrafficRow | undefined, found: number): number {
  return propagation(lane, row) + sendingTime(lane, found + 1);
}
