/** Reads a stream of bytes in records: at most one record and the latest piece are in memory. */
import { MeasuredError, type Bytes } from './measured.ts';

/** Parts of a stream as one array of `length` bytes. */
export function joined(parts: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(length);
  let place = 0;
  for (const part of parts) {
    all.set(part, place);
    place += part.length;
  }
  return all;
}

export class Pieces {
  private readonly from: AsyncIterator<Uint8Array>;
  private held = new Uint8Array(0);
  private used = 0;
  /** The number of bytes taken so far. */
  at = 0;

  constructor(bytes: Bytes) {
    this.from = bytes[Symbol.asyncIterator]();
  }

  /** The next `count` bytes; null at the end of the stream. An end inside them is an error. */
  async take(count: number, what: string): Promise<DataView | null> {
    if (this.held.length - this.used < count && !(await this.fill(count))) {
      if (this.held.length === this.used) return null;
      throw new MeasuredError(
        `byte ${this.at}`,
        `${what} is cut off: ${this.held.length - this.used} of ${count} bytes are there`,
      );
    }
    const view = new DataView(this.held.buffer, this.held.byteOffset + this.used, count);
    this.used += count;
    this.at += count;
    return view;
  }

  private async fill(count: number): Promise<boolean> {
    const parts: Uint8Array[] = [this.held.subarray(this.used)];
    let length = parts[0]?.length ?? 0;
    while (length < count) {
      const next = await this.from.next();
      if (next.done === true) break;
      parts.push(next.value);
      length += next.value.length;
    }
    this.held = joined(parts, length);
    this.used = 0;
    return length >= count;
  }
}
