/** The size of packets on a link after framing (Framing of the engine). */
import type { Framing } from './types.ts';

/** The number of bytes on the link for an IP packet of this size. */
export function onWire(bytes: number, { overhead = 0, mpu = 0, cells = 'none' }: Framing = {}): number {
  const framed = Math.max(bytes + overhead, mpu);
  if (cells === 'atm') return Math.ceil(framed / 48) * 53;
  return cells === 'ptm' ? framed + Math.ceil(framed / 64) : framed;
}

/** The rate of full packets without framing, bit/s, on a link of `rate`. */
export const rateOfPackets = (rate: number, frame: Framing | undefined, packetSize: number): number =>
  frame === undefined ? rate : (rate * packetSize) / onWire(packetSize, frame);
