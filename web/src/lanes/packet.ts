/**
 * Details of one packet: its fate, the scheme's state at the decision, and what followed. All values come
 * from the events of a window in which every packet was recorded.
 */
import { t as inWords } from '../../../models/src/language.ts';
import type { LaneScenario, PacketWindow, StateInfo, TrafficRow } from '../../../wasm/src/types.ts';
import { decides, drops, enters, EVENT, foundBy, isLate } from '../../../wasm/src/packet-window.ts';
import type { LaneModel } from './model.ts';
import { queueThresholds } from './model.ts';
import { rowName } from './rows.ts';
import type { Which } from '../../../models/src/program/stops.ts';

/** Index of the decision at this time, or of the nearest within a span; -1 if there is none. */
export function decisionAt(
  { time, event }: PacketWindow,
  at: number,
  [from, to]: readonly [number, number] = [-Infinity, Infinity],
): number {
  let best = -1;
  time.forEach((t, i) => {
    if (t < from || t > to || !decides(event[i] ?? EVENT.departure)) return;
    if (best < 0 || Math.abs(t - at) < Math.abs((time[best] ?? Infinity) - at)) best = i;
  });
  return best;
}

/** Index of the next decision, or of the next drop, in one direction; -1 if the window has none. */
export function nextDecision({ event }: PacketWindow, from: number, step: 1 | -1, drop: boolean): number {
  for (let i = from + step; i >= 0 && i < event.length; i += step) {
    const what = event[i] ?? EVENT.departure;
    if (drop ? drops(what) : decides(what)) return i;
  }
  return -1;
}

/** The row of traffic of a flow: flows are numbered row by row. */
export function rowOfFlow({ traffic }: Pick<LaneScenario, 'traffic'>, flow: number): TrafficRow | undefined {
  let first = 0;
  return traffic.find(({ flows }) => {
    first += flows;
    return flow < first;
  });
}

export interface StateValue extends Pick<StateInfo, 'name' | 'unit' | 'help'> {
  readonly value: number;
  /** The value before the decision, if it says more than the value after: a drop sets the count to zero. */
  readonly before: number | null;
}

export interface PacketStory {
  readonly time: number;
  readonly flow: number;
  readonly seq: number;
  /** The flow's row of traffic, in words. */
  readonly row: string;
  readonly fate: keyof typeof EVENT;
  /** Number of packets that waited when the decision was made. */
  readonly found: number;
  /** For a packet that was dropped after it had entered the queue: its waiting time until then. */
  readonly waited: number | null;
  /** The time from arrival to departure; null if it is not in the window. */
  readonly left: number | null;
  /** The time until the same sequence number arrived at the queue again. */
  readonly again: number | null;
  /** The random number that was compared with a probability, if one was used; NaN for drops at the head. */
  readonly drawn: number;
  readonly state: readonly StateValue[];
  /** The packet's rank among those with the same time and the same kind of decision. */
  readonly which: Which;
}

export function storyOf(window: PacketWindow, at: number, model: LaneModel): PacketStory {
  const { time, event, flow, seq, state } = window;
  const [t, what] = [time[at] ?? NaN, event[at] ?? EVENT.accepted];
  const same = (i: number) => flow[i] === flow[at] && seq[i] === seq[at];
  const find = (from: number, step: 1 | -1, wanted: (event: number) => boolean) => {
    for (let i = from; i >= 0 && i < time.length; i += step)
      if (same(i) && wanted(event[i] ?? NaN)) return time[i] ?? NaN;
    return null;
  };
  const accepted = enters(what);
  // A packet dropped from the head of the queue has arrived before and has not departed since.
  const came = drops(what) ? find(at - 1, -1, () => true) : null;
  const entered = came !== null && find(at - 1, -1, enters) === came;
  const left = accepted ? find(at + 1, 1, () => true) : null;
  const departs = accepted ? find(at + 1, 1, (e) => e === EVENT.departure) : null;
  const again = find(at + 1, 1, (e) => decides(e) && !(accepted && drops(e)));
  const row = rowOfFlow(model.scenario, flow[at] ?? 0);
  const leaving = isLate(window, at);
  let nth = 0;
  for (let i = at - 1; i >= 0 && time[i] === t; --i) {
    if (decides(event[i] ?? NaN) && isLate(window, i) === leaving) ++nth;
  }
  return {
    time: t,
    flow: flow[at] ?? 0,
    seq: seq[at] ?? 0,
    row: row === undefined ? '' : rowName(model.scenario, row),
    fate: (Object.keys(EVENT) as (keyof typeof EVENT)[]).find((name) => EVENT[name] === what) ?? 'accepted',
    found: foundBy(window, at),
    waited: entered ? t - came : null,
    left: departs !== null && departs === left ? departs - t : null,
    again: again === null ? null : again - t,
    drawn: window.drawn[at] ?? NaN,
    which: { leaving, nth },
    state: model.info.states.map(({ name, unit, help }, k) => ({
      name,
      unit,
      help,
      value: state[k]?.[at] ?? NaN,
      before: at > 0 ? (state[k]?.[at - 1] ?? null) : null,
    })),
  };
}

/** The position of a value among the thresholds of the queue, in words; '' if there are none. */
export function amongThresholds(model: LaneModel, value: number): string {
  const levels = queueThresholds(model)
    .map((one) => ({ name: one.param.name, value: one.value }))
    .sort((a, b) => a.value - b.value);
  const above = levels.findIndex((level) => value < level.value);
  const told = ({ name, value: at }: { name: string; value: number }) => `${name} ${at}`;
  const [below, next] = [levels[(above < 0 ? levels.length : above) - 1], levels[above]];
  if (below === undefined) return next === undefined ? '' : inWords('below {{told}}', { told: told(next) });
  return next === undefined
    ? inWords('above {{told}}', { told: told(below) })
    : inWords('between {{low}} and {{high}}', { low: told(below), high: told(next) });
}
