/**
 * Runs each lane with further seeds, because the accuracy of a number shows only when the random numbers
 * change. The metrics are stored, the recordings are not. One worker stays free for edits.
 */
import { costOf, estimateSeconds } from '../../../models/src/index.ts';
import type { Client } from '../../../wasm/src/client.ts';
import type { LaneScenario, LinkResult, RunResult } from '../../../wasm/src/types.ts';
import { createRecent } from '../base/recent.ts';
import { createResource, type Resource, type Slot } from './resource.ts';
import { eventsKey } from './runner.ts';

/** A run with another seed. */
export interface Replication extends Pick<RunResult, 'seed' | 'rows' | 'digest'> {
  /** For every link of the path. */
  readonly links: readonly Pick<LinkResult, 'metrics'>[];
}

/** A lane and its number of seeds: its own seed, which is not computed here, and those that follow. */
export interface Replicated {
  readonly lane: LaneScenario;
  readonly seeds: number;
}
export type Seeds = Resource<Replicated, readonly Replication[]>;
export type SeedsSlot = Slot<Replicated, readonly Replication[]>;

/** The number of runs whose metrics are stored. */
const KEPT = 10_000;
/** Milliseconds after its last change at which an edit counts as finished. */
const SETTLE_MS = 250;
/** Milliseconds between updates with partial results. */
const PARTIAL_MS = 200;

export function createSeeds(
  client: Pick<Client, 'ask' | 'size'>,
  now: () => number = () => performance.now(),
): Seeds {
  const recent = createRecent<Replication>(KEPT);
  const workers = Math.max(1, client.size - 1);
  const inTurn = createPool(workers);
  const others = ({ lane, seeds }: Replicated) =>
    Array.from({ length: Math.max(0, seeds - 1) }, (_, i) => ({ ...lane, seed: lane.seed + 1 + i }));
  const known = (lanes: readonly LaneScenario[]) =>
    lanes.map((lane) => recent.get(eventsKey(lane))).filter((one) => one !== undefined);

  return createResource<Replicated, readonly Replication[]>(
    {
      key: ({ lane, seeds }) => `${seeds} ${eventsKey(lane)}`,
      recall: (asked) => {
        const wanted = others(asked);
        const found = known(wanted);
        return found.length === wanted.length ? found : undefined;
      },
      costly: ({ lane, seeds }, all) => {
        if (seeds === 1) return null;
        const seconds = all.reduce((sum, one) => sum + (one.seeds - 1) * estimateSeconds(one.lane), 0);
        return costOf(lane, { seconds: seconds / workers, of: 'seeds' });
      },
      settle: SETTLE_MS,
      compute: async (asked, { signal, onProgress, round }, partial) => {
        const wanted = others(asked);
        let done = known(wanted).length;
        let told = now();
        await Promise.all(
          wanted.map(async (lane) => {
            if (recent.get(eventsKey(lane)) !== undefined) return;
            await inTurn(signal, round, async () => {
              const { seed, rows, digest, links } = await client.ask('run', { lane, bins: 1 }, { signal });
              const figures = { seed, rows, digest, links: links.map(({ metrics }) => ({ metrics })) };
              recent.add(eventsKey(lane), figures);
            });
            done += 1;
            onProgress({ done, total: wanted.length });
            if (now() - told < PARTIAL_MS) return;
            told = now();
            partial(known(wanted));
          }),
        );
        return known(wanted);
      },
    },
    now,
  );
}

/**
 * Limits the number of jobs that run together. Jobs of the latest round start first, and within a round in
 * order of arrival. A job cancelled while it waits ends at its turn.
 */
function createPool(most: number) {
  let busy = 0;
  const waiting: { readonly round: number; readonly turn: () => void }[] = [];
  return async (signal: AbortSignal, round: number, work: () => Promise<void>): Promise<void> => {
    if (busy >= most) {
      await new Promise<void>((turn) => {
        const behind = waiting.findIndex((other) => other.round < round);
        waiting.splice(behind < 0 ? waiting.length : behind, 0, { round, turn });
      });
    } else busy += 1;
    try {
      signal.throwIfAborted();
      await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) busy -= 1;
      else next.turn();
    }
  };
}
