/** Packets at a link as tables and captures: their arrivals, their fates and their waiting times. */
import { drops, enters, EVENT, foundBy, isLate } from '../wasm/src/packet-window.ts';
import type { PacketWindow } from '../wasm/src/types.ts';

/** In the order of `PacketWindow.event`, without departures. */
const FATES = ['accepted', 'marked', 'dropped early', 'dropped forced', 'dropped overflow'] as const;

export interface PacketOut {
  /** Arrival time, s. */
  readonly time: number;
  readonly flow: number;
  readonly seq: number;
  readonly fate: (typeof FATES)[number];
  /** The number of packets that waited when it arrived. */
  readonly queue: number;
  /**
   * Seconds until its last bit was sent; null if it was dropped, or was still in the queue at the end of the
   * window.
   */
  readonly sojourn: number | null;
}

/** The packets that arrived in a window, in order. What the scheme decides later changes a packet's fate. */
export function packetsIn(window: PacketWindow): PacketOut[] {
  const { time, event, flow, seq } = window;
  type Row = { -readonly [key in keyof PacketOut]: PacketOut[key] };
  const out: Row[] = [];
  /** Packets in the queue, by flow and number: a repetition may arrive while the first packet waits. */
  const waiting = new Map<string, Row[]>();
  time.forEach((at, i) => {
    const what = event[i] ?? EVENT.departure;
    const key = `${flow[i]} ${seq[i]}`;
    const [first, ...rest] = waiting.get(key) ?? [];
    const fate = FATES[what];
    if (fate === undefined) {
      if (first !== undefined) first.sojourn = at - first.time;
      waiting.set(key, rest);
    } else if (isLate(window, i)) {
      if (first !== undefined) first.fate = fate;
      if (drops(what)) waiting.set(key, rest);
    } else {
      const row: Row = {
        ...{ time: at, flow: flow[i] ?? 0, seq: seq[i] ?? 0, fate },
        ...{ queue: foundBy(window, i), sojourn: null },
      };
      if (enters(what)) waiting.set(key, [...(waiting.get(key) ?? []), row]);
      out.push(row);
    }
  });
  return out;
}

/** Bytes of the IPv4 and UDP headers, which are the only headers of these packets. */
const HEADERS = 28;
const RAW_IP = 101;

const encoder = new TextEncoder();
const padded = (length: number) => 4 * Math.ceil(length / 4);

/** A block of pcapng (draft-ietf-opsawg-pcapng section 3.1), little endian. */
function block(type: number, body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + padded(body.length));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, type, true);
  view.setUint32(4, bytes.length, true);
  bytes.set(body, 8);
  view.setUint32(bytes.length - 4, bytes.length, true);
  return bytes;
}

function option(code: number, value: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4 + padded(value.length));
  const view = new DataView(bytes.buffer);
  view.setUint16(0, code, true);
  view.setUint16(2, value.length, true);
  bytes.set(value, 4);
  return bytes;
}
const END = option(0, new Uint8Array());

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let place = 0;
  for (const part of parts) {
    bytes.set(part, place);
    place += part.length;
  }
  return bytes;
}

/**
 * IPv4 and UDP headers (RFC 791, 768): flow and number are in addresses, ports and identification; a mark is
 * CE.
 */
function headersOf({ flow, seq, fate }: PacketOut, bytes: number): Uint8Array {
  const header = new Uint8Array(HEADERS);
  const view = new DataView(header.buffer);
  view.setUint8(0, 0x45);
  view.setUint8(1, fate === 'marked' ? 3 : 0);
  view.setUint16(2, bytes);
  view.setUint16(4, seq & 0xffff);
  view.setUint8(8, 64);
  view.setUint8(9, 17);
  header.set([10, 0, (flow >> 8) & 255, flow & 255, 10, 1, 0, 1], 12);
  let sum = 0;
  for (let i = 0; i < 20; i += 2) sum += view.getUint16(i);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
  view.setUint16(10, ~sum & 0xffff);
  view.setUint16(20, 1024 + (flow % 60_000));
  view.setUint16(22, 9);
  view.setUint16(24, bytes - 20);
  return header;
}

/**
 * A capture for Wireshark, with each packet's fate as its comment. `bytesOf`: the size of a flow's packets.
 */
export function pcapngOf(
  packets: readonly PacketOut[],
  bytesOf: (flow: number) => number,
  about: string,
): Uint8Array {
  const section = new Uint8Array(16);
  const head = new DataView(section.buffer);
  head.setUint32(0, 0x1a2b3c4d, true);
  head.setUint16(4, 1, true);
  head.setBigInt64(8, -1n, true);
  const own = new Uint8Array(8);
  new DataView(own.buffer).setUint16(0, RAW_IP, true);
  const nanoseconds = option(9, Uint8Array.of(9));
  const blocks = [
    block(0x0a0d0d0a, joined([section, option(1, encoder.encode(about)), END])),
    block(1, joined([own, option(2, encoder.encode('link')), nanoseconds, END])),
  ];
  for (const packet of packets) {
    const bytes = Math.max(HEADERS, bytesOf(packet.flow));
    const fixed = new Uint8Array(20);
    const view = new DataView(fixed.buffer);
    const ns = BigInt(Math.round(packet.time * 1e9));
    view.setUint32(4, Number(ns >> 32n), true);
    view.setUint32(8, Number(ns & 0xffffffffn), true);
    view.setUint32(12, HEADERS, true);
    view.setUint32(16, bytes, true);
    const waited = packet.sojourn === null ? '' : `, left after ${(1000 * packet.sojourn).toFixed(3)} ms`;
    const comment = `${packet.fate}, queue ${packet.queue}${waited}`;
    blocks.push(block(6, joined([fixed, headersOf(packet, bytes), option(1, encoder.encode(comment)), END])));
  }
  return joined(blocks);
}
