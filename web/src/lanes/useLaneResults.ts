import { eventsKey, type LaneRun } from '../state/runner.ts';
import type { App } from '../state/app.ts';
import { useApp } from '../state/context.ts';
import type { SeedsSlot } from '../state/seeds.ts';
import { createShown, type Shown } from '../state/shown.ts';
import { derived, derivedList, useNow, type Readable } from '../state/store.ts';
import { turns } from '../base/turns.ts';
import type { Sample } from './estimates.ts';
import type { LaneResults } from './results.ts';

/** Runs of a lane with other seeds, as far as they are of the same lane. */
function othersOf({ asked, answered }: LaneRun, slot: SeedsSlot | undefined): readonly Sample[] {
  const scenario = answered ?? asked;
  const same = slot?.answered != null && eventsKey(slot.answered.lane) === eventsKey(scenario);
  const { observed } = scenario.network;
  return (same ? (slot.result ?? []) : []).flatMap(({ seed, rows, links, digest }): Sample[] => {
    const metrics = links[observed]?.metrics;
    return metrics === undefined ? [] : [{ seed, rows, metrics, digest }];
  });
}

/** A lane's own run first, then those with other seeds. */
function laneResults({ asked, answered, result }: LaneRun, others: readonly Sample[]): LaneResults {
  const scenario = answered ?? asked;
  if (result === null) return { scenario, samples: [] };
  const { seed, rows, metrics, digest } = result;
  return { scenario, samples: [{ seed, rows, metrics, digest }, ...others] };
}

/** The figures of every lane as they were last computed. */
export const resultsOf = (runs: readonly LaneRun[], seeds: readonly SeedsSlot[]): readonly LaneResults[] =>
  runs.map((run, lane) => laneResults(run, othersOf(run, seeds[lane])));

/** Something made of each lane, the same object as long as it is made of the same. */
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

/** The figures of every lane, which change when there are others, and not when others are asked for. */
function figuresOf({ runner, seeds }: App): Readable<readonly LaneResults[]> {
  return madeByLane(runner.slots, (run, lane) => {
    const slot = seeds.slots.get()[lane];
    const others = othersOf(run, slot);
    const { asked, answered, result } = run;
    return [laneResults(run, others), result, answered ?? asked, others.length === 0 ? null : slot?.result];
  });
}

/** The last runs, which change when there are others, and not when others are asked for. */
const answeredRuns = ({ runner }: App): Readable<readonly LaneRun[]> =>
  madeByLane(runner.slots, (run) => {
    const asked = run.answered ?? run.asked;
    return [{ ...run, asked }, run.result, asked];
  });

/** One for each that shows: each has a turn of its own. */
function shownBy<T>(
  itemsOf: (app: App) => Readable<readonly T[]>,
  ask = turns.ask,
): (app: App) => Readable<Shown<T>> {
  const known = new WeakMap<App['runner'], Readable<Shown<T>>>();
  return (app) => {
    const { runner, history } = app;
    const found = known.get(runner);
    if (found !== undefined) return found;
    const items = itemsOf(app);
    const running = derivedList(() => runner.slots.get().map(({ status }) => status !== 'done'));
    const moving = derived(() => history.get().gesture !== null);
    const made = createShown(
      derived(() => ({ items: items.get(), running: running.get(), moving: moving.get() })),
      { ask },
    );
    known.set(runner, made);
    return made;
  };
}

const keyFigures = shownBy(figuresOf);
const rowFigures = shownBy(figuresOf);
const pictures = shownBy(answeredRuns);

/** What the answer to the question and the table of metrics tell. */
export const useKeyFigures = (): Shown<LaneResults> => useNow(keyFigures(useApp()));
/** What the rows of traffic got. */
export const useRowFigures = (): Shown<LaneResults> => useNow(rowFigures(useApp()));
/** The runs of plots beside those of the queues. */
export const useShownRuns = (): Shown<LaneRun> => useNow(pictures(useApp()));
/** The runs that places on curves are of: they come with the queues. */
export const placesOf: (app: App) => Readable<Shown<LaneRun>> = shownBy(answeredRuns, turns.askFirst);
