/**
 * Converts a link trace to a list of changes. Two forms are supported: columns (`time, rate`, and optionally
 * `delay` and `loss`), and Mahimahi's single column of delivery opportunities. Any other file is refused with
 * line and reason; no part of it is used.
 */
import { complete } from './complete.ts';
import { LIMITS } from './generated/facts.ts';
import type { Scenario } from './generated/scenario.ts';
import type { LinkChange } from './types.ts';
import { parseQuantity } from './units.ts';

/** `line`: 0 if the fault is one of the whole file. */
export class TraceError extends Error {
  override readonly name = 'TraceError';
  readonly place: string;
  constructor(
    readonly rule: string,
    line = 0,
  ) {
    const place = line === 0 ? '' : `line ${line}`;
    super(place === '' ? rule : `${place}: ${rule}`);
    this.place = place;
  }
}

const UNITS = { time: 's', rate: 'bit/s', delay: 's', loss: '1' } as const;
type Column = keyof typeof UNITS;
const COLUMNS = Object.keys(UNITS) as readonly Column[];
const isColumn = (word: string): word is Column => Object.hasOwn(UNITS, word);

/** The most changes in a document (scenario.v1: `changes`). */
const MOST_CHANGES = LIMITS.changes;

/** One line of the text, trimmed, and its number. */
interface Line {
  readonly text: string;
  readonly number: number;
}

/**
 * `duration`: length of the run, s; a Mahimahi trace is repeated until then. Throws a TraceError that names
 * the line.
 */
export function parseLinkTrace(text: string, duration: number): LinkChange[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line, i): Line => ({ text: line.trim(), number: i + 1 }))
    .filter((line) => line.text !== '' && !line.text.startsWith('#'));
  const [first, ...rest] = lines;
  if (first === undefined) throw new TraceError('there is no line of numbers in it');
  const changes = /^\d+$/.test(first.text) ? opportunities(lines, duration) : columns(first, rest);
  if (changes.length > MOST_CHANGES)
    throw new TraceError(`the trace makes ${changes.length} changes; a link has at most ${MOST_CHANGES}`);
  return changes;
}

/**
 * Mahimahi (Netravali et al., USENIX ATC 2015): at each time, in whole ms, a packet of this many bytes may
 * depart.
 */
const OPPORTUNITY_BYTES = 1500;
/** The rate is a mean over this many ms, because a single opportunity has no rate. */
const WINDOW_MS = 100;

function opportunities(lines: readonly Line[], duration: number): LinkChange[] {
  let before = 0;
  const times = lines.map(({ text, number }) => {
    const time = /^\d+$/.test(text) ? Number(text) : NaN;
    if (!Number.isSafeInteger(time))
      throw new TraceError(
        `${shown(text)} is no whole number of ms; the lines before are times of Mahimahi, and a line of columns has a time and a value`,
        number,
      );
    if (time < before) throw new TraceError(`${time} ms comes after ${before} ms`, number);
    before = time;
    return time;
  });
  if (before === 0) throw new TraceError('the last time must be above 0 ms: the trace repeats from there');
  const windows = Math.ceil((duration * 1000) / WINDOW_MS);
  if (windows > MOST_CHANGES)
    throw new TraceError(
      `a run of ${duration} s has ${windows} windows of ${WINDOW_MS} ms; a link has at most ${MOST_CHANGES} changes`,
    );
  const packets = new Array<number>(windows).fill(0);
  for (let base = 0; base < duration * 1000; base += before)
    for (const time of times) {
      // An opportunity at the end of a window belongs to that window, so the trace's end belongs to its last
      // window.
      const window = Math.max(0, Math.ceil((base + time) / WINDOW_MS) - 1);
      if (window >= windows) break;
      packets[window] = (packets[window] ?? 0) + 1;
    }
  return packets.flatMap((count, i) =>
    i > 0 && count === packets[i - 1]
      ? []
      : [{ time: (i * WINDOW_MS) / 1000, rate: (count * OPPORTUNITY_BYTES * 8 * 1000) / WINDOW_MS }],
  );
}

