import { eventsKey, type LaneRun } from '../state/runner.ts';
import type { App } from '../state/app.ts';
import { useApp } from '../state/context.ts';
import type { SeedsSlot } from '../state/seeds.ts';
import { createShown, type Shown } from '../state/shown.ts';
import { derived, derivedList, useNow, type Readable } from '../state/store.ts';
import { memoBy } from '../base/memoBy.ts';
import { turns } from '../base/turns.ts';
import type { Sample } from './estimates.ts';
import type { LaneResults } from './results.ts';

/** Runs of a lane with other seeds, if they belong to the same version of the lane. */
function othersOf({ asked, answered }: LaneRun, slot: SeedsSlot | undefined): readonly Sample[] {
  const scenario = answered ?? asked;
  const same = slot?.answered != null && eventsKey(slot.answered.lane) === eventsKey(scenario);
  const { observed } = scenario.network;
  return (same ? (slot.result ?? []) : []).flatMap(({ seed, rows, links, digest }): Sample[] => {
    const metrics = links[observed]?.metrics;
    return metrics === undefined ? [] : [{ seed, rows, metrics, digest }];
  });
}

/** A lane's own run, followed by those with other seeds. */
function laneResults({ asked, answered, result }: LaneRun, others: readonly Sample[]): LaneResults {
  const scenario = answered ?? asked;
  if (result === null) return { scenario, samples: [] };
  const { seed, rows, metrics, digest } = result;
  return { scenario, samples: [{ seed, rows, metrics, digest }, ...others] };
}

/** The last computed results of every lane. */
export const resultsOf = (runs: readonly LaneRun[], seeds: readonly SeedsSlot[]): readonly LaneResults[] =>
  runs.map((run, lane) => laneResults(run, othersOf(run, seeds[lane])));

/** A value derived from each lane: the same object while it is derived from the same inputs. */
function madeByLane<S, T>(of: Readable<readonly S[]>, made: (one: S, lane: number) => [T, ...unknown[]]) {
  let before: readonly [T, ...unknown[]][] = [];
  return derivedList(() => {
    before = of.get().map((one, lane) => {
      const now = made(one, lane);
      const then = before[lane];
      return then !== undefined && now.every((part, i) => i === 0 || part === then[i]) ? then : now;
    });
    return before.map(([result]) => result);
  });
}

/** The results of every lane. They change when new results arrive, not when new runs are started. */
function figuresOf({ runner, seeds }: App): Readable<readonly LaneResults[]> {
  return madeByLane(runner.slots, (run, lane) => {
    const slot = seeds.slots.get()[lane];
    const others = othersOf(run, slot);
    const { asked, answered, result } = run;
    return [laneResults(run, others), result, answered ?? asked, others.length === 0 ? null : slot?.result];
  });
}

/** The last runs. They change when new runs finish, not when new runs are started. */
const answeredRuns = ({ runner }: App): Readable<readonly LaneRun[]> =>
  madeByLane(runner.slots, (run) => {
    const asked = run.answered ?? run.asked;
    return [{ ...run, asked }, run.result, asked];
  });

/** One shared value for each kind of result: each has a turn of its own. */
function shownBy<T>(
  itemsOf: (app: App) => Readable<readonly T[]>,
  ask = turns.ask,
): (app: App) => Readable<Shown<T>> {
  return memoBy((app: App) => {
    const items = itemsOf(app);
    const running = derivedList(() => app.runner.slots.get().map(({ status }) => status !== 'done'));
    const moving = derived(() => app.history.get().gesture !== null);
    return createShown(
      derived(() => ({ items: items.get(), running: running.get(), moving: moving.get() })),
      { ask },
    );
  });
}

const keyFigures = shownBy(figuresOf);
const rowFigures = shownBy(figuresOf);
const pictures = shownBy(answeredRuns);

/** The results for the answer and the table of metrics. */
export const useKeyFigures = (): Shown<LaneResults> => useNow(keyFigures(useApp()));
/** The results of the rows of traffic. */
export const useRowFigures = (): Shown<LaneResults> => useNow(rowFigures(useApp()));
/** The runs for all plots except those of the queues. */
export const useShownRuns = (): Shown<LaneRun> => useNow(pictures(useApp()));
/** The runs for the points on the curves: they are updated together with the queues. */
export const placesOf: (app: App) => Readable<Shown<LaneRun>> = shownBy(answeredRuns, turns.askFirst);
