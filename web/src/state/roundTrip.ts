/** The times that packets take on the links of a lane. */
import { observedLink } from '../../../models/src/index.ts';
import { propagation } from '../../../models/src/round-trip.ts';
import type { LaneScenario, TrafficRow } from '../../../wasm/src/types.ts';

/** Seconds that this many packets take on the observed link. */
export const sendingTime = (lane: LaneScenario, packets: number): number =>
  (packets * 8 * lane.network.packet_size) / observedLink(lane).rate;

/**
 * Seconds from a packet's arrival at the queue until its acknowledgement can have an effect there, with
 * `found` packets before it.
 */
export function roundTrip(lane: LaneScenario, row: TrafficRow | undefined, found: number): number {
  return propagation(lane, row) + sendingTime(lane, found + 1);
}
