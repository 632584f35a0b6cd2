/**
 * Quantities as users write them ("10 Mbps", "20ms", "1500 B"), and the SI numbers of documents. Printing and
 * reading are exact inverses, because both move the decimal point of the shortest decimal form instead of
 * multiplying.
 */

import { counted, unitWord, withPoint, written } from './unit-words.ts';

export type ParsedQuantity =
  { readonly ok: true; readonly value: number } | { readonly ok: false; readonly rule: string };

/** One way to write a unit: the value is `number * 10^power * factor` in SI. */
interface Spelling {
  readonly names: readonly string[];
  readonly power: number;
  readonly factor?: number;
  /** Letter case matters: B is a byte, b is a bit. */
  readonly exact?: boolean;
}

const bits = (prefix: string, power: number): Spelling => ({
  names: [`${prefix}bit/s`, `${prefix}bps`, `${prefix}b/s`, `${prefix}bit`, `${prefix}bits/s`],
  power,
});
const bytesPerSecond = (prefix: string, power: number): Spelling => ({
  names: [`${prefix}B/s`, `${prefix}bytes/s`],
  power,
  factor: 8,
  exact: true,
});
const count = (...names: string[]): readonly Spelling[] => [{ names, power: 0 }];

/** The spellings of a document's SI unit. Byte rates come first, because only they depend on letter case. */
const SPELLINGS: Readonly<Record<string, readonly Spelling[]>> = {
  s: [
    { names: ['s', 'sec', 'second', 'seconds'], power: 0 },
    { names: ['ms', 'msec', 'millisecond', 'milliseconds'], power: -3 },
    { names: ['us', 'µs', 'μs', 'usec', 'microsecond', 'microseconds'], power: -6 },
    { names: ['ns', 'nsec', 'nanosecond', 'nanoseconds'], power: -9 },
    { names: ['min', 'minute', 'minutes'], power: 0, factor: 60 },
    { names: ['h', 'hour', 'hours'], power: 0, factor: 3600 },
  ],
  'bit/s': [
    bytesPerSecond('', 0),
    bytesPerSecond('k', 3),
    bytesPerSecond('M', 6),
    bytesPerSecond('G', 9),
    bits('', 0),
    bits('k', 3),
    bits('M', 6),
    bits('G', 9),
  ],
  bytes: [
    { names: ['B', 'byte', 'bytes', 'octets'], power: 0 },
    { names: ['kB'], power: 3 },
    { names: ['MB'], power: 6 },
    { names: ['GB'], power: 9 },
    { names: ['KiB'], power: 0, factor: 1024 },
    { names: ['MiB'], power: 0, factor: 1024 ** 2 },
    { names: ['GiB'], power: 0, factor: 1024 ** 3 },
  ],
  packets: count('packets', 'packet', 'pkts', 'pkt', 'p'),
  segments: count('segments', 'segment', 'packets', 'packet', 'mss'),
  '1': [
    { names: ['1'], power: 0 },
    { names: ['%', 'percent'], power: -2 },
  ],
};

/** The printed forms of a unit, largest first: the first one whose `from` the value reaches is used. */
const PRINTED: Readonly<
  Record<string, readonly { readonly name: string; readonly power: number; readonly from: number }[]>
> = {
  s: [
    { name: 's', power: 0, from: 1 },
    { name: 'ms', power: -3, from: 1e-3 },
    { name: 'µs', power: -6, from: 1e-6 },
    { name: 'ns', power: -9, from: Number.MIN_VALUE },
  ],
  'bit/s': [
    { name: 'Gbit/s', power: 9, from: 1e9 },
    { name: 'Mbit/s', power: 6, from: 1e6 },
    { name: 'kbit/s', power: 3, from: 1e3 },
  ],
  // A packet of 1500 B is never printed as 1.5 kB.
  bytes: [
    { name: 'GB', power: 9, from: 1e9 },
    { name: 'MB', power: 6, from: 1e6 },
    { name: 'kB', power: 3, from: 1e5 },
    { name: 'B', power: 0, from: 0 },
  ],
};

const QUANTITY = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(.*)$/i;

/**
 * Reads a typed quantity as a value in the SI unit `unit` of a schema or parameter table. A bare number is in
 * that unit. For an unknown `unit` ("1/s"), a number is accepted, alone or followed by the unit's own name.
 */
