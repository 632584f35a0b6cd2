/** What follows a packet: the congestion window of its flow, round trip by round trip. */
import type { LaneScenario, Overview } from '../../../wasm/src/types.ts';

/** Number of round trips after the packet whose windows are shown. */
export const ROUND_TRIPS = 3;
/** Moments that are recorded in each of them. */
const MOMENTS = 16;
/** Bins of a run, at most. */
const MOST_BINS = 2 ** 16;

/** A power of two, so that all packets of about one round trip ask for the same run. */
export const binsToFollow = ({ duration }: LaneScenario, trip: number): number =>
  Math.min(MOST_BINS, 2 ** Math.ceil(Math.log2((MOMENTS * duration) / trip)));

/**
 * The window at a time: at the end of the last bin before it; NaN if the flow sent nothing then, or the run was over.
 */
export function windowAt({ windows, binSeconds }: Overview, time: number): number {
  return windows[0]?.[Math.floor((time / binSeconds) * (1 + 1e-12)) - 1] ?? NaN;
}

/** What the sender did at a time, as an index into the phases of its congestion control. */
export function phaseAt({ phases, binSeconds }: Overview, time: number): number {
  return phases[0]?.[Math.floor((time / binSeconds) * (1 + 1e-12)) - 1] ?? NaN;
}

/**
 * The window in packets when the packet arrived and after each round trip; null if a run this long was not recorded
 * finely enough.
 */
export function windowsAfter(overview: Overview, time: number, trip: number): readonly number[] | null {
  if (overview.binSeconds > trip / 2) return null;
  return Array.from({ length: ROUND_TRIPS + 1 }, (_, k) => windowAt(overview, time + k * trip));
}
