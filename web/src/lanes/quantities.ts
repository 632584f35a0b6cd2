/** What a run recorded over time, as columns with a name and a unit, for the extra plot. */
import type {
  AqmInfo,
  Overview,
  Params,
  PacketWindow,
  RunPart,
  RunResult,
  StateRole,
} from '../../../wasm/src/types.ts';
import { infoOf } from '../../../models/src/index.ts';
import { memoBy } from '../base/memoBy.ts';

export interface Quantity {
  readonly id: string;
  readonly label: string;
  /** Along the axis. */
  readonly short: string;
  /** Set as a symbol after the label. */
  readonly symbol?: string;
  readonly unit: string;
  /** The column of one run, or null where that run has none. */
  readonly of: (result: RunResult) => ArrayLike<number> | null;
  /** A state of the scheme: what every packet saw, of a run whose packets are at hand. */
  readonly close?: (result: RunResult, window: PacketWindow) => ArrayLike<number> | null;
}

/** Mean over stretches of this many seconds: what a rate is read off over. */
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

const FIXED: readonly Quantity[] = [
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

/** Everything that can be drawn for these lanes: what every run has, then the state variables of their AQMs. */
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
        label: state.help.replace(/[.:].*$/, ''),
        short: state.name,
        symbol: state.name,
        unit: state.unit,
        of: (result) => stateColumn(catalogue, result, state.name),
        close: (result, window) => stateColumn(catalogue, result, state.name, window.state),
      });
    }
  }
  return [...FIXED, ...states.values()];
}

/** The state variables of a run's AQM, in the order of its columns. */
export const statesOf = (catalogue: readonly AqmInfo[], { aqm, params }: RunPart): AqmInfo['states'] =>
  infoOf(catalogue, { id: aqm, params })?.states ?? [];

/** The state variable of an AQM that has a role; undefined when it has none. */
export const stateOf = (info: Pick<AqmInfo, 'states'> | undefined, role: StateRole) =>
  info?.states.find((state) => state.role === role);

/** The column of one state variable of a run or of a close-up of it, by name; null when the AQM has none of that name. */
export function stateColumn(
  catalogue: readonly AqmInfo[],
  result: RunResult,
  name: string,
  columns: readonly Float64Array[] = result.overview.state,
): Float64Array | null {
  const index = statesOf(catalogue, result).findIndex((state) => state.name === name);
  return columns[index] ?? null;
}

/** The average queue as the law saw it, of a run or of a close-up of it. */
export function averageColumn(
  catalogue: readonly AqmInfo[],
  result: RunPart,
  columns: readonly Float64Array[] = result.overview.state,
): Float64Array | null {
  const states = statesOf(catalogue, result);
  return columns[states.findIndex(({ role }) => role === 'average')] ?? null;
}

/** The times to which the entries of an overview's columns are drawn, the middles of its bins: of one overview always the same column. */
export const binTimes = memoBy(({ bins, binSeconds }: Overview): Float64Array => {
  const made = new Float64Array(bins);
  for (let i = 0; i < bins; ++i) made[i] = (i + 0.5) * binSeconds;
  return made;
});

/** How far it goes, s. */
export const endOf = ({ bins, binSeconds }: Overview): number => bins * binSeconds;

export const binAt = ({ bins, binSeconds }: Overview, time: number): number =>
  Math.max(0, Math.min(bins - 1, Math.floor(time / binSeconds)));
