/**
 * The closed list of quantities that an expression of a story may use about a lane, and how each is computed
 * from a run's recording.
 */
import { propagation } from '../round-trip.ts';
import type { LaneScenario } from '../types.ts';
import { observedLink } from '../chain.ts';
import { inSentence } from '../papers/shown.ts';
import { METRICS, ROW_METRICS } from '../generated/facts.ts';
import type { Call, Word } from './expression.ts';

/** The part of a run that is used; the engine's results have it. */
export interface Recorded {
  readonly metrics: Readonly<Record<string, number | null>>;
  readonly rows: readonly Readonly<Record<string, number | null>>[];
  readonly overview: {
    readonly binSeconds: number;
    readonly bins: number;
    readonly queue_mean: Float64Array;
    readonly cwnd_mean: Float64Array;
    readonly arrivals: Float64Array;
    readonly bytes_out: Float64Array;
    readonly drops_early: Float64Array;
    readonly drops_forced: Float64Array;
    readonly drops_overflow: Float64Array;
    readonly marks: Float64Array;
    readonly state: readonly Float64Array[];
  };
  readonly dots: { readonly time: Float64Array; readonly fate: Uint8Array; readonly thinning: number };
}

/** Values from the lane's fluid model; each is absent if the model does not have it. */
export interface Modelled {
  readonly queue?: number;
  readonly phaseMargin?: number;
  /** The rightmost root, 1/s and rad/s. */
  readonly root?: { readonly re: number; readonly im: number };
  readonly hopf?: Readonly<Partial<Record<HopfKnob, number>>>;
}
export type HopfKnob = 'rtt' | 'flows';

/** A lane with everything that an expression can use. */
export interface Asked {
  readonly lane: LaneScenario;
  readonly run: Recorded;
  /** Names of the states that the scheme records, in their order. */
  readonly states: readonly string[];
  readonly model?: Modelled;
}

type Span = readonly [from: number, to: number];

interface Quantity {
  readonly help: string;
  /**
   * The arguments after the lane: times, the number of a row, the name of a state or a parameter. Those in
   * the last list are optional.
   */
  readonly words: readonly ('time' | 'row' | 'name')[];
  /** Whether an interval of time may be given. */
  readonly part?: true;
  /** What must be computed besides the run. */
  readonly needs?: 'fluid' | 'hopf';
  readonly of: (asked: Asked, words: readonly Word[], span: Span) => number;
}

const packetTime = (lane: LaneScenario): number => (8 * lane.network.packet_size) / observedLink(lane).rate;

/** The bins whose middle is in an interval of time. */
function binsOf({ overview: { binSeconds, bins } }: Recorded, [from, to]: Span): Span {
  const first = Math.max(0, Math.ceil(from / binSeconds - 0.5));
  return [first, Math.max(first, Math.min(bins, Math.ceil(to / binSeconds - 0.5)))];
}
function within(run: Recorded, column: Float64Array, span: Span): Float64Array {
  const [first, last] = binsOf(run, span);
  return column.subarray(first, last);
}
const total = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);
const sumOf = (run: Recorded, span: Span, ...columns: readonly Float64Array[]): number =>
  columns.reduce((sum, column) => sum + total(within(run, column, span)), 0);
function meanOf(values: Float64Array): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return total(known) / known.length;
}
function deviation(values: Float64Array): number {
  const centre = meanOf(values);
  return Math.sqrt(meanOf(values.map((value) => (value - centre) ** 2)));
}
const drops = (run: Recorded, span: Span): number =>
  sumOf(run, span, run.overview.drops_early, run.overview.drops_forced, run.overview.drops_overflow);

/**
 * Lag of the autocorrelation's first peak after its first zero, s, and its height; NaN if the signal does not
 * oscillate.
 */
function beat(run: Recorded, span: Span): { readonly lag: number; readonly height: number } {
  const values = within(run, run.overview.queue_mean, span);
  const centre = meanOf(values);
  const around = values.map((value) => value - centre);
  const power = total(around.map((value) => value * value));
  const at = (lag: number) => {
    let sum = 0;
    for (let i = 0; i + lag < around.length; ++i) sum += (around[i] ?? 0) * (around[i + lag] ?? 0);
    return sum / power;
  };
  const end = Math.floor(around.length / 2);
  let lag = 1;
  while (lag < end && at(lag) > 0) ++lag;
  let best = { lag: NaN, height: NaN };
  // The largest value until the correlation is negative again counts as one peak, even if it has ripples.
  while (lag < end && at(lag) <= 0) ++lag;
  for (let height = at(lag); lag < end && height > 0; height = at(++lag))
    if (!(best.height >= height)) best = { lag: lag * run.overview.binSeconds, height };
  return best;
}

