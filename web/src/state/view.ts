/**
 * How the document is looked at, in one table: for each key its value to begin with, how it is written, and where it is kept. A key
 * with a `link` can be rebuilt from an address; a key of the `browser` belongs to the reader. None of it is part of the document:
 * no undo, no new run.
 */
import { CARD_LINES, type CardLineId } from '../../../models/src/cards/lines.ts';
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
  /** Its name among the fields of a link; absent: a link does not carry it. */
  readonly link?: string;
  /** Whether this browser keeps it. */
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

/** The id of a scheme or of a lane in a list, whose entries have "_" between them: fq-codel is fq_codel. */
const scheme: Codec<string> = {
  read: (text) => (/^(lane:)?[a-z\d-]{1,40}$/.test(text) ? text.replaceAll('-', '_') : undefined),
  write: (id) => id.replaceAll('_', '-'),
};

/** Windows in one plot: more are not told apart. */
export const MOST_FLOWS = 8;

export const VIEW = {
  tab: key<(typeof VIEW_IDS)[number]>(VIEW_IDS[0], oneOf(VIEW_IDS), { link: 'v' }),
  /** Seconds shown on every plot of time; null: all. */
  span: key<Span | null>(null, optional(interval), { link: 'span' }),
  /** The lane whose parameters are open and whose handles are on the plot. */
  lane: key(0, whole(0, 1000), { link: 'lane' }),
  /** The time of the packet that is looked at, s; null: none. */
  packet: key<number | null>(null, optional(number(0, Number.MAX_VALUE)), { link: 'packet' }),
  /** What a lesson lets its reader change and see; null: everything. */
  lesson: key<Lesson | null>(null, optional(lessonCodec), { link: 'lesson' }),
  /** What is written on the queues' plots, and the two times between which is measured. */
  notes: key<readonly Note[]>([], notesCodec, { link: 'notes' }),
  measure: key<Span | null>(null, optional(interval), { link: 'measure' }),
  /** The link of a chain whose queue is shown, from 0; null: the one that the document names, lane by lane. */
  hop: key<number | null>(null, optional(whole(0, 1000)), { link: 'hop' }),
  /** Quantity of the extra small plot; '' is none. */
  extra: key('window', word(/^[\w:]*$/), { link: 'extra' }),
  /** Upper end of the drop curve's axis: the interesting part, or all of [0, 1]. */
  wholeCurve: key(false, flag, { link: 'whole' }),
  /** The queues: a plot a lane, one below the other or beside each other, or all in one. */
  queues: key<'apart' | 'small' | 'together'>('apart', oneOf(['apart', 'small', 'together']), {
    link: 'queues',
  }),
  /** Of a scheme without a drop curve: the picture of its own law, in the place of the others' curves. */
  ownLaw: key(true, flag, { link: 'law' }),
  /** Every metric, not only the few that matter most. */
  allMetrics: key(false, flag, { link: 'metrics' }),
  /** The papers' page: which paper, which of its tables, under which reading. */
  paper: key('', word(/^[\w-]*$/), { link: 'paper' }),
  table: key('', word(/^[\w-]*$/), { link: 'table' }),
  reading: key('best', word(/^[\w-]*$/), { link: 'reading' }),
  /** A reader's own reading of the paper (web/src/views/papers/own.ts), base64url; '' is none. */
  own: key('', word(/^[\w-]{0,8000}$/), { link: 'own' }),
  /** The number of a paper that this scenario was opened from: "table~condition~scheme"; '' is none. */
  cell: key('', word(/^[^~]{0,80}(~[^~]{1,80}){2}$|^$/), { link: 'cell' }),
  /** The row of traffic that is looked at alone, from 0; null: all. */
  row: key<number | null>(null, optional(whole(0, 1000)), { link: 'row' }),
  /** The flows whose windows are drawn, from 0, and whether those of every lane are. */
  flows: key<readonly number[]>([], several(whole(0, 9999), MOST_FLOWS), { link: 'flows' }),
  everyLane: key(false, flag, { link: 'every' }),
  /** The lessons: which story, '' for their list, and which of its steps. */
  story: key('', word(/^[\w-]*$/), { link: 'story' }),
  step: key('', word(/^[\w-]*$/), { link: 'step' }),
  /** The teacher's notes, or the worksheet of the story or of the lesson that is open; '' is neither. */
  teach: key<'' | 'notes' | 'sheet'>('', oneOf<'' | 'notes' | 'sheet'>(['', 'notes', 'sheet']), {
    link: 'teach',
  }),
  /** What a study varies (models/src/study/plan.ts), base64url; '' is nothing. */
  study: key('', word(/^[\w-]{0,20000}$/), { link: 'study' }),
  /** The report cards: which line, what one cares for, the row of the table, the compared schemes, and whether flows can be hashed. */
  cardLine: key<CardLineId>(CARD_LINES[0].id, oneOf(CARD_LINES.map(({ id }) => id)), { link: 'line' }),
  cardNeeds: key<readonly string[]>(['calls', 'downloads'], several(word(/^[a-z]{1,20}$/), 20), {
    link: 'for',
  }),
  cardRow: key('mix', word(/^[\w-]{1,30}$/), { link: 'card' }),
  cardPair: key<readonly string[]>([], several(scheme, 2), { link: 'pair' }),
  cardHash: key(true, flag, { link: 'hash' }),
  /** Each lane is run with so many seeds. */
  seeds: key(1, whole(1, 1000), { link: 'seeds' }),
  /** The lane to which the figures of the others are told as differences. */
  against: key<number | null>(null, optional(whole(0, 1000)), { link: 'against' }),
  panelOpen: key(true, flag, { link: 'panel', browser: true }),

  // How lanes become fluid models.
  form: choice('form', 'continuous', 'sampled'),
  delay: choice('delay', 'explicit', 'implicit'),
  drops: choice('drops', 'effective', 'law'),
  windows: choice('windows', 'mean', 'spread'),
  clock: choice('clock', 'round_trip', 'acknowledgements'),
  losses: choice('losses', 'recovery', 'halving'),
  tolerance: key(1e-6, number(1e-13, 0.01), { link: 'tolerance' }),
  /** The quantities that the stability map varies, and that along which a loss of stability is searched. */
  mapX: key<MapKnob>('flows', knob, { link: 'x' }),
  mapY: key<MapKnob>('rtt', knob, { link: 'y' }),
  along: key<MapKnob>('flows', knob, { link: 'along' }),
  /** Cells of the map along each axis. */
  cells: key(64, whole(4, 128), { link: 'cells' }),
  /** Ranges of the map's axes that somebody typed, by lane, scheme and quantity. */
  ranges: key<Readonly<Record<string, readonly [number, number]>>>({}, record(interval), { link: 'ranges' }),

  theme: key<'auto' | 'light' | 'dark'>('auto', oneOf(['auto', 'light', 'dark']), { browser: true }),
  projector: key(false, flag, { browser: true }),
  /** Keys that act without Ctrl: they get in the way of some who dictate (WCAG 2.1.4). */
  keys: key(true, flag, { browser: true }),
  /** The hint what to drag has done its work. */
  hintSeen: key(false, flag, { browser: true }),
};

