/** What the fluid model says of one lane, in the figures that packets have. */
import { observedLink } from '../../models/src/chain.ts';
import type { FluidModel } from '../../wasm/src/fluid-types.ts';
import type { LaneScenario } from '../../wasm/src/types.ts';

export interface FluidFigures {
  readonly rest: number;
  readonly queue: number;
  readonly queueStd: number;
  readonly probability: number;
  readonly window: number;
  readonly utilization: number;
  /** Of a limit cycle. */
  readonly period: number | null;
  readonly swing: number | null;
  readonly state: State;
}

/** `unknown`: the model does not say. */
export const STATES = ['steady', 'swing', 'full', 'empty', 'unknown'] as const;
export type State = (typeof STATES)[number];

/** Means after the warm-up; `null` in place of a solution that ends before. */
export function fluidFigures(model: FluidModel, lane: LaneScenario): FluidFigures | null {
  const { rest, response, solution } = model;
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
    sent += q > 0 ? 1 : Math.min(1, admitted / capacity);
  });
  return {
    rest: rest.queue,
    queue: queue / n,
    queueStd: Math.sqrt(Math.max(0, squares / n - (queue / n) ** 2)),
    probability: lost / arrived,
    window: window / n,
    utilization: sent / n,
    period: response.period,
    swing: response.swing,
    state: stateOf(model),
  };
}

function stateOf({ rest, response, stability }: FluidModel): State {
  const swings = response.period !== null;
  if (rest.kind === 'full' || rest.kind === 'empty') return rest.kind;
  if (rest.kind === 'jump' || swings) return 'swing';
  const growth = stability?.roots[0]?.re;
  if (rest.kind !== 'interior' || growth === undefined || growth === 0) return 'unknown';
  return growth > 0 ? 'swing' : 'steady';
}
