/** The one place where the parts meet: document, view, settings, runs, replay, link and autosave. */
import {
  decodeLink,
  encodeLink,
  lanes as laneScenarios,
  parseScenario,
  validate,
  type Issue,
  type Scenario,
  type Validation,
} from '../../../models/src/index.ts';
import type { Path } from '../../../models/src/path.ts';
import type { Client } from '../../../wasm/src/client.ts';
import type { Engine, LaneScenario } from '../../../wasm/src/types.ts';
import { createCloseUp, type CloseUp, type Span } from './closeUp.ts';
import { changeAt, withLists } from './edits.ts';
import { beginHistory, record, redo, settle, undo, type History } from './history.ts';
import { markEdit } from './latency.ts';
import { createNotices, type Notices } from './notices.ts';
import { createPending, type Pending } from './pending.ts';
import { createReplay, type Replay } from './replay.ts';
import { createRunner, type Runner } from './runner.ts';
import { createSettings, type SafeStorage, type Settings } from './settings.ts';
import { createStore, type Store } from './store.ts';
import { initialView, panSpan, type ViewState } from './view.ts';

export interface App {
  readonly engine: Engine;
  readonly client: Client;
  readonly history: Store<History<Scenario>>;
  readonly view: Store<ViewState>;
  readonly settings: Store<Settings>;
  readonly runner: Runner;
  readonly closeUp: CloseUp;
  readonly replay: Replay;
  readonly notices: Notices;
  readonly pending: Pending;
  /** The time range that is being drawn with the pointer, on every plot of time. */
  readonly brush: Store<Span | null>;
  document(): Scenario;
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
  set(change: Partial<Settings>): void;
  /** The address that opens this document. */
  link(): string;
  /** Plays or pauses. A playhead outside of the window that is looked at starts at its beginning. */
  togglePlay(): void;
  /** Keeps at once what else would be kept in a moment: the page is being left. */
  saveNow(): void;
  /** Reads the address again, after it has changed. */
  followLink(): void;
}

export interface Place {
  /** The fragment, with its "#", or ''. */
  fragment(): string;
  /** Replaces the fragment without a step in the browser's history. */
  replace(fragment: string): void;
  /** The name of this load of the page. */
  readonly owner: string;
  /** The load that this one takes the place of, when the page was reloaded; else null. */
  readonly before: string | null;
  /** The address without fragment. */
  base(): string;
}

interface Parts {
  readonly engine: Engine;
  readonly client: Client;
  readonly storage: SafeStorage;
  readonly place: Place;
  /** What opens when there is neither a link nor work of last time. */
  readonly fallback: Scenario;
  /** Ids of the views. */
  readonly views: readonly string[];
}

const SAVED = 'aqm-explorer:document:1';
/** The load of the page that kept the document. */
const OWNER = 'aqm-explorer:owner:1';
const SAVE_MS = 300;
/** Bytes; a scenario of this size would have ten thousand rows. */
const LARGEST_FILE = 1_000_000;