/** What a link says about the playhead: where it stands, if it stands, and how fast it goes. */
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

/** The keys of a table; that each belongs to its own type of value is known here alone. */
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

/** What is shown of one document alone, when another takes its place. */
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

/** What differs from the beginning, as the fields of a link. */
export function linkFields<T extends Table>(table: T, values: Values<T>): Readonly<Record<string, string>> {
  const now: Readonly<Record<string, unknown>> = values;
  return Object.fromEntries(
    rows(table).flatMap(([name, { link, codec, initial: first }]) => {
      const written = codec.write(now[name]);
      return link === undefined || written === codec.write(first) ? [] : [[link, written]];
    }),
  );
}

/** The keys that the fields of a link name; what is unknown or damaged is as if it were not there. */
export const readFields = <T extends Table>(table: T, fields: Readonly<Record<string, string>>) =>
  valuesOf(table, (_, { link }) => (link === undefined ? undefined : fields[link]));

const ownRow = new Map(rows(VIEW));
/** The keys of a view whose rows are wanted. */
const only = <V extends Partial<ViewState>>(view: V, wanted: (row: Key<unknown>) => boolean): Partial<V> =>
  Object.fromEntries(
    Object.entries(view).filter(([name]) => {
      const row = ownRow.get(name);
      return row !== undefined && wanted(row);
    }),
  ) as Partial<V>;
const isBrowsers = ({ browser }: Key<unknown>): boolean => browser === true;

/** A link says everything about the view that a link can say: what it does not name is as in the beginning, and the reader's own as it is. */
export const linkedView = (now: ViewState, fields: Readonly<Record<string, string>>): ViewState => ({
  ...initialView,
  ...only(now, (row) => row.link === undefined || isBrowsers(row)),
  ...readFields(VIEW, fields),
});

/** What the browser kept; what is damaged or unknown is as if it were not there. */
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

/** What the browser keeps of a view. */
export const keptText = (view: ViewState): string => JSON.stringify(only(view, isBrowsers));

/** Whether any key of a change is kept by the browser. */
export const isKept = (change: Partial<ViewState>): boolean =>
  Object.keys(only(change, isBrowsers)).length > 0;

/** No lane that is gone, no time after the end: a link of this page names none. */
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
