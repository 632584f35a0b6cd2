/**
 * The view of studies: order, ellipses and fronts against closed forms; a plan is unchanged after a link;
 * runs through a client made by hand.
 */
import { paretoFront } from '../src/plots/front.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  complete,
  METRIC_NAMES,
  observedLink,
  type AqmRules,
  type Scenario,
} from '../../models/src/index.ts';
import {
  EMPTY,
  planOf,
  readPlan,
  studyOf,
  validateStudy,
  writePlan,
  type Plan,
  type Study,
} from '../../models/src/study/index.ts';
import type { Client } from '../../wasm/src/client.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import type { LaneScenario, RunResult } from '../../wasm/src/types.ts';
import { axisFor, choiceOf, choicesOf, keyOf } from '../src/views/study/choices.ts';
import { coarseToFine, roundOf } from '../src/state/order.ts';
import { alongFigure, heatFigure, scaleOf, tradeFigure } from '../src/views/study/studyFigures.ts';
import { createStudyRun, type Found } from '../src/state/studyRun.ts';
import { meanAt, panelsOf, spreadOf } from '../src/views/study/summary.ts';

let rules: AqmRules;
beforeAll(async () => {
  rules = await loadEngine();
});

describe('from coarse to fine', () => {
  it('every point comes once, ends before middles', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 3 }), (sides) => {
        const order = coarseToFine(sides);
        const points = sides.reduce((product, side) => product * side, 1);
        expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: points }, (_, i) => i));
      }),
    );
    expect(coarseToFine([5])).toEqual([0, 4, 2, 1, 3]);
    expect(coarseToFine([3, 3]).slice(0, 4)).toEqual([0, 2, 6, 8]);
  });

  it('a line of 2^k + 1 has k rounds of halving', () => {
    for (let k = 1; k < 8; k++) {
      const rounds = Array.from({ length: 2 ** k + 1 }, (_, i) => roundOf(i, 2 ** k + 1));
      expect(Math.max(...rounds)).toBe(k);
      expect(rounds.filter((round) => round === k)).toHaveLength(2 ** (k - 1));
    }
  });
});

describe('ellipses of one standard deviation', () => {
  it('touch the mean plus and minus one standard deviation of either quantity, whatever the correlation', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.double({ min: -9, max: 9, noNaN: true }), fc.double({ min: -9, max: 9, noNaN: true })),
          {
            minLength: 3,
            maxLength: 30,
          },
        ),
        (pairs) => {
          const { x, y, ellipse } = spreadOf(pairs) ?? { x: NaN, y: NaN, ellipse: null };
          const deviation = (k: 0 | 1, mean: number) =>
            Math.sqrt(pairs.reduce((sum, pair) => sum + (pair[k] - mean) ** 2, 0) / (pairs.length - 1));
          const reach = (values: readonly number[], mean: number) =>
            Math.max(...values.map((v) => Math.abs(v - mean)));
          const [sx, sy] = [deviation(0, x), deviation(1, y)];
          // 48 places round: the outermost is within 1 - cos(pi/48) of the tip.
          expect(reach(ellipse?.x ?? [], x)).toBeGreaterThan(sx * 0.997 - 1e-9);
          expect(reach(ellipse?.x ?? [], x)).toBeLessThanOrEqual(sx * (1 + 1e-9) + 1e-9);
          expect(reach(ellipse?.y ?? [], y)).toBeGreaterThan(sy * 0.997 - 1e-6);
          expect(reach(ellipse?.y ?? [], y)).toBeLessThanOrEqual(sy * (1 + 1e-6) + 1e-6);
        },
      ),
      // Squares of x that are next to nothing.
      {
        examples: [
          [
            [
              [0, 0],
              [0, 0],
              [-6.46514140001408e-161, -8.999999995442149],
            ],
          ],
        ],
      },
    );
  });

  it('of one or two runs there are none, of none there is no point', () => {
    expect(spreadOf([])).toBeUndefined();
    expect(spreadOf([[1, 2]])).toEqual({ x: 1, y: 2, ellipse: null });
  });
});

it('no other point beats one of the front, and one of the front beats or equals every other', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ x: fc.integer({ min: 0, max: 9 }), y: fc.integer({ min: 0, max: 9 }) })),
      (all) => {
        const front = paretoFront(all);
        for (const p of front)
          expect(all.some((q) => q.x <= p.x && q.y >= p.y && (q.x < p.x || q.y > p.y))).toBe(false);
        for (const q of all) expect(front.some((p) => p.x <= q.x && p.y >= q.y)).toBe(true);
      },
    ),
  );
});

it('a plan survives its word, and a damaged word is no plan', () => {
  const plan: Plan = { axes: [{ path: 'duration', values: [1, 2] }], seeds: 7, metric: 'goodput', along: 1 };
  expect(readPlan(writePlan(plan))).toEqual(plan);
  for (const word of ['', '!', 'AAAA', writePlan(plan).slice(3)]) expect(readPlan(word)).toEqual(EMPTY);
});

