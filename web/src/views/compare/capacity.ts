/** The rate of a changing link, as steps, beside the rate that it carries. */
import { observedLink } from '../../../../models/src/chain.ts';
import type { LaneScenario } from '../../../../models/src/types.ts';

export interface Steps {
  /** Seconds; two values for each corner. */
  readonly x: readonly number[];
  /** Mbit/s. */
  readonly y: readonly number[];
}

/** One entry for each lane whose link changes its rate. */
export const capacities = (lanes: readonly Pick<LaneScenario, 'network' | 'duration'>[]): readonly Steps[] =>
  lanes.flatMap((lane) => {
    const { rate, changes = [] } = observedLink(lane);
    let now = rate / 1e6;
    const x = [0];
    const y = [now];
    for (const change of changes) {
      if (change.rate === undefined || change.time >= lane.duration) continue;
      x.push(change.time, change.time);
      y.push(now, (now = change.rate / 1e6));
    }
    x.push(lane.duration);
    y.push(now);
    return x.length > 2 ? { x, y } : [];
  });
