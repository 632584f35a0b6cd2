/** Connects the parts of the page: document, view, settings, runs, replay, link and autosave. */
import { t } from '../../../models/src/language.ts';
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
  /** The number of the open piece of work: an edit keeps it, another document gets a new one. */
  readonly work: Readable<number>;
  /** The lanes of the document, and the duration of the longest. */
  readonly lanes: Readable<readonly LaneScenario[]>;
  readonly duration: Readable<number>;
  readonly runner: Runner;
  readonly closeUp: CloseUp;
  readonly seeds: Seeds;
  readonly replay: Replay;
  readonly notices: Notices;
  /** Earlier work that another document has replaced. */
  readonly earlier: Earlier;
  /** A link or a file that would replace the open work and waits for the reader's decision. */
  readonly asking: Readable<Asking | null>;
  readonly pending: Pending;
  /** The time range that the reader is selecting with the pointer, on every plot over time. */
  readonly brush: Store<Span | null>;
  /** Data measured elsewhere, shown beside the lanes. */
  readonly measured: Store<Held | null>;
  /** The metric described above the plots: its row is marked. */
  readonly told: Store<MetricName | null>;
  /** The last verdict on a lesson's task, or on the answers to a story. */
  readonly judged: Store<Judged | null>;
  /** Whether everything after the playhead is hidden, for the reader to predict. */
  readonly blind: Store<boolean>;
  document(): Scenario;
  /** Whether the reader may change the value at this path. */
  readonly allows: (path: Path) => boolean;
  /**
   * Sets one value; `undefined` restores its default. Returns the issues; if there are any, nothing has
   * changed.
   */
  edit(path: Path, value: unknown, gesture?: string): readonly Issue[];
  /** Any other change, under the same rule. */
  change(next: Scenario, gesture?: string): readonly Issue[];
  /** A gesture has ended. */
  settle(): void;
  undo(): void;
  redo(): void;
  /** Replaces the scenario by another one; undo restores the old one. */
  open(opened: Validation, name: string): void;
  openFile(file: File): Promise<void>;
  look(change: Partial<ViewState>): void;
  /** The address that opens exactly this page. */
  link(): string;
  /**
   * Loads the releases of the presets, which make links of presets short. Until then such links are longer.
   */
  shortenLinks(): Promise<void>;
  /** Opens work from the list of earlier work. */
  reopen(work: EarlierWork): void;
  /** Plays or pauses. If the playhead is outside the visible window, it starts at the window's beginning. */
  togglePlay(): void;
  /** Saves at once, because the reader is leaving the page. */
  saveNow(): void;
  /** Reads the address again after it has changed. */
  followLink(): void;
}

export interface Judged {
  readonly goals: number;
  readonly reached: number;
  /** Present when every goal of a task is reached. */
  readonly code?: string;
  /** Whether every question of a story is answered, and every task solved. */
  readonly done?: true;
}

interface Parts {
  readonly engine: Engine;
  readonly client: Client;
  readonly storage: SafeStorage;
  readonly place: Place;
  /** The release of a preset that the address's link is encoded against. */
  readonly release?: Release | null;
  /** What opens when there is neither a link nor saved work. */
  readonly fallback: Scenario;
  /** What a lesson lets its reader change; absent: everything. */
  readonly allows?: (path: Path) => boolean;
}

export const SETTINGS = 'aqm-explorer:settings:1';
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
  /** The document as it was opened. Once it is edited, it counts as work. */
  let opened: Scenario | null = work.isWork() ? null : document.get();
  /** A document that is about to replace the present one. */
  let entering: Scenario | null = null;

  function firstDocument(): Scenario {
    if (place.fragment() === '') address.look();
    else {
      const linked = address.enter();
      if (!work.resumed && linked.ok) return linked.scenario;
      if (!work.resumed && !linked.ok) {
        const details = linked.issues.map(({ message }) => message);
        notices.add('error', t('This link cannot be opened, so here is the default scenario.'), details);
        return fallback;
      }
    }
    return work.restore() ?? fallback;
  }

  let saving: ReturnType<typeof setTimeout> | undefined;
  /** Saves the document, and what is shown in the address: the view is nowhere else. */
  const saveNow = () => {
    clearTimeout(saving);
    work.save();
    address.renew();
  };
  const saveSoon = () => {
    clearTimeout(saving);
    saving = setTimeout(saveNow, SAVE_MS);
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
        notices.add('error', t('{{name}} was not opened; your scenario is as it was.', { name }), details);
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
              app.open(linked, t('The link'));
              show();
            });
            arrive();
          };
          if (linked.ok) admit(linked.scenario, enter, address.write);
          else {
            app.open(linked, t('The link'));
            address.write();
          }
        },
      }),
  };
  return app;
}
