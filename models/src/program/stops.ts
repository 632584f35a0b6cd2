/** What a program did with one packet, beside its text: line by line. */
import { formatQuantity } from '../units.ts';
import { eventsOf, partsIn, type Part } from './tree.ts';

/** A place of a program at which a reader of one decision stops. */
export interface ProgramStop {
  readonly kind: 'let' | 'set' | 'compare' | 'truth' | 'decide';
  readonly line: number;
  /** The name that got a value or is true; the kind of the comparison or of the outcome, as in the tree. */
  readonly text: string;
  /** Of its values. */
  readonly unit: string;
}
/** How a lane's program decided at one time: each stop that it came by, in order. */
export interface ProgramStops {
  /** 0 on arrive, 1 on depart, 2 on idle, 3 on overflow, 4 every. */
  readonly event: Uint8Array;
  /** Which time the program was asked, from 0. */
  readonly call: Uint32Array;
  readonly stop: Uint32Array;
  /** Before and after; of a comparison its sides; NaN: there is none. */
  readonly left: Float64Array;
  readonly right: Float64Array;
  /** Of a condition: whether it holds. */
  readonly holds: Uint8Array;
}

/** What a text has become. */
interface Read {
  readonly tree: Part;
  readonly stops: readonly ProgramStop[];
}

export interface ListedLine {
  readonly line: number;
  readonly text: string;
  /** What happened there, in order. */
  readonly told: readonly string[];
}

/** Which of the packets that were decided on at one time. */
export interface Which {
  /** It was dropped or marked when it left. */
  readonly leaving: boolean;
  /** From 0. */
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

/** Entries of the call that decided on the packet. */
function callOf(stops: ProgramStops, info: Read, { leaving, nth }: Which): readonly number[] {
  const calls = new Map<number, number[]>();
  stops.call.forEach((call, i) => {
    if (stops.event[i] !== (leaving ? DEPART : ARRIVE)) return;
    calls.set(call, [...(calls.get(call) ?? []), i]);
  });
  // Of packets that leave those are recorded that were dropped or marked.
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

/** The lines of the event, each with what happened there; empty: the program has no such event. */
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
