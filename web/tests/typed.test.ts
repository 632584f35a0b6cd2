/** Goals and conditions of a task as a teacher types them: the unit of the field, and values that say nothing. */
import { describe, expect, test } from 'vitest';
import type { MetricName, Scenario } from '../../models/src/index.ts';
import { faultsOfTask } from '../../models/src/lesson/goals.ts';
import { goalWords } from '../src/lanes/goalWords.ts';
import { conditionsExample, typedConditions } from '../src/panel/typedConditions.ts';
import { goalExample, typedGoal } from '../src/panel/typedGoal.ts';

const goal = (metric: MetricName, text: string, sign: '<' | '>' = '<') => {
  const typed = typedGoal(text, { lane: 0, metric, sign });
  return typed.ok ? goalWords(typed.goal, ['RED']) : typed.fault;
};

describe('a goal', () => {
  test.each([
    ['queueing_delay_mean', '40', '<', 'RED: Waiting, mean below 40 ms'],
    ['queueing_delay_mean', '0.04 s', '<', 'RED: Waiting, mean below 40 ms'],
    ['goodput', '9', '>', 'RED: Goodput above 9 Mbit/s'],
    ['loss_ratio', '3', '<', 'RED: Loss below 3 %'],
    ['utilization', '95', '>', 'RED: Utilization above 95 %'],
    ['fairness', '0.9', '>', 'RED: Fairness above 0.9'],
    ['queue_mean', '20', '<', 'RED: Queue, mean below 20 packets'],
    ['loss_ratio', '0', '>', 'RED: Loss above 0 %'],
  ] as const)('%s %s: in the unit in which the figure is shown', (metric, text, sign, words) => {
    expect(goal(metric, text, sign)).toBe(words);
  });
  test.each([
    [
      'queueing_delay_mean',
      '0 ms',
      '<',
      '0 ms: Waiting, mean is at least 0 ms; “below” needs a larger value.',
    ],
    ['fairness', '5', '<', '5: Fairness is at most 1; a goal needs a smaller value.'],
    ['loss_ratio', '100 %', '<', '100 %: Loss is at most 100 %; a goal needs a smaller value.'],
    ['loss_ratio', '300', '<', '300: Loss is at most 100 %; a goal needs a smaller value.'],
    ['utilization', '101', '>', '101: Utilization is at most 100 %; a goal needs a smaller value.'],
    ['utilization', '', '>', 'The value: type a number.'],
    ['loss_ratio', '-1', '<', '-1: a goal compares with a number of at least 0.'],
  ] as const)('%s %s is refused', (metric, text, sign, fault) => {
    expect(goal(metric, text, sign)).toBe(fault);
  });
  test('has an example that is accepted', () => {
    for (const metric of [
      'loss_ratio',
      'utilization',
      'fairness',
      'goodput',
      'jitter',
      'queue_mean',
    ] as const)
      expect(typedGoal(goalExample(metric), { lane: 0, metric, sign: '<' }).ok, metric).toBe(true);
  });
});

const SCENARIO = {
  version: 1,
  network: { bottleneck: { rate: 10e6, delay: 0.02, buffer: 140 } },
  traffic: [
    { kind: 'ftp', flows: 20 },
    { kind: 'cbr', flows: 1, rate: 1e6 },
  ],
  lanes: [{ aqm: { id: 'red' } }],
} as unknown as Scenario;
const faults = (values: readonly number[]) =>
  faultsOfTask({ text: '', goals: [], over: { knob: 'rtt', values } }, SCENARIO);

describe('conditions', () => {
  test('are in the unit of their knob', () => {
    const values = (text: string, knob: 'rtt' | 'rate' | 'flows' | 'load') => {
      const typed = typedConditions(text, knob);
      return typed.ok ? typed.value : typed.message;
    };
    expect(values('50, 200', 'rtt')).toEqual([0.05, 0.2]);
    expect(values('50 ms, 0.2 s', 'rtt')).toEqual([0.05, 0.2]);
    expect(values('5, 20', 'rate')).toEqual([5e6, 20e6]);
    expect(values('5, 30, 100', 'flows')).toEqual([5, 30, 100]);
    expect(values('20 %, 0.5', 'load')).toEqual([0.2, 0.5]);
    expect(values('50 apples', 'rtt')).toMatch(/is not a unit here/);
  });
  test('outside of their range are refused in the unit that is shown, by the label of the knob', () => {
    const [fault, ...others] = faults([0.001, 0.2]);
    expect(others).toEqual([]);
    expect(fault).toMatch(/^Round trip: 1 ms is refused; it can be from \d+(\.\d)? ms to \d+ s here\.$/);
    const [, least = ''] = /from (\S+ ms)/.exec(fault ?? '') ?? [];
    const named = typedConditions(least, 'rtt');
    expect(named.ok && faults(named.value)).toEqual([]);
    expect(faults([])).toEqual(['Round trip: at least one value is needed.']);
  });
  test('have two possible values as their example', () => {
    for (const knob of ['flows', 'rtt', 'rate', 'buffer', 'load'] as const) {
      const typed = typedConditions(conditionsExample(SCENARIO, knob), knob);
      expect(typed.ok && typed.value.length, knob).toBe(2);
      const over = { knob, values: typed.ok ? typed.value : [] };
      expect(faultsOfTask({ text: '', goals: [], over }, SCENARIO), knob).toEqual([]);
    }
    expect(conditionsExample({ ...SCENARIO, traffic: [] }, 'rtt')).toBe('');
  });
});
