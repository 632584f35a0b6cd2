/**
 * Checks whether the goals of a lesson's task are reached: with seeds that nobody chose, under each of its
 * conditions.
 */
import { crc32 } from '../crc32.ts';
import { METRICS, type MetricName } from '../generated/facts.ts';
import type { Scenario } from '../generated/scenario.ts';
import { KNOB_INFO } from '../knobs.ts';
import { lanes } from '../lanes.ts';
import { callsOf, readComparison, sidesOf, type Comparison } from '../stories/expression.ts';
import { faultOf, needsOf, phraseOf, type Asked } from '../stories/quantities.ts';
import { letterOf } from '../stories/scene.ts';
import { judge, outcomeOf, type Verdict } from '../stories/verdict.ts';
import { withLists } from '../study/place.ts';
import { turned } from '../study/turn.ts';
import type { LaneScenario } from '../types.ts';
import { faultsOfConditions } from './conditions.ts';
import type { Task } from './task.ts';

/** Runs for each condition: enough for a useful interval, and few enough for a phone. */
export const SEEDS = 5;
/** The number of intervals in the recordings, for goals about a part of the time. */
export const BINS = 400;

/** A simple goal, which a form can make: a metric of a lane below or above a value in SI units. */
export interface PlainGoal {
  readonly lane: number;
  readonly metric: MetricName;
  readonly sign: '<' | '>';
  readonly value: number;
}

export const goalOf = ({ lane, metric, sign, value }: PlainGoal): string =>
  `${metric}(${letterOf(lane)}) ${sign} ${value}`;

const PLAIN = /^(\w+)\(([A-Z])\) ([<>]) (\d+(?:\.\d+)?(?:e-?\d+)?)$/;

/** Undefined for any other comparison, which is shown as it is written. */
export function plainGoal(text: string): PlainGoal | undefined {
  const [, metric = '', letter = '', sign, value] = PLAIN.exec(text) ?? [];
  if (!Object.hasOwn(METRICS, metric) || (sign !== '<' && sign !== '>')) return undefined;
  return { lane: letter.charCodeAt(0) - 65, metric: metric as MetricName, sign, value: Number(value) };
}

/**
 * A goal about one quantity of a lane, in words: the quantity and the limit; undefined for any other
 * comparison.
 */
export function quantityGoal(
  text: string,
): { lane: number; phrase: string; sign: string; value: string } | undefined {
  const [, name = '', letter = '', sign = '', value = ''] = PLAIN.exec(text) ?? [];
  const phrase = phraseOf(name);
  return phrase === undefined ? undefined : { lane: letter.charCodeAt(0) - 65, phrase, sign, value };
}

/** The errors of a task in a scenario, one sentence each. */
export function faultsOfTask({ goals, over }: Task, scenario: Scenario): readonly string[] {
  const all = lanes(scenario);
  const ofGoals = goals.flatMap((text) => {
    try {
      const calls = sidesOf(readComparison(text)).flatMap(callsOf);
      if (calls.length === 0) return [`The goal ${text} asks for nothing of a lane.`];
      return calls.flatMap((call) => {
        const fault = faultOf(call, all);
        if (fault !== null) return [`The goal ${text}: ${fault}.`];
        return needsOf(call) === null ? [] : [`The goal ${text}: ${call.name} is of the fluid model.`];
      });
    } catch (error) {
      return [`The goal ${error instanceof Error ? error.message : text}.`];
    }
  });
  const ofValues = faultsOfConditions({ over }, scenario);
  if (ofValues.length > 0) return [...ofGoals, ...ofValues];
  try {
    conditionsOf({ text: '', goals, over }, scenario);
    return ofGoals;
  } catch (error) {
    return [...ofGoals, error instanceof Error ? error.message : String(error)];
  }
}

export interface Condition {
  /** '' for the scenario as it is. */
  readonly label: string;
  readonly value: number | null;
  readonly lanes: readonly LaneScenario[];
}

/** The scenario under each of the conditions. A PointError names a value that is impossible. */
export function conditionsOf({ over }: Task, scenario: Scenario): readonly Condition[] {
  if (over === null) return [{ label: '', value: null, lanes: lanes(scenario) }];
  const { knob, values } = over;
  return values.map((value) => ({
    label: KNOB_INFO[knob].name,
    value,
    lanes: lanes(turned(withLists(scenario), [{ knob, value, at: knob }], []) as unknown as Scenario),
  }));
}

/** Derived from the task: always the same seeds for the same task, and nobody's choice. */
export function seedsOf(task: Task): readonly number[] {
  const first = 1 + crc32(new TextEncoder().encode(JSON.stringify(task)));
  return Array.from({ length: SEEDS }, (_, i) => first + i);
}

/** The lanes that the goals ask about. */
export function lanesAsked(goals: readonly string[]): readonly number[] {
  const asked = goals.flatMap((text) => sidesOf(readComparison(text)).flatMap(callsOf));
  return [...new Set(asked.map(({ lane }) => lane))].sort((a, b) => a - b);
}

export interface Reached {
  readonly goal: string;
  readonly verdict: Verdict;
  /** Means over the seeds of the left and the right side; null if a side has no value. */
  readonly left: number | null;
  readonly right: number | null;
}

/** `runs`: for each seed the requested results, by lane. */
export function judgeGoals(
  goals: readonly string[],
  runs: readonly (readonly (Asked | null)[])[],
): readonly Reached[] {
  return goals.map((goal) => {
    const comparison: Comparison = readComparison(goal);
    const mean = (side: 'smaller' | 'larger') => outcomeOf(comparison[side], runs)?.mean ?? null;
    const [left, right] = goal.includes('<')
      ? [mean('smaller'), mean('larger')]
      : [mean('larger'), mean('smaller')];
    return { goal, verdict: judge(comparison, runs), left, right };
  });
}
