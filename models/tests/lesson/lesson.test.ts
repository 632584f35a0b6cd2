import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCode, writeCode } from '../../src/lesson/code.ts';
import {
  conditionsOf,
  faultsOfTask,
  goalOf,
  judgeGoals,
  lanesAsked,
  plainGoal,
  SEEDS,
  seedsOf,
} from '../../src/lesson/goals.ts';
import { readTask, writeTask, type Task } from '../../src/lesson/task.ts';
import type { Asked } from '../../src/stories/quantities.ts';

const task: Task = {
  text: 'Set max_p so that packets wait less than 20 ms. “Ümlaut”',
  goals: ['queueing_delay_mean(A) < 0.02', 'loss_ratio(B) > 0.01'],
  over: { knob: 'flows', values: [5, 30] },
};

describe('a task', () => {
  it('comes back from its word in a link, and other words are none', () => {
    expect(readTask(writeTask(task))).toEqual(task);
    expect(readTask(writeTask({ ...task, over: null }))).toEqual({ ...task, over: null });
    const word = writeTask(task);
    for (const damaged of [
      '',
      '!',
      word.slice(0, 20),
      btoa('[1]'),
      btoa('["a", [1]]'),
      btoa('["a", [], "gap", 1]'),
    ])
      expect(readTask(damaged)).toBeUndefined();
    fc.assert(fc.property(fc.string(), (text) => void readTask(text)));
  });

  it('has plain goals that a form makes, and tells what is wrong with others', () => {
    const plain = { lane: 1, metric: 'goodput', sign: '>', value: 9.5e6 } as const;
    expect(plainGoal(goalOf(plain))).toEqual(plain);
    expect(plainGoal('swing(A, 5, 9) < 0.3')).toBeUndefined();
    expect(faultsOfTask(task, { version: 1 })).toEqual([]);
    const wrong = (goal: string) => faultsOfTask({ ...task, goals: [goal] }, { version: 1 }).join();
    expect(wrong('gueueing(A) < 1')).toContain('there is no quantity gueueing');
    expect(wrong('loss_ratio(F) < 1')).toContain('there is no lane F');
    expect(wrong('loss_ratio(A) = 1')).toContain('< or > is expected');
    expect(wrong('1 < 2')).toContain('asks for nothing');
    expect(wrong('fluid_margin(A) > 30')).toContain('is of the fluid model');
    expect(faultsOfTask({ ...task, over: { knob: 'rtt', values: [0.001] } }, { version: 1 }).join()).toMatch(
      /^Round trip: 1 ms is refused; it can be from 33\.7 ms to 20 s here\.$/,
    );
  });

  it('turns its knob in every lane', () => {
    const conditions = conditionsOf(task, { version: 1 });
    expect(
      conditions.map(({ value, lanes }) => [value, lanes.map(({ traffic }) => traffic[0]?.flows)]),
    ).toEqual([
      [5, [5, 5]],
      [30, [30, 30]],
    ]);
    expect(lanesAsked(task.goals)).toEqual([0, 1]);
  });

  it('has seeds of its own: the same for everyone, others for another task', () => {
    expect(seedsOf(task)).toEqual(seedsOf({ ...task }));
    expect(new Set(seedsOf(task)).size).toBe(SEEDS);
    expect(seedsOf({ ...task, text: '' })).not.toEqual(seedsOf(task));
  });

  it('is reached only where the interval over the seeds says so', () => {
    // Student's t of four degrees of freedom is 2.776: 10, 11, 12, 13, 14 have the mean 12 and the interval 12 ± 1.963.
    const runs = [10, 11, 12, 13, 14].map((loss): Asked[] => [
      {
        lane: { warmup: 0, duration: 1 },
        run: { metrics: { loss_ratio: loss } },
        states: [],
      } as unknown as Asked,
    ]);
    const verdict = (goal: string) => judgeGoals([goal], runs)[0];
    expect(verdict('loss_ratio(A) < 13.97')).toMatchObject({ verdict: 'holds', left: 12 });
    expect(verdict('loss_ratio(A) < 13.95')?.verdict).toBe('unclear');
    expect(verdict('loss_ratio(A) < 12')?.verdict).toBe('fails');
    expect(verdict('loss_ratio(A) > 10.03')).toMatchObject({ verdict: 'holds', left: 12 });
    expect(verdict('goodput(A) > 1')?.verdict).toBe('fails');
  });
});

describe('a completion code', () => {
  it('comes back whole, and every altered character is noticed or harmless', () => {
    const given = { name: 'Zoë', values: [0.5, null, 'cubic', [0, 1]], digest: '01234567' };
    const code = writeCode(given);
    expect(readCode(` ${code}\n`)).toEqual(given);
    for (let i = 0; i < code.length; i++) {
      const other = code[i] === 'b' ? 'c' : 'b';
      const altered = readCode(code.slice(0, i) + other + code.slice(i + 1));
      // Bits that base64 leaves over, and those behind the end of the compressed text, say nothing.
      if (altered !== undefined) expect(altered).toEqual(given);
    }
    fc.assert(fc.property(fc.string(), (text) => void readCode(`AQM1.${text}`)));
  });
});
