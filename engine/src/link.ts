/**
 * One link with its queue, to which other code sends packets: for the tests of transport stacks in simulated
 * time.
 */
import type { Params } from '../../models/src/types.ts';
import type { createEngine } from '../../wasm/src/engine.ts';

export interface LinkOptions {
  /** Id in the catalogue: "codel". */
  readonly aqm: string;
  readonly params?: Params;
  /** bit/s */
  readonly rate: number;
  /** Packets. */
  readonly buffer: number;
  /** The size that the scheme assumes for a full packet, bytes; default 1500. */
  readonly packetSize?: number;
  /** Seconds from the end of a packet's transmission to its arrival at the other end; default 0. */
  readonly delay?: number;
  /** The seed of the scheme's random numbers; default 1. */
  readonly seed?: number;
}

export interface Packet {
  /** Size on the wire, bytes. */
  readonly bytes: number;
  readonly flow?: number;
  /** The ECN bits of the IP header: 0 Not-ECT, 1 ECT(1), 2 ECT(0), 3 CE; default 0. */
  readonly ecn?: 0 | 1 | 2 | 3;
}

export interface Departure<P extends Packet> {
  readonly packet: P;
  /** The time, s, of its arrival at the other end, or of its drop. */
  readonly time: number;
  readonly fate: 'sent' | 'marked' | 'dropped';
  /** Seconds from its arrival at the queue until its first bit was sent, or until it was dropped. */
  readonly wait: number;
}

export interface Link<P extends Packet = Packet> {
  /**
   * A packet arrives at the queue at time `t`, s. Times must not decrease: neither below that of a submitted
   * packet, nor below the last time that `next` returned.
   */
  submit(packet: P, t: number): void;
  /**
   * The time of the next departure or drop, if no packet is submitted before it; undefined if no packet
   * waits.
   */
  peek(): number | undefined;
  /**
   * The next departure or drop. A stack takes it when its own clock has reached that time: packets submitted
   * later cannot change it.
   */
  next(): Departure<P> | undefined;
}

/**
 * The engine decides about all arrivals so far at once, and again after each new one, because a packet's fate
 * depends only on earlier packets. So the work grows with the square of the number of packets: a thousand
 * take a moment, ten thousand some tens of seconds.
 */
export const MOST_PACKETS = 20_000;

export function createLink<P extends Packet>(
  engine: Pick<ReturnType<typeof createEngine>, 'oneLink' | 'layout'>,
  { aqm, params = {}, rate, buffer, packetSize = 1500, delay = 0, seed = 1 }: LinkOptions,
): Link<P> {
  const packets: P[] = [];
  const arrivals: number[] = [];
  /** The arrival time of each packet, ns. */
  const at: number[] = [];
  const told = new Set<number>();
  let clock = 0;
  let waiting: readonly (Departure<P> & { readonly index: number })[] | undefined;

  function judged() {
    if (waiting !== undefined) return waiting;
    const ends = engine.oneLink({
      aqm,
      params,
      link: { rate, buffer, packetSize },
      drawSeed: seed,
      timers: 'exact',
      arrivals,
    });
    waiting = packets
      .flatMap((packet, index) => {
        if (told.has(index)) return [];
        const word = engine.layout.packetEnds[ends[2 * index] ?? -1] ?? '';
        // The packet stays in the queue as long as no other packet arrives.
        if (word === 'held') return [];
        const wait = (ends[2 * index + 1] ?? NaN) / 1e9;
        const fate = word === 'sent' || word === 'marked' ? word : 'dropped';
        const after = fate === 'dropped' ? 0 : (8 * packet.bytes) / rate + delay;
        return [{ packet, index, fate, wait, time: (at[index] ?? NaN) / 1e9 + wait + after } as const];
      })
      .sort((a, b) => a.time - b.time || a.index - b.index);
    return waiting;
  }

  return {
    submit(packet, t) {
      const now = Math.round(t * 1e9);
      if (!(t >= 0 && now <= Number.MAX_SAFE_INTEGER))
        throw new RangeError(`t = ${t}: a time in s, from 0 on`);
      if (now < clock)
        throw new RangeError(`t = ${t} s is before ${clock / 1e9} s, to which this link has come`);
      if (!(Number.isInteger(packet.bytes) && packet.bytes > 0))
        throw new RangeError(`bytes = ${packet.bytes}: a whole number above 0`);
      if (packets.length >= MOST_PACKETS)
        throw new RangeError(`a link takes at most ${MOST_PACKETS} packets`);
      const { bytes, flow = 0, ecn = 0 } = packet;
      // A packet that arrives marked is ECN-capable, and stays marked.
      arrivals.push(now - (at.at(-1) ?? 0), bytes, ecn === 3 ? 2 : ecn, flow);
      packets.push(packet);
      at.push(now);
      clock = now;
      waiting = undefined;
    },
    peek: () => judged()[0]?.time,
    next() {
      const [first, ...rest] = judged();
      if (first === undefined) return undefined;
      told.add(first.index);
      waiting = rest;
      const { packet, time, wait } = first;
      clock = Math.max(clock, Math.floor(time * 1e9));
      return { packet, time, wait, fate: packet.ecn === 3 && first.fate === 'sent' ? 'marked' : first.fate };
    },
  };
}
