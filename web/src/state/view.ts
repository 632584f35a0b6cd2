/**
 * How the document is shown, in one table: for each key its initial value, its text form and where it is
 * stored. A key with a `link` can be restored from an address; a key with `browser` belongs to the reader.
 * None of them is part of the document, so they cause no undo step and no new run.
 */
import { CARD_LINES, FLOWS, type CardLineId, type Flows } from '../../../models/src/cards/lines.ts';
import { VIEW_IDS } from '../../../models/src/index.ts';
import type { FluidChoice, MapKnob } from '../../../wasm/src/fluid-types.ts';
import {
  flag,
  interval,
  number,
  oneOf,
  optional,
  record,
  several,
  whole,
  word,
  type Codec,
} from './codec.ts';
import { lessonCodec, type Lesson } from './lesson.ts';
import { notesCodec, type Note } from './notes.ts';
import type { Span } from './span.ts';

interface Key<T> {
  readonly initial: T;
  readonly codec: Codec<T>;
  /** Its name among the fields of a link; absent: links do not carry it. */
  readonly link?: string;
  /** Whether this browser stores it. */
  readonly browser?: true;
}
const key = <T>(initial: T, codec: Codec<T>, kept: Pick<Key<T>, 'link' | 'browser'>): Key<T> => ({
  initial,
  codec,
  ...kept,
});

const knob = word(/^[a-z]\w*(\.\w+)?$/) as Codec<MapKnob>;
type Choice = Required<FluidChoice>;
const choice = <K extends keyof Choice>(name: K, ...words: readonly [Choice[K], ...Choice[K][]]) =>
  key<Choice[K]>(words[0], oneOf<Choice[K]>(words), { link: name });

/**
 * The id of a scheme or of a lane in a list. The entries have "_" between them, so fq_codel is written
 * fq-codel.
 */
const scheme: Codec<string> = {
  read: (text) => (/^(lane:)?[a-z\d-]{1,40}$/.test(text) ? text.replaceAll('-', '_') : undefined),
  write: (id) => id.replaceAll('_', '-'),
};

type Teach = '' | 'notes' | 'sheet' | 'edit';

/** The most windows in one plot: more would be hard to tell apart. */
export const MOST_FLOWS = 8;

