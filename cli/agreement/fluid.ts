/** The fluid model's values for one lane, in the same metrics as the packets'. */
import { observedLink } from '../../models/src/chain.ts';
import type { FluidBand, FluidModel, QueueState } from '../../wasm/src/fluid-types.ts';
import { meanQueue } from '../../wasm/src/mean-queue.ts';
import type { LaneScenario } from '../../wasm/src/types.ts';
import { FREQUENCIES } from './packets.ts';

export interface FluidFigures {
  readonly rest: number;
  readonly queue: number;
  readonly queueStd: number;
  readonly probability: number;
  readonly window: number;
  readonly utilization: number;
  /** The period of a limit cycle. */
  readonly period: number | null;
  readonly swing: number | null;
  readonly state: State;
  /** The probability that packets swing. */
  readonly chance: number;
  /** Whether the solution has come to its rest when the measurement begins. */
  readonly settled: boolean;
  /**
   * The effect of randomness around a stable equilibrium: the queue's standard deviation, and its power
   * density at the packets' frequencies; no density over an empty queue.
   */
  readonly band: { readonly std: number; readonly spectrum: readonly number[] | null } | null;
}

export { QUEUE_STATES as STATES } from '../../wasm/src/fluid-types.ts';
export type State = QueueState;

/** Means after the warm-up; null if the solution ends before. */
export function fluidFigures(model: FluidModel, lane: LaneScenario): FluidFigures | null {
  const { rest, response, solution, band } = model;
  if (solution.message !== '') return null;
  const capacity = observedLink(lane).rate / 8 / lane.network.packet_size;
  let [n, queue, squares, lost, arrived, window, sent] = [0, 0, 0, 0, 0, 0, 0];
  solution.time.forEach((time, i) => {
    if (time < lane.warmup) return;
    const [q = 0, p = 0, overflow = 0, inflow = 0] = [
      solution.queue[i],
      solution.probability[i],
      solution.overflow[i],
      solution.inflow[i],
    ];
    const admitted = inflow * (1 - p) * (1 - overflow);
    n++;
    queue += q;
    squares += q * q;
    lost += inflow - admitted;
    arrived += inflow;
    window += solution.windows[0]?.[i] ?? 0;
    sent += (solution.sent[i] ?? 0) / capacity;
  });
  // Over an empty queue, chance makes one that is not in the solution.
  const filled = rest.kind === 'empty' ? band : null;
  return {
    rest: filled?.mean ?? rest.queue,
    queue: meanQueue(model, lane.warmup),
    queueStd: Math.sqrt(Math.max(0, squares / n - (queue / n) ** 2)),
    probability: filled?.loss ?? lost / arrived,
    window: window / n,
    utilization: sent / n,
    period: response.period,
    swing: response.swing,
    state: model.outlook.state,
    chance: model.outlook.swing,
    settled: filled !== null || (response.settlingTime !== null && response.settlingTime <= lane.warmup),
    band: band && {
      std: band.queue,
      spectrum: band.omega.length > 0 ? FREQUENCIES.map((f) => densityAt(band, f)) : null,
    },
  };
}

/** Interpolates between two frequencies of the band, on logarithmic scales. */
function densityAt({ omega, spectrum }: FluidBand, frequency: number): number {
  const wanted = 2 * Math.PI * frequency;
  const above = omega.findIndex((value) => value >= wanted);
  const [a = NaN, b = NaN] = [omega[above - 1], omega[above]];
  const [low = NaN, high = NaN] = [spectrum[above - 1], spectrum[above]];
  return low * (high / low) ** (Math.log(wanted / a) / Math.log(b / a));
}
