/** Inflates in small steps, so that a few bytes that would expand to gigabytes are refused early. */
import { Inflate } from 'fflate';

const STEP = 512;

export function inflate(
  packed: Uint8Array,
  most: number,
  dictionary?: Uint8Array,
): Uint8Array | 'damaged' | 'too large' {
  const parts: Uint8Array[] = [];
  let size = 0;
  const take = (part: Uint8Array) => {
    parts.push(part);
    size += part.length;
  };
  const stream = dictionary === undefined ? new Inflate(take) : new Inflate({ dictionary }, take);
  try {
    for (let at = 0; at < packed.length && size <= most; at += STEP) {
      stream.push(packed.subarray(at, at + STEP), at + STEP >= packed.length);
    }
  } catch {
    // fflate throws at the first bit that is not DEFLATE, and if the data ends early.
    return 'damaged';
  }
  if (size > most) return 'too large';
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
