/** The search for parameters, beside every point of a grid that runs with the same seeds. */
import { expect, it } from 'vitest';
import { loadEngine } from '../../wasm/src/node.ts';
import { validate, type Scenario } from '../src/index.ts';
import { seedsOf } from '../src/lesson/goals.ts';
import { readComparison } from '../src/stories/expression.ts';
import { outcomeOf } from '../src/stories/verdict.ts';
import { along } from '../src/study/sampling.ts';
import { placed, withLists } from '../src/study/place.ts';
import { search, type Search } from '../src/tune/search.ts';
import { lanes } from '../src/lanes.ts';
import type { LaneScenario } from '../src/types.ts';

const engine = await loadEngine();
let ran = 0;
const run = (lane: LaneScenario) => {
  ++ran;
  const open = engine.open(lane, { bins: 50 });
  while (!open.advance(1e12));
  const result = open.result();
  open.close();
  return Promise.resolve(result);
};
const check = (scenario: Scenario) => validate(scenario, engine);
const means = { catalogue: engine.catalogue, check, run };

const scenarioOf = (aqm: object): Scenario => ({
  version: 1,
  duration: 12,
  warmup: 3,
  network: { bottleneck: { rate: 2_000_000, delay: 0.02, buffer: 60 } },
  traffic: [{ flows: 6 }],
  lanes: [{ aqm }],
});
const param = (name: string) => ['lanes', 0, 'aqm', 'params', name];

/** The slack of a scenario, by a straight loop. */
async function slackOf(scenario: Scenario, goals: readonly string[]): Promise<number> {
  const [lane] = lanes(scenario);
  if (lane === undefined) throw new Error('no lane');
  const asked = await Promise.all(
    [1, 2, 3, 4].map(async (seed) => [{ lane, run: await run({ ...lane, seed }), states: [] }]),
  );
  return Math.min(
    ...goals.map((goal) => {
      const { smaller, larger } = readComparison(goal);
      const low = outcomeOf(smaller, asked)?.mean ?? NaN;
      const high = outcomeOf(larger, asked)?.mean ?? NaN;
      return (high - low) / Math.max(high, low);
    }),
  );
}

/** The largest slack of a grid. */
async function bestOfGrid({ task, scenario, tuned }: Search, steps: number): Promise<number> {
  let best = -1;
  const count = (steps + 1) ** tuned.length;
  for (let i = 0; i < count; ++i) {
    const values = tuned.map(({ span }, k) =>
      along(span, (Math.floor(i / (steps + 1) ** k) % (steps + 1)) / steps),
    );
    const changed = check(
      tuned.reduce<unknown>(
        (node, { place }, k) => placed(node, place, values[k]),
        withLists(scenario),
      ) as Scenario,
    );
    if (!changed.ok) continue;
    best = Math.max(best, await slackOf(changed.scenario, task.goals));
  }
  return best;
}

const CASES: readonly (readonly [string, Search, number])[] = [
  [
    'RED: the steepness between two limits',
    {
      scenario: scenarioOf({ id: 'red', params: { min_th: 5, max_th: 40 } }),
      task: { goals: ['queueing_delay_mean(A) < 0.15', 'loss_ratio(A) < 0.05'], over: null },
      tuned: [{ place: param('max_p'), span: { from: 0.005, to: 0.9, scale: 'log' } }],
      points: 24,
    },
    40,
  ],
  [
    'PI: the queue that it holds',
    {
      scenario: scenarioOf({ id: 'pi', params: { a: 0.0005, b: 0.00048 } }),
      task: { goals: ['queue_mean(A) > 12', 'queue_mean(A) < 20'], over: null },
      tuned: [{ place: param('target'), span: { from: 2, to: 50, scale: 'linear' } }],
      points: 24,
    },
    40,
  ],
  [
    'CoDel: target and interval, for few and for many flows',
    {
      scenario: scenarioOf({ id: 'codel' }),
      task: {
        goals: ['queueing_delay_p95(A) < 0.2', 'utilization(A) > 0.9'],
        over: { knob: 'flows', values: [6] },
      },
      tuned: [
        { place: param('target'), span: { from: 0.002, to: 0.1, scale: 'log' } },
        { place: param('interval'), span: { from: 0.02, to: 0.5, scale: 'log' } },
      ],
      points: 32,
    },
    11,
  ],
];

it.each(CASES)('%s', async (_, asked, steps) => {
  ran = 0;
  const found = await search(asked, means);
  const searched = ran;
  const grid = await bestOfGrid(asked, steps);
  const best = Math.max(...found.tried.filter(({ seeds }) => seeds >= 4).map(({ slack }) => slack));
  expect(best).toBeGreaterThan(grid - 0.02);
  expect(best).toBeGreaterThan(0);
  expect(found.met).toBe(true);
  expect(found.now.slack).toBe(await slackOf(asked.scenario, asked.task.goals));
  for (const { each, slack } of found.tried) expect(Math.min(...each)).toBe(slack);
  expect(searched).toBeLessThan(1.6 * asked.points + 130);
  // What is told of the point is what its own runs say, with seeds that chose nothing.
  const seeds = seedsOf({ text: '', ...asked.task });
  expect(seeds.filter((seed) => seed <= 4)).toEqual([]);
  const [lane] = lanes(found.scenario);
  if (lane === undefined) throw new Error('no lane');
  const again = await Promise.all(
    seeds.map(async (seed) => [{ lane, run: await run({ ...lane, seed }), states: [] }]),
  );
  for (const { goal, left } of found.report[0]?.goals ?? []) {
    const { smaller, larger } = readComparison(goal);
    expect(left).toBe(outcomeOf(goal.includes('<') ? smaller : larger, again)?.mean);
  }
});

it('says that no values do it, and which come nearest', async () => {
  const asked: Search = {
    scenario: scenarioOf({ id: 'red', params: { min_th: 5, max_th: 40 } }),
    task: {
      goals: ['queueing_delay_mean(A) < 0.02', 'loss_ratio(A) < 0.005'],
      over: { knob: 'flows', values: [6, 12] },
    },
    tuned: [
      { place: param('max_p'), span: { from: 0.005, to: 0.9, scale: 'log' } },
      { place: param('min_th'), span: { from: 1, to: 50, scale: 'linear' } },
    ],
    points: 16,
  };
  const found = await search(asked, means);
  expect(found.met).toBe(false);
  expect(found.report).toHaveLength(2);
  // min_th above max_th is no point.
  expect(found.refused).toBeGreaterThan(0);
  expect(found.values).toHaveLength(2);
  expect(found.beyond?.map(({ condition }) => condition.value)).toEqual([3, 24]);
  expect(Math.max(...found.tried.map(({ slack }) => slack))).toBeLessThan(0);
});
