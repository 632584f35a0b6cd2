/**
 * A folder of vectors (docs/linux.md): the fate of every packet of given arrivals in another program. Invalid
 * contents are refused with their place.
 */
import { readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Refused } from '../command.ts';

export const FORMAT = 'aqm-linux-vectors 1';

/** Values of the kernel's own attributes. */
export type KernelParameters = Readonly<Record<string, number>>;

export interface Pattern {
  readonly file: string;
  readonly rate: number;
  /** For each packet the time since the previous one (ns), bytes, ECN (0, 1: ECT(1), 2: ECT(0)) and flow. */
  readonly arrivals: readonly number[];
}

export interface Vector {
  readonly id: string;
  readonly module: string;
  readonly pattern: string;
  readonly kernel: KernelParameters;
  /** RED's table of idle times. */
  readonly idleTable: readonly number[] | undefined;
  /** The command that gives these parameters. */
  readonly tc: string;
  readonly drawSeed: number;
  readonly wheel: boolean;
  readonly fates: string;
  readonly fatesHash: string | undefined;
  readonly draws: string | undefined;
  readonly expect: Readonly<Record<string, number>>;
}

export interface Fate {
  readonly fate: string;
  readonly ns: number;
}

export interface Vectors {
  readonly mtu: number;
  readonly runs: readonly Vector[];
  readonly pattern: (run: Vector) => Promise<Pattern>;
  readonly fates: (run: Vector) => Promise<readonly Fate[]>;
  /** Refuses random numbers that do not follow the rule by which the engine makes its own. */
  readonly checkDraws: (run: Vector) => Promise<void>;
}

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'number');

/** The members of an object in index.json, each checked for its type. */
class Members {
  constructor(
    private readonly json: Json,
    private readonly place: string,
  ) {}
  private refuse(name: string, rule: string): never {
    throw new Refused(`${this.place}.${name} must be ${rule}, not ${JSON.stringify(this.json[name])}`);
  }
  text(name: string): string {
    const value = this.json[name];
    return typeof value === 'string' ? value : this.refuse(name, 'text');
  }
  maybeText(name: string): string | undefined {
    return this.json[name] === undefined ? undefined : this.text(name);
  }
  whole(name: string, least: number): number {
    const value = this.json[name];
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
    return this.refuse(name, `a whole number of at least ${least}`);
  }
  object(name: string): Json {
    const value = this.json[name];
    return isObject(value) ? value : this.refuse(name, 'an object');
  }
  members(name: string): Members {
    return new Members(this.object(name), `${this.place}.${name}`);
  }
  names(): readonly string[] {
    return Object.keys(this.json);
  }
  list(name: string): readonly number[] | undefined {
    const value = this.json[name];
    return value === undefined || isNumbers(value) ? value : this.refuse(name, 'a list of numbers');
  }
  numbers(): Readonly<Record<string, number>> {
    return Object.fromEntries(
      Object.entries(this.json).map(([name, value]) => {
        if (typeof value === 'number') return [name, value] as const;
        return this.refuse(name, 'a number');
      }),
    );
  }
}

export async function readVectors(folder: string): Promise<Vectors> {
  const path = join(folder, 'index.json');
  const root = rootOf(path, await bytesOf(path));
  if (root.text('format') !== FORMAT)
    throw new Refused(
      `${path}: format must be ${JSON.stringify(FORMAT)}, not ${JSON.stringify(root.text('format'))}`,
    );
  const patterns = root.members('patterns');
  const runs = root.members('runs');
  const known = new Map<string, Promise<Pattern>>();
  return {
    mtu: root.whole('psched_mtu', 1),
    runs: runs.names().map((id) => runOf(id, runs.members(id))),
    pattern: async (run) => {
      const found = known.get(run.pattern) ?? patternOf(folder, patterns.members(run.pattern));
      known.set(run.pattern, found);
      return found;
    },
    fates: async (run) => fatesOf(folder, run),
    checkDraws: async (run) => checkDraws(folder, run),
  };
}

