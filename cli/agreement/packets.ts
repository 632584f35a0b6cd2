/** What packets did in one lane: the figures that the fluid model's are held against. */
import { observedLink } from '../../models/src/chain.ts';
import type { LaneScenario, RunResult } from '../../wasm/src/types.ts';

/** Of one run. */
export interface PacketRun {
  readonly digest: string;
  /** Packets, time average after the warm-up; and its standard deviation. */
  readonly queue: number;
  readonly queueStd: number;
  /** Share of the arrivals that was dropped or marked. */
  readonly probability: number;
  /** Of the flows' mean congestion window, packets. */
  readonly window: number;
  readonly utilization: number;
  /** Shares of time in which the queue is below a packet, and in which it touches the buffer's limit. */
  readonly empty: number;
  readonly full: number;
  /** Autocorrelation of the queue one period later, and that period, s: the highest peak behind its first zero. */
  readonly rhythm: number;
  readonly period: number;
}

/** Of 10 ms each: shorter than the shortest round trip of the grid. */
export const BIN_SECONDS = 0.01;
/** So many flows tell the window of all. */
export const WATCHED = 8;
/** Periods beyond are not looked for: too few would be seen. */
const LONGEST = 15;

export function packetRun({ metrics, overview, digest }: RunResult, lane: LaneScenario): PacketRun {
  const from = Math.round(lane.warmup / overview.binSeconds);
  const measured = (column: Float64Array) => column.subarray(from, overview.bins);
  const queue = measured(overview.queue_mean);
  const { buffer } = observedLink(lane);
  const [known, count] = overview.windows.reduce(
    ([sum, n], column) =>
      measured(column).reduce<[number, number]>(
        ([s, k], w) => (Number.isFinite(w) ? [s + w, k + 1] : [s, k]),
        [sum, n],
      ),
    [0, 0],
  );
  const number = (value: number | null) => value ?? 0;
  return {
    digest,
    queue: number(metrics.queue_mean),
    queueStd: number(metrics.queue_std),
    probability:
      (number(metrics.drops_early) +
        number(metrics.drops_forced) +
        number(metrics.drops_overflow) +
        number(metrics.marks)) /
      Math.max(1, number(metrics.arrivals)),
    window: known / Math.max(1, count),
    utilization: number(metrics.utilization),
    empty: share(queue, (q) => q < 1),
    full: share(measured(overview.queue_max), (q) => q >= buffer),
    ...rhythmOf(queue, overview.binSeconds),
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
