/** Applies the knobs of a study's axes to the scenario of a point. */
import type { Scenario } from '../generated/scenario.ts';
import { refusal, type Issue } from '../issue.ts';
import { knobAt, placeOfEdit, type KnobEdit, type KnobName } from '../knobs.ts';
import { lanes } from '../lanes.ts';
import { decides } from '../merge-patch.ts';
import { isObject, showPath, type JsonObject } from '../path.ts';
import type { LaneScenario } from '../types.ts';
import { overlap, placed, type Place } from './place.ts';

/** A point that has no valid scenario. */
export class PointError extends Error {
  override readonly name = 'PointError';
  readonly issue: Issue;
  constructor(issue: Issue) {
    super(issue.message);
    this.issue = issue;
  }
}

export interface Turn {
  readonly knob: KnobName;
  readonly value: number;
  /** Place of the axis in the study. */
  readonly at: string;
}

/**
 * Each knob comes after those that it depends on: round trips depend on rates and flows, loads on rates. So
 * the order of the axes has no influence.
 */
const ORDER: readonly KnobName[] = ['rate', 'buffer', 'flows', 'rtt', 'load'];

/** `taken`: places that the study's other axes set. */
export function turned(document: JsonObject, turns: readonly Turn[], taken: readonly Place[]): JsonObject {
  return ORDER.flatMap((knob) => turns.filter((turn) => turn.knob === knob)).reduce(
    (found, turn) => turnedOnce(found, turn, taken),
    document,
  );
}

/** For a sentence: the computed ends of a range are rounded. */
const short = (value: number): number => Number(value.toPrecision(4));

interface Placed {
  readonly place: Place;
  readonly value: number;
}

function turnedOnce(document: JsonObject, { knob, value, at }: Turn, taken: readonly Place[]): JsonObject {
  const fault = (rule: string, given: unknown = value) =>
    new PointError(refusal({ path: at, value: given, rule }));
  const scenario = document as unknown as Scenario;
  const placesIn = (lane: LaneScenario): readonly Placed[] => {
    const { limits, orNone = false, edits } = knobAt(lane, knob);
    if (typeof edits === 'string') throw fault(edits, knob);
    const [least, most] = limits;
    const fits = (value >= least && value <= most) || (orNone && value === 0);
    if (!fits)
      throw fault(`${knob} can be ${orNone ? '0 or ' : ''}from ${short(least)} to ${short(most)} here`);
    const placeOf = (edit: KnobEdit) => placeOfEdit(scenario, null, lane.network.observed, edit);
    return edits(value).map((edit) => ({ place: placeOf(edit), value: edit.value }));
  };
  const [bare] = lanes({ ...scenario, lanes: [{}] });
  if (bare === undefined) throw fault('the scenario has no lane');
  const found = placesIn(bare);
  for (const { place } of found)
    if (taken.some((other) => overlap(place, other)))
      throw fault(`sets ${showPath(place)}, which another axis has as its path`, knob);
  for (const [i, lane] of (scenario.lanes ?? []).entries()) {
    if (Object.keys(lane.set ?? {}).length === 0) continue;
    const [own] = lanes({ ...scenario, lanes: [lane] });
    const alike = own !== undefined && JSON.stringify(placesIn(own)) === JSON.stringify(found);
    if (!alike || found.some(({ place }) => decides(lane.set, place)))
      throw fault(`lanes[${i}].set has values of its own that ${knob} follows from or sets`, knob);
  }
  return found.reduce<JsonObject>((now, { place, value: next }) => {
    const changed = placed(now, place, next);
    if (!isObject(changed)) throw fault(`the scenario has no place ${showPath(place)}`, knob);
    return changed;
  }, document);
}
