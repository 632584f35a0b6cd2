/**
 * Searches for parameter values with which goals are reached under every condition. The search maximises the
 * slack: the distance of the worst goal under its worst condition from its limit, as a share of the larger
 * side. Every point runs with the same seeds (common random numbers). Many points run with one seed, and the
 * better ones get more seeds (successive halving: Jamieson and Talwalkar, 2016, arXiv:1502.07943); then the
 * neighbourhood of the best is searched. The result is checked with seeds that were not used in the search.
 */
import type { Scenario } from '../generated/scenario.ts';
import { KNOB_INFO } from '../knobs.ts';
import {
  conditionsOf,
  judgeGoals,
  lanesAsked,
  seedsOf,
  type Condition,
  type Reached,
} from '../lesson/goals.ts';
import { runConditions, type RunLane } from '../lesson/runs.ts';
import type { Task } from '../lesson/task.ts';
import { readComparison } from '../stories/expression.ts';
import { outcomeOf, type Lanes } from '../stories/verdict.ts';
import { along, sobol, type Span } from '../study/sampling.ts';
import { placed, withLists, type Place } from '../study/place.ts';
import type { AqmInfo } from '../types.ts';
import type { Validation } from '../validate.ts';

export interface Tuned {
  readonly place: Place;
  readonly span: Span;
}

export interface Search {
  readonly task: Pick<Task, 'goals' | 'over'>;
  readonly scenario: Scenario;
  readonly tuned: readonly Tuned[];
  /** The number of points that are tried with one seed. */
  readonly points: number;
}

