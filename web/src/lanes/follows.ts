/** The congestion window of a packet's flow in the round trips after the packet. */
import type { LaneScenario, Overview } from '../../../wasm/src/types.ts';

/** Number of round trips after the packet whose windows are shown. */
export const ROUND_TRIPS = 3;
/** Recorded points in each of them. */
const MOMENTS = 16;
/** The most bins of a run. */
const MOST_BINS = 2 ** 16;

/** A power of two, so that packets with similar round trips share one run. */
export const binsToFollow = ({ duration }: LaneScenario, trip: number): number =>
  Math.min(MOST_BINS, 2 ** Math.ceil(Math.log2((MOMENTS * duration) / trip)));

/**
 * The window at a time: the value at the end of the last bin before it; NaN if the flow sent nothing then, or
 * the run was over.
 */
export function windowAt({ windows, binSeconds }: Overview, time: number): number {
  return windows[0]?.[Math.floor((time / binSeconds) * (1 + 1e-12)) - 1] ?? NaN;
}

/** The sender's state at a time, as an index into the phases of its congestion control. */
export function phaseAt({ phases, binSeconds }: Overview, time: number): number {
  return phases[0]?.[Math.floor((time / binSeconds) * (1 + 1e-12)) - 1] ?? NaN;
}

/**
 * The window in packets at the packet's arrival and after each round trip; null if the bins of a run this
 * long are too wide.
 */
export function windowsAfter(overview: Overview, time: number, trip: number): readonly number[] | null {
  if (overview.binSeconds > trip / 2) return null;
  return Array.from({ length: ROUND_TRIPS + 1 }, (_, k) => windowAt(overview, time + k * trip));
}
