/** The packet simulation of each lane, run again at every edit that changes it. */
import { costOf, estimateSeconds } from '../../../models/src/index.ts';
import type { Client } from '../../../wasm/src/client.ts';
import type { LaneScenario, RunResult } from '../../../wasm/src/types.ts';
import { createKept } from './kept.ts';
import { createResource, type Resource, type Slot } from './resource.ts';

export type LaneRun = Slot<LaneScenario, RunResult>;
export type Runner = Resource<LaneScenario, RunResult>;

/** Points in time of an overview: enough for two a device pixel on a wide screen. */
const BINS = 4000;
/** Milliseconds below which a run is short: it may end although its lane has moved on, and waits for those beside it. */
const SHORT_MS = 300;
/** Runs that are kept, so that going back to one takes no time. */
const KEPT = 32;

/** A lane's key is asked for many times an edit. */
const remembered = (keyOf: (lane: LaneScenario) => string) => {
  const keys = new WeakMap<LaneScenario, string>();
  return (lane: LaneScenario): string => {
    const known = keys.get(lane) ?? keyOf(lane);
    keys.set(lane, known);
    return known;
  };
};

/** The label is no part of what is simulated. */
export const scenarioKey = remembered((lane) => JSON.stringify({ ...lane, label: '' }));

/** Nor is the link that one looks at: every link is recorded. */
export const eventsKey = remembered((lane) =>
  JSON.stringify({ ...lane, label: '', network: { ...lane.network, observed: 0 } }),
);

/** Results as seen at one of their links: the same object every time. */
const views = new WeakMap<RunResult, Map<number, RunResult>>();
function seenAt(result: RunResult, { network: { observed } }: LaneScenario): RunResult {
  const link = result.links[observed];
  if (link === undefined || link.overview === result.overview) return result;
  const known = views.get(result) ?? new Map<number, RunResult>();
  views.set(result, known);
  const view = known.get(observed) ?? { ...result, ...link };
  known.set(observed, view);
  return view;
}

export function createRunner(client: Pick<Client, 'ask' | 'size'>, now?: () => number): Runner {
  const kept = createKept<RunResult>(KEPT);
  return createResource(
    {
      key: scenarioKey,
      compute: async (lane, job) => {
        const result = await client.ask('run', { lane, bins: BINS, parts: true }, job);
        kept.keep(eventsKey(lane), result);
        return seenAt(result, lane);
      },
      recall: (lane) => {
        const result = kept.get(eventsKey(lane));
        return result && seenAt(result, lane);
      },
      costly: (lane, all) => {
        // What waits for a word anyway takes nobody's time.
        const begun = all.filter((one) => costOf(one) === null);
        const seconds = begun.reduce((sum, one) => sum + estimateSeconds(one), 0) / client.size;
        return costOf(lane) ?? costOf(lane, { seconds, of: 'lanes' });
      },
      mayEnd: (age, last) => last <= SHORT_MS && age < 2 * SHORT_MS,
      together: { wait: 40, below: SHORT_MS },
    },
    now,
  );
}
