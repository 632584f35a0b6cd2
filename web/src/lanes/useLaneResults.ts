import { useMemo } from 'react';
import { useApp } from '../state/context.ts';
import { useStore } from '../state/store.ts';
import { sampleOf } from './estimates.ts';
import type { LaneResults } from './results.ts';
import type { LaneRun } from '../state/runner.ts';

/** The figures of every lane as they were last computed, which `stale` says may be those of an older document. */
export interface ShownResults {
  readonly lanes: readonly LaneResults[];
  readonly stale: boolean;
}

export const resultsOf = (runs: readonly LaneRun[]): ShownResults => ({
  lanes: runs.map(({ asked, answered, result }) => {
    const scenario = answered ?? asked;
    return { scenario, samples: result === null ? [] : [sampleOf(scenario, result)] };
  }),
  stale: runs.some(({ status }) => status !== 'done'),
});

export function useLaneResults(): ShownResults {
  const runs = useStore(useApp().runner.slots);
  return useMemo(() => resultsOf(runs), [runs]);
}
