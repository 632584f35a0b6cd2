/**
 * The stored form of a column of numbers, and its differences. Either all numbers are stored, or blocks, each
 * with its mean and a checksum of its numbers in single precision: blocks are small, and still show where
 * something has changed and by how much.
 */
import { crc32 } from '../../models/src/crc32.ts';
import type { Column, Part } from './page.ts';

export interface KeptColumn {
  readonly label: string;
  readonly unit: string;
  readonly values?: readonly (number | null)[];
  readonly count?: number;
  /** "checksum mean" for each block. */
  readonly blocks?: string;
}
export interface KeptPart {
  readonly lane?: number;
  readonly x: KeptColumn;
  readonly series: readonly KeptColumn[];
}

/** Digits of a stored mean: smaller differences cannot be seen in it. */
const DIGITS = 5;
/** The resolution of a block's checksum: single precision. */
export const BLOCK_PRECISION = 2 ** -23;

type Values = readonly (number | null)[];

/** `blocks` 0: every number. */
export function keepPart({ x, series, ...of }: Part, blocks: number): KeptPart {
  const keep = ({ label, unit, values }: Column): KeptColumn =>
    blocks === 0 || values.length <= blocks
      ? { label, unit, values }
      : { label, unit, count: values.length, blocks: split(values, blocks).map(blockText).join(' ') };
  return { ...of, x: keep(x), series: series.map(keep) };
}

/** The first index of block k of n. */
const beginOf = (k: number, blocks: number, count: number) => Math.floor((k * count) / blocks);
const split = (values: Values, blocks: number): Values[] =>
  Array.from({ length: blocks }, (_, k) =>
    values.slice(beginOf(k, blocks, values.length), beginOf(k + 1, blocks, values.length)),
  );

const present = (values: Values): number[] => values.filter((value) => value !== null);
const meanOf = (values: Values): number | null => {
  const all = present(values);
  return all.length === 0 ? null : all.reduce((sum, value) => sum + value, 0) / all.length;
};
const largest = (values: Values): number =>
  present(values).reduce((most, value) => Math.max(most, Math.abs(value)), 0);

function blockText(values: Values): string {
  const single = Float32Array.from(values, (value) => value ?? NaN);
  const bytes = new Uint8Array(4 * single.length);
  const view = new DataView(bytes.buffer);
  single.forEach((value, i) => view.setFloat32(4 * i, value));
  const mean = meanOf(values);
  return `${(crc32(bytes) >>> 8).toString(36)}:${mean === null ? '' : Number(mean.toPrecision(DIGITS))}`;
}

/** The differences in one column. */
export interface Difference {
  /** The first, the last and the largest difference, as positions along x. */
  readonly from: number | null;
  readonly to: number | null;
  readonly worst: number | null;
  readonly was: number | null;
  readonly now: number | null;
  /** As a share of the column's largest magnitude, before or now. */
  readonly relative: number;
  /** The number of different points, or blocks, and of all of them. */
  readonly count: number;
  readonly of: number;
  readonly blocks: boolean;
}

/** Null: equal, within `tolerance` of the column's largest magnitude. */
export function compareColumn(
  kept: KeptColumn,
  { values: now }: Column,
  x: Column,
  tolerance: number,
): Difference | null {
  if (kept.values !== undefined) return compareValues(kept.values, now, x.values, tolerance);
  const texts = (kept.blocks ?? '').split(' ');
  const parts = split(now, texts.length);
  const sums = texts.map((text) => text.split(':')[0]);
  const means = texts.map((text) => {
    const mean = text.split(':')[1] ?? '';
    return mean === '' ? null : Number(mean);
  });
  const places = parts.map((_, k) => x.values[beginOf(k, texts.length, now.length)] ?? null);
  if (kept.count !== now.length) return countDifference(kept.count ?? 0, now.length);
  const differ = parts.map((part, k) => blockText(part).split(':')[0] !== sums[k]);
  if (!differ.includes(true)) return null;
  const nowMeans = parts.map((part, k) => (differ[k] === true ? meanOf(part) : (means[k] ?? null)));
  // A difference that the means do not show still exists: it counts unless the tolerance is coarser than the
  // precision of a stored mean.
  const fine = Math.max(tolerance, 10 ** (1 - DIGITS));
  const byMeans = compareValues(means, nowMeans, places, fine);
  if (byMeans !== null)
    return { ...byMeans, count: differ.filter(Boolean).length, of: texts.length, blocks: true };
  if (tolerance >= fine) return null;
  const first = differ.indexOf(true);
  return {
    from: places[first] ?? null,
    to: places[differ.lastIndexOf(true)] ?? null,
    worst: places[first] ?? null,
    was: means[first] ?? null,
    now: nowMeans[first] ?? null,
    relative: 0,
    count: differ.filter(Boolean).length,
    of: texts.length,
    blocks: true,
  };
}

const countDifference = (was: number, now: number): Difference => ({
  from: null,
  to: null,
  worst: null,
  was,
  now,
  relative: Infinity,
  count: Math.abs(was - now),
  of: Math.max(was, now),
  blocks: false,
});

function compareValues(was: Values, now: Values, x: Values, tolerance: number): Difference | null {
  if (was.length !== now.length) return countDifference(was.length, now.length);
  const scale = Math.max(largest(was), largest(now));
  let first = -1;
  let last = -1;
  let worst = -1;
  let most = -1;
  let count = 0;
  for (let i = 0; i < was.length; ++i) {
    const [a, b] = [was[i] ?? null, now[i] ?? null];
    if (a === b) continue;
    const relative = a === null || b === null ? Infinity : Math.abs(a - b) / scale;
    if (relative <= tolerance) continue;
    if (first < 0) first = i;
    last = i;
    count += 1;
    if (relative > most) {
      most = relative;
      worst = i;
    }
  }
  if (first < 0) return null;
  const at = (i: number) => x[i] ?? null;
  return {
    from: at(first),
    to: at(last),
    worst: at(worst),
    was: was[worst] ?? null,
    now: now[worst] ?? null,
    relative: most,
    count,
    of: was.length,
    blocks: false,
  };
}
