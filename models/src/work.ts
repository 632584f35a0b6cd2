import type { LaneScenario, NumberOrPair, TrafficRow } from './types.ts';

const mean = (span: NumberOrPair) => (typeof span === 'number' ? span : (span[0] + span[1]) / 2);

const DIRECTIONS = ['forward', 'reverse'] as const;

/**
 * About how many packets a lane's simulation handles, its cost to first order: of a chain, those of each link. TCP is taken to
 * fill the slowest link of its way in each direction that it uses, for as long as it lasts; UDP sends at its rate, at most that
 * of its access link.
 */
export function estimateWork(lane: Pick<LaneScenario, 'duration' | 'network' | 'traffic'>): number {
  const { duration, network } = lane;
  const active = ({ start, stop }: TrafficRow) =>
    Math.max(0, Math.min(stop === undefined ? duration : mean(stop), duration) - mean(start));
  const packetBits = (row: TrafficRow) => 8 * (row.packet_size ?? network.packet_size);

  const rates = network.links?.map(({ rate }) => rate) ?? [network.bottleneck.rate];

  let packets = 0;
  for (const [link, direction] of rates.flatMap((_, i) => DIRECTIONS.map((way) => [i, way] as const))) {
    let tcpPackets = 0;
    for (const row of lane.traffic) {
      const { from = 0, to = rates.length } = row;
      if (row.direction !== direction || link < from || link >= to) continue;
      const time = active(row);
      if (row.kind === 'ftp') {
        const atLinkRate = (time * Math.min(...rates.slice(from, to))) / packetBits(row);
        const inFile =
          row.bytes === undefined ? Infinity : (row.flows * mean(row.bytes) * 8) / packetBits(row);
        tcpPackets = Math.max(tcpPackets, Math.min(atLinkRate, inFile));
      } else {
        const on = row.kind === 'onoff' ? mean(row.on ?? 1) / (mean(row.on ?? 1) + mean(row.off ?? 1)) : 1;
        const rate = on * Math.min(mean(row.rate ?? 0), network.access.rate);
        packets += (row.flows * time * rate) / packetBits(row);
      }
    }
    packets += tcpPackets;
  }
  return packets;
}

/** Packets that one processor simulates a second, in round numbers: 4 to 7 million were measured with 50 to 500 TCP flows. */
const PACKETS_PER_SECOND = 4e6;

/** The work of `packets` in words, with two digits: more would pretend to know the machine. */
export function describeWork(packets: number): string {
  const rounded = (value: number) => Number(value.toPrecision(2));
  const seconds = packets / PACKETS_PER_SECOND;
  const time = seconds < 90 ? `${rounded(seconds)} s` : `${rounded(seconds / 60)} minutes`;
  return `about ${rounded(packets / 1e6)} million packets a lane, some ${time} of computing`;
}
