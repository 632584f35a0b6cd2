/**
 * Results from the packets at one point of a path: throughput, round trips, marks, retransmissions, arrivals.
 */
import { MeasuredError, MOST_ARRIVALS, SeriesBuilder, type Arrival, type Measured } from './measured.ts';
import type { Seen } from './packet.ts';

/** Interval of a throughput value, ns. */
const WINDOW_NS = 100e6;

interface Flow {
  readonly number: number;
  /** The highest end of a segment, and the segments that wait for their acknowledgement, in order. */
  highest: number | undefined;
  readonly waiting: { readonly end: number; readonly time: number }[];
  bytes: number;
}

/** Whether a is after b, for numbers that wrap around at 2^32. */
const after = (a: number, b: number) => ((a - b) | 0) > 0;

/** A capture at one point; with its packets, so that it can be compared with another point. */
export interface Captured extends Measured {
  readonly packets?: readonly Pick<Seen, 'key' | 'time' | 'ecn' | 'flow'>[];
}

export class Capture {
  private readonly flows = new Map<string, Flow>();
  private readonly trips: { readonly time: number; readonly rtt: number }[] = [];
  private readonly windows: number[] = [];
  private packets: Seen[] | undefined = [];
  private readonly counts = { packets: 0, others: 0, marked: 0, retransmissions: 0 };
  private first: bigint | undefined;
  private begin = NaN;
  private ends = 0;

  constructor(
    private readonly format: string,
    private readonly file: string,
  ) {}

  /** Nanoseconds since the first packet. */
  since(ns: bigint): number {
    this.first ??= ns;
    return Number(ns - this.first);
  }

  other(): void {
    this.counts.others++;
  }

  add(packet: Seen): void {
    if (this.counts.packets++ === 0) this.begin = packet.time - packet.ns / 1e9;
    if (packet.ecn === 3) this.counts.marked++;
    // Captures from a network card with several queues have packets out of order by microseconds.
    const window = Math.max(0, Math.floor(packet.ns / WINDOW_NS));
    if (window > 1e7)
      throw new MeasuredError(
        `packet ${this.counts.packets + this.counts.others}`,
        `its time is ${packet.ns / 1e9} s after the first`,
      );
    while (this.windows.length <= window) this.windows.push(0);
    this.windows[window] = (this.windows[window] ?? 0) + packet.bytes;
    this.ends = Math.max(this.ends, packet.ns);
    if (this.packets !== undefined && this.packets.push(packet) > MOST_ARRIVALS) this.packets = undefined;
    const flow = this.flows.get(packet.flow) ?? {
      number: this.flows.size,
      highest: undefined,
      waiting: [],
      bytes: 0,
    };
    this.flows.set(packet.flow, flow);
    flow.bytes += packet.bytes;
    if (packet.tcp !== undefined) this.segment(flow, packet);
  }

  /**
   * Round trips from this point to the receiver and back, of segments that were sent once (Karn and Partridge
   * 1987).
   */
  private segment(flow: Flow, { tcp, time, back }: Seen): void {
    if (tcp === undefined) return;
    const { seq, end, ack } = tcp;
    if (end !== seq) {
      if (flow.highest !== undefined && !after(end, flow.highest)) {
        this.counts.retransmissions++;
        flow.waiting.length = 0;
      } else {
        flow.highest = end;
        flow.waiting.push({ end, time });
      }
    }
    const other = ack === undefined ? undefined : this.flows.get(back);
    if (other === undefined || ack === undefined) return;
    let acknowledged = 0;
    while (acknowledged < other.waiting.length && !after(other.waiting[acknowledged]?.end ?? 0, ack))
      acknowledged++;
    const last = other.waiting[acknowledged - 1];
    // Packets may be out of order by microseconds.
    if (last !== undefined && time >= last.time) this.trips.push({ time: last.time, rtt: time - last.time });
    other.waiting.splice(0, acknowledged);
  }

  end(): Captured {
    if (this.counts.packets === 0) throw new MeasuredError('the file', 'there is no packet of IP in it');
    const rate = new SeriesBuilder('throughput', 'rate', 'bit/s');
    // The last window is incomplete.
    for (const [i, bytes] of this.windows.slice(0, Math.max(1, Math.floor(this.ends / WINDOW_NS))).entries())
      rate.add(((i + 0.5) * WINDOW_NS) / 1e9, (8e9 * bytes) / WINDOW_NS, `window ${i}`);
    const rtt = new SeriesBuilder('rtt', 'round_trip', 's');
    for (const trip of this.trips.toSorted((a, b) => a.time - b.time))
      rtt.add(trip.time - this.begin, trip.rtt, 'a round trip');
    const series = [rtt, rate].filter(({ length }) => length > 0).map((one) => one.from(0));
    const { format, file, begin, packets } = this;
    const counts = { ...this.counts, flows: this.flows.size };
    if (packets === undefined) {
      const notes = [`More than ${MOST_ARRIVALS} packets: they are not kept as arrivals.`];
      return { format, file, begin, series, notes, counts };
    }
    const senders = sendingHosts(this.flows);
    const arrivals = this.arrivals(packets, senders);
    const others = packets.length - arrivals.length;
    const notes =
      others === 0
        ? []
        : [
            `Arrivals are the ${arrivals.length} packets that go the way that carries more bytes; the ${others} packets that go the other way are no arrivals.`,
          ];
    return { format, file, begin, series, notes, counts, arrivals, packets };
  }

