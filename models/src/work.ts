import { SOURCES } from './generated/facts.ts';
import { mean } from './pair.ts';
import type { ChainLink, LaneScenario, TrafficRow } from './types.ts';

const DIRECTIONS = ['forward', 'reverse'] as const;

/** Mean rate of a link over the run. */
function meanRate({ rate, changes = [] }: ChainLink, duration: number): number {
  let [bits, from, now] = [0, 0, rate];
  for (const change of changes) {
    const time = Math.min(change.time, duration);
    bits += now * (time - from);
    [from, now] = [time, change.rate ?? now];
  }
  return (bits + now * (duration - from)) / duration;
}

/** What the beginning and the end of a burst cost, in packets: measured with 100 and 10,000 flows whose bursts are empty. */
const COST_OF_A_BURST = 8;

/**
 * About how many packets a lane's simulation handles, its cost to first order: of a chain, those of each link. TCP is taken to
 * fill the slowest link of its way in each direction that it uses, for as long as it lasts, and to send its first window at once;
 * all others send at their mean rate, at most that of their access link, and pay for each burst however little is sent in it.
 */
export function estimateWork(lane: Pick<LaneScenario, 'duration' | 'network' | 'traffic'>): number {
  const { duration, network } = lane;
  const active = ({ start, stop }: TrafficRow) =>
    Math.max(0, Math.min(stop === undefined ? duration : mean(stop), duration) - mean(start));
  const packetBits = (row: TrafficRow) => 8 * (row.packet_size ?? network.packet_size);

  const rates = {
    forward: network.links.map((link) => meanRate(link, duration)),
    // A way back without a rate of its own follows the link's changes, unless it is a link of its own for another reason.
    reverse: network.links.map(
      (link) => link.reverse?.rate ?? (link.reverse === undefined ? meanRate(link, duration) : link.rate),
    ),
  };

  let packets = 0;
  for (const [link, direction] of network.links.flatMap((_, i) =>
    DIRECTIONS.map((way) => [i, way] as const),
  )) {
    let tcpPackets = 0;
    for (const row of lane.traffic) {
      const { from = 0, to = network.links.length } = row;
      if (row.direction !== direction || link < from || link >= to) continue;
      const time = active(row);
      const { bitsPerRate } = SOURCES[row.kind];
      if (bitsPerRate === null) {
        const atLinkRate = (time * Math.min(...rates[direction].slice(from, to))) / packetBits(row);
        const inFile =
          row.bytes === undefined ? Infinity : (row.flows * mean(row.bytes) * 8) / packetBits(row);
        // Of the first windows what does not fit is lost, and a packet that is lost costs as much as one that arrives.
        const first =
          time > 0 ? row.flows * Math.min(row.initial_window ?? 0, row.receiver_window ?? Infinity) : 0;
        tcpPackets = Math.max(tcpPackets, Math.min(Math.max(atLinkRate, first), inFile));
      } else {
        const bursts = row.on !== undefined || row.off !== undefined || row.kind === 'onoff';
        const period = bursts ? mean(row.on ?? 1) + mean(row.off ?? 1) : Infinity;
        const on = bursts ? mean(row.on ?? 1) / period : 1;
        const rate = on * Math.min(mean(row.rate ?? 0) * bitsPerRate, network.access.rate);
        packets += row.flows * time * (rate / packetBits(row) + COST_OF_A_BURST / period);
      }
    }
    packets += tcpPackets;
  }
  return packets;
}

/** Packets that one processor simulates a second, in round numbers: 4 to 7 million were measured with 50 to 500 TCP flows. */
export const PACKETS_PER_SECOND = 4e6;

/** Seconds that a reader waits without being asked. */
const ASKED_FROM = 10;

/** Of a packet that is under way: its event, in a list of events. */
const BYTES_A_PACKET = 50;
/** Memory that is asked for without a word, bytes: on a phone a page has little more. */
const UNASKED_BYTES = 250e6;

/** Bytes that the packets take which may be under way at once: the first windows of all flows. */
export const estimateMemory = ({ traffic }: Pick<LaneScenario, 'traffic'>): number =>
  traffic.reduce(
    (sum, row) =>
      sum + BYTES_A_PACKET * row.flows * Math.min(row.initial_window ?? 0, row.receiver_window ?? Infinity),
    0,
  );

/** Seconds of computing of a lane's run, on one processor. */
export const estimateSeconds = (lane: Pick<LaneScenario, 'duration' | 'network' | 'traffic'>): number =>
  estimateWork(lane) / PACKETS_PER_SECOND;

/** All that is to be computed together, and what it is. */
export interface Together {
  readonly seconds: number;
  readonly of: 'lanes' | 'seeds';
}

/**
 * What a lane's run would cost, in words, where it, or what begins together with it, takes so much time or memory that it is not to begin
 * by itself; else null.
 */
export function costOf(
  lane: Pick<LaneScenario, 'duration' | 'network' | 'traffic'>,
  together?: Together,
): string | null {
  const own = estimateSeconds(lane);
  const bytes = estimateMemory(lane);
  const seconds = Math.max(own, together?.seconds ?? 0);
  if (seconds <= ASKED_FROM && bytes <= UNASKED_BYTES) return null;
  const all = seconds > own && together !== undefined ? `, ${timeText(seconds)} for all ${together.of}` : '';
  const memory = bytes > UNASKED_BYTES ? `, and ${Math.round(bytes / 1e6)} MB of memory` : '';
  return describeWork(own * PACKETS_PER_SECOND) + all + memory;
}

/** With two digits: more would pretend to know the machine. */
const rounded = (value: number) => Number(value.toPrecision(2));

function timeText(seconds: number): string {
  if (seconds < 90) return `${rounded(seconds)} s`;
  return seconds < 5400 ? `${rounded(seconds / 60)} minutes` : `${rounded(seconds / 3600)} hours`;
}

/** The work of `packets` in words. */
export const describeWork = (packets: number): string =>
  `about ${rounded(packets / 1e6)} million packets a lane, some ${timeText(packets / PACKETS_PER_SECOND)} of computing`;