function rootOf(path: string, bytes: Uint8Array): Members {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new Refused(`${path} is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!isObject(json)) throw new Refused(`${path} must be an object`);
  return new Members(json, path);
}

function runOf(id: string, run: Members): Vector {
  const timers = run.text('timers');
  if (timers !== 'ideal' && timers !== 'wheel')
    throw new Refused(`run ${id}: timers must be ideal or wheel, not ${JSON.stringify(timers)}`);
  return {
    id,
    module: run.text('module'),
    pattern: run.text('pattern'),
    kernel: run.members('kernel_parameters').numbers(),
    idleTable: run.list('Stab'),
    tc: run.maybeText('tc') ?? '',
    drawSeed: run.whole('draw_seed', 0),
    wheel: timers === 'wheel',
    fates: run.text('fates'),
    fatesHash: run.maybeText('sha256_16'),
    draws: run.maybeText('draws'),
    expect: run.members('expect').numbers(),
  };
}

async function patternOf(folder: string, pattern: Members): Promise<Pattern> {
  const file = pattern.text('file');
  const path = join(folder, file);
  const arrivals: number[] = [];
  const rows = await rowsOf(path, 'dt_ns,len,ecn,flow', pattern.maybeText('sha256_16'));
  for (const [line, cells] of rows) {
    const [dt, len, ecn, flow] = cells.map((cell) => wholeIn(cell, path, line));
    if (dt === undefined || len === undefined || ecn === undefined || flow === undefined) continue;
    if (len < 1 || len > 65535)
      throw new Refused(`${path}, line ${line}: len must be from 1 to 65535, not ${len}`);
    if (ecn > 2) throw new Refused(`${path}, line ${line}: ecn must be 0, 1 or 2, not ${ecn}`);
    if (flow > 65535) throw new Refused(`${path}, line ${line}: flow must be at most 65535, not ${flow}`);
    arrivals.push(dt, len, ecn, flow);
  }
  const packets = pattern.whole('packets', 1);
  if (arrivals.length !== 4 * packets)
    throw new Refused(`${path} has ${arrivals.length / 4} packets, index.json says ${packets}`);
  return { file, rate: pattern.whole('rate_bps', 1), arrivals };
}

/** The columns of `expect` that must equal the counts of letters in a file of fates. */
const TOTALS = { s: 'sent', m: 'sent', e: 'dropped_e', o: 'dropped_o', q: 'dropped_q' } as const;

async function fatesOf(folder: string, run: Vector): Promise<readonly Fate[]> {
  const path = join(folder, run.fates);
  const fates: Fate[] = [];
  const totals: Record<string, number> = {
    arrivals: 0,
    sent: 0,
    marked: 0,
    dropped_e: 0,
    dropped_o: 0,
    dropped_q: 0,
  };
  const count = (name: string) => (totals[name] = (totals[name] ?? 0) + 1);
  for (const [line, [fate = '', ns = '']] of await rowsOf(path, 'fate,ns', run.fatesHash)) {
    if (!Object.hasOwn(TOTALS, fate))
      throw new Refused(`${path}, line ${line}: fate must be s, m, e, o or q, not ${JSON.stringify(fate)}`);
    fates.push({ fate, ns: wholeIn(ns, path, line) });
    count('arrivals');
    count(TOTALS[fate as keyof typeof TOTALS]);
    if (fate === 'm') count('marked');
  }
  for (const [name, told] of Object.entries(run.expect)) {
    const found = totals[name];
    if (found !== undefined && found !== told)
      throw new Refused(`${path} has ${name} ${found}, index.json says ${told}`);
  }
  return fates;
}

async function checkDraws(folder: string, run: Vector): Promise<void> {
  if (run.draws === undefined) return;
  const path = join(folder, run.draws);
  let call = '';
  let k = 0n;
  for (const [line, [where = '', index = '', bits = '', draw = '']] of await rowsOf(
    path,
    'where,index,bits,draw,threshold',
  )) {
    if (where !== 'e' && where !== 'd')
      throw new Refused(`${path}, line ${line}: where must be e or d, not ${JSON.stringify(where)}`);
    const place = wholeIn(index, path, line);
    k = where === 'e' && call === index ? k + 1n : 0n;
    call = where === 'e' ? index : '';
    const at = where === 'e' ? BigInt(place) : (1n << 40n) + BigInt(place);
    const made = placedDraw(BigInt(run.drawSeed), at, k) >> BigInt(64 - wholeIn(bits, path, line));
    if (draw !== String(made))
      throw new Refused(
        `${path}, line ${line}: the draw must be ${made} by the rule, not ${draw.slice(0, 40)}`,
      );
  }
}

/** The rule for random numbers (core-cpp/src/packet/one_link.cpp). */
function placedDraw(seed: bigint, place: bigint, k: bigint): bigint {
  const low = (value: bigint) => BigInt.asUintN(64, value);
  let z = low(seed + (place * 16n + k + 1n) * 0x9e3779b97f4a7c15n);
  z = low((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
  z = low((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
  return z ^ (z >> 31n);
}

/** The lines of a file below its header, each with its number. */
async function rowsOf(path: string, heading: string, hash?: string): Promise<[number, string[]][]> {
  const bytes = await bytesOf(path);
  if (hash !== undefined) {
    const found = createHash('sha256').update(bytes).digest('hex').slice(0, hash.length);
    if (found !== hash)
      throw new Refused(`${path} is damaged: its SHA-256 begins with ${found}, index.json says ${hash}`);
  }
  const [first, ...lines] = new TextDecoder().decode(bytes).trimEnd().split('\n');
  if (first !== heading)
    throw new Refused(`${path}, line 1 must be ${heading}, not ${JSON.stringify(first?.slice(0, 80))}`);
  const width = heading.split(',').length;
  return lines.map((text, i) => {
    const cells = text.split(',');
    if (cells.length !== width)
      throw new Refused(
        `${path}, line ${i + 2} must have ${width} cells, not ${JSON.stringify(text.slice(0, 80))}`,
      );
    return [i + 2, cells];
  });
}

function wholeIn(cell: string, path: string, line: number): number {
  const value = /^\d{1,15}$/.test(cell) ? Number(cell) : NaN;
  if (Number.isNaN(value))
    throw new Refused(
      `${path}, line ${line}: must be a whole number, not ${JSON.stringify(cell.slice(0, 40))}`,
    );
  return value;
}

async function bytesOf(path: string): Promise<Uint8Array> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    throw new Refused(`Cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!path.endsWith('.gz')) return bytes;
  try {
    return gunzipSync(bytes);
  } catch (error) {
    throw new Refused(`${path} is no gzip file: ${error instanceof Error ? error.message : String(error)}`);
  }
}
