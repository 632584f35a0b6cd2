/** The one place where the parts meet: document, view, settings, runs, replay, link and autosave. */
import {
  decodeLink,
  encodeLink,
  lanes as laneScenarios,
  loadReleases,
  parseScenario,
  releaseFor,
  releaseIn,
  releaseOf,
  seenAtLink,
  validate,
  type DecodedLink,
  type Issue,
  type Release,
  type Releases,
  type Scenario,
  type Validation,
  type ViewFields,
} from '../../../models/src/index.ts';
import type { Path } from '../../../models/src/path.ts';
import type { Client } from '../../../wasm/src/client.ts';
import type { Engine, LaneScenario } from '../../../wasm/src/types.ts';
import { createCloseUp, type CloseUp } from './closeUp.ts';
import { createEarlier, type Earlier, type EarlierWork } from './earlier.ts';
import { changeAt, withLists } from './edits.ts';
import { beginHistory, record, redo, settle, undo, type History } from './history.ts';
import { markEdit } from './latency.ts';
import { isOpen, lockedBy } from './lesson.ts';
import { createNotices, type Notices } from './notices.ts';
import { createLaneKeeper } from './onLanes.ts';
import { createPending, type Pending } from './pending.ts';
import { createReplay, type Replay } from './replay.ts';
import { createRunner, type Runner } from './runner.ts';
import { createSeeds, type Seeds } from './seeds.ts';
import { panSpan, type Span } from './span.ts';
import type { SafeStorage } from './storage.ts';
import { batch, createStore, derived, follow, type Readable, type Store } from './store.ts';
import { turns } from './turns.ts';
import {
  initialMoment,
  initialView,
  isKept,
  keptText,
  linkedView,
  linkFields,
  MOMENT,
  readFields,
  readKept,
  VIEW,
  type Moment,
  type ViewState,
} from './view.ts';

export interface App {
  readonly engine: Engine;
  readonly client: Client;
  readonly history: Store<History<Scenario>>;
  readonly view: Readable<ViewState>;
  /** The lanes of the document, and how long the longest lasts. */
  readonly lanes: Readable<readonly LaneScenario[]>;
  readonly duration: Readable<number>;
  readonly runner: Runner;
  readonly closeUp: CloseUp;
  readonly seeds: Seeds;
  readonly replay: Replay;
  readonly notices: Notices;
  /** Work that another document has taken the place of. */
  readonly earlier: Earlier;
  /** What comes from outside and would take the place of work: it waits for a word. */
  readonly asking: Readable<Asking | null>;
  readonly pending: Pending;
  /** The time range that is being drawn with the pointer, on every plot of time. */
  readonly brush: Store<Span | null>;
  document(): Scenario;
  /** Whether the reader may change what stands there. */
  readonly allows: (path: Path) => boolean;
  /** Sets one value; `undefined` gives it back its default. Gives what is wrong, in which case nothing has changed. */
  edit(path: Path, value: unknown, gesture?: string): readonly Issue[];
  /** Any other change, under the same rule. */
  change(next: Scenario, gesture?: string): readonly Issue[];
  /** A gesture has ended. */
  settle(): void;
  undo(): void;
  redo(): void;
  /** Another scenario in place of this one (which undo brings back). */
  open(opened: Validation, name: string): void;
  openFile(file: File): Promise<void>;
  look(change: Partial<ViewState>): void;
  /** The address that opens exactly this. */
  link(): string;
  /** Loads what makes the link of a preset short; until then it is longer. */
  shortenLinks(): Promise<void>;
  /** Opens work that was put away. */
  reopen(work: EarlierWork): void;
  /** Plays or pauses. A playhead outside of the window that is looked at starts at its beginning. */
  togglePlay(): void;
  /** Keeps at once what else would be kept in a moment: the page is being left. */
  saveNow(): void;
  /** Reads the address again, after it has changed. */
  followLink(): void;
}

