/** The round trip of a row's flow without queueing. */
import { onWire } from './framing.ts';
import { mean } from './pair.ts';
import type { LaneScenario, TrafficRow } from './types.ts';

/** Bytes of headers, and of an acknowledgement, if a row does not set them. */
export const HEADERS = 40;

/** The links that a row crosses: `first` to `end` - 1; without a row, all links. */
export function wayOf(
  { network: { links } }: LaneScenario,
  { from = 0, to = links.length }: Partial<TrafficRow> = {},
) {
  return { first: from, end: to };
}

const crossed = (lane: LaneScenario, row?: TrafficRow) => {
  const { first, end } = wayOf(lane, row);
  return lane.network.links.slice(first, end);
};

/**
 * Seconds in both directions: the links on the path, and the links of both hosts with the mean of their
 * delays.
 */
export function propagation(lane: LaneScenario, row?: TrafficRow): number {
  const hosts = 4 * mean(row?.access?.delay ?? lane.network.access.delay);
  return crossed(lane, row).reduce(
    (sum, link) => sum + link.delay + (link.reverse?.delay ?? link.delay),
    hosts,
  );
}

/** Seconds: propagation, and the time in which the links send a packet and its acknowledgement. */
export function unloadedRoundTrip(lane: LaneScenario, row: TrafficRow): number {
  const { packet_size: packet, access } = lane.network;
  const answer = row.headers ?? HEADERS;
  const [forth, back] = row.direction === 'forward' ? [packet, answer] : [answer, packet];
  const hosts = (2 * 8 * (packet + answer)) / (row.access?.rate ?? access.rate);
  return crossed(lane, row).reduce(
    (sum, link) => {
      const sent = (bytes: number, rate: number) => (8 * onWire(bytes, link.frame)) / rate;
      return sum + sent(forth, link.rate) + sent(back, link.reverse?.rate ?? link.rate);
    },
    propagation(lane, row) + hosts,
  );
}
