/**
 * For schemes without a drop curve: the points that a run passed through, one for each half second, with the
 * queue and the share of arriving packets that were dropped or marked. No curve is drawn through them,
 * because the same queue has several shares.
 */
import type { Overview } from '../../../wasm/src/types.ts';
import { memoBy } from '../base/memoBy.ts';

/** Seconds over which a share is computed. */
const WINDOW = 0.5;

export interface Cloud {
  /** Mean queue of each window, packets. */
  readonly x: Float64Array;
  /** Share of packets dropped or marked; NaN if no packet arrived. */
  readonly y: Float64Array;
  readonly seconds: number;
}

export const cloudOf = memoBy((overview: Overview): Cloud => {
  const { bins, binSeconds, queue_mean, arrivals, drops_early, drops_forced, drops_overflow, marks } =
    overview;
  const each = Math.max(1, Math.round(WINDOW / binSeconds));
  const count = Math.floor(bins / each);
  const [x, y] = [new Float64Array(count), new Float64Array(count)];
  for (let k = 0; k < count; ++k) {
    const sum = (column: Float64Array) =>
      column.subarray(k * each, (k + 1) * each).reduce((a, b) => a + b, 0);
    const lost = sum(drops_early) + sum(drops_forced) + sum(drops_overflow) + sum(marks);
    const came = sum(arrivals);
    x[k] = sum(queue_mean) / each;
    y[k] = came > 0 ? lost / came : NaN;
  }
  return { x, y, seconds: each * binSeconds };
});

/** The point at a time: the last complete window; null before the first, or if no packet arrived. */
export function cloudAt(
  { x, y, seconds }: Cloud,
  time: number,
): { readonly x: number; readonly y: number } | null {
  const k = Math.min(x.length, Math.floor(time / seconds)) - 1;
  const [at, share] = [x[k], y[k]];
  return at === undefined || share === undefined || Number.isNaN(share) ? null : { x: at, y: share };
}
