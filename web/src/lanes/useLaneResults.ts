import { useMemo } from 'react';
import { useApp } from '../state/context.ts';
import { eventsKey, type LaneRun } from '../state/runner.ts';
import type { SeedsSlot } from '../state/seeds.ts';
import { useStore } from '../state/store.ts';
import type { Sample } from './estimates.ts';
import type { LaneResults } from './results.ts';

/** The figures of every lane as they were last computed, which `stale` says may be those of an older document. */
export interface ShownResults {
  readonly lanes: readonly LaneResults[];
  readonly stale: boolean;
}

/** A lane's own run first, then those with other seeds, as far as they are of the same lane. */
export function resultsOf(runs: readonly LaneRun[], seeds: readonly SeedsSlot[]): ShownResults {
  const lanes = runs.map(({ asked, answered, result }, lane): LaneResults => {
    const scenario = answered ?? asked;
    if (result === null) return { scenario, samples: [] };
    const slot = seeds[lane];
    const same = slot?.answered != null && eventsKey(slot.answered.lane) === eventsKey(scenario);
    const observed = scenario.network.observed;
    const others = (same ? (slot.result ?? []) : []).flatMap(({ seed, rows, links }): Sample[] => {
      const metrics = links[observed]?.metrics;
      return metrics === undefined ? [] : [{ seed, rows, metrics }];
    });
    const { seed, rows, metrics } = result;
    return { scenario, samples: [{ seed, rows, metrics }, ...others] };
  });
  return { lanes, stale: runs.some(({ status }) => status !== 'done') };
}

export function useLaneResults(): ShownResults {
  const app = useApp();
  const runs = useStore(app.runner.slots);
  const seeds = useStore(app.seeds.slots);
  return useMemo(() => resultsOf(runs, seeds), [runs, seeds]);
}
