/** The course of programs with a gap: each begins short of its goals, and has a solution that reaches them. */
import { afterAll, expect, it } from 'vitest';
import { validate, type Scenario } from '../../src/index.ts';
import { EXERCISES, exerciseDocument, taskOf } from '../../src/lesson/exercises.ts';
import { BINS, conditionsOf, faultsOfTask, judgeGoals, seedsOf } from '../../src/lesson/goals.ts';
import { readTask, writeTask } from '../../src/lesson/task.ts';
import { createClient, loadEngine } from '../../../wasm/src/node.ts';

/** Fewer than a student's check has: the interval of three is wider. */
const FEW = 3;
const engine = await loadEngine();
const client = createClient({ size: 2 });
afterAll(() => {
  client.close();
});

async function reached(scenario: Scenario, task: ReturnType<typeof taskOf>): Promise<readonly string[]> {
  const all = await Promise.all(
    conditionsOf(task, scenario).map(async ({ lanes: [lane] }) => {
      if (lane === undefined) throw new Error('an exercise has one lane');
      const runs = await Promise.all(
        seedsOf(task)
          .slice(0, FEW)
          .map(async (seed) => [
            { lane, run: await client.ask('run', { lane: { ...lane, seed }, bins: BINS }), states: [] },
          ]),
      );
      return judgeGoals(task.goals, runs).map(({ verdict }) => verdict);
    }),
  );
  return all.flat();
}

it.each(EXERCISES.map((one) => [one.id, one] as const))(
  '%s can be solved, and is not yet',
  async (_, one) => {
    const task = taskOf(one);
    expect(readTask(writeTask(task))).toEqual(task);
    const documentOf = (lines: readonly string[]) => {
      const found = validate(exerciseDocument(one, lines), engine);
      if (!found.ok) throw new Error(found.issues.map(({ message }) => message).join());
      return found.scenario;
    };
    const begin = documentOf(one.begin);
    expect(faultsOfTask(task, begin)).toEqual([]);
    const [before, after] = await Promise.all([
      reached(begin, task),
      reached(documentOf(one.solution), task),
    ]);
    expect(before).toContain('fails');
    expect(new Set(after)).toEqual(new Set(['holds']));
  },
);