  /** Arrivals in the direction with more bytes. */
  private arrivals(packets: readonly Seen[], senders: ReadonlySet<string>): Arrival[] {
    const own = packets.filter(({ flow }) => senders.has(endsOf(flow)[0])).toSorted((a, b) => a.ns - b.ns);
    const begin = own[0]?.ns ?? 0;
    return own.map(({ ns, bytes, flow, ecn }) => ({
      at: ns - begin,
      bytes,
      flow: this.flows.get(flow)?.number ?? 0,
      ecn,
    }));
  }
}

/** The hosts of a flow "a:1>b:2", without their ports. */
function endsOf(flow: string): readonly [from: string, to: string] {
  const [from = '', to = ''] = flow.split('>').map((end) => end.replace(/:\d+$/, ''));
  return [from, to];
}

/**
 * The hosts on the side of a link from which more bytes come. Hosts that exchange packets are on different
 * sides. Of hosts that exchange none with the others, the side that sends more counts.
 */
function sendingHosts(flows: ReadonlyMap<string, { readonly bytes: number }>): ReadonlySet<string> {
  const sent = new Map<string, number>();
  const peers = new Map<string, Set<string>>();
  for (const [flow, { bytes }] of flows) {
    const [from, to] = endsOf(flow);
    sent.set(from, (sent.get(from) ?? 0) + bytes);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const)
      peers.set(one, (peers.get(one) ?? new Set<string>()).add(other));
  }
  const senders = new Set<string>();
  const placed = new Set<string>();
  // The host that sends most of those that have no side yet is a sender, its peers are receivers, and so on.
  for (const [first] of [...sent].toSorted(([, a], [, b]) => b - a)) {
    let side = new Set([first]);
    for (let sends = true; side.size > 0; sends = !sends) {
      const next = new Set<string>();
      for (const host of side) {
        if (placed.has(host)) continue;
        placed.add(host);
        if (sends) senders.add(host);
        for (const peer of peers.get(host) ?? []) next.add(peer);
      }
      side = new Set([...next].filter((host) => !placed.has(host)));
    }
  }
  return senders;
}

/** The same packets at two points: the delay between the points, losses, and marks set between them. */
export function between(near: Captured, far: Captured): Measured {
  const other = [near, far].find(({ format }) => !['pcap', 'pcapng'].includes(format));
  if (other !== undefined)
    throw new MeasuredError(
      'the files',
      `--pair takes two captures (pcap or pcapng); ${other.file} is of the format ${other.format}`,
    );
  if (near.packets === undefined || far.packets === undefined)
    throw new MeasuredError(
      'the files',
      `both sides have at most ${MOST_ARRIVALS} packets, so that they can be compared`,
    );
  const arrived = new Map<string, Pick<Seen, 'time' | 'ecn'>>();
  for (const packet of far.packets) arrived.set(packet.key, packet);
  const delay = new SeriesBuilder('delay', 'delay', 's');
  let [lost, marked, least] = [0, 0, Infinity];
  const pairs: { readonly time: number; readonly delay: number }[] = [];
  const lastSeen = far.packets.reduce((most, { time }) => Math.max(most, time), -Infinity);
  const ways = new Set(far.packets.map(({ flow }) => flow));
  for (const packet of near.packets) {
    const there = arrived.get(packet.key);
    if (there === undefined) {
      // A packet that was on its way when the other capture ended is not lost.
      if (ways.has(packet.flow) && packet.time < lastSeen) lost++;
      continue;
    }
    // Packets of the opposite direction are seen at the other point first.
    if (there.time < packet.time) continue;
    if (there.ecn === 3 && packet.ecn !== 3) marked++;
    least = Math.min(least, there.time - packet.time);
    pairs.push({ time: packet.time, delay: there.time - packet.time });
  }
  if (pairs.length === 0)
    throw new MeasuredError(
      'the files',
      'no packet is in both, in this order: first where packets are sent, then where they arrive',
    );
  const queueing = new SeriesBuilder('queueing delay', 'delay', 's');
  for (const pair of pairs.toSorted((a, b) => a.time - b.time)) {
    delay.add(pair.time - near.begin, pair.delay, 'a packet');
    queueing.add(pair.time - near.begin, pair.delay - least, 'a packet');
  }
  return {
    format: 'pcap, both sides',
    file: `${near.file}, ${far.file}`,
    begin: near.begin,
    series: [queueing.from(0), delay.from(0)],
    counts: { packets: pairs.length, lost, marked },
    notes: [
      'The delay is as exact as the two clocks agree; queueing delay is the excess over the smallest delay.',
    ],
  };
}
