/**
 * Columns of numbers. A first line names them; one is the time ("time", "time_ms", "time (s)"); units are
 * optional. A table of packets ("time, size, flow", or "dt_ns, len, ecn, flow" as in Linux's vectors) is read
 * as arrivals, too.
 */
import { parseQuantity } from '../units.ts';
import {
  linesOf,
  measured,
  MeasuredError,
  MOST_ARRIVALS,
  SeriesBuilder,
  type Arrival,
  type Quantity,
  type Reader,
} from './measured.ts';

/** By the first word of a column's name. */
const KNOWN: readonly (readonly [words: RegExp, quantity: Quantity, unit: string])[] = [
  [/^(?:rtt|round[ _]?trip)/i, 'round_trip', 's'],
  [/^(?:delay|latency|owd|sojourn|wait|queueing[ _]?delay)/i, 'delay', 's'],
  [/^(?:queue|qlen)/i, 'queue', 'packets'],
  [/^(?:backlog|bytes)/i, 'backlog', 'bytes'],
  [/^(?:rate|throughput|goodput|bandwidth)/i, 'rate', 'bit/s'],
  [/^(?:window|cwnd)/i, 'window', 'packets'],
  [/^drops?/i, 'drops', 'packets'],
  [/^marks?/i, 'marks', 'packets'],
];

interface Head {
  readonly name: string;
  readonly quantity: Quantity;
  readonly unit: string;
  /** The SI value of 1 in the column. */
  readonly factor: number;
}

function headOf(word: string, place: string): Head {
  const [, name = word, brackets, joined] =
    /^(.*?)(?:\s*[([]([^)\]]*)[)\]]|_([a-zA-Z/]+))?$/.exec(word) ?? [];
  const time = /^(?:time|t|dt|timestamp|seconds)$/i.test(name);
  const [, quantity, unit] = time
    ? ([0, 'other', 's'] as const)
    : (KNOWN.find(([words]) => words.test(word)) ?? ([0, 'other', ''] as const));
  const told = brackets ?? joined;
  if (told === undefined) return { name: word, quantity, unit, factor: 1 };
  const known = parseQuantity(`1 ${told}`, unit === '' ? told : unit);
  if (known.ok)
    return { name: time ? 'time' : name, quantity, unit: unit === '' ? told : unit, factor: known.value };
  // An underscore that is not followed by a unit is part of the name.
  if (brackets === undefined) return { name: word, quantity, unit, factor: 1 };
  throw new MeasuredError(place, `column ${JSON.stringify(word)}: ${known.rule}`);
}

const cellsOf = (line: string, separator: RegExp) =>
  line.split(separator).map((cell) => cell.replaceAll('"', '').trim());

