/** The one place where the parts meet: document, view, settings, runs, replay, link and autosave. */
import { parseScenario, validate } from '../../../models/src/index.ts';
import type { Issue, MetricName, Release, Scenario, Validation } from '../../../models/src/index.ts';
import type { Path } from '../../../models/src/path.ts';
import type { Client } from '../../../wasm/src/client.ts';
import type { Engine, LaneScenario } from '../../../wasm/src/types.ts';
import { createAddress } from './address.ts';
import { createAsking, type Asking } from './asking.ts';
import { createCloseUp, type CloseUp } from './closeUp.ts';
import type { Earlier, EarlierWork } from './earlier.ts';
import { changeAt, withLists } from './edits.ts';
import { beginHistory, record, redo, settle, undo, type History } from './history.ts';
import { markEdit } from './latency.ts';
import { isOpen, lockedBy } from './lesson.ts';
import { createNotices, type Notices } from './notices.ts';
import type { Held } from './measuredFile.ts';
import { openFile } from './openFile.ts';
import { createPending, type Pending } from './pending.ts';
import { createPersistence } from './persistence.ts';
import type { Place } from './place.ts';
import { createReplay, type Replay } from './replay.ts';
import { createRunner, type Runner } from './runner.ts';
import { createSeeds, type Seeds } from './seeds.ts';
import type { Span } from './span.ts';
import type { SafeStorage } from './storage.ts';
import { batch, createStore, derived, type Readable, type Store } from './store.ts';
import { createWorks } from './works.ts';
import { turns } from '../base/turns.ts';
import { initialView, isKept, keptText, NOTHING_OPEN, readKept, type ViewState } from './view.ts';
import { shownLanes, wire } from './wiring.ts';

export interface App {
  readonly engine: Engine;
  readonly client: Client;
  readonly history: Store<History<Scenario>>;
  readonly view: Readable<ViewState>;
  /** Which piece of work is open: an edit is of the same, another document begins another one. */
  readonly work: Readable<number>;
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
  /** What was measured elsewhere, beside the lanes. */
  readonly measured: Store<Held | null>;
  /** The metric that is told of above the plots: its row is marked. */
  readonly told: Store<MetricName | null>;
  /** How a lesson's task was judged last. */
  readonly judged: Store<Judged | null>;
  /** What comes after the playhead is not shown: it is to be predicted. */
  readonly blind: Store<boolean>;
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

export interface Judged {
  readonly goals: number;
  readonly reached: number;
  /** When every goal is reached. */
  readonly code?: string;
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

const SETTINGS = 'aqm-explorer:settings:1';
const SAVE_MS = 300;
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
  const view = createStore<ViewState>({ ...initialView, ...readKept(storage.read(SETTINGS)) });
  const runner = createRunner(client);
  const closeUp = createCloseUp(client);
  const seeds = createSeeds(client);
  const reopen = (work: EarlierWork) => app.open(parseScenario(work.text, engine), work.title);
  const now = () => document.get();
  const work = createPersistence({
    ...{ engine, storage, place, notices, reopen, document: now },
    isOpened: (there) => there === opened,
  });
  const address = createAddress({ engine, place, notices, view, release, document: now });

  const history = createStore<History<Scenario>>(beginHistory(withLists(firstDocument())));
  const document = derived(() => history.get().present);
  const works = createWorks(document.get());
  const piece = derived(() => works.of(document.get()));
  const lanes = shownLanes(document, view);
  const duration = derived(() => lanes.get().reduce((most, lane) => Math.max(most, lane.duration), 0));
  const replay = createReplay(duration.get(), undefined, runner.busy);
  /** The document as it was opened; edited, it is work. */
  let opened: Scenario | null = work.isWork() ? null : document.get();
  /** A document that is about to take the place of another. */
  let entering: Scenario | null = null;

  function firstDocument(): Scenario {
    if (place.fragment() === '') address.look();
    else {
      const linked = address.enter();
      if (!work.resumed && linked.ok) return linked.scenario;
      if (!work.resumed && !linked.ok) {
        const details = linked.issues.map(({ message }) => message);
        notices.add('error', 'This link cannot be opened, so here is the default scenario.', details);
        return fallback;
      }
    }
    return work.restore() ?? fallback;
  }

  let saving: ReturnType<typeof setTimeout> | undefined;
  const saveNow = () => {
    clearTimeout(saving);
    work.save();
  };
  /** With the address, which a page that is left keeps as it is. */
  const saveSoon = () => {
    clearTimeout(saving);
    saving = setTimeout(() => {
      saveNow();
      address.renew();
    }, SAVE_MS);
  };

  wire({
    ...{ document, view, lanes, work: piece, duration, runner, closeUp, seeds, replay },
    onChange: (next) => {
      work.edited();
      saveSoon();
      const isEdit = next !== entering;
      entering = null;
      return isEdit;
    },
  });
  const arrive = () => address.arrive(replay, lanes.get().length, duration.get());
  arrive();
  if (work.resumed && place.fragment() !== '') address.write();

  const change = (next: Scenario, gesture?: string): readonly Issue[] => {
    const locked = lockedBy(view.get().lesson, document.get(), next);
    if (locked.length > 0) return locked;
    const checked = validate(next, engine);
    if (!checked.ok) return checked.issues.filter(({ severity }) => severity === 'error');
    markEdit();
    if (gesture !== undefined) turns.pass();
    history.update((was) => record(was, next, gesture));
    return [];
  };

  const replace = (next: Scenario) => {
    markEdit();
    if (document.get() !== opened) work.putAway(document.get());
    const enters = withLists(next);
    opened = enters;
    entering = enters;
    works.begin(enters);
    batch(() => {
      view.update((was) => ({ ...was, ...NOTHING_OPEN }));
      history.update((was) => record(was, enters));
    });
  };

  const { asking, admit } = createAsking(document, (there) => there !== opened);

  const pending = createPending();
  pending.add(runner.busy);
  pending.add(closeUp.busy);
  pending.add(seeds.busy);
  pending.add(turns.waiting);

  const app: App = {
    ...{ engine, client, history, view, lanes, duration, runner, closeUp, seeds, replay, notices },
    work: piece,
    ...{ earlier: work.earlier, asking, pending, change, reopen, saveNow },
    brush: createStore<Span | null>(null),
    blind: createStore(false),
    measured: createStore<Held | null>(null),
    told: createStore<MetricName | null>(null),
    judged: createStore<Judged | null>(null),
    document: document.get,
    allows: (path) => {
      const { lesson } = view.get();
      return allows(path) && (lesson === null || isOpen(lesson, path));
    },
    edit: (path, value, gesture) =>
      allows(path) ? change(changeAt(document.get(), path, value), gesture) : [],
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
    openFile: (file) => openFile(app, file, admit),
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
    link: () => address.link(replay),
    shortenLinks: address.shorten,
    followLink: () =>
      address.follow({
        same: (show) => {
          show();
          arrive();
        },
        other: (linked, show) => {
          const enter = () => {
            batch(() => {
              app.open(linked, 'The link');
              show();
            });
            arrive();
          };
          if (linked.ok) admit(linked.scenario, enter, address.write);
          else {
            app.open(linked, 'The link');
            address.write();
          }
        },
      }),
  };
  return app;
}
