/**
 * The dependencies between the parts: lanes and runs follow the document, packets follow the runs and the
 * view, the window follows the playhead.
 */
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

/** A window that plays in less than this many seconds of the clock counts as short. */
const PAGE_S = 1;

/** The document's lanes as they are shown: each at the link that the view names. */
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
  /** The piece of work that the document belongs to. */
  readonly work: Readable<number>;
  readonly duration: Readable<number>;
  readonly runner: Runner;
  readonly closeUp: CloseUp;
  readonly seeds: Seeds;
  readonly replay: Replay;
  /**
   * Called when the document changes. Returns whether an edit changed it: for a document that was opened, the
   * view of its lanes comes with it.
   */
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
  /** Close-ups follow both the runs and the view; while a run is in progress, they stay. */
  const looks = derived(() => {
    const span = view.get().span ?? ([0, duration.get()] as const);
    return runner.busy() ? null : runner.slots.get().map(({ asked: lane }) => ({ lane, span }));
  });
  follow(looks, (all) => {
    if (all !== null) closeUp.show(all);
  });
  // The time that is read has to be visible: the page forgets a pointer outside of the window.
  follow(view, ({ span }) => {
    const { hover } = replay.get();
    if (span !== null && hover !== null && (hover < span[0] || hover > span[1])) replay.setHover(null);
  });
  turnPages(view, replay);
}

/** Saving comes first, so that the document is saved even if showing it fails. */
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
 * During playback, the window moves on when the playhead reaches its end. A short window does not move on:
 * pages would flicker past, and a slow frame would lose the playhead. It is played to its end.
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
