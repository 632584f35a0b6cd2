/** Where values stand on the strip of a table: one scale for all of its cells. */
import { ticks } from 'd3-array';
import type { TableResult } from '../../../../models/src/papers/index.ts';

/** The share of the strip's width, 0 to 1, at which a value stands, and round values along it. */
export interface Place {
  (value: number): number;
  readonly ticks: readonly number[];
}

/** About so many, none of which is cut at the strip's end. */
const TICKS = 2;
const LAST_TICK = 0.9;
/** Room at both ends, as a share of the range. */
const MARGIN = 0.06;
/** A range that comes so near to 0, as a share of its end, begins there. */
const NEAR_ZERO = 0.4;

export function placeOf({ cells }: TableResult): Place {
  const values = cells.flatMap(({ published, ours, values: seeds }) => [
    ...seeds.filter((value) => Number.isFinite(value)),
    ...(published === undefined ? [] : [published]),
    ...(ours === undefined ? [] : [ours.mean, ...(ours.ci95 ?? [])]),
  ]);
  const most = Math.max(...values);
  const least = Math.min(...values);
  const from = least >= 0 && least < NEAR_ZERO * most ? 0 : least;
  const range = most - from || Math.abs(most) || 1;
  const low = from === 0 ? 0 : from - MARGIN * range;
  const high = most + MARGIN * range;
  const at = (value: number) => Math.min(Math.max((value - low) / (high - low), 0), 1);
  return Object.assign(at, { ticks: ticks(low, high, TICKS).filter((tick) => at(tick) <= LAST_TICK) });
}