export function createApp({ engine, client, storage, place, fallback, views }: Parts): App {
  const notices = createNotices();
  const settings = createSettings(storage);
  const view = createStore(initialView);
  const runner = createRunner(client);
  const closeUp = createCloseUp(client);

  const start = firstDocument();
  const history = createStore<History<Scenario>>(beginHistory(withLists(start)));
  const replay = createReplay(laneScenarios(history.get().present)[0]?.duration ?? 1, undefined, () =>
    runner.runs.get().some(({ status }) => status === 'running'),
  );

  function firstDocument(): Scenario {
    const saved = storage.read(SAVED);
    // What this tab kept is no older than its address, which a reload takes as it was when the reload was asked for.
    const own = saved !== null && place.before !== null && place.before === storage.read(OWNER);
    if (own) storage.write(OWNER, place.owner);
    if (place.fragment() !== '') {
      if (!own) return readLink();
      const opened = decodeLink(place.fragment(), engine);
      if (opened.ok) showTab(opened.view);
    }
    if (saved === null) return fallback;
    const opened = parseScenario(saved, engine);
    if (opened.ok) return opened.scenario;
    notices.add(
      'error',
      'The scenario of last time could not be read, so here is the default one.',
      opened.issues.map(({ message }) => message),
    );
    return fallback;
  }

  /** The document of the address; of a broken one, with a notice, the default. */
  function readLink(): Scenario {
    const opened = decodeLink(place.fragment(), engine);
    if (!opened.ok) {
      notices.add(
        'error',
        'This link cannot be opened, so here is the default scenario.',
        opened.issues.map(({ message }) => message),
      );
      return fallback;
    }
    showTab(opened.view);
    return opened.scenario;
  }
  /** A link may name a view that this page does not have. */
  function showTab(tab: string | undefined) {
    if (tab !== undefined && views.includes(tab)) view.update((now) => ({ ...now, tab }));
  }
  const fragment = () => {
    const { tab } = view.get();
    return encodeLink(history.get().present, tab === initialView.tab ? undefined : tab, engine.catalogue);
  };

  const lanes = (): LaneScenario[] => laneScenarios(history.get().present);
  const longest = (all: readonly LaneScenario[]) =>
    all.reduce((most, lane) => Math.max(most, lane.duration), 0);

  let saving: ReturnType<typeof setTimeout> | undefined;
  let warned = false;
  const keep = () => {
    const kept = storage.write(SAVED, JSON.stringify(history.get().present));
    // What could not be kept is in the address alone.
    storage.write(OWNER, kept ? place.owner : '');
    if (kept || warned) return;
    warned = true;
    notices.add(
      'error',
      'This browser does not let the page keep your work. Export the scenario before you leave.',
    );
  };
  const save = () => {
    saving = undefined;
    keep();
    place.replace(fragment());
  };
  const saveSoon = () => {
    clearTimeout(saving);
    saving = setTimeout(save, SAVE_MS);
  };
  /** The address stays: a page that is reloaded has its old one anyway. */
  const saveNow = () => {
    if (saving === undefined) return;
    clearTimeout(saving);
    saving = undefined;
    keep();
  };

  let shown: Scenario | null = null;
  const follow = () => {
    const { present } = history.get();
    if (present === shown) return;
    const first = shown === null;
    shown = present;
    if (!first) saveSoon(); // first of all: whatever fails in showing it, it is kept
    const all = lanes();
    replay.setDuration(longest(all));
    view.update((now) => {
      const lane = Math.min(now.lane, all.length - 1);
      const span = now.span !== null && now.span[1] > longest(all) ? null : now.span;
      return lane === now.lane && span === now.span ? now : { ...now, lane, span };
    });
    runner.show(all);
  };
  history.subscribe(follow);

  /** Close-ups follow both the runs and the view. */
  const lookClosely = () => {
    const runs = runner.runs.get();
    const all = runs.map((run) => run.scenario);
    if (runs.some((run) => run.status === 'running')) return;
    closeUp.show(all, view.get().span ?? [0, longest(all)]);
  };
  view.subscribe(lookClosely);
  runner.runs.subscribe(lookClosely);
  follow();

  /** While it plays, the window turns the page when the playhead comes to its end. */
  let before = replay.get().time;
  replay.subscribe(() => {
    const { time, playing, duration } = replay.get();
    const { span } = view.get();
    if (playing && span !== null && before <= span[1] && time > span[1]) {
      view.update((now) => ({ ...now, span: panSpan(span, duration, span[1] - span[0]) }));
    }
    before = time;
  });

  const change = (next: Scenario, gesture?: string): readonly Issue[] => {
    const checked = validate(next, engine);
    if (!checked.ok) return checked.issues.filter(({ severity }) => severity === 'error');
    markEdit();
    history.update((now) => record(now, next, gesture));
    return [];
  };

  const replace = (next: Scenario) => {
    markEdit();
    view.update((now) => ({ ...now, span: null, lane: 0 }));
    history.update((now) => record(now, withLists(next)));
  };

  const pending = createPending();
  pending.add(() => runner.runs.get().some(({ status }) => status === 'running'));
  pending.add(closeUp.busy.get);

  const app: App = {
    engine,
    client,
    history,
    view,
    settings,
    runner,
    closeUp,
    replay,
    notices,
    pending,
    brush: createStore<Span | null>(null),
    document: () => history.get().present,
    edit: (path, value, gesture) => change(changeAt(history.get().present, path, value), gesture),
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
      app.open(parseScenario(await file.text(), engine), file.name);
    },
    look: (patch) => {
      view.update((now) => ({ ...now, ...patch }));
      if (patch.tab !== undefined) saveSoon();
    },
    set: (patch) => {
      settings.update((now) => ({ ...now, ...patch }));
    },
    togglePlay: () => {
      const { span } = view.get();
      const { time, playing } = replay.get();
      if (!playing && span !== null && (time < span[0] || time >= span[1])) replay.seek(span[0]);
      replay.toggle();
    },
    link: () => place.base() + fragment(),
    saveNow,
    followLink: () => {
      if (place.fragment() === '' || place.fragment() === fragment()) return;
      const opened = decodeLink(place.fragment(), engine);
      app.open(opened, 'The link');
      if (opened.ok) showTab(opened.view);
      // The address names what is shown.
      else place.replace(fragment());
    },
  };
  return app;
}
