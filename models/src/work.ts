import { t } from './language.ts';
import { timeText } from './time-text.ts';
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

/**
 * The cost of the beginning and the end of a burst, in packets: measured with 100 and 10,000 flows whose
 * bursts are empty.
 */
const COST_OF_A_BURST = 8;

/**
 * The approximate number of packets that a lane's simulation handles, which is its cost to first order; in a
 * chain, the packets of each link count. TCP is assumed to fill the slowest link of its path in each
 * direction that it uses, while it lasts, and to send its first window at once. All other senders send at
 * their mean rate, at most at that of their access link, and each burst has a cost even if it is small.
 */
export function estimateWork(lane: Pick<LaneScenario, 'duration' | 'network' | 'traffic'>): number {
  const { duration, network } = lane;
  const active = ({ start, stop }: TrafficRow) =>
    Math.max(0, Math.min(stop === undefined ? duration : mean(stop), duration) - mean(start));
  const packetBits = (row: TrafficRow) => 8 * (row.packet_size ?? network.packet_size);

  const rates = {
    forward: network.links.map((link) => meanRate(link, duration)),
    // A reverse link without a rate of its own follows the link's changes, unless it is a separate link for
    // another reason.
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
        // Packets of the first windows that do not fit are lost, and a lost packet costs as much as one that
        // arrives.
        const first =
          time > 0 ? row.flows * Math.min(row.initial_window ?? 0, row.receiver_window ?? Infinity) : 0;
        tcpPackets = Math.max(tcpPackets, Math.min(Math.max(atLinkRate, first), inFile));
      } else {
        const bursts = row.on !== undefined || row.off !== undefined || row.kind === 'onoff';
        const period = bursts ? mean(row.on ?? 1) + mean(row.off ?? 1) : Infinity;
        const on = bursts ? mean(row.on ?? 1) / period : 1;
        const most = row.access?.rate ?? network.access.rate;
        const rate = on * Math.min(mean(row.rate ?? 0) * bitsPerRate, most);
        packets += row.flows * time * (rate / packetBits(row) + COST_OF_A_BURST / period);
      }
    }
    packets += tcpPackets;
  }
  return packets;
}

/**
 * Packets that one processor simulates per second, rounded: 4 to 7 million were measured with 50 to 500 TCP
 * flows.
 */
export const PACKETS_PER_SECOND = 4e6;

/** A run that takes longer than this, s, starts only after the reader agrees. */
const ASKED_FROM = 10;

/** Memory of a packet in flight: its event in a list of events. */
const BYTES_A_PACKET = 50;
/**
 * The most memory that a run may use without the reader's agreement, bytes: on a phone a page has little
 * more.
 */
const UNASKED_BYTES = 250e6;

/** The memory of the packets that may be in flight at once, bytes: the first windows of all flows. */
const estimateMemory = ({ traffic }: Pick<LaneScenario, 'traffic'>): number =>
  traffic.reduce(
    (sum, row) =>
      sum + BYTES_A_PACKET * row.flows * Math.min(row.initial_window ?? 0, row.receiver_window ?? Infinity),
    0,
  );

/** Seconds of computing for a lane's run, on one processor. */
export const estimateSeconds = (lane: Pick<LaneScenario, 'duration' | 'network' | 'traffic'>): number =>
  estimateWork(lane) / PACKETS_PER_SECOND;

/** The total of everything that is to be computed together. */
export interface Together {
  readonly seconds: number;
  readonly of: 'lanes' | 'seeds';
}

/**
 * The cost of a lane's run, in words, if the run, or everything that starts with it, takes so much time or
 * memory that the reader has to agree first; otherwise null.
 */
export function costOf(
  lane: Pick<LaneScenario, 'duration' | 'network' | 'traffic'>,
  together?: Together,
): string | null {
  const own = estimateSeconds(lane);
  const bytes = estimateMemory(lane);
  const seconds = Math.max(own, together?.seconds ?? 0);
  if (seconds <= ASKED_FROM && bytes <= UNASKED_BYTES) return null;
  const time = timeText(seconds);
  const all =
    seconds > own && together !== undefined
      ? together.of === 'lanes'
        ? t(', {{time}} for all lanes', { time })
        : t(', {{time}} for all seeds', { time })
      : '';
  const memory = bytes > UNASKED_BYTES ? t(', and {{n}} MB of memory', { n: Math.round(bytes / 1e6) }) : '';
  return describeWork(own * PACKETS_PER_SECOND) + all + memory;
}

/** The work for `packets` in words. */
export const describeWork = (packets: number): string =>
  t('about {{millions}} million packets a lane, {{time}} of computing', {
    millions: Number((packets / 1e6).toPrecision(2)),
    time: timeText(packets / PACKETS_PER_SECOND),
  });
