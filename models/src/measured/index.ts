/** Measurements from elsewhere: every supported kind of file, and the contents of a file. */
import type { Captured } from './capture.ts';
import { csv } from './csv.ts';
import { flent } from './flent.ts';
import { iperf3 } from './iperf3.ts';
import { irtt } from './irtt.ts';
import { MeasuredError, type Bytes, type Measured, type Reader } from './measured.ts';
import { ns2Trace, ns3Trace } from './ns.ts';
import { pcap, pcapng } from './pcap.ts';
import { ping } from './ping.ts';
import { recording } from './recording.ts';
import { tc } from './tc.ts';

export { between } from './capture.ts';
export type { Captured } from './capture.ts';
export {
  MeasuredError,
  type Arrival,
  type Bytes,
  type Measured,
  type Quantity,
  type Series,
} from './measured.ts';
import { joined } from './pieces.ts';

/** The readers are tried in this order. CSV comes last, because its columns may be anything. */
export const READERS: readonly Reader[] = [
  pcap,
  pcapng,
  flent,
  irtt,
  iperf3,
  tc,
  ping,
  ns2Trace,
  ns3Trace,
  recording,
  csv,
];

const HEAD_BYTES = 65_536;

/** The reader of a file by its first bytes; undefined if no reader knows it. */
export function readerOf(head: Uint8Array, file: string): Reader | undefined {
  const text = new TextDecoder().decode(head).replace(/^\uFEFF/, '');
  return READERS.find((reader) => reader.knows(head, text, file));
}

/** Reads a whole file, or throws a MeasuredError with the place of the error. A gzip file is unpacked. */
export async function readMeasured(bytes: Bytes, file: string): Promise<Measured | Captured> {
  const plain = unpacked(await peeked(bytes, 2), file);
  const { head, all } = await peeked(plain, HEAD_BYTES);
  if (head.length === 0) throw new MeasuredError('the file', 'it is empty');
  const reader = readerOf(head, file);
  if (reader === undefined)
    throw new MeasuredError('the file', `it is none of ${READERS.map(({ name }) => name).join(', ')}`);
  return reader.read(all, file);
}

interface Peeked {
  readonly head: Uint8Array;
  readonly all: Bytes;
}

/** The first bytes, and a stream of all bytes. */
async function peeked(bytes: Bytes, count: number): Promise<Peeked> {
  const iterator = bytes[Symbol.asyncIterator]();
  const pieces: Uint8Array[] = [];
  let length = 0;
  while (length < count) {
    const next = await iterator.next();
    if (next.done === true) break;
    pieces.push(next.value);
    length += next.value.length;
  }
  const head = joined(pieces, length);
  async function* all() {
    if (head.length > 0) yield head;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  }
  return { head: head.subarray(0, count), all: all() };
}

async function* unpacked({ head, all }: Peeked, file: string): AsyncGenerator<Uint8Array> {
  if (head[0] !== 0x1f || head[1] !== 0x8b) {
    yield* all;
    return;
  }
  const iterator = all[Symbol.asyncIterator]();
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done === true) controller.close();
      else controller.enqueue(new Uint8Array(next.value));
    },
  });
  const reader = packed.pipeThrough(new DecompressionStream('gzip')).getReader();
  for (;;) {
    let next;
    try {
      next = await reader.read();
    } catch {
      throw new MeasuredError('the file', `${file} is a gzip file that is damaged or cut off`);
    }
    if (next.done) return;
    yield next.value;
  }
}
