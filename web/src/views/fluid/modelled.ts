/** A lane with a fluid model, and all data that its plots need. */
import type { FluidModel, FluidRest } from '../../../../wasm/src/fluid-types.ts';
import type { RunResult } from '../../../../wasm/src/types.ts';
import { stateOf } from '../../lanes/quantities.ts';
import type { LaneRun } from '../../state/runner.ts';
import type { LaneModel } from '../../lanes/model.ts';
import type { FluidLane } from './solve.ts';
import { memoBy } from '../../base/memoBy.ts';

export interface Modelled {
  readonly lane: number;
  readonly label: string;
  readonly fluid: FluidModel;
  readonly model: LaneModel;
  /** The packet simulation, if it has run. */
  readonly run: RunResult | null;
  /** Whether this is the chosen lane, whose lines are in front. */
  readonly active: boolean;
}

export function modelledOf(
  lanes: readonly FluidLane[],
  models: readonly LaneModel[],
  runs: readonly LaneRun[],
  active: number,
): readonly Modelled[] {
  return lanes.flatMap(({ result, asked: { scenario } }, lane): Modelled[] => {
    const model = models[lane];
    const fluid = result?.model;
    if (model === undefined || fluid === undefined || fluid === null) return [];
    const run = runs[lane]?.result ?? null;
    return [{ lane, label: scenario.label, fluid, model, run, active: lane === active }];
  });
}

/** Lanes from back to front: the active one is last. */
export const backToFront = (all: readonly Modelled[]): readonly Modelled[] => [
  ...all.filter(({ active }) => !active),
  ...all.filter(({ active }) => active),
];

/** The average queue in the solution, if the law has one. */
export const averageOf = ({ fluid, model }: Modelled): Float64Array | undefined => {
  const average = stateOf(model.info, 'average');
  return fluid.solution.law.find(({ name }) => name === average?.name)?.values;
};

/**
 * Mean window over all flows: the classes' windows, weighted by their numbers of flows. Classes are rows of
 * forward TCP.
 */
export const meanWindow = ({ fluid, model }: Pick<Modelled, 'fluid' | 'model'>): Float64Array =>
  meanWindowOf(fluid, model);

const meanWindowOf = memoBy((fluid: FluidModel, model: LaneModel): Float64Array => {
  const weights = classWeights(model);
  const { windows, time } = fluid.solution;
  const mean = new Float64Array(time.length);
  windows.forEach((window, k) => {
    const weight = weights[k] ?? 0;
    for (let i = 0; i < mean.length; ++i) mean[i] = (mean[i] ?? 0) + weight * (window[i] ?? NaN);
  });
  return mean;
});

export const meanRestWindow = (
  { fluid, model }: Pick<Modelled, 'fluid' | 'model'>,
  rest: FluidRest = fluid.rest,
): number => rest.windows.reduce((sum, window, k) => sum + window * (classWeights(model)[k] ?? 0), 0);

function classWeights({ scenario }: LaneModel): readonly number[] {
  const flows = scenario.traffic.flatMap((row) =>
    row.kind === 'ftp' && row.direction === 'forward' && row.flows > 0 ? [row.flows] : [],
  );
  const sum = flows.reduce((a, b) => a + b, 0);
  return flows.map((count) => count / sum);
}

/** Smallest and largest of the finite values, or null. */
export function extent(
  columns: readonly (Float64Array | readonly number[])[],
): readonly [number, number] | null {
  let lo = Infinity;
  let hi = -Infinity;
  for (const column of columns) {
    for (const value of column) {
      if (value < lo) lo = value;
      if (value > hi && value < Infinity) hi = value;
    }
  }
  return lo <= hi ? [lo, hi] : null;
}

/** Interpolates between the points of the solution's even grid. */
export function valueAt({ fluid }: Modelled, values: Float64Array, time: number): number {
  const { time: grid } = fluid.solution;
  const end = grid.at(-1) ?? 0;
  const place = Math.min(grid.length - 1, Math.max(0, (time / (end || 1)) * (grid.length - 1)));
  const i = Math.min(grid.length - 2, Math.floor(place));
  const [a, b] = [values[i] ?? NaN, values[i + 1] ?? NaN];
  return a + (b - a) * (place - i);
}