export interface Means {
  readonly catalogue: readonly AqmInfo[];
  readonly check: (scenario: Scenario) => Validation;
  readonly run: RunLane;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface Judged {
  readonly condition: Condition;
  readonly goals: readonly Reached[];
}

export interface Tried {
  readonly values: readonly number[];
  /** Of each goal under its worst condition, in the mean of the seeds so far. Positive: it is reached. */
  readonly each: readonly number[];
  /** The least of `each`. */
  readonly slack: number;
  readonly seeds: number;
}

export interface Found {
  readonly values: readonly number[];
  readonly scenario: Scenario;
  /** Checked with seeds that were not used in the search. */
  readonly report: readonly Judged[];
  readonly met: boolean;
  readonly tried: readonly Tried[];
  /** The present values, with the seeds of the search. They take no part in it. */
  readonly now: Omit<Tried, 'values'>;
  /** Points whose values the scenario does not accept, such as min_th above max_th. */
  readonly refused: number;
  /**
   * Results at half of the smallest and at twice the largest condition; null if there is only one condition,
   * or if such a value is impossible.
   */
  readonly beyond: readonly Judged[] | null;
}

/** The rounds: their numbers of seeds, and the share of the points that each keeps. */
const ROUNDS = [
  { share: 1, seeds: 1 },
  { share: 1 / 3, seeds: 2 },
  { share: 1 / 8, seeds: 4 },
] as const;
/** The search around the best: half widths in the unit cube, and the number of points. */
const CLOSER = [0.12, 0.04] as const;
const POINTS_CLOSER = 12;
const MOST_SEEDS = 4;

interface Candidate {
  readonly at: readonly number[];
  readonly values: readonly number[];
  readonly conditions: readonly Condition[];
  /** By condition, then by seed. */
  readonly runs: Lanes[][];
  each: readonly number[];
  slack: number;
}

/** The distance of a comparison from its limit, -1 to 1; -1 if it has no value. */
function slackOf(goal: string, seeds: readonly Lanes[]): number {
  const { smaller, larger } = readComparison(goal);
  const [low, high] = [outcomeOf(smaller, seeds)?.mean, outcomeOf(larger, seeds)?.mean];
  if (low === undefined || high === undefined) return -1;
  const size = Math.max(Math.abs(low), Math.abs(high));
  return size === 0 ? 0 : Math.max(-1, Math.min(1, (high - low) / size));
}

export async function search({ task, scenario, tuned, points }: Search, means: Means): Promise<Found> {
  const asked = lanesAsked(task.goals);
  const whole: Task = { text: '', ...task };
  const conditionCount = task.over?.values.length ?? 1;
  const held = seedsOf(whole);
  const closer = CLOSER.length * POINTS_CLOSER;
  const total =
    (Math.ceil(points) *
      ROUNDS.reduce((sum, { share, seeds }, i) => sum + share * (seeds - (ROUNDS[i - 1]?.seeds ?? 0)), 0) +
      closer * 2 +
      MOST_SEEDS +
      held.length * 3) *
    conditionCount *
    asked.length;
  let done = 0;
  const run: RunLane = async (lane) => {
    const result = await means.run(lane);
    means.onProgress?.(++done, Math.max(done, Math.round(total)));
    return result;
  };
  const withValues = (values: readonly number[]): Validation =>
    means.check(
      tuned.reduce<unknown>(
        (node, { place }, i) => placed(node, place, values[i]),
        withLists(scenario),
      ) as Scenario,
    );
  let refused = 0;
  let reason = '';
  const candidates: Candidate[] = [];
  const add = (at: readonly number[]): Candidate | undefined => {
    const values = tuned.map(({ span }, i) => along(span, at[i] ?? 0));
    const known = candidates.find((one) => one.values.every((value, i) => value === values[i]));
    if (known !== undefined) return known;
    const changed = withValues(values);
    if (!changed.ok) {
      ++refused;
      reason = changed.issues[0]?.message ?? reason;
      return undefined;
    }
    const conditions = conditionsOf(whole, changed.scenario);
    const one: Candidate = { at, values, conditions, runs: conditions.map(() => []), each: [], slack: -1 };
    candidates.push(one);
    return one;
  };
  const first = scenario.seed ?? 1;
  const improve = async (some: readonly Candidate[], seeds: number) => {
    await Promise.all(
      some.map(async (one) => {
        const have = one.runs[0]?.length ?? 0;
        const more = Array.from({ length: Math.max(0, seeds - have) }, (_, i) => first + have + i);
        const found = await runConditions(one.conditions, asked, more, means.catalogue, run);
        found.forEach((lanes, i) => one.runs[i]?.push(...lanes));
        one.each = task.goals.map((goal) => Math.min(...one.runs.map((lanes) => slackOf(goal, lanes))));
        one.slack = Math.min(...one.each);
      }),
    );
  };
  const best = (count: number): readonly Candidate[] =>
    // Among equals, the point that ran with more seeds comes first.
    [...candidates].sort((a, b) => b.slack - a.slack).slice(0, Math.max(1, Math.round(count)));

  const place = sobol(tuned.length);
  for (let i = 0; i < points; ++i) add(place(i));
  if (candidates.length === 0)
    throw new RangeError(`The scenario takes no values of these ranges. ${reason}`);
  for (const { share, seeds } of ROUNDS) await improve(best(share * points), seeds);
  for (const half of CLOSER) {
    const [centre] = best(1);
    if (centre === undefined) break;
    const near = Array.from({ length: POINTS_CLOSER }, (_, i) =>
      add(
        centre.at.map((u, k) => Math.min(1, Math.max(0, u + half * (2 * (place(points + i)[k] ?? 0) - 1)))),
      ),
    ).filter((one) => one !== undefined);
    await improve(near, 2);
    await improve(best(POINTS_CLOSER / 3), MOST_SEEDS);
  }
  // Only points that ran with all seeds, so that a lucky first seed cannot decide.
  const chosen = [...candidates]
    .filter(({ runs }) => (runs[0]?.length ?? 0) >= MOST_SEEDS)
    .reduce((most, one) => (one.slack > most.slack ? one : most));
  const checked = withValues(chosen.values);
  const changed = checked.ok ? checked.scenario : scenario;
  const judged = async (conditions: readonly Condition[]): Promise<readonly Judged[]> => {
    const runs = await runConditions(conditions, asked, held, means.catalogue, run);
    return conditions.map((condition, i) => ({ condition, goals: judgeGoals(task.goals, runs[i] ?? []) }));
  };
  const report = await judged(chosen.conditions);
  const here = conditionsOf(whole, scenario);
  const now: Candidate = {
    at: [],
    values: [],
    conditions: here,
    runs: here.map(() => []),
    each: [],
    slack: -1,
  };
  await improve([now], MOST_SEEDS);
  const outside = beyondOf(whole, changed);
  return {
    values: chosen.values,
    scenario: changed,
    report,
    met: report.every(({ goals }) => goals.every(({ verdict }) => verdict === 'holds')),
    tried: candidates.map(({ values, each, slack, runs }) => ({
      values,
      each,
      slack,
      seeds: runs[0]?.length ?? 0,
    })),
    now: { each: now.each, slack: now.slack, seeds: MOST_SEEDS },
    refused,
    beyond: outside === null ? null : await judged(outside),
  };
}

/** Conditions outside of the requested range. */
function beyondOf(task: Task, scenario: Scenario): readonly Condition[] | null {
  const { over } = task;
  if (over === null || over.values.length < 2) return null;
  const values = [Math.min(...over.values) / 2, Math.max(...over.values) * 2];
  const { whole } = KNOB_INFO[over.knob];
  try {
    return conditionsOf(
      {
        ...task,
        over: { ...over, values: whole ? values.map((value) => Math.max(1, Math.round(value))) : values },
      },
      scenario,
    );
  } catch {
    return null;
  }
}
