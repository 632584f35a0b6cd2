/** One link with its queue, whose packets somebody else sends: for the tests of transport stacks in simulated time. */
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
  /** What the scheme takes for a full packet, bytes; default 1500. */
  readonly packetSize?: number;
  /** s, from the end of a packet's sending until it is there; default 0. */
  readonly delay?: number;
  /** Of the scheme's random numbers; default 1. */
  readonly seed?: number;
}

export interface Packet {
  /** On the wire. */
  readonly bytes: number;
  readonly flow?: number;
  /** Of the IP header: 0 Not-ECT, 1 ECT(1), 2 ECT(0), 3 CE; default 0. */
  readonly ecn?: 0 | 1 | 2 | 3;
}

export interface Departure<P extends Packet> {
  readonly packet: P;
  /** s; when it arrives at the other end, or when it was dropped. */
  readonly time: number;
  readonly fate: 'sent' | 'marked' | 'dropped';
  /** s, from its arrival at the queue until its first bit left, or until it was dropped. */
  readonly wait: number;
}

export interface Link<P extends Packet = Packet> {
  /** A packet comes to the queue at time `t`, s. Times do not go back, behind a submitted packet nor behind what `next` has told. */
  submit(packet: P, t: number): void;
  /** When `next` has something: the time of the next departure or drop, if nothing is submitted before it; undefined: nothing waits. */
  peek(): number | undefined;
  /** What happens next. A stack takes it when its own clock is there: what is submitted later cannot change it. */
  next(): Departure<P> | undefined;
}

/**
 * The engine judges all arrivals so far at once, and again after each that comes: a packet's fate depends on those before it alone. So the
 * work grows with the square of the packets: a thousand are a moment, ten thousand some tens of seconds.
 */
export const MOST_PACKETS = 20_000;

export function createLink<P extends Packet>(
  engine: Pick<ReturnType<typeof createEngine>, 'oneLink' | 'layout'>,
  { aqm, params = {}, rate, buffer, packetSize = 1500, delay = 0, seed = 1 }: LinkOptions,
): Link<P> {
  const packets: P[] = [];
  const arrivals: number[] = [];
  /** Of each packet its arrival, ns. */
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
        // Nothing lets it go, as long as no other packet comes.
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
      // What comes marked is ECN-capable; it stays marked.
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