export function parseQuantity(text: string, unit: string): ParsedQuantity {
  const typed = text.trim().replace('−', '-');
  const parts = QUANTITY.exec(typed);
  if (parts === null) return { ok: false, rule: `type a number${example(unit)}` };
  const [, mantissa = '', name = ''] = parts;
  if (name.startsWith(','))
    return { ok: false, rule: 'use a decimal point, not a comma, and no separators of thousands' };
  const spelling = name === '' ? { power: 0, factor: 1 } : findSpelling(name, unit);
  if (spelling === undefined) {
    if (/^\d{3}(?!\S)/.test(name)) return { ok: false, rule: 'use no space inside a number' };
    const known = (SPELLINGS[unit] ?? []).map(({ names }) => names[0]).join(', ');
    return {
      ok: false,
      rule: `${JSON.stringify(name.slice(0, 40))} is not a unit here${known && `; use ${known}`}`,
    };
  }
  const [digits = '', exponent = '0'] = mantissa.toLowerCase().split('e');
  const value = Number(`${digits}e${Number(exponent) + spelling.power}`) * (spelling.factor ?? 1);
  if (!Number.isFinite(value)) return { ok: false, rule: 'this number is too large' };
  return { ok: true, value };
}

function findSpelling(name: string, unit: string): Pick<Spelling, 'power' | 'factor'> | undefined {
  if (name === unit) return { power: 0 };
  const spellings = SPELLINGS[unit] ?? [];
  const lower = name.toLowerCase();
  return spellings.find(({ names, exact }) =>
    names.some((known) => (exact === true ? sameUnit(known, name) : known.toLowerCase() === lower)),
  );
}

/** Whether names are equal except for the case of the prefix; the B of bytes must match exactly. */
function sameUnit(known: string, name: string): boolean {
  const split = (word: string): [string, string] => {
    const at = word.search(/b/i);
    return [word.slice(0, at).toLowerCase(), word.slice(at)];
  };
  return split(known).join() === split(name).join();
}

function example(unit: string): string {
  const examples: Readonly<Record<string, string>> = {
    s: ', as in 20 ms',
    'bit/s': ', as in 10 Mbit/s',
    bytes: ', as in 1500 B',
    packets: ', as in 140 packets',
  };
  return examples[unit] ?? '';
}

/** `value` in the SI unit `unit` as users write it, in full precision: 1e7 'bit/s' is "10 Mbit/s". */
export function formatQuantity(value: number, unit: string): string {
  if (!Number.isFinite(value)) return String(value);
  const scale = PRINTED[unit]?.find(({ from }) => Math.abs(value) >= from);
  if (scale !== undefined) return `${written(shifted(value, scale.power))} ${scale.name}`;
  const count = written(String(value));
  if (unit === '1' || unit === '') return count;
  return counted(value, count, unit) ?? `${count} ${unitWord(unit)}`;
}

/** A quantity as a reader types it: with the decimal sign and the words for units of the page's language. */
export function parseTyped(text: string, unit: string): ParsedQuantity {
  const typed = withPoint(text.trim());
  if (typed === null) return { ok: false, rule: 'use a decimal comma, and no separators of thousands' };
  const words = [...[1, 2, 5].map((n) => counted(n, '', unit)?.trim() ?? ''), unitWord(unit)];
  const lower = typed.toLowerCase();
  const word = words.find((one) => one !== '' && one !== unit && lower.endsWith(one.toLowerCase()));
  return parseQuantity(word === undefined ? typed : `${typed.slice(0, -word.length)} ${unit}`, unit);
}

/** The decimal digits of value / 10^power, exactly. */
function shifted(value: number, power: number): string {
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  const [whole = '', fraction = ''] = digits.replace('-', '').split('.');
  const all = whole + fraction;
  const point = 1 + Number(exponent) - power;
  const sign = value < 0 ? '-' : '';
  if (point > 21 || point < -6) return `${digits}e${Number(exponent) - power}`;
  if (point >= all.length) return sign + all.padEnd(point, '0');
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${all}`;
  return `${sign}${all.slice(0, point)}.${all.slice(point)}`;
}
