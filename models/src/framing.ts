/** What a link makes of packets before it sends them (Framing of the engine). */
import type { Framing } from './types.ts';

/** Bytes on the link of an IP packet of that many. */
export function onWire(bytes: number, { overhead = 0, mpu = 0, cells = 'none' }: Framing = {}): number {
  const framed = Math.max(bytes + overhead, mpu);
  if (cells === 'atm') return Math.ceil(framed / 48) * 53;
  return cells === 'ptm' ? framed + Math.ceil(framed / 64) : framed;
}

/** bit/s of full packets that a link of `rate` carries, framing left out. */
export const rateOfPackets = (rate: number, frame: Framing | undefined, packetSize: number): number =>
  frame === undefined ? rate : (rate * packetSize) / onWire(packetSize, frame);
