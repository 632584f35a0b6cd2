/** The common form of all measurements: series over time in SI units, and packets if the file has them. */

/** The quantity of a series, by which the corresponding quantity of a run is found. */
export type Quantity =
  'round_trip' | 'delay' | 'queue' | 'backlog' | 'rate' | 'window' | 'drops' | 'marks' | 'other';

export interface Series {
  /** Short, and unique in its file: "rtt", "queue of 1 to 2". */
  readonly name: string;
  readonly quantity: Quantity;
  /** SI: s, bit/s, packets, bytes, 1. */
  readonly unit: string;
  /** Seconds since `begin` of the file, ascending. */
  readonly times: readonly number[];
  readonly values: readonly number[];
  /** Whether there is a value at each change, or each is the mean of an interval whose middle is the time. */
  readonly sampled?: 'changes' | 'means';
}

/** One packet that arrives at a queue. */
export interface Arrival {
  /** Nanoseconds since the first packet. */
  readonly at: number;
  readonly bytes: number;
  readonly flow: number;
  /** 0 not ECN-capable, 1 ECT(1), 2 ECT(0), as in Linux's vectors; 3 CE. */
  readonly ecn: number;
}

export interface Measured {
  /** The reader's format: "ping", "pcap". */
  readonly format: string;
  readonly file: string;
  /** Seconds since 1970, or 0 if the file does not say. */
  readonly begin: number;
  readonly series: readonly Series[];
  /** Counts without times: lost packets, retransmitted packets. */
  readonly counts: Readonly<Record<string, number>>;
  /** The assumptions that were made. */
  readonly notes: readonly string[];
  readonly arrivals?: readonly Arrival[];
}

/** A file that cannot be read: the place, and what was expected there. */
export class MeasuredError extends Error {
  override readonly name = 'MeasuredError';
  constructor(
    readonly place: string,
    readonly rule: string,
  ) {
    super(`${place}: ${rule}`);
  }
}

/** The bytes of a file, unpacked, piece by piece: a file of gigabytes is never completely in memory. */
export type Bytes = AsyncIterable<Uint8Array>;

export interface Reader {
  readonly id: string;
  readonly name: string;
  /** Whether the first bytes of a file (64 kB at most), as bytes and as text, are of this kind. */
  readonly knows: (head: Uint8Array, text: string, file: string) => boolean;
  readonly read: (bytes: Bytes, file: string) => Promise<Measured>;
}

/** The most packets that are stored as arrivals for other runs; a larger file is read without arrivals. */
export const MOST_ARRIVALS = 200_000;

/** What may be below 0: a one-way delay, because the clocks of two hosts differ, and what is not known. */
const SIGNED: ReadonlySet<Quantity> = new Set(['delay', 'other']);

/** Collects a series; decreasing times and impossible values are refused with their place. */
export class SeriesBuilder {
  private readonly times: number[] = [];
  private readonly values: number[] = [];

  constructor(
    readonly name: string,
    readonly quantity: Quantity,
    readonly unit: string,
    private readonly sampled?: Series['sampled'],
  ) {}

  add(time: number, value: number, place: string): void {
    if (!Number.isFinite(time)) throw new MeasuredError(place, `the time of ${this.name} is no number`);
    if (!Number.isFinite(value)) throw new MeasuredError(place, `${this.name} is no number`);
    if (value < 0 && !SIGNED.has(this.quantity))
      throw new MeasuredError(place, `${this.name} is ${value} ${this.unit}, and must be at least 0`);
    if (time < (this.times.at(-1) ?? -Infinity))
      throw new MeasuredError(place, `the time ${time} s comes after ${this.times.at(-1) ?? 0} s`);
    this.times.push(time);
    this.values.push(value);
  }

  get length(): number {
    return this.times.length;
  }

  /** The series with times since `begin`. */
  from(begin: number): Series {
    const { name, quantity, unit, values, sampled } = this;
    const times = this.times.map((time) => time - begin);
    return { name, quantity, unit, times, values, ...(sampled && { sampled }) };
  }
}

/** The contents of a file whose series were collected with times of one clock. */
export function measured(
  of: Pick<Measured, 'format' | 'file'> & Partial<Pick<Measured, 'counts' | 'notes' | 'arrivals'>>,
  builders: readonly SeriesBuilder[],
  epoch: boolean,
): Measured {
  const whole = builders.filter(({ length }) => length > 0);
  if (whole.length === 0) throw new MeasuredError('the file', 'there is no measurement in it');
  const begin = whole.reduce((least, one) => Math.min(least, one.from(0).times[0] ?? Infinity), Infinity);
  return {
    counts: {},
    notes: [],
    ...of,
    begin: epoch ? begin : 0,
    series: whole.map((one) => one.from(epoch ? begin : 0)),
  };
}

const LONGEST_LINE = 1_000_000;

/** The lines of a text, numbered from 1. */
export async function* linesOf(bytes: Bytes): AsyncGenerator<readonly [string, number]> {
  const decoder = new TextDecoder();
  let rest = '';
  let number = 0;
  for await (const piece of bytes) {
    rest += decoder.decode(piece, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield [line.replace(/\r$/, ''), ++number];
    if (rest.length > LONGEST_LINE)
      throw new MeasuredError(`line ${number + 1}`, `a line has at most ${LONGEST_LINE} characters`);
  }
  rest += decoder.decode();
  if (rest !== '') yield [rest, number + 1];
}

const MOST_JSON = 256_000_000;

/** The whole text as JSON, for formats that are one document. */
export async function jsonOf(bytes: Bytes): Promise<unknown> {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let length = 0;
  for await (const piece of bytes) {
    const text = decoder.decode(piece, { stream: true });
    length += text.length;
    if (length > MOST_JSON) throw new MeasuredError('the file', `JSON has at most ${MOST_JSON} characters`);
    pieces.push(text);
  }
  const text = pieces.join('') + decoder.decode();
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new MeasuredError(placeIn(text, error), 'this is no JSON, or it is cut off');
  }
}

/** JavaScript engines report the place of an error in different words. */
function placeIn(text: string, error: unknown): string {
  const said = error instanceof Error ? error.message : '';
  const at = Number(/position (\d+)/.exec(said)?.[1] ?? text.length);
  return `line ${text.slice(0, at).split('\n').length}`;
}

export type Json = Readonly<Record<string, unknown>>;
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A required member with the right type. */
export function member(of: unknown, key: string, place: string): unknown {
  if (!isObject(of) || !Object.hasOwn(of, key)) throw new MeasuredError(`${place}${key}`, 'is missing');
  return of[key];
}
export function asNumber(value: unknown, place: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new MeasuredError(place, 'must be a number');
  return value;
}
export const numberAt = (of: unknown, key: string, place: string): number =>
  asNumber(member(of, key, place), `${place}${key}`);
export function listAt(of: unknown, key: string, place: string): readonly unknown[] {
  const value = member(of, key, place);
  if (!Array.isArray(value)) throw new MeasuredError(`${place}${key}`, 'must be a list');
  return value as readonly unknown[];
}