export const csv: Reader = {
  id: 'csv',
  name: 'CSV',
  knows: (_, text) => {
    const first = text.split('\n').find((line) => line.trim() !== '' && !line.startsWith('#')) ?? '';
    return (
      /^["\w][^{}]*[,;\t ]/.test(first) &&
      /(?:^|[,;\t ]|")(?:time|t|dt_ns|timestamp|seconds)(?:$|[^a-z])/i.test(first)
    );
  },
  async read(bytes, file) {
    let separator = /,/;
    let heads: readonly Head[] | undefined;
    let clock = -1;
    let builders: readonly SeriesBuilder[] = [];
    let packets: PacketTable | undefined;
    let dt = 0;
    for await (const [raw, number] of linesOf(bytes)) {
      const line = raw.replace(/^\uFEFF/, '').trim();
      const place = `line ${number}`;
      if (line === '' || line.startsWith('#')) continue;
      if (heads === undefined) {
        separator = [/;/, /\t/, /,/].find((one) => one.test(line)) ?? /\s+/;
        const words = cellsOf(line, separator);
        heads = words.map((word) => headOf(word, place));
        const names = heads.map(({ name }) => name);
        const twice = names.find((name, k) => name !== '' && names.indexOf(name) < k);
        if (twice !== undefined) throw new MeasuredError(place, `the column ${twice} is given twice`);
        const gaps = words.findIndex((word) => /^dt_ns$/i.test(word));
        clock =
          gaps >= 0 ? gaps : heads.findIndex(({ name }) => /^(?:time|t|timestamp|seconds)$/i.test(name));
        if (clock < 0) throw new MeasuredError(place, 'a column "time" is missing');
        packets = packetTable(words, gaps >= 0);
        builders =
          packets === undefined
            ? heads.map(({ name, quantity, unit }) => new SeriesBuilder(name, quantity, unit))
            : [new SeriesBuilder('size', 'other', 'bytes')];
        continue;
      }
      const cells = cellsOf(line, separator);
      if (cells.length !== heads.length)
        throw new MeasuredError(place, `has ${cells.length} values for ${heads.length} columns`);
      const values = cells.map((cell, k) => {
        const value = cell === '' ? NaN : Number(cell);
        if (cell !== '' && !Number.isFinite(value))
          throw new MeasuredError(
            place,
            `${heads?.[k]?.name ?? ''} = ${JSON.stringify(cell.slice(0, 40))} is no number`,
          );
        return value * (heads?.[k]?.factor ?? 1);
      });
      const stamp = values[clock] ?? NaN;
      if (!Number.isFinite(stamp)) throw new MeasuredError(place, 'the time is missing');
      if (packets !== undefined) {
        dt = packets.gaps ? dt + Number(cells[clock]) : Math.round(stamp * 1e9);
        builders[0]?.add(dt / 1e9, packets.take(values, dt, place), place);
        continue;
      }
      for (const [k, builder] of builders.entries()) {
        const value = values[k] ?? NaN;
        if (k !== clock && Number.isFinite(value)) builder.add(stamp, value, place);
      }
    }
    const epoch = (builders[clock === 0 ? 1 : 0]?.from(0).times[0] ?? 0) > 1e8;
    const arrivals = packets?.arrivals();
    return measured(
      { format: 'csv', file, ...(arrivals === undefined ? {} : { arrivals }) },
      builders,
      epoch,
    );
  },
};

interface PacketTable {
  readonly gaps: boolean;
  /** Reads a line and returns the size of its packet. */
  readonly take: (values: readonly number[], at: number, place: string) => number;
  readonly arrivals: () => readonly Arrival[] | undefined;
}

/** For a table with packet sizes. */
function packetTable(words: readonly string[], gaps: boolean): PacketTable | undefined {
  const place = (name: RegExp) => words.findIndex((word) => name.test(word));
  const [size, flow, ecn] = [
    place(/^(?:size|len|length|bytes)(?:_bytes| \(bytes\))?$/i),
    place(/^flow$/i),
    place(/^ecn$/i),
  ];
  if (
    size < 0 ||
    words.some(
      (word) => !/^(?:time|t|timestamp|seconds|dt|size|len|length|bytes|flow|ecn)(?:[_ (].*)?$/i.test(word),
    )
  )
    return undefined;
  const all: Arrival[] = [];
  return {
    gaps,
    take(values, at, line) {
      const whole = (k: number, most: number, least: number) => {
        const value = k < 0 ? 0 : (values[k] ?? NaN);
        if (!(Number.isInteger(value) && value >= least && value <= most))
          throw new MeasuredError(
            `${line}: ${words[k] ?? ''}`,
            `must be a whole number from ${least} to ${most}`,
          );
        return value;
      };
      const bytes = whole(size, 65_535, 1);
      const packet = {
        at,
        bytes,
        flow: whole(flow, 4_294_967_295, 0),
        ecn: whole(ecn, 3, 0),
      };
      if (all.length <= MOST_ARRIVALS) all.push(packet);
      return bytes;
    },
    arrivals: () => {
      const begin = gaps ? 0 : (all[0]?.at ?? 0);
      return all.length > MOST_ARRIVALS
        ? undefined
        : all.map((packet) => ({ ...packet, at: packet.at - begin }));
    },
  };
}