interface Head {
  readonly column: Column;
  /** The unit of numbers without a unit of their own. */
  readonly unit: string;
}

/** Columns are separated by semicolons or commas, if the first line has them; otherwise by tabs or spaces. */
function columns(first: Line, rest: readonly Line[]): LinkChange[] {
  const separator = [/\s*;\s*/, /\s*,\s*/].find((one) => one.test(first.text));
  const between = (text: string) => separator ?? (text.includes('\t') ? /\s*\t\s*/ : /\s+/);
  const cellsOf = ({ text }: Line) =>
    text.split(between(text)).map((cell) => cell.replaceAll('"', '').trim());
  const named = cellsOf(first).some((cell) => /^[a-z]/i.test(cell));
  const heads = named
    ? cellsOf(first).map((word) => headOf(word, first.number))
    : COLUMNS.map((column): Head => ({ column, unit: '' }));
  if (!heads.some(({ column }) => column === 'time'))
    throw new TraceError('the column time is missing', first.number);
  const twice = heads.find(({ column }, i) => heads.findIndex((head) => head.column === column) < i);
  if (twice !== undefined) throw new TraceError(`the column ${twice.column} is given twice`, first.number);
  const changes = (named ? rest : [first, ...rest]).map((line) =>
    changeOf(cellsOf(line), heads, line.number),
  );
  if (changes.length === 0) throw new TraceError('there is no line of numbers in it');
  return changes;
}

/** "rate", "rate (Mbit/s)", "rate [Mbit/s]", "rate_Mbps". */
function headOf(word: string, line: number): Head {
  const [, name = '', brackets, joined] = /^(\w+?)(?:\s*[([]([^)\]]*)[)\]]|_(\w+))?$/.exec(word) ?? [];
  const column = name.toLowerCase();
  const unit = brackets ?? joined ?? '';
  if (!isColumn(column))
    throw new TraceError(`${shown(word)} is no column; they are ${COLUMNS.join(', ')}`, line);
  const known = parseQuantity(`1 ${unit}`, UNITS[column]);
  if (!known.ok) throw new TraceError(`column ${column}: ${known.rule}`, line);
  return { column, unit };
}

function changeOf(cells: readonly string[], heads: readonly Head[], line: number): LinkChange {
  if (cells.length > heads.length)
    throw new TraceError(
      `${cells.length} values for the columns ${heads.map(({ column }) => column).join(', ')}`,
      line,
    );
  const values = cells.flatMap((cell, k): [Column, number][] => {
    const head = heads[k];
    if (cell === '' || head === undefined) return [];
    const { column, unit } = head;
    const read = parseQuantity(/^[-+\d.e]+$/i.test(cell) ? `${cell} ${unit}` : cell, UNITS[column]);
    if (!read.ok) throw new TraceError(`${column} = ${shown(cell)} is no number: ${read.rule}`, line);
    return [[column, read.value]];
  });
  const { time, ...rest } = Object.fromEntries(values) as Partial<Record<Column, number>>;
  if (time === undefined) throw new TraceError('the time is missing', line);
  if (Object.keys(rest).length === 0)
    throw new TraceError('there is a time but no value, so nothing would change', line);
  return { time, ...rest };
}

/** The scenario with the trace as the changes of its bottleneck, or of the observed link in a chain. */
export function withLinkTrace(scenario: Scenario, text: string): Scenario {
  const { duration, network } = complete(scenario);
  const changes = parseLinkTrace(text, duration);
  const given = scenario.network;
  if (network.topology !== 'chain' || given?.links === undefined)
    return { ...scenario, network: { ...given, bottleneck: { ...given?.bottleneck, changes } } };
  const links = given.links.map((link, i) => (i === (network.observed ?? 0) ? { ...link, changes } : link));
  return { ...scenario, network: { ...given, links } };
}

const shown = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
