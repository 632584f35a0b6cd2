/** The steps of a program for one packet, line by line beside its text. */
import { formatQuantity } from '../units.ts';
import { eventsOf, partsIn, type Part } from './tree.ts';

/** A part of a program that is recorded when a decision passes it. */
export interface ProgramStop {
  readonly kind: 'let' | 'set' | 'compare' | 'truth' | 'decide';
  readonly line: number;
  /** The name that got a value or is true; the kind of the comparison or of the outcome, as in the tree. */
  readonly text: string;
  /** The unit of its values. */
  readonly unit: string;
}
/** The decisions of a lane's program at one time: the stops that it passed, in order. */
export interface ProgramStops {
  /** 0 on arrive, 1 on depart, 2 on idle, 3 on overflow, 4 every. */
  readonly event: Uint8Array;
  /** The number of the program's call, from 0. */
  readonly call: Uint32Array;
  readonly stop: Uint32Array;
  /** The values before and after; for a comparison its two sides; NaN: there is none. */
  readonly left: Float64Array;
  readonly right: Float64Array;
  /** For a condition: whether it holds. */
  readonly holds: Uint8Array;
}

/** The engine's description of a text. */
interface Read {
  readonly tree: Part;
  readonly stops: readonly ProgramStop[];
}

export interface ListedLine {
  readonly line: number;
  readonly text: string;
  /** The events on this line, in order. */
  readonly told: readonly string[];
}

/** Identifies a packet among those decided at one time. */
export interface Which {
  /** Whether it was dropped or marked at its departure. */
  readonly leaving: boolean;
  /** Counted from 0. */
  readonly nth: number;
}

const SIGNS: Readonly<Record<string, string>> = {
  less: '<',
  less_equal: '≤',
  greater: '>',
  greater_equal: '≥',
  equal: '=',
  differ: '≠',
};
const OUTCOMES: Readonly<Record<string, string>> = {
  accept: 'accepted',
  drop: 'dropped',
  drop_always: 'dropped with certainty',
  mark: 'marked, if the packet can carry a mark',
  mark_or_drop: 'marked, or dropped if the packet cannot carry a mark',
};
const EVENTS = ['on arrive', 'on depart', 'on idle', 'on overflow', 'every'];
const [ARRIVE, DEPART] = [0, 1];

const told = (value: number, unit: string): string =>
  value === Infinity ? 'never' : formatQuantity(Number(value.toPrecision(4)), unit);

function happened(stop: ProgramStop, left: number, right: number, holds: boolean): string {
  const { kind, text, unit } = stop;
  switch (kind) {
    case 'let':
      return `${text} = ${told(right, unit)}`;
    case 'set':
      return left === right
        ? `${text} stays ${told(right, unit)}`
        : `${text}: ${told(left, unit)} → ${told(right, unit)}`;
    case 'compare':
      return `${told(left, unit)} ${SIGNS[text] ?? text} ${told(right, unit)}: ${holds ? 'yes' : 'no'}`;
    case 'truth':
      return `${text}: ${holds ? 'yes' : 'no'}`;
    case 'decide':
      return OUTCOMES[text] ?? text;
  }
}

/** The entries of the call that decided about the packet. */
function callOf(stops: ProgramStops, info: Read, { leaving, nth }: Which): readonly number[] {
  const calls = new Map<number, number[]>();
  stops.call.forEach((call, i) => {
    if (stops.event[i] !== (leaving ? DEPART : ARRIVE)) return;
    calls.set(call, [...(calls.get(call) ?? []), i]);
  });
  // Departing packets are recorded only if they were dropped or marked.
  const decided = [...calls.values()].filter(
    (entries) =>
      !leaving ||
      entries.some((i) => {
        const stop = info.stops[stops.stop[i] ?? -1];
        return stop?.kind === 'decide' && stop.text !== 'accept';
      }),
  );
  return decided[nth] ?? [];
}

/** The lines of the event, each with what happened there; empty if the program has no such event. */
export function listing(text: string, info: Read, stops: ProgramStops, which: Which): readonly ListedLine[] {
  const name = EVENTS[which.leaving ? DEPART : ARRIVE];
  const event = eventsOf(info.tree).find((one) => one.name === name);
  if (event === undefined) return [];
  const lines = [...partsIn(event.block)].map(({ line }) => line ?? 0).filter((line) => line > 0);
  const entries = callOf(stops, info, which);
  for (const i of entries) lines.push(info.stops[stops.stop[i] ?? -1]?.line ?? 0);
  const [first, last] = [Math.min(...lines), Math.max(...lines)];
  return text
    .split('\n')
    .map((code, i): ListedLine => ({ line: i + 1, text: code, told: [] }))
    .slice(first - 1, last)
    .map((one) => ({
      ...one,
      told: entries.flatMap((i) => {
        const stop = info.stops[stops.stop[i] ?? -1];
        if (stop?.line !== one.line) return [];
        return [happened(stop, stops.left[i] ?? NaN, stops.right[i] ?? NaN, stops.holds[i] === 1)];
      }),
    }));
}