/** A drop after a longer gap than this, s, belongs to another burst. */
const BURST_GAP = 0.02;
/** Index of the first fate that is a drop, in the engine's list: accepted, marked, early, forced, overflow. */
const FIRST_DROP = 2;

function dropTimes({ dots }: Recorded): number[] {
  return Array.from(dots.time).filter((_, i) => (dots.fate[i] ?? 0) >= FIRST_DROP);
}

/** A queue is averaged over this many seconds before it counts as having reached a level. */
const SMOOTH = 2;

function arrival(run: Recorded, after: number, low: number, high: number): number {
  const { binSeconds, bins, queue_mean } = run.overview;
  const step = SMOOTH / 8;
  for (let from = after; from + SMOOTH <= bins * binSeconds; from += step) {
    const level = meanOf(within(run, queue_mean, [from, from + SMOOTH]));
    if (level >= low && level <= high) return from + SMOOTH / 2 - after;
  }
  return NaN;
}

const number = (word: Word | undefined): number => (typeof word === 'number' ? word : NaN);

type Told = Omit<Quantity, 'help'>;

const own = (of: (lane: LaneScenario) => number): Told => ({ words: [], of: ({ lane }) => of(lane) });
const part = (of: (run: Recorded, span: Span, lane: LaneScenario) => number): Told => ({
  words: [],
  part: true,
  of: ({ run, lane }, _, span) => of(run, span, lane),
});

/** Besides these, every metric of a link by its name, and every metric of a row as `row_<name>(A, 2)`. */
const QUANTITIES: Readonly<Record<string, Quantity>> = {
  rate: { help: 'Rate of the link, bit/s.', ...own((lane) => observedLink(lane).rate) },
  buffer: { help: 'Places in the buffer, packets.', ...own((lane) => observedLink(lane).buffer) },
  packet_time: { help: 'Time that a full packet takes on the link, s.', ...own(packetTime) },
  base_rtt: { help: 'Round trip without queueing, s.', ...own((lane) => propagation(lane)) },
  bdp: {
    help: 'Rate times that round trip, packets.',
    ...own((lane) => propagation(lane) / packetTime(lane)),
  },
  flows: {
    help: 'Flows of all rows.',
    ...own(({ traffic }) => traffic.reduce((sum, { flows }) => sum + flows, 0)),
  },

  queue: {
    help: 'Mean queue of a part of the time, packets.',
    ...part((run, span) => meanOf(within(run, run.overview.queue_mean, span))),
  },
  swing: {
    help: 'Standard deviation of the queue in a part of the time, packets.',
    ...part((run, span) => deviation(within(run, run.overview.queue_mean, span))),
  },
  window: {
    help: 'Mean congestion window, packets.',
    ...part((run, span) => meanOf(within(run, run.overview.cwnd_mean, span))),
  },
  rate_out: {
    help: 'What leaves the link, bit/s.',
    ...part(
      (run, span) =>
        (8 * sumOf(run, span, run.overview.bytes_out)) /
        (binsOf(run, span)[1] - binsOf(run, span)[0]) /
        run.overview.binSeconds,
    ),
  },
  lost: {
    help: 'Share of arrivals that was dropped.',
    ...part((run, span) => drops(run, span) / sumOf(run, span, run.overview.arrivals)),
  },
  marked: {
    help: 'Share of arrivals that was marked.',
    ...part((run, span) => sumOf(run, span, run.overview.marks) / sumOf(run, span, run.overview.arrivals)),
  },
  drops: { help: 'Packets dropped.', ...part(drops) },
  forced: {
    help: 'Packets dropped with certainty or because the buffer was full.',
    ...part((run, span) => sumOf(run, span, run.overview.drops_forced, run.overview.drops_overflow)),
  },
  beat: {
    help: "Height of the first peak of the queue's autocorrelation: 1 is a clock, 0 is noise.",
    ...part((run, span) => beat(run, span).height),
  },
  period: {
    help: 'Time from peak to peak of the queue, s, by its autocorrelation.',
    ...part((run, span) => beat(run, span).lag),
  },

  first_drop: {
    help: 'When the first packet was dropped, s.',
    words: [],
    of: ({ run }) => dropTimes(run)[0] ?? NaN,
  },
  drops_by_burst: {
    help: 'Mean number of drops in a row with gaps under 20 ms.',
    words: [],
    of: ({ run }) => {
      const times = dropTimes(run);
      const bursts = times.filter((time, i) => time - (times[i - 1] ?? -Infinity) > BURST_GAP).length;
      return run.dots.thinning > 1 ? NaN : times.length / bursts;
    },
  },
  arrives: {
    help: 'Seconds after a time until the queue, averaged over 2 s, lies between two levels.',
    words: ['time', 'time', 'time'],
    of: ({ run }, [after, low, high]) => arrival(run, number(after), number(low), number(high)),
  },
  param: {
    help: 'A parameter that the scenario sets.',
    words: ['name'],
    of: ({ lane }, [name]) => {
      const value = lane.aqm.params[String(name)];
      return typeof value === 'number' ? value : NaN;
    },
  },
  state: {
    help: 'Mean of a recorded state in a part of the time.',
    words: ['name'],
    part: true,
    of: ({ run, states }, [name], span) => {
      const column = run.overview.state[states.indexOf(String(name))];
      return column === undefined ? NaN : meanOf(within(run, column, span));
    },
  },

  fluid_queue: {
    help: 'Queue at which the fluid model rests, packets.',
    words: [],
    needs: 'fluid',
    of: ({ model }) => model?.queue ?? NaN,
  },
  fluid_margin: {
    help: 'Phase margin, degrees.',
    words: [],
    needs: 'fluid',
    of: ({ model }) => model?.phaseMargin ?? NaN,
  },
  fluid_settling: {
    help: 'One over the decay of the slowest mode, s.',
    words: [],
    needs: 'fluid',
    of: ({ model }) => -1 / (model?.root?.re ?? NaN),
  },
  fluid_period: {
    help: 'Period of the slowest mode, s.',
    words: [],
    needs: 'fluid',
    of: ({ model }) => (2 * Math.PI) / (model?.root?.im ?? NaN),
  },
  hopf_rtt: {
    help: 'Round trip at which the fluid model begins to swing, s.',
    words: [],
    needs: 'hopf',
    of: ({ model }) => model?.hopf?.rtt ?? NaN,
  },
  hopf_flows: {
    help: 'Number of flows at which it begins to swing.',
    words: [],
    needs: 'hopf',
    of: ({ model }) => model?.hopf?.flows ?? NaN,
  },
};

