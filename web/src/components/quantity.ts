/** From the text of a form to values of a document and back: quantities with units, pairs, tables of numbers. */
import { told } from '../../../models/src/told.ts';
import { decimal, fullStop, listParts, t, withPoint } from '../../../models/src/language.ts';
import { formatQuantity, parseTyped, type Issue } from '../../../models/src/index.ts';
import type { Parsed, Problem } from './QuantityInput.tsx';

export type Quantity = number | readonly [number, number];

/** A number of a rule with its unit, as in documents. */
const IN_RULE = /(?<![\w.,])(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?) (bit\/s|packets|segments|bytes|s)(?![\w/])/g;

/**
 * A rule as a sentence with printed signs and quantities. A rule that begins with a parameter's name keeps the case of
 * this name.
 */
function sentence(rule: string): string {
  const named = /^(?:\S*_|\S+ [<>=])/.test(rule);
  const text = told(rule)
    .replaceAll('<=', '≤')
    .replaceAll('>=', '≥')
    .replaceAll(IN_RULE, (_, value, unit: string) => formatQuantity(Number(value), unit));
  return `${named ? text : text.charAt(0).toUpperCase() + text.slice(1)}${fullStop()}`;
}

export function parseNumber(text: string, unit: string): Parsed<number> {
  const parsed = parseTyped(text, unit);
  return parsed.ok ? parsed : { ok: false, message: sentence(parsed.rule) };
}

/** The unit that a field shows after its number, if any. */
const SHOWN_UNIT = /[\d.]\s+([^\d\s].*)$/;
const isBare = (text: string): boolean => /^[+\-−]?[\d.]+(?:e[+-]?\d+)?$/i.test(withPoint(text) ?? text);

/** A number without a unit takes the unit of its field: 2 in place of "20 ms" is 2 ms. */
export function inShownUnit(text: string, shown: string): string {
  const unit = SHOWN_UNIT.exec(shown)?.[1];
  // A pair as documents write it: "[1, 5]".
  const plain = text.trim().replace(/^\[([^,\]]+),\s*([^,\]]+)\]/, '$1 to $2');
  const ends = PAIR.exec(plain)?.slice(1) ?? [plain];
  return unit !== undefined && ends.every((end) => isBare(end.trim())) ? `${plain} ${unit}` : plain;
}

/**
 * Numbers with commas, semicolons or (if none has a unit) spaces between them. A number without a unit takes the unit
 * of the next number that has one.
 */
export function parseList(text: string, unit: string, shown: string): Parsed<readonly number[]> {
  const spaced = text.trim().split(/\s+/);
  const parts = spaced.every(isBare) ? spaced : listParts(text);
  const values: number[] = [];
  for (const [i, part] of parts.entries()) {
    const model = parts.slice(i + 1).find((later) => SHOWN_UNIT.test(later)) ?? shown;
    const parsed = parseNumber(inShownUnit(part, model), unit);
    if (!parsed.ok) return parsed;
    values.push(parsed.value);
  }
  return { ok: true, value: values };
}

/** Two numbers with a dash, dots or "to" between them; a minus sign or an exponent is no dash. */
const PAIR = /^(.+?)\s*(?:–|—|\.{2,}|…|\bto\b|(?<![eE])-)\s*(.+)$/;

/**
 * A number, or a pair from which each flow draws: "5–10 ms", "0 to 1 s". The first number takes the unit of the second
 * if it has none.
 */
export function parseQuantityOrPair(text: string, unit: string): Parsed<Quantity> {
  const pair = PAIR.exec(text.trim());
  if (pair === null) return parseNumber(text, unit);
  const [, first = '', second = ''] = pair;
  const high = parseNumber(second, unit);
  if (!high.ok) return high;
  const suffix = second.trim().replace(/^[+-]?[\d.,]+(?:e[+-]?\d+)?\s*/i, '');
  const low = parseNumber(isBare(first.trim()) ? `${first} ${suffix}` : first, unit);
  return low.ok ? { ok: true, value: [low.value, high.value] } : low;
}