it('what a page does not edit of a study is in its link and in the file made of it', () => {
  const study: Study = {
    version: 1,
    title: 'Small and large',
    question: 'Which?',
    scenario: base as unknown as Study['scenario'],
    axes: [{ path: 'duration', values: [1, 2] }],
    seeds: { first: 1, count: 4 },
    metrics: ['loss_ratio', 'rows[0].goodput'],
    keep: { trace: 50 },
  };
  const there = (asked: Study) => studyOf(base, readPlan(writePlan(planOf(asked))));
  expect(there(study)).toEqual(study);
  // A study that names no metric has all of them.
  expect(there({ ...study, metrics: [...METRIC_NAMES] }).metrics).toBeUndefined();
  const odd = { ...EMPTY, rest: { metrics: [1], keep: { trace: 'x' } } };
  expect(readPlan(writePlan(odd as unknown as Plan))).toEqual(EMPTY);
});

it('whatever a link says of a plan, the form can show it', () => {
  const anything = fc.record({
    axes: fc.jsonValue(),
    seeds: fc.jsonValue(),
    metric: fc.jsonValue(),
    along: fc.jsonValue(),
  });
  const odd = fc.oneof(anything, fc.record({ axes: fc.array(fc.jsonValue()) }), fc.jsonValue());
  const choices = choicesOf(base, []);
  fc.assert(
    fc.property(odd, (value) => {
      const plan = readPlan(writePlan(value as unknown as Plan));
      for (const axis of plan.axes) choiceOf(axis, choices);
      expect(plan.seeds).toBeGreaterThanOrEqual(1);
      expect(Number.isInteger(plan.seeds) && Number.isInteger(plan.along) && plan.along >= 0).toBe(true);
      expect(readPlan(writePlan(plan))).toEqual(plan);
    }),
  );
  expect(readPlan(writePlan({ ...EMPTY, axes: [null] as never }))).toEqual(EMPTY);
});

const base: Scenario = {
  version: 1,
  duration: 10,
  lanes: [{ aqm: { id: 'red' } }, { aqm: { id: 'droptail' } }],
  traffic: [{ flows: 10 }],
};
const plan: Plan = {
  ...EMPTY,
  axes: [
    { path: 'traffic[0].flows', values: [5, 10, 20] },
    { path: 'network.bottleneck.delay', from: 0.01, to: 0.1, count: 2 },
  ],
  seeds: 3,
};

/** Waiting is flows times delay, and a little of the seed; goodput is the rate less the flows. */
const answer = (lane: LaneScenario): RunResult => {
  const flows = lane.traffic[0]?.flows ?? 0;
  const metrics = Object.fromEntries(METRIC_NAMES.map((name) => [name, null]));
  const waiting = flows * observedLink(lane).delay + lane.seed / 1000;
  return {
    seed: lane.seed,
    metrics: { ...metrics, queueing_delay_p95: waiting, goodput: 1e7 - flows * lane.seed },
    rows: [],
  } as unknown as RunResult;
};

async function run(
  asked: { lanes: LaneScenario[] } = { lanes: [] },
  result: (lane: LaneScenario) => RunResult = answer,
): Promise<Found> {
  const client = {
    size: 3,
    ask: (_: string, { lane }: { lane: LaneScenario }) => {
      asked.lanes.push(lane);
      return Promise.resolve(result(lane));
    },
  } as unknown as Client;
  const made = createStudyRun(client);
  made.start(base, studyOf(base, plan));
  return ended(made);
}

async function ended(made: ReturnType<typeof createStudyRun>): Promise<Found> {
  for (let found = made.found.get(); ; found = made.found.get()) {
    if (found?.status === 'done') return found;
    await new Promise((resolve) => setTimeout(resolve));
  }
}
const shownOf = (found: Found) => ({
  found,
  labels: ['RED', 'DropTail'],
  choices: plan.axes.map((axis) => choiceOf(axis, choicesOf(base, []))),
});

