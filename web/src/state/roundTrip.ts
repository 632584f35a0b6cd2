/** How long packets take on the links of a lane. */
import { observedLink } from '../../../models/src/index.ts';
import { mean } from '../../../models/src/pair.ts';
import type { LaneScenario, TrafficRow } from '../../../wasm/src/types.ts';

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
