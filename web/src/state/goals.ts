/**
 * Runs a lesson's task: every lane that its goals ask about, under every condition, with seeds that neither
 * teacher nor student chose.
 */
import type { Scenario } from '../../../models/src/index.ts';
import { hash, type Completion } from '../../../models/src/lesson/code.ts';
import {
  BINS,
  conditionsOf,
  judgeGoals,
  lanesAsked,
  seedsOf,
  type Condition,
  type Reached,
} from '../../../models/src/lesson/goals.ts';
import { runConditions } from '../../../models/src/lesson/runs.ts';
import type { Task } from '../../../models/src/lesson/task.ts';
import { valueAt } from '../../../models/src/path.ts';
import { validate } from '../../../models/src/index.ts';
import type { App } from './app.ts';
import { changeAt } from './edits.ts';
import { pathOf, type Lesson } from './lesson.ts';

export interface Report {
  readonly conditions: readonly { readonly condition: Condition; readonly goals: readonly Reached[] }[];
  /** Whether every goal holds under every condition. */
  readonly met: boolean;
  /** The digest of all runs. */
  readonly digest: string;
}

export interface Watch {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

/** Throws a PointError if a condition is impossible. */
export async function runTask(
  { client, engine }: Pick<App, 'client' | 'engine'>,
  task: Task,
  scenario: Scenario,
  { signal, onProgress }: Watch,
): Promise<Report> {
  const conditions = conditionsOf(task, scenario);
  const asked = lanesAsked(task.goals);
  const seeds = seedsOf(task);
  const total = conditions.length * seeds.length * asked.length;
  let done = 0;
  const runs = await runConditions(conditions, asked, seeds, engine.catalogue, async (lane) => {
    const run = await client.ask('run', { lane, bins: BINS }, { signal });
    onProgress(++done, total);
    return run;
  });
  const judged = conditions.map((condition, i) => ({
    condition,
    goals: judgeGoals(task.goals, runs[i] ?? []),
  }));
  return {
    conditions: judged,
    met: judged.every(({ goals }) => goals.every(({ verdict }) => verdict === 'holds')),
    digest: hash(
      runs
        .flat(2)
        .map((one) => one?.run.digest ?? '')
        .join(),
    ),
  };
}

/** The student's values at the open places. */
export const valuesOf = ({ open }: Lesson, scenario: Scenario): readonly unknown[] =>
  open.map((path) => valueAt(scenario, pathOf(path)) ?? null);

/**
 * The lesson's scenario with a student's values; null if the values are invalid or belong to another lesson.
 */
export function withValues(
  { open }: Lesson,
  scenario: Scenario,
  { values }: Completion,
  engine: App['engine'],
): Scenario | null {
  if (values.length !== open.length) return null;
  const changed = open.reduce(
    (found, path, i) => changeAt(found, pathOf(path), values[i] ?? undefined),
    scenario,
  );
  const checked = validate(changed, engine);
  return checked.ok ? checked.scenario : null;
}
