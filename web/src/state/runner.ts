/** The packet simulation of each lane, run again at every edit that changes it. */
import { costOf, estimateSeconds } from '../../../models/src/index.ts';
import type { Client } from '../../../wasm/src/client.ts';
import type { LaneScenario, RunResult } from '../../../wasm/src/types.ts';
import { createRecent } from '../base/recent.ts';
import { createResource, type Resource, type Slot } from './resource.ts';
import { memoBy } from '../base/memoBy.ts';

export type LaneRun = Slot<LaneScenario, RunResult>;
export type Runner = Resource<LaneScenario, RunResult>;

/** Points in time of an overview: enough for two a device pixel on a wide screen. */
const BINS = 4000;
/** Milliseconds below which a run is short: it may end although its lane has moved on, and waits for those beside it. */
const SHORT_MS = 300;
/** Runs that are kept, so that going back to one takes no time. */
const KEPT = 32;

/** What is simulated: the label is no part of it. A lane's key is asked for many times an edit. */
export const scenarioKey = memoBy((lane: LaneScenario) => JSON.stringify({ ...lane, label: '' }));

/** Nor is the link that one looks at: every link is recorded. */
export const eventsKey = memoBy((lane: LaneScenario) =>
  JSON.stringify({ ...lane, label: '', network: { ...lane.network, observed: 0 } }),
);

/** Results as seen at one of their links: the same object every time. */
const atLinks = memoBy((result: RunResult) =>
  result.links.map((link) => (link.overview === result.overview ? result : { ...result, ...link })),
);
const seenAt = (result: RunResult, { network: { observed } }: LaneScenario): RunResult =>
  atLinks(result)[observed] ?? result;

export function createRunner(client: Pick<Client, 'ask' | 'size'>, now?: () => number): Runner {
  const recent = createRecent<RunResult>(KEPT);
  return createResource(
    {
      key: scenarioKey,
      compute: async (lane, job) => {
        const result = await client.ask('run', { lane, bins: BINS, parts: true }, job);
        recent.add(eventsKey(lane), result);
        return seenAt(result, lane);
      },
      recall: (lane) => {
        const result = recent.get(eventsKey(lane));
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