export const VIEW = {
  tab: key<(typeof VIEW_IDS)[number]>(VIEW_IDS[0], oneOf(VIEW_IDS), { link: 'v' }),
  /** The time window of every plot over time, s; null: all. */
  span: key<Span | null>(null, optional(interval), { link: 'span' }),
  /** The lane whose parameters are open and whose handles are on the plot. */
  lane: key(0, whole(0, 1000), { link: 'lane' }),
  /** The time of the selected packet, s; null: none. */
  packet: key<number | null>(null, optional(number(0, Number.MAX_VALUE)), { link: 'packet' }),
  /** What a lesson lets its reader change and see; null: everything. */
  lesson: key<Lesson | null>(null, optional(lessonCodec), { link: 'lesson' }),
  /** The notes on the queues' plots, and the two times between which the reader measures. */
  notes: key<readonly Note[]>([], notesCodec, { link: 'notes' }),
  measure: key<Span | null>(null, optional(interval), { link: 'measure' }),
  /**
   * The link of a chain whose queue is shown, counted from 0; null: for each lane the link that its document
   * names.
   */
  hop: key<number | null>(null, optional(whole(0, 1000)), { link: 'hop' }),
  /** The quantity of the additional small plot; '' is none. */
  extra: key('window', word(/^[\w:]*$/), { link: 'extra' }),
  /** Whether the drop curve's axis shows all of [0, 1], or only the interesting part. */
  wholeCurve: key(false, flag, { link: 'whole' }),
  /** The plots of the queues: one for each lane, below each other or side by side, or all lanes in one. */
  queues: key<'apart' | 'small' | 'together'>('apart', oneOf(['apart', 'small', 'together']), {
    link: 'queues',
  }),
  /** Whether a scheme without a drop curve shows the picture of its own law in place of the curve. */
  ownLaw: key(true, flag, { link: 'law' }),
  /** Whether every metric is shown, or only the most important ones. */
  allMetrics: key(false, flag, { link: 'metrics' }),
  /** The papers' page: the paper, the table, and the reading. */
  paper: key('', word(/^[\w-]*$/), { link: 'paper' }),
  table: key('', word(/^[\w-]*$/), { link: 'table' }),
  reading: key('best', word(/^[\w-]*$/), { link: 'reading' }),
  /** The reader's own reading of the paper (web/src/views/papers/own.ts), base64url; '' is none. */
  own: key('', word(/^[\w-]{0,8000}$/), { link: 'own' }),
  /** The number in a paper from which this scenario was opened: "table~condition~scheme"; '' is none. */
  cell: key('', word(/^[^~]{0,80}(~[^~]{1,80}){2}$|^$/), { link: 'cell' }),
  /** The only row of traffic that is shown, counted from 0; null: all. */
  row: key<number | null>(null, optional(whole(0, 1000)), { link: 'row' }),
  /** The flows whose windows are drawn, counted from 0, and whether those of every lane are drawn. */
  flows: key<readonly number[]>([], several(whole(0, 9999), MOST_FLOWS), { link: 'flows' }),
  everyLane: key(false, flag, { link: 'every' }),
  /** The lessons: the story ('' for the list of stories) and its step. */
  story: key('', word(/^[\w-]*$/), { link: 'story' }),
  step: key('', word(/^[\w-]*$/), { link: 'step' }),
  /** A lesson of somebody's own (models/src/stories/pack.ts), for the story 'own'; '' is none. */
  tale: key('', word(/^[\w-]{0,60000}$/), { link: 'tale' }),
  /** The lesson that was last written in this browser, in the same form. */
  draft: key('', word(/^[\w-]{0,60000}$/), { browser: true }),
  /**
   * Whether the teacher's notes, the worksheet of the open story or lesson, or the editor of the own lesson
   * are shown; '' is none of them.
   */
  teach: key<Teach>('', oneOf<Teach>(['', 'notes', 'sheet', 'edit']), { link: 'teach' }),
  /** The axes of a study (models/src/study/plan.ts), base64url; '' is none. */
  study: key('', word(/^[\w-]{0,20000}$/), { link: 'study' }),
  /**
   * The report cards: the link, the reader's needs, the row of the table, the compared schemes, whether flows
   * can be hashed, the number of flows at a time, and whether senders are ECN-capable.
   */
  cardLine: key<CardLineId>(CARD_LINES[0].id, oneOf(CARD_LINES.map(({ id }) => id)), { link: 'line' }),
  cardNeeds: key<readonly string[]>(['calls', 'downloads'], several(word(/^[a-z]{1,20}$/), 20), {
    link: 'for',
  }),
  cardRow: key('mix', word(/^[\w-]{1,30}$/), { link: 'card' }),
  cardPair: key<readonly string[]>([], several(scheme, 2), { link: 'pair' }),
  cardHash: key(true, flag, { link: 'hash' }),
  cardFlows: key<Flows>('some', oneOf(FLOWS), { link: 'load' }),
  cardEcn: key(false, flag, { link: 'ecn' }),
  /** The number of seeds for each lane. */
  seeds: key(1, whole(1, 1000), { link: 'seeds' }),
  /** The lane from which the metrics of the others are shown as differences. */
  against: key<number | null>(null, optional(whole(0, 1000)), { link: 'against' }),
  panelOpen: key(true, flag, { link: 'panel', browser: true }),

  // How lanes are turned into fluid models.
  form: choice('form', 'continuous', 'sampled'),
  delay: choice('delay', 'explicit', 'implicit'),
  drops: choice('drops', 'effective', 'law'),
  windows: choice('windows', 'mean', 'spread'),
  clock: choice('clock', 'round_trip', 'acknowledgements'),
  losses: choice('losses', 'recovery', 'halving'),
  tolerance: key(1e-6, number(1e-13, 0.01), { link: 'tolerance' }),
  /**
   * The two quantities on the axes of the stability map, and the quantity along which the loss of stability
   * is searched.
   */
  mapX: key<MapKnob>('flows', knob, { link: 'x' }),
  mapY: key<MapKnob>('rtt', knob, { link: 'y' }),
  along: key<MapKnob>('flows', knob, { link: 'along' }),
  /** Cells of the map along each axis. */
  cells: key(64, whole(4, 128), { link: 'cells' }),
  /** Ranges of the map's axes that the reader typed, by lane, scheme and quantity. */
  ranges: key<Readonly<Record<string, readonly [number, number]>>>({}, record(interval), { link: 'ranges' }),

  theme: key<'auto' | 'light' | 'dark'>('auto', oneOf(['auto', 'light', 'dark']), { browser: true }),
  /** The language of the page; 'auto': the one that the address asks for, else English (language.ts). */
  language: key('auto', word(/^[a-z]{2,4}(-[A-Za-z]{2,4})?$/), { browser: true }),
  projector: key(false, flag, { browser: true }),
  /** Whether single-key shortcuts are on: they disturb some readers who dictate (WCAG 2.1.4). */
  keys: key(true, flag, { browser: true }),
  /** Whether the reader no longer needs the hint about dragging. */
  hintSeen: key(false, flag, { browser: true }),
};

