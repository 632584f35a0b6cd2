/** Runs everything that goals ask about: every lane of every condition with every seed. */
import { infoOf } from '../info-of.ts';
import type { Lanes } from '../stories/verdict.ts';
import type { Recorded } from '../stories/quantities.ts';
import type { AqmInfo, LaneScenario } from '../types.ts';
import type { Condition } from './goals.ts';

/** Runs one lane; rejects if it is cancelled. */
export type RunLane<Run extends Recorded = Recorded> = (lane: LaneScenario) => Promise<Run>;

interface Ran<Run> {
  readonly lane: LaneScenario;
  readonly run: Run;
  readonly states: readonly string[];
}

/** Results by condition, by seed, by lane; null if no goal asks about the lane. */
export function runConditions<Run extends Recorded>(
  conditions: readonly Condition[],
  asked: readonly number[],
  seeds: readonly number[],
  catalogue: readonly AqmInfo[],
  run: RunLane<Run>,
): Promise<readonly (readonly (readonly (Ran<Run> | null)[])[])[]> {
  const one = async (lane: LaneScenario, seed: number): Promise<Ran<Run>> => ({
    lane,
    run: await run({ ...lane, seed }),
    states: infoOf(catalogue, lane.aqm)?.states.map(({ name }) => name) ?? [],
  });
  return Promise.all(
    conditions.map(({ lanes }) =>
      Promise.all(
        seeds.map((seed) =>
          Promise.all(lanes.map((lane, i) => (asked.includes(i) ? one(lane, seed) : Promise.resolve(null)))),
        ),
      ),
    ),
  ) satisfies Promise<readonly (readonly Lanes[])[]>;
}
