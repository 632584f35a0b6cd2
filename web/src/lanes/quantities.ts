/** The recorded quantities of a run over time, as columns with a name and a unit, for the additional plot. */
import type {
  AqmInfo,
  Overview,
  Params,
  PacketWindow,
  RunPart,
  RunResult,
  StateRole,
} from '../../../wasm/src/types.ts';
import { t } from '../../../models/src/language.ts';
import { infoOf } from '../../../models/src/index.ts';
import { memoBy } from '../base/memoBy.ts';

export interface Quantity {
  readonly id: string;
  readonly label: string;
  /** The short label along the axis. */
  readonly short: string;
  /** A symbol after the label. */
  readonly symbol?: string;
  readonly unit: string;
  /** The column of one run; null if the run has none. */
  readonly of: (result: RunResult) => ArrayLike<number> | null;
  /** For a state of the scheme: its value at every packet, in a run whose packets are available. */
  readonly close?: (result: RunResult, window: PacketWindow) => ArrayLike<number> | null;
}

/** Rates are means over this many seconds. */
const RATE_WINDOW = 0.5;

/** Sums of a column over a trailing window, per second. */
function rate(overview: Overview, column: ArrayLike<number>, factor: number): Float64Array {
  const bins = Math.max(1, Math.round(RATE_WINDOW / overview.binSeconds));
  const out = new Float64Array(overview.bins);
  let sum = 0;
  for (let i = 0; i < overview.bins; ++i) {
    sum += column[i] ?? 0;
    if (i >= bins) sum -= column[i - bins] ?? 0;
    out[i] = (factor * sum) / (Math.min(i + 1, bins) * overview.binSeconds);
  }
  return out;
}

function sums(...columns: readonly Float64Array[]): Float64Array {
  const out = Float64Array.from(columns[0] ?? []);
  for (const column of columns.slice(1)) column.forEach((value, i) => (out[i] = (out[i] ?? 0) + value));
  return out;
}

const FIXED_WORDS: readonly Quantity[] = [
  {
    id: 'window',
    label: 'Congestion window, mean of the flows',
    short: 'window',
    unit: 'packets',
    of: ({ overview }) => overview.cwnd_mean,
  },
  {
    id: 'throughput',
    label: 'Throughput',
    short: 'throughput',
    unit: 'Mbit/s',
    of: ({ overview }) => rate(overview, overview.bytes_out, 8e-6),
  },
  {
    id: 'drops',
    label: 'Drops and marks',
    short: 'drops',
    unit: '1/s',
    of: ({ overview: o }) => rate(o, sums(o.drops_early, o.drops_forced, o.drops_overflow, o.marks), 1),
  },
  {
    id: 'back',
    label: 'Queue of the way back',
    short: 'queue back',
    unit: 'packets',
    of: ({ overview }) => overview.queue_back,
  },
];

/** A quantity in the language of the moment at which its words are read. */
export const spoken = (one: Quantity): Quantity => ({
  ...one,
  get label() {
    return t(one.label);
  },
  get short() {
    return t(one.short);
  },
});

/**
 * Every quantity that can be drawn for these lanes: those of every run, then the state variables of their
 * AQMs.
 */
export function quantities(
  catalogue: readonly AqmInfo[],
  aqms: readonly { readonly id: string; readonly params?: Params }[],
): readonly Quantity[] {
  const states = new Map<string, Quantity>();
  const place = ({ id }: { readonly id: string }) => catalogue.findIndex((info) => info.id === id);
  for (const aqm of aqms.toSorted((a, b) => place(a) - place(b))) {
    for (const state of infoOf(catalogue, aqm)?.states ?? []) {
      if (states.has(state.name)) continue;
      states.set(state.name, {
        id: `state:${state.name}`,
        label: t(state.help).replace(/[.:。：].*$/, ''),
        short: state.name,
        symbol: state.name,
        unit: state.unit,
        of: (result) => stateColumn(catalogue, result, state.name),
        close: (result, window) => stateColumn(catalogue, result, state.name, window.state),
      });
    }
  }
  return [...FIXED_WORDS.map(spoken), ...states.values()];
}

/** The state variables of a run's AQM, in the order of its columns. */
export const statesOf = (catalogue: readonly AqmInfo[], { aqm, params }: RunPart): AqmInfo['states'] =>
  infoOf(catalogue, { id: aqm, params })?.states ?? [];

/** The state variable of an AQM with a given role; undefined if there is none. */
export const stateOf = (info: Pick<AqmInfo, 'states'> | undefined, role: StateRole) =>
  info?.states.find((state) => state.role === role);

/**
 * The column of a state variable, by name, of a run or of its close-up; null if the AQM has no such state.
 */
export function stateColumn(
  catalogue: readonly AqmInfo[],
  result: RunResult,
  name: string,
  columns: readonly Float64Array[] = result.overview.state,
): Float64Array | null {
  const index = statesOf(catalogue, result).findIndex((state) => state.name === name);
  return columns[index] ?? null;
}

/** The average queue that the control law used, of a run or of its close-up. */
export function averageColumn(
  catalogue: readonly AqmInfo[],
  result: RunPart,
  columns: readonly Float64Array[] = result.overview.state,
): Float64Array | null {
  const states = statesOf(catalogue, result);
  return columns[states.findIndex(({ role }) => role === 'average')] ?? null;
}

/**
 * The times at which the values of an overview are drawn, the middles of its bins. The same overview always
 * gives the same column.
 */
export const binTimes = memoBy(({ bins, binSeconds }: Overview): Float64Array => {
  const made = new Float64Array(bins);
  for (let i = 0; i < bins; ++i) made[i] = (i + 0.5) * binSeconds;
  return made;
});

/** The end of the overview, s. */
export const endOf = ({ bins, binSeconds }: Overview): number => bins * binSeconds;

export const binAt = ({ bins, binSeconds }: Overview, time: number): number =>
  Math.max(0, Math.min(bins - 1, Math.floor(time / binSeconds)));