const ROW = 'row_';

/** The quantity of a call; undefined if the name is neither on the list nor a metric of the engine. */
function quantityOf(name: string): Quantity | undefined {
  const listed = Object.hasOwn(QUANTITIES, name) ? QUANTITIES[name] : undefined;
  if (listed !== undefined) return listed;
  if (Object.hasOwn(METRICS, name)) return { help: '', words: [], of: ({ run }) => run.metrics[name] ?? NaN };
  const row = name.startsWith(ROW) ? name.slice(ROW.length) : '';
  if (!Object.hasOwn(ROW_METRICS, row)) return undefined;
  return { help: '', words: ['row'], of: ({ run }, [at]) => run.rows[number(at) - 1]?.[row] ?? NaN };
}

/** Why a call is not valid; null if it is. */
export function faultOf({ name, words, lane }: Call, lanes: readonly LaneScenario[]): string | null {
  const quantity = quantityOf(name);
  const asked = lanes[lane];
  if (quantity === undefined) return `there is no quantity ${name}`;
  if (asked === undefined) return `there is no lane ${String.fromCharCode(65 + lane)}`;
  const more = words.length - quantity.words.length;
  if (more !== 0 && !(quantity.part === true && more === 2)) return `${name} takes other words`;
  for (const [i, kind] of quantity.words.entries())
    if ((typeof words[i] === 'string') !== (kind === 'name')) return `${name} takes other words`;
  const row = quantity.words[0] === 'row' ? number(words[0]) : 1;
  return asked.traffic[row - 1] === undefined ? `lane has no row ${row}` : null;
}

/** The description of a quantity as a phrase; undefined for an unknown name. */
export const phraseOf = (name: string): string | undefined => {
  const help = Object.hasOwn(QUANTITIES, name) ? QUANTITIES[name]?.help : undefined;
  return help === undefined ? undefined : inSentence(help).replace(/[.。]$/, '');
};
export const needsOf = ({ name }: Call): 'fluid' | 'hopf' | null => QUANTITIES[name]?.needs ?? null;

/** The value of a call; NaN if there is none. */
export function valueOf({ name, words, lane }: Call, lanes: readonly (Asked | null)[]): number {
  const asked = lanes[lane] ?? null;
  if (asked === null) return NaN;
  const { lane: scenario } = asked;
  const quantity = quantityOf(name);
  if (quantity === undefined) return NaN;
  const [from = scenario.warmup, to = scenario.duration] = words.slice(quantity.words.length).map(number);
  return quantity.of(asked, words, [from, to]);
}

/** What can be asked of a lane without further words; `part`: also of a part of the time. */
export const ASKABLE: readonly { readonly name: string; readonly help: string; readonly part: boolean }[] = [
  ...Object.entries(QUANTITIES)
    .filter(([, { words }]) => words.length === 0)
    .map(([name, { help, part: ofPart }]) => ({ name, help, part: ofPart === true })),
  ...Object.entries(METRICS).map(([name, { help }]) => ({ name, help, part: false })),
];
