/** The packets' values in one lane, with which the fluid model is compared. */
import { powerDensity } from '../../models/src/statistics/density.ts';
import type { LaneScenario, RunResult } from '../../wasm/src/types.ts';

/** The values of one run. */
export interface PacketRun {
  readonly digest: string;
  /** Time average after the warm-up, and standard deviation, packets. */
  readonly queue: number;
  readonly queueStd: number;
  /** Share of the arrivals that were dropped or marked. */
  readonly probability: number;
  /** Mean congestion window of the flows, packets. */
  readonly window: number;
  readonly utilization: number;
  /** Share of the time in which the queue is shorter than a packet. */
  readonly empty: number;
  /** Share of the dropped or marked packets that were dropped because the buffer was full. */
  readonly full: number;
  /**
   * Autocorrelation of the queue one period later, and this period, s: the highest peak after the first zero.
   */
  readonly rhythm: number;
  readonly period: number;
  /** One-sided power density of the queue at FREQUENCIES, packets^2 / Hz. */
  readonly spectrum: readonly number[];
}

/** Hz, in quarters of an octave: the range that segments of SEGMENT s and bins of 10 ms can resolve. */
export const FREQUENCIES: readonly number[] = Array.from({ length: 27 }, (_, i) => 0.15 * 2 ** (i / 4));
const SEGMENT = 20;

/** The version of PacketRun: stored runs of another version are run again. */
export const FORM = 2;
/** 10 ms: shorter than the shortest round trip of the grid. */
export const BIN_SECONDS = 0.01;
/** The number of flows whose windows represent all flows. */
export const WATCHED = 8;
/** The longest period that is searched, s: of a longer one, a run would contain too few. */
const LONGEST = 15;

export function packetRun({ metrics, overview, digest }: RunResult, lane: LaneScenario): PacketRun {
  const number = (value: number | null) => value ?? 0;
  const overflow = number(metrics.drops_overflow);
  const lost = number(metrics.drops_early) + number(metrics.drops_forced) + number(metrics.marks) + overflow;
  const from = Math.round(lane.warmup / overview.binSeconds);
  const measured = (column: Float64Array) => column.subarray(from, overview.bins);
  const queue = measured(overview.queue_mean);
  const [known, count] = overview.windows.reduce(
    ([sum, n], column) =>
      measured(column).reduce<[number, number]>(
        ([s, k], w) => (Number.isFinite(w) ? [s + w, k + 1] : [s, k]),
        [sum, n],
      ),
    [0, 0],
  );
  return {
    digest,
    queue: number(metrics.queue_mean),
    queueStd: number(metrics.queue_std),
    probability: lost / Math.max(1, number(metrics.arrivals)),
    window: known / Math.max(1, count),
    utilization: number(metrics.utilization),
    empty: share(queue, (q) => q < 1),
    full: lost > 0 ? overflow / lost : 0,
    ...rhythmOf(queue, overview.binSeconds),
    spectrum: spectrumOf(queue, overview.binSeconds),
  };
}

const share = (values: Float64Array, holds: (value: number) => boolean): number =>
  values.reduce((count, value) => count + Number(holds(value)), 0) / values.length;

export function rhythmOf(queue: Float64Array, binSeconds: number): Pick<PacketRun, 'rhythm' | 'period'> {
  const mean = queue.reduce((sum, q) => sum + q, 0) / queue.length;
  const around = queue.map((q) => q - mean);
  const covariance = (lag: number) => {
    let sum = 0;
    for (let i = 0; i + lag < around.length; i++) sum += (around[i] ?? 0) * (around[i + lag] ?? 0);
    return sum / (around.length - lag);
  };
  const variance = covariance(0);
  const lags = Math.min(Math.round(LONGEST / binSeconds), queue.length >> 1);
  let [rhythm, period, behind] = [0, 0, false];
  if (!(variance > 0)) return { rhythm, period };
  for (let lag = 1; lag < lags; lag++) {
    const r = covariance(lag) / variance;
    behind ||= r <= 0;
    if (behind && r > rhythm) [rhythm, period] = [r, lag * binSeconds];
  }
  return { rhythm, period };
}

export const spectrumOf = (queue: Float64Array, binSeconds: number): readonly number[] =>
  powerDensity(queue, binSeconds, FREQUENCIES, SEGMENT);