describe('a study in the page', () => {
  it('runs every point, lane and seed once, the first seed of all points first', async () => {
    const asked: { lanes: LaneScenario[] } = { lanes: [] };
    const found = await run(asked);
    expect(found.done).toBe(36);
    expect(asked.lanes.slice(0, 12).map(({ seed }) => seed)).toEqual(Array<number>(12).fill(1));
    expect(new Set(asked.lanes.map((lane) => JSON.stringify(lane))).size).toBe(36);
    for (let point = 0; point < 6; point++)
      for (const lane of [0, 1]) expect(found.samples(point, lane)).toHaveLength(3);
  });

  it('knows the metrics of each link that is shown first', async () => {
    const chain: Scenario = {
      ...base,
      network: { topology: 'chain', links: [{ rate: 20e6 }, { rate: 5e6 }] },
    };
    const client = {
      size: 2,
      ask: (_: string, { lane }: { lane: LaneScenario }) =>
        Promise.resolve({
          seed: lane.seed,
          metrics: { ...answer(lane).metrics, goodput: observedLink(lane).rate },
          rows: [],
        }),
    } as unknown as Client;
    const made = createStudyRun(client);
    const study = studyOf(chain, { ...plan, axes: [{ path: 'network.observed', values: [0, 1] }], seeds: 1 });
    made.start(chain, study);
    const found = await ended(made);
    expect([0, 1].map((point) => found.samples(point, 0)[0]?.metrics.goodput)).toEqual([20e6, 5e6]);
  });

  it('has means with intervals, panels for the other axis, and figures with the same numbers', async () => {
    const found = await run();
    const mean = meanAt(found, 'queueing_delay_p95', 5, 0);
    // 20 flows at 100 ms; the seeds 1 to 3 give 2 s and 2 ms on average, with a standard deviation of 1 ms (t
    // = 4.303 for 2 degrees).
    expect(mean?.mean).toBeCloseTo(2.002, 12);
    expect((mean?.high ?? NaN) - (mean?.mean ?? NaN)).toBeCloseTo(
      (4.302652729911275 * 0.001) / Math.sqrt(3),
      9,
    );
    const panels = panelsOf(found, 0, (f, point) => String(found.expansion.valuesAt(point)[f]));
    expect(panels).toEqual([
      { name: '0.01', points: [0, 2, 4] },
      { name: '0.1', points: [1, 3, 5] },
    ]);
    const shown = shownOf(found);
    const scale = scaleOf(found, 'queueing_delay_p95');
    const panel = panels[1] ?? { name: '', points: [] };
    const along = alongFigure(shown, 0, panel, scale);
    expect(along.figure.data()[1]?.x.values).toEqual([5, 10, 20]);
    const factor = scale.row.scale;
    expect(Array.from(along.figure.data()[1]?.series[0]?.values ?? [])).toEqual(
      [0.502, 1.002, 2.002].map((value) => expect.closeTo(value * factor, 6) as number),
    );
    expect(along.targets).toHaveLength(6);
    const heat = heatFigure(shown, 1, scale);
    expect(Array.from(heat?.figure.data()[0]?.series[1]?.values ?? [])).toHaveLength(6);
    const trade = tradeFigure(shown);
    // Least waiting is 5 flows at 10 ms; all else waits longer and, with more flows, carries less.
    expect(trade.figure.data()[0]?.series[1]?.values).toEqual([1, 0, 0, 0, 0, 0]);
    expect(trade.targets).toHaveLength(12);
  });

  it('draws no wait below 0, although the interval of few seeds reaches there', async () => {
    const found = await run(undefined, (lane) => {
      const { metrics, ...rest } = answer(lane);
      return { ...rest, metrics: { ...metrics, queueing_delay_p95: lane.seed === 1 ? 0.1 : 0.01 } };
    });
    const shown = shownOf(found);
    const scale = scaleOf(found, 'queueing_delay_p95');
    const { figure } = alongFigure(shown, 0, { name: '', points: [0, 2, 4] }, scale);
    expect(figure.y.domain[0]).toBe(0);
    // The numbers keep the whole interval.
    expect(Math.min(...Array.from(figure.data()[0]?.series[1]?.values ?? []))).toBeLessThan(0);
  });

  it('offers the quantities of the scenario, with ranges about what stands there', () => {
    const choices = choicesOf(base, []);
    const flows = choices.find((choice) => keyOf(choice) === 'traffic[0].flows');
    expect(flows).toMatchObject({ label: 'flows', whole: true, present: 10 });
    expect(flows && axisFor(flows)).toEqual({
      path: 'traffic[0].flows',
      from: 3,
      to: 30,
      count: 5,
      scale: 'log',
      whole: true,
    });
    expect(choices.map(({ present }) => typeof present)).not.toContain('undefined');
    expect(complete(base).network.bottleneck.rate).toBe(
      choices.find((choice) => keyOf(choice) === 'network.bottleneck.rate')?.present,
    );
  });

  it('offers knobs where the scenario has one place for them, and once what is a value anyway', () => {
    const knobs = (document: Scenario) => choicesOf(document, []).filter(({ group }) => group === 'Knobs');
    const offered = (document: Scenario) =>
      knobs(document)
        .filter(({ twin }) => twin !== true)
        .map(keyOf);
    expect(offered(base)).toEqual(['rtt']);
    const mixed: Scenario = {
      ...base,
      traffic: [{ flows: 8 }, { flows: 4 }, { kind: 'cbr', rate: 2e6 }],
    };
    expect(offered(mixed)).toEqual(['flows', 'rtt', 'load']);
    for (const document of [base, mixed])
      for (const choice of knobs(document).filter(({ twin }) => twin !== true)) {
        const checked = validateStudy({ version: 1, scenario: document, axes: [axisFor(choice)] }, rules);
        expect(checked.ok || checked.issues, keyOf(choice)).toBe(true);
      }
  });
});