/** A link or a file that waits before the work that is open. */
export interface Asking {
  /** What it would open, and what is open. */
  readonly next: string;
  readonly now: string;
  readonly answer: (open: boolean) => void;
}

export interface Place {
  /** The fragment of a link, with its "#", or ''. */
  fragment(): string;
  /** What an address without a scenario says of the view. */
  view(): ViewFields;
  /** Replaces the fragment without a step in the browser's history. */
  replace(fragment: string): void;
  /** The name of this load of the page. */
  readonly owner: string;
  /** The load that this one takes the place of, when the page was reloaded or gone back to; else null. */
  readonly before: string | null;
  /** The address without fragment. */
  base(): string;
}

interface Parts {
  readonly engine: Engine;
  readonly client: Client;
  readonly storage: SafeStorage;
  readonly place: Place;
  /** The release of a preset that the link of the address is written against. */
  readonly release?: Release | null;
  /** What opens when there is neither a link nor work of last time. */
  readonly fallback: Scenario;
  /** What a lesson lets its reader change; absent: everything. */
  readonly allows?: (path: Path) => boolean;
}

const SAVED = 'aqm-explorer:document:1';
const SETTINGS = 'aqm-explorer:settings:1';
/** The load of the page that kept the document. */
const OWNER = 'aqm-explorer:owner:1';
const SAVE_MS = 300;
/** What is a moment for a window that is played, seconds of the clock. */
const PAGE_S = 1;
/** Bytes; a scenario of this size would have ten thousand rows. */
const LARGEST_FILE = 1_000_000;

