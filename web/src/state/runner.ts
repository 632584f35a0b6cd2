/** The packet simulation of each lane, run again after every edit that changes the lane. */
import { costOf, estimateSeconds } from '../../../models/src/index.ts';
import type { Client } from '../../../wasm/src/client.ts';
import type { LaneScenario, RunResult } from '../../../wasm/src/types.ts';
import { createRecent } from '../base/recent.ts';
import { createResource, type Resource, type Slot } from './resource.ts';
import { memoBy } from '../base/memoBy.ts';

export type LaneRun = Slot<LaneScenario, RunResult>;
export type Runner = Resource<LaneScenario, RunResult>;

/** Intervals of an overview: enough for two per device pixel on a wide screen. */
const BINS = 4000;
/**
 * Milliseconds. A shorter run may finish although its lane has moved on, and waits for the other lanes' runs.
 */
const SHORT_MS = 300;
/** The number of cached runs, so that going back to one takes no time. */
const KEPT = 32;

/** Identifies a simulation; the label has no influence. Cached because each edit needs it many times. */
export const scenarioKey = memoBy((lane: LaneScenario) => JSON.stringify({ ...lane, label: '' }));

/** The observed link has no influence either, because every link is recorded. */
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
        // Held runs take no computing time until the reader agrees.
        const begun = all.filter((one) => costOf(one) === null);
        const seconds = begun.reduce((sum, one) => sum + estimateSeconds(one), 0) / client.size;
        return costOf(lane) ?? costOf(lane, { seconds, of: 'lanes' });
      },
      mayEnd: (age, last) => last <= SHORT_MS && age < 2 * SHORT_MS,
    },
    now,
  );
}