/** The playhead in a link: its time if it is paused, and its speed. */
export const MOMENT = {
  time: key<number | null>(null, optional(number(0, Number.MAX_VALUE)), { link: 'at' }),
  speed: key(10, number(1e-3, 1e3), { link: 'speed' }),
};

export type Table = Readonly<Record<string, Pick<Key<never>, 'link' | 'browser'>>>;
type Values<T extends Table> = {
  readonly [K in keyof T]: T[K] extends Key<infer V> ? V : never;
};
export type ViewState = Values<typeof VIEW>;
export type Moment = Values<typeof MOMENT>;

/** The rows of a table. Only this function knows that each key has a value type of its own. */
export const rows = (table: Table) =>
  Object.entries(table) as unknown as readonly (readonly [string, Key<unknown>])[];

function valuesOf<T extends Table>(table: T, text: (name: string, row: Key<unknown>) => string | undefined) {
  const found = rows(table).flatMap(([name, row]) => {
    const written = text(name, row);
    const value = written === undefined ? undefined : row.codec.read(written);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found) as Partial<Values<T>>;
}

const initial = <T extends Table>(table: T) =>
  Object.fromEntries(rows(table).map(([name, row]) => [name, row.initial])) as unknown as Values<T>;

export const initialView: ViewState = initial(VIEW);
export const initialMoment: Moment = initial(MOMENT);

/** The parts of the view that belong to one document, reset when another document opens. */
export const NOTHING_OPEN = {
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
  cell: '',
} as const satisfies Partial<ViewState>;

/** The values that differ from the initial ones, as fields of a link. */
export function linkFields<T extends Table>(table: T, values: Values<T>): Readonly<Record<string, string>> {
  const now: Readonly<Record<string, unknown>> = values;
  return Object.fromEntries(
    rows(table).flatMap(([name, { link, codec, initial: first }]) => {
      const written = codec.write(now[name]);
      return link === undefined || written === codec.write(first) ? [] : [[link, written]];
    }),
  );
}

/** The keys that a link's fields name; unknown or damaged fields are ignored. */
export const readFields = <T extends Table>(table: T, fields: Readonly<Record<string, string>>) =>
  valuesOf(table, (_, { link }) => (link === undefined ? undefined : fields[link]));

const ownRow = new Map(rows(VIEW));
/** The keys of a view whose rows satisfy a condition. */
const only = <V extends Partial<ViewState>>(view: V, wanted: (row: Key<unknown>) => boolean): Partial<V> =>
  Object.fromEntries(
    Object.entries(view).filter(([name]) => {
      const row = ownRow.get(name);
      return row !== undefined && wanted(row);
    }),
  ) as Partial<V>;
const isBrowsers = ({ browser }: Key<unknown>): boolean => browser === true;

/**
 * A link determines every part of the view that links carry: what it does not name gets its initial value,
 * and the reader's own keys stay as they are.
 */
export const linkedView = (now: ViewState, fields: Readonly<Record<string, string>>): ViewState => ({
  ...initialView,
  ...only(now, (row) => row.link === undefined || isBrowsers(row)),
  ...readFields(VIEW, fields),
});

/** The stored part of the view; damaged or unknown parts are ignored. */
export function readKept(text: string | null): Partial<ViewState> {
  let found: unknown;
  try {
    found = JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
  if (typeof found !== 'object' || found === null) return {};
  const kept = new Map(Object.entries(found));
  return valuesOf(VIEW, (name, { browser }) =>
    browser === true && kept.has(name) ? String(kept.get(name)) : undefined,
  );
}

/** The part of a view that the browser stores. */
export const keptText = (view: ViewState): string => JSON.stringify(only(view, isBrowsers));

/** Whether a change contains any key that the browser stores. */
export const isKept = (change: Partial<ViewState>): boolean =>
  Object.keys(only(change, isBrowsers)).length > 0;

/** Replaces lanes that do not exist and times after the end. Links made by this page contain none. */
export function within(view: ViewState, lanes: number, duration: number): ViewState {
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