export function createApp({
  engine,
  client,
  storage,
  place,
  release = null,
  fallback,
  allows = () => true,
}: Parts): App {
  const notices = createNotices();
  const earlier = createEarlier(storage);
  const view = createStore<ViewState>({ ...initialView, ...readKept(storage.read(SETTINGS)) });
  const runner = createRunner(client);
  const closeUp = createCloseUp(client);
  const seeds = createSeeds(client);

  let moment = initialMoment;
  /** What the address said last of the view. */
  let said: ViewFields = {};
  /** What this load read or wrote last: other work in its place is another tab's, or that of a time before a link. */
  let ours: string | null = null;
  /** The document as it was opened; edited, it is work. */
  let opened: Scenario | null = null;
  let releases: Releases | null = null;
  const saved = storage.read(SAVED);
  /** This load goes on with what another one kept: that is no older than the address, which a reload or going back has as it was. */
  const resumed = saved !== null && place.before !== null && place.before === storage.read(OWNER);
  const history = createStore<History<Scenario>>(beginHistory(withLists(firstDocument())));
  const document = derived(() => history.get().present);
  const written = derived<readonly LaneScenario[]>(() => laneScenarios(document.get()));
  const hop = derived(() => view.get().hop);
  const lanes = derived<readonly LaneScenario[]>(() => {
    const shown = hop.get();
    return shown === null ? written.get() : written.get().map((lane) => seenAtLink(lane, shown));
  });
  const duration = derived(() => lanes.get().reduce((most, lane) => Math.max(most, lane.duration), 0));
  const replay = createReplay(duration.get(), undefined, runner.busy);

  function firstDocument(): Scenario {
    if (resumed) storage.write(OWNER, place.owner);
    if (place.fragment() !== '') {
      if (!resumed) return readLink();
      const linked = decodeLink(place.fragment(), engine, release);
      if (linked.ok) showAs(linked.view);
    } else look(place.view());
    if (saved === null) return fallback;
    const read = parseScenario(saved, engine);
    if (read.ok) {
      ours = saved;
      return read.scenario;
    }
    notices.add(
      'error',
      'The scenario of last time could not be read, so here is the default one.',
      read.issues.map(({ message }) => message),
    );
    return fallback;
  }

  /** The document of the address; of a broken one, with a notice, the default. */
  function readLink(): Scenario {
    const linked = decodeLink(place.fragment(), engine, release);
    if (!linked.ok) {
      notices.add(
        'error',
        'This link cannot be opened, so here is the default scenario.',
        linked.issues.map(({ message }) => message),
      );
      return fallback;
    }
    showAs(linked.view);
    return linked.scenario;
  }
  /** After an address has been followed: what it says that the scenario does not have is not shown, and told. */
  function keepWithin() {
    view.update((now) => fit(now, lanes.get().length, duration.get()));
    if (Object.keys(said).length === 0) return;
    const tell = async () => {
      const { leftOut } = await import('./leftOut.ts');
      const left = leftOut(said, duration.get(), lanes.get().length);
      if (left.length > 0) notices.add('error', 'Part of this link is left out.', left);
    };
    tell().catch(() => undefined);
  }
  /** What a link says about the view. */
  function showAs(fields: ViewFields) {
    said = fields;
    view.update((now) => linkedView(now, fields));
    moment = { ...initialMoment, ...readFields(MOMENT, fields) };
  }
  /** An address without a scenario: whatever is open, so looked at. */
  function look(fields: ViewFields) {
    said = fields;
    view.update((now) => ({ ...now, ...readFields(VIEW, fields) }));
    moment = { ...initialMoment, ...readFields(MOMENT, fields) };
  }
  const beAt = ({ time, speed }: Partial<Moment>) => {
    if (speed !== undefined) replay.setSpeed(speed);
    if (time == null) return;
    replay.pause();
    replay.seek(time);
  };
  const fragment = (more: ViewFields = {}) =>
    encodeLink(
      document.get(),
      { ...linkFields(VIEW, view.get()), ...more },
      engine.catalogue,
      releases && releaseOf(releases, document.get().title ?? ''),
    );
  const shortenLinks = async () => {
    releases ??= await loadReleases();
  };

  let saving: ReturnType<typeof setTimeout> | undefined;
  /** Whether there is an edit to keep: who only looks at a link keeps the work of last time. */
  let edited = false;
  let warned = false;
  const keep = () => {
    const text = JSON.stringify(document.get());
    const there = storage.read(SAVED);
    if (there !== null && there !== ours && there !== text) putAway(there);
    ours = text;
    const kept = storage.write(SAVED, text);
    // What could not be kept is in the address alone.
    storage.write(OWNER, kept ? place.owner : '');
    if (kept || warned) return;
    warned = true;
    notices.add(
      'error',
      'This browser does not let the page keep your work. Export the scenario before you leave.',
    );
  };
  /** Keeps what is not on the page any more, and offers it back. */
  const putAway = (text: string) => {
    earlier.put(text);
    const [work] = earlier.works.get();
    if (work === undefined) return;
    const action = { label: 'Open it', act: () => reopen(work) };
    notices.add('info', `“${work.title}” is kept under Scenarios, Earlier work.`, [], action);
  };
  const reopen = (work: EarlierWork) => app.open(parseScenario(work.text, engine), work.title);
  /** The address stays: a page that is reloaded has its old one anyway. */
  const saveNow = () => {
    clearTimeout(saving);
    if (edited) keep();
    edited = false;
  };
  /** The address as it was last written or followed. Another one is on its way to be followed, and is not written over. */
  let known = place.fragment();
  const writeAddress = () => {
    place.replace(fragment());
    known = place.fragment();
  };
  const renewAddress = () => {
    if (place.fragment() === known) writeAddress();
  };
  const saveSoon = () => {
    clearTimeout(saving);
    saving = setTimeout(() => {
      saveNow();
      renewAddress();
      if (releases !== null) return;
      // Without it the address is longer, and as good.
      shortenLinks().then(renewAddress, () => undefined);
    }, SAVE_MS);
  };

  // What follows from what. First of all: whatever fails in showing a document, it is kept.
  let kept = document.get();
  const keepOnLanes = createLaneKeeper();
  /** A document that has just been opened in place of another: what is seen on its lanes was said with it. */
  let inPlace: Scenario | null = null;
  follow(document, (now) => {
    if (now !== kept) {
      edited = true;
      const lanesOf = ({ lanes: all = [] }: Scenario) => all;
      if (now !== inPlace) view.update((was) => keepOnLanes(was, lanesOf(kept), lanesOf(now)));
      saveSoon();
    }
    kept = now;
    inPlace = null;
  });
  follow(duration, (now) => replay.setDuration(now));
  follow(lanes, (all) => view.update((now) => fit(now, all.length, duration.get())));
  follow(lanes, runner.show);
  const replicated = derived(() => view.get().seeds);
  follow(
    derived(() => lanes.get().map((lane) => ({ lane, seeds: replicated.get() }))),
    seeds.show,
  );
  /** Close-ups follow both the runs and the view; while anything runs, they stay. */
  const looks = derived(() => {
    const span = view.get().span ?? ([0, duration.get()] as const);
    return runner.busy() ? null : runner.slots.get().map(({ asked: lane }) => ({ lane, span }));
  });
  follow(looks, (all) => {
    if (all !== null) closeUp.show(all);
  });
  /** What is read is in sight. */
  follow(view, ({ span }) => {
    const { hover } = replay.get();
    if (span !== null && hover !== null && (hover < span[0] || hover > span[1])) replay.setHover(null);
  });
  beAt(moment);
  keepWithin();

  /**
   * While it plays, the window turns the page when the playhead comes to its end. One that is played in less than a moment is not
   * followed by others: they would flicker past, and a slow frame would lose the playhead. It is played to its end.
   */
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

  const change = (next: Scenario, gesture?: string): readonly Issue[] => {
    const locked = lockedBy(view.get().lesson, document.get(), next);
    if (locked.length > 0) return locked;
    const checked = validate(next, engine);
    if (!checked.ok) return checked.issues.filter(({ severity }) => severity === 'error');
    markEdit();
    if (gesture !== undefined) turns.pass();
    history.update((now) => record(now, next, gesture));
    return [];
  };

  const replace = (next: Scenario) => {
    markEdit();
    if (document.get() !== opened) putAway(JSON.stringify(document.get()));
    opened = withLists(next);
    inPlace = opened;
    const now = opened;
    batch(() => {
      view.update((now) => ({
        ...now,
        span: null,
        lane: 0,
        packet: null,
        hop: null,
        row: null,
        flows: [],
        against: null,
        notes: [],
        measure: null,
        lesson: null,
      }));
      history.update((was) => record(was, now));
    });
  };

  if (resumed && place.fragment() !== '') writeAddress();

  const asking = createStore<Asking | null>(null);
  /** Opens what comes from outside; before it takes the place of work it asks. */
  const admit = (next: Scenario, enter: () => void, leave: () => void = () => undefined) => {
    if (document.get() === opened) {
      enter();
      return;
    }
    const titleOf = ({ title = '' }: Scenario) => (title === '' ? 'Untitled scenario' : title);
    asking.set({
      next: titleOf(next),
      now: titleOf(document.get()),
      answer: (open) => {
        asking.set(null);
        if (open) enter();
        else leave();
      },
    });
  };

  const pending = createPending();
  pending.add(runner.busy);
  pending.add(closeUp.busy);
  pending.add(seeds.busy);
  pending.add(turns.waiting);

  const app: App = {
    engine,
    client,
    history,
    view,
    lanes,
    duration,
    runner,
    closeUp,
    seeds,
    replay,
    notices,
    earlier,
    asking,
    pending,
    brush: createStore<Span | null>(null),
    document: document.get,
    allows: (path) => {
      const { lesson } = view.get();
      return allows(path) && (lesson === null || isOpen(lesson, path));
    },
    edit: (path, value, gesture) =>
      allows(path) ? change(changeAt(document.get(), path, value), gesture) : [],
    change,
    settle: () => {
      history.update(settle);
    },
    undo: () => {
      markEdit();
      history.update(undo);
    },
    redo: () => {
      markEdit();
      history.update(redo);
    },
    open: (opened, name) => {
      if (!opened.ok) {
        const details = opened.issues.slice(0, 5).map(({ message }) => message);
        notices.add('error', `${name} was not opened; your scenario is as it was.`, details);
        return;
      }
      replace(opened.scenario);
    },
    openFile: async (file) => {
      if (file.size > LARGEST_FILE) {
        const size = (file.size / 1e6).toFixed(1);
        notices.add('error', `${file.name} was not opened; your scenario is as it was.`, [
          `It has ${size} MB, and a scenario has at most 1 MB. Choose a scenario that was exported here (.json).`,
        ]);
        return;
      }
      const text = await file.text();
      const opened = parseScenario(text, engine);
      // A study is no scenario, and what opens it is loaded when there is one.
      if (!opened.ok && opened.issues.some(({ path }) => path === 'axes'))
        (await import('./studyFile.ts')).openStudy(app, text, file.name);
      else if (opened.ok) admit(opened.scenario, () => app.open(opened, file.name));
      else app.open(opened, file.name);
    },
    look: (patch) => {
      view.update((now) => ({ ...now, ...patch }));
      if (isKept(patch)) storage.write(SETTINGS, keptText(view.get()));
      saveSoon();
    },
    togglePlay: () => {
      const { span } = view.get();
      const { time, playing } = replay.get();
      if (!playing && span !== null && (time < span[0] || time >= span[1])) replay.seek(span[0]);
      replay.toggle();
    },
    link: () => {
      const { time, speed, playing, duration: end } = replay.get();
      // Start and end are where a page begins by itself.
      const stands = !playing && time > 0 && time < end;
      return place.base() + fragment(linkFields(MOMENT, { time: stands ? time : null, speed }));
    },
    shortenLinks,
    reopen,
    saveNow,
    followLink: () => {
      const asked = place.fragment();
      if (asked === '') {
        look(place.view());
        // What it does not say of the playhead stays, too.
        beAt(readFields(MOMENT, said));
        keepWithin();
      }
      if (asked === '' || asked === fragment()) {
        known = asked;
        return;
      }
      if (releaseIn(asked) === undefined) followTo(decodeLink(asked, engine));
      else {
        const wanted = releaseFor(asked).catch(() => null);
        void wanted.then((found) => {
          // Meanwhile the reader may have gone on.
          if (place.fragment() === asked) followTo(decodeLink(asked, engine, found));
        });
      }
    },
  };
  const followTo = (linked: DecodedLink) => {
    known = place.fragment();
    if (!linked.ok) {
      app.open(linked, 'The link');
      // The address names what is shown.
      writeAddress();
      return;
    }
    const same =
      encodeLink(linked.scenario, {}, engine.catalogue) === encodeLink(document.get(), {}, engine.catalogue);
    const enter = () => {
      batch(() => {
        if (!same) app.open(linked, 'The link');
        showAs(linked.view);
      });
      beAt(moment);
      keepWithin();
    };
    if (same) enter();
    // What stays open has its own address again.
    else admit(linked.scenario, enter, writeAddress);
  };
  const goesOn = () => ours !== null;
  if (!goesOn()) opened = document.get();
  return app;
}

/** No lane that is gone, no time after the end: a link of this page names none. */
function fit(view: ViewState, lanes: number, duration: number): ViewState {
  const lane = Math.min(view.lane, lanes - 1);
  const span = view.span !== null && view.span[1] > duration ? null : view.span;
  const measure = view.measure !== null && view.measure[1] > duration ? null : view.measure;
  const packet = view.packet !== null && view.packet > duration ? null : view.packet;
  const against = view.against !== null && view.against >= lanes ? null : view.against;
  const same =
    lane === view.lane &&
    span === view.span &&
    measure === view.measure &&
    packet === view.packet &&
    against === view.against;
  return same ? view : { ...view, lane, span, measure, packet, against };
}
