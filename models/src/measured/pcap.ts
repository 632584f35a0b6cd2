/** Captures: pcap (draft-ietf-opsawg-pcap) and pcapng (draft-ietf-opsawg-pcapng), packet by packet. */
import { Capture } from './capture.ts';
import { MeasuredError, type Reader } from './measured.ts';
import { LINK_TYPES, networkLayer, packetIn } from './packet.ts';
import { Pieces } from './pieces.ts';

/** No record has more bytes, so a larger length is reported as damaged. */
const MOST_RECORD = 1 << 24;

const MAGIC: Readonly<Record<number, readonly [little: boolean, perSecond: number]>> = {
  0xa1b2c3d4: [false, 1e6],
  0xd4c3b2a1: [true, 1e6],
  0xa1b23c4d: [false, 1e9],
  0x4d3cb2a1: [true, 1e9],
};

const magicOf = (head: Uint8Array) =>
  head.length < 4 ? 0 : new DataView(head.buffer, head.byteOffset).getUint32(0);

export const pcap: Reader = {
  id: 'pcap',
  name: 'pcap',
  knows: (head) => MAGIC[magicOf(head)] !== undefined,
  async read(bytes, file) {
    const pieces = new Pieces(bytes);
    const head = await pieces.take(24, 'the head of the file');
    const [little, perSecond] = MAGIC[head?.getUint32(0) ?? 0] ?? [];
    if (head === null || little === undefined || perSecond === undefined)
      throw new MeasuredError('byte 0', 'this is no pcap');
    const type = head.getUint32(20, little) & 0x0fffffff;
    const capture = new Capture('pcap', file);
    refuseType(type, 'byte 20');
    for (let number = 1; ; number++) {
      const at = pieces.at;
      const record = await pieces.take(16, `packet ${number}`);
      if (record === null) break;
      const fraction = record.getUint32(4, little);
      if (fraction >= perSecond)
        throw new MeasuredError(
          `byte ${at + 4}`,
          `packet ${number} has ${fraction} parts of a second of ${perSecond}`,
        );
      const ticks = BigInt(record.getUint32(0, little)) * BigInt(perSecond) + BigInt(fraction);
      const kept = lengthIn(record.getUint32(8, little), at + 8, number);
      const frame = await pieces.take(kept, `packet ${number}`);
      if (frame === null && kept > 0) throw new MeasuredError(`byte ${at}`, `packet ${number} is cut off`);
      if (frame !== null) add(capture, frame, type, { ticks, perSecond });
    }
    return capture.end();
  },
};

const BLOCK = { section: 0x0a0d0d0a, interface: 1, simple: 3, enhanced: 6 } as const;

export const pcapng: Reader = {
  id: 'pcapng',
  name: 'pcapng',
  knows: (head) => magicOf(head) === BLOCK.section,
  async read(bytes, file) {
    const pieces = new Pieces(bytes);
    const capture = new Capture('pcapng', file);
    let little = false;
    let number = 0;
    let interfaces: { readonly type: number; readonly perSecond: number }[] = [];
    for (;;) {
      const at = pieces.at;
      const head = await pieces.take(8, 'a block');
      if (head === null) break;
      let type = head.getUint32(0, little);
      let order: DataView | null = null;
      if (head.getUint32(0) === BLOCK.section) {
        type = BLOCK.section;
        order = await pieces.take(4, 'the head of a section');
        const magic = order?.getUint32(0);
        if (magic !== 0x1a2b3c4d && magic !== 0x4d3c2b1a)
          throw new MeasuredError(`byte ${at + 8}`, 'the file does not state its byte order');
        little = magic === 0x4d3c2b1a;
        interfaces = [];
      }
      const length = head.getUint32(4, little);
      const before = order === null ? 8 : 12;
      if (length % 4 !== 0 || length < before + 4 || length > MOST_RECORD)
        throw new MeasuredError(`byte ${at + 4}`, `a block has ${length} bytes`);
      const body = await pieces.take(length - before, `the block at byte ${at}`);
      if (body?.getUint32(length - before - 4, little) !== length)
        throw new MeasuredError(`byte ${at}`, 'a block does not end with its length');
      if (type === BLOCK.interface) interfaces.push(interfaceIn(body, little, at));
      else if (type === BLOCK.simple)
        throw new MeasuredError(
          `byte ${at}`,
          'a packet without a time (a simple packet block) measures nothing',
        );
      else if (type === BLOCK.enhanced) {
        number++;
        if (body.byteLength < 24) throw new MeasuredError(`byte ${at}`, `packet ${number} is too short`);
        const own = interfaces[body.getUint32(0, little)];
        if (own === undefined)
          throw new MeasuredError(
            `byte ${at + 8}`,
            `packet ${number} belongs to an interface that the file does not describe`,
          );
        const kept = lengthIn(body.getUint32(12, little), at + 20, number);
        if (20 + kept > body.byteLength - 4)
          throw new MeasuredError(`byte ${at + 20}`, `packet ${number} is longer than its block`);
        const ticks = (BigInt(body.getUint32(4, little)) << 32n) | BigInt(body.getUint32(8, little));
        const frame = new DataView(body.buffer, body.byteOffset + 20, kept);
        add(capture, frame, own.type, { ticks, perSecond: own.perSecond });
      }
    }
    return capture.end();
  },
};

/**
 * Link type and time resolution: option 9, a power of 10, or of 2 if the highest bit is set; microseconds if
 * the option is missing.
 */
function interfaceIn(body: DataView, little: boolean, at: number) {
  if (body.byteLength < 12) throw new MeasuredError(`byte ${at}`, 'an interface is too short');
  const type = body.getUint16(0, little);
  refuseType(type, `byte ${at + 8}`);
  let perSecond = 1e6;
  for (let place = 8; place + 4 <= body.byteLength - 4;) {
    const code = body.getUint16(place, little);
    const length = body.getUint16(place + 2, little);
    if (code === 0) break;
    if (place + 4 + length > body.byteLength - 4)
      throw new MeasuredError(`byte ${at + 8 + place}`, 'an option is longer than its block');
    if (code === 9 && length === 1) {
      const power = body.getUint8(place + 4);
      perSecond = (power & 0x80) === 0 ? 10 ** power : 2 ** (power & 0x7f);
      if (perSecond > 1e12)
        throw new MeasuredError(`byte ${at + 12 + place}`, `a resolution of 1/${perSecond} s`);
    }
    place += 4 + 4 * Math.ceil(length / 4);
  }
  return { type, perSecond };
}

function refuseType(type: number, place: string): void {
  if (!LINK_TYPES.includes(type))
    throw new MeasuredError(
      place,
      `link type ${type} is not read; there are ${LINK_TYPES.join(', ')} (Ethernet is 1)`,
    );
}

function lengthIn(length: number, at: number, number: number): number {
  if (length > MOST_RECORD) throw new MeasuredError(`byte ${at}`, `packet ${number} has ${length} bytes`);
  return length;
}

interface Stamp {
  readonly ticks: bigint;
  readonly perSecond: number;
}

function add(capture: Capture, frame: DataView, type: number, { ticks, perSecond }: Stamp): void {
  const from = networkLayer(frame, type);
  const time = Number(ticks) / perSecond;
  const ns = capture.since((ticks * 1_000_000_000n) / BigInt(perSecond));
  const packet = from === undefined ? undefined : packetIn(frame, from, { time, ns });
  if (packet === undefined) capture.other();
  else capture.add(packet);
}
