/** What follows from what: of the document its lanes and their runs, of runs and view the packets, of the playhead the window. */
import { seenAtLink, lanes as lanesOf, type Scenario } from '../../../models/src/index.ts';
import type { LaneScenario } from '../../../wasm/src/types.ts';
import type { CloseUp } from './closeUp.ts';
import { createLaneKeeper } from './onLanes.ts';
import type { Replay } from './replay.ts';
import type { Runner } from './runner.ts';
import type { Seeds } from './seeds.ts';
import { panSpan } from './span.ts';
import { derived, follow, type Readable, type Store } from './store.ts';
import { within, type ViewState } from './view.ts';

/** What is a moment for a window that is played, seconds of the clock. */
const PAGE_S = 1;

/** The lanes of the document as they are shown: each at the link that the view names. */
export function shownLanes(
  document: Readable<Scenario>,
  view: Readable<ViewState>,
): Readable<readonly LaneScenario[]> {
  const written = derived(() => lanesOf(document.get()));
  const hop = derived(() => view.get().hop);
  return derived(() => {
    const link = hop.get();
    return link === null ? written.get() : written.get().map((lane) => seenAtLink(lane, link));
  });
}

interface Parts {
  readonly document: Readable<Scenario>;
  readonly view: Store<ViewState>;
  readonly lanes: Readable<readonly LaneScenario[]>;
  /** Which piece of work the document belongs to. */
  readonly work: Readable<number>;
  readonly duration: Readable<number>;
  readonly runner: Runner;
  readonly closeUp: CloseUp;
  readonly seeds: Seeds;
  readonly replay: Replay;
  /** The document is another one. Gives whether by an edit: of one that was opened, what is seen on its lanes is said with it. */
  readonly onChange: (document: Scenario) => boolean;
}

export function wire(parts: Parts): void {
  const { view, lanes, work, duration, runner, closeUp, seeds, replay } = parts;
  followDocument(parts);
  follow(duration, (now) => replay.setDuration(now));
  follow(lanes, (all) => view.update((now) => within(now, all.length, duration.get())));
  follow(
    derived(() => ({ all: lanes.get(), about: work.get() })),
    ({ all, about }) => runner.show(all, about),
  );
  const replicated = derived(() => view.get().seeds);
  follow(
    derived(() => ({
      all: lanes.get().map((lane) => ({ lane, seeds: replicated.get() })),
      about: work.get(),
    })),
    ({ all, about }) => seeds.show(all, about),
  );
  /** Close-ups follow both the runs and the view; while anything runs, they stay. */
  const looks = derived(() => {
    const span = view.get().span ?? ([0, duration.get()] as const);
    return runner.busy() ? null : runner.slots.get().map(({ asked: lane }) => ({ lane, span }));
  });
  follow(looks, (all) => {
    if (all !== null) closeUp.show(all);
  });
  // What is read is in sight.
  follow(view, ({ span }) => {
    const { hover } = replay.get();
    if (span !== null && hover !== null && (hover < span[0] || hover > span[1])) replay.setHover(null);
  });
  turnPages(view, replay);
}

/** First of all: whatever fails in showing a document, it is saved. */
function followDocument({ document, view, onChange }: Parts): void {
  let before = document.get();
  const moveWithLanes = createLaneKeeper();
  follow(document, (now) => {
    if (now === before) return;
    const [was, is] = [before.lanes ?? [], now.lanes ?? []];
    before = now;
    if (onChange(now)) view.update((seen) => moveWithLanes(seen, was, is));
  });
}

/**
 * While it plays, the window turns the page when the playhead comes to its end. One that is played in less than a moment is not
 * followed by others: they would flicker past, and a slow frame would lose the playhead. It is played to its end.
 */
function turnPages(view: Store<ViewState>, replay: Replay): void {
  let before = replay.get().time;
  replay.subscribe(() => {
    const { time, playing, speed, duration: end } = replay.get();
    const { span } = view.get();
    const passes = playing && span !== null && before <= span[1] && time > span[1];
    before = time;
    if (!passes) return;
    const length = span[1] - span[0];
    if (length >= speed * PAGE_S) view.update((now) => ({ ...now, span: panSpan(span, end, length) }));
    else {
      replay.pause();
      replay.seek(span[1]);
    }
  });
}