export function printQuantity(value: Quantity, unit: string): string {
  if (typeof value === 'number') return formatQuantity(value, unit);
  const [low, high] = value.map((end) => formatQuantity(end, unit));
  const [, number = '', name = ''] = /^(\S+)\s(.+)$/.exec(low ?? '') ?? [];
  // "5–10 ms", and "0–1 s" although a zero has no unit of its own: it takes the other number's.
  if (value[0] === 0) return `0–${high}`;
  return name !== '' && high?.endsWith(` ${name}`) === true ? `${number}–${high}` : `${low}–${high}`;
}

/** Like `printQuantity`, but values that nobody would type in full (2/3, 1/6000) have seven digits. */
export function printLegible(value: number, unit: string): string {
  const digits = value.toExponential().split('e')[0]?.replace(/\D/g, '') ?? '';
  return printQuantity(
    digits.length > 12 && !Number.isInteger(value) ? Number(value.toPrecision(7)) : value,
    unit,
  );
}

/**
 * The next round value: a step is a tenth of the leading digit's place value, ten times as much if `coarse`;
 * 1 or more for whole numbers.
 */
export function stepQuantity(value: number, direction: 1 | -1, coarse: boolean, whole: boolean): number {
  const magnitude = value === 0 ? 0.1 : 10 ** (Math.floor(Math.log10(Math.abs(value))) - 1);
  const by = (whole ? Math.max(1, magnitude / 10) : magnitude) * (coarse ? 10 : 1);
  return Number((value + direction * (whole ? Math.round(by) : by)).toPrecision(12));
}

/** Rows of numbers, one row on each line. */
export function parseRows(text: string, width: number): Parsed<readonly (readonly number[])[]> {
  const lines = text.split(/[\n;]/).filter((line) => line.trim() !== '');
  const rows = lines.map((line) =>
    line
      .trim()
      .split(decimal('.') === ',' ? /\s+/ : /[\s,]+/)
      .map((number) => Number(withPoint(number) ?? NaN)),
  );
  const wrong = rows.findIndex((row) => row.length !== width || row.some((value) => !Number.isFinite(value)));
  if (wrong >= 0)
    return {
      ok: false,
      message: t('Row {{wrong}}: give {{width}} numbers, with spaces between them; a semicolon ends a row.', {
        wrong: wrong + 1,
        width,
      }),
    };
  return { ok: true, value: rows };
}
export const printRows = (rows: readonly (readonly number[])[]): string =>
  rows.map((row) => row.map((value) => decimal(String(value))).join(' ')).join('\n');

/**
 * A rule between two parameters that names the other parameter, turned into a rule of the changed one; null for any
 * other rule.
 */
function fromHere({ path, rule, value }: Issue, changed: string): string | null {
  const nameOf = (place: string) => /\w+$/.exec(place)?.[0];
  const [, side, name] = /^must be (above|below) (\w+) \(.*\)$/.exec(rule) ?? [];
  if (side === undefined || name !== nameOf(changed) || typeof value !== 'number') return null;
  return t('Must be {{side}} {{nameOf}} ({{value}}).', {
    side: side === 'above' ? t('below') : t('above'),
    nameOf: nameOf(path) ?? path,
    value,
  });
}

/** The message beside a field about a refused change. An issue elsewhere in the document names its place. */
export function problemOf(issues: readonly Issue[], path: string, unit: string): Problem | null {
  const issue = issues.find((found) => found.path === path) ?? issues[0];
  if (issue === undefined) return null;
  const own = issue.path === path || issue.path.startsWith(`${path}[`);
  const message = own ? sentence(issue.rule) : (fromHere(issue, path) ?? told(issue.message));
  if (issue.path !== path || issue.nearest === undefined) return { message };
  return {
    message,
    nearest: typeof issue.nearest === 'number' ? formatQuantity(issue.nearest, unit) : issue.nearest,
  };
}
