/**
 * The fluid model through the module: against independent computations (core-cpp/tests/data/fluid.json), and
 * with invalid input.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { observedLink } from '../../models/src/chain.ts';
import type { LocalEngine } from '../src/engine.ts';
import { createClient, loadEngine } from '../src/node.ts';
import { stabilityMap } from '../src/stability-map.ts';
import { EngineError, type LaneScenario, type MapRequest } from '../src/types.ts';
import { ftp, lane as small } from './lane.ts';

interface Reference {
  readonly t: readonly number[];
  readonly q: readonly number[];
  readonly equilibrium: { readonly q0: number; readonly W0: number; readonly p0: number };
  readonly linear: Readonly<Record<'hollot' | 'full', Linear>>;
}
interface Linear {
  readonly pm_deg: number;
  readonly gm: number;
  readonly dm_s: number;
  readonly root_newton: readonly [number, number];
}
const reference = JSON.parse(
  readFileSync(new URL('../../core-cpp/tests/data/fluid.json', import.meta.url), 'utf8'),
) as { readonly cases: Readonly<Record<'HOLLOT_RED_STABLE_SMOOTH' | 'HOLLOT_RED_AGG_100S', Reference>> };

/** Hollot, Misra, Towsley and Gong 2001: 3750 packets/s, 60 flows, 200 ms of propagation, RED from 150 to 700. */
function hollot(averageRate: number): LaneScenario {
  const rate = 3750 * 8 * 500;
  const access = 1e11;
  const sending = (8 * 540) / rate + (16 * 540) / access;
  return {
    label: 'RED',
    seed: 1,
    duration: 100,
    warmup: 0,
    network: {
      // The time to send a packet and its acknowledgement is a part of the round trip.
      links: [{ rate, delay: 0.1 - sending / 2, buffer: 800, managed: true }],
      observed: 0,
      access: { rate: access, delay: 0 },
      packet_size: 500,
      random_loss: 0,
    },
    traffic: [{ kind: 'ftp', flows: 60, direction: 'forward', start: 0, tcp: 'newreno', ecn: true }],
    aqm: {
      id: 'red',
      params: { min_th: 150, max_th: 700, max_p: 0.1023, w_q: 1 - Math.exp(-averageRate / 3750), ecn: true },
    },
  };
}

const law = { drops: 'law', losses: 'halving' } as const;

type Complex = readonly [re: number, im: number];
const plus = ([a, b]: Complex, [c, d]: Complex): Complex => [a + c, b + d];
const times = ([a, b]: Complex, [c, d]: Complex): Complex => [a * c - b * d, a * d + b * c];
const scaled = (k: number, [a, b]: Complex): Complex => [k * a, k * b];
const over = (x: Complex, [c, d]: Complex): Complex => scaled(1 / (c * c + d * d), times(x, [c, -d]));

let engine: LocalEngine;
beforeAll(async () => {
  engine = await loadEngine();
});

const modelOf = (lane: LaneScenario, options: Parameters<LocalEngine['fluid']>[1] = law) => {
  const { model } = engine.fluid(lane, options);
  if (model === null) throw new Error('there is no fluid model');
  return model;
};

describe("Hollot's example through the module", () => {
  it('has the equilibrium, margins and root of the reference', () => {
    const { equilibrium, linear } = reference.cases.HOLLOT_RED_STABLE_SMOOTH;
    const { rest, stability } = modelOf(hollot(0.005));
    expect(rest.kind).toBe('interior');
    expect(rest.queue).toBeCloseTo(equilibrium.q0, 4);
    expect(rest.windows[0]).toBeCloseTo(equilibrium.W0, 6);
    expect(rest.probability).toBeCloseTo(equilibrium.p0, 8);
    for (const [ours, theirs] of [
      [stability?.exact, linear.full],
      [stability?.hollot, linear.hollot],
    ] as const) {
      expect(ours?.phaseMargin).toBeCloseTo(theirs.pm_deg, 3);
      expect(ours?.gainMargin).toBeCloseTo(theirs.gm, 3);
      expect(ours?.delayMargin).toBeCloseTo(theirs.dm_s, 3);
    }
    expect(stability?.roots[0]?.re).toBeCloseTo(linear.full.root_newton[0], 6);
    expect(stability?.rightHalfPlane).toBe(0);
  });

  it('has dropped packets missing in the queue at once: the gain margin by hand', () => {
    const lane = hollot(0.005);
    const dropped: LaneScenario = {
      ...lane,
      traffic: lane.traffic.map((row) => ({ ...row, ecn: false })),
      aqm: { ...lane.aqm, params: { ...lane.aqm.params, ecn: false } },
    };
    const { rest, stability } = modelOf(dropped, { ...law, losses: 'halving' });
    const [gainOmega, gainMargin] = [stability?.exact?.gainOmega ?? NaN, stability?.exact?.gainMargin ?? NaN];
    const [c, n, p] = [3750, 60, rest.probability];
    const [w, r] = [rest.windows[0] ?? NaN, rest.roundTrips[0] ?? NaN];
    const s: Complex = [0, gainOmega];
    const past: Complex = [Math.cos(gainOmega * r), -Math.sin(gainOmega * r)];
    // W' = 1/R - W W(t-R) p(t-R) / (2 R(t-R)), q' = N W (1 - p) / R - C, avg' = K (q - avg), around the
    // equilibrium, where W^2 p = 2.
    const damping = scaled((w * p) / (2 * r), plus([1, 0], past));
    const byQueue = scaled(1 / (r * r * c), plus(past, [-1, 0]));
    const byLoss = scaled(-(w * w) / (2 * r), past);
    const window = over([(n * (1 - p)) / r, 0], plus(s, damping));
    const inflow = (n * w) / r;
    const queue = over(
      plus(times(window, byLoss), [-inflow, 0]),
      plus(plus(s, [1 / r, 0]), scaled(-1, times(window, byQueue))),
    );
    const average = over([0.005, 0], plus(s, [0.005, 0]));
    const [re, im] = scaled(0.1023 / 550, times(average, queue));
    expect(re * gainMargin).toBeCloseTo(1, 6);
    expect(im * gainMargin).toBeCloseTo(0, 6);
  });

  it('swings for ever when its average is fast, with the period of the reference', () => {
    const { response, stability } = modelOf(hollot(7.5075));
    expect(stability?.rightHalfPlane).toBe(2);
    const { t, q } = reference.cases.HOLLOT_RED_AGG_100S;
    const late = t.map((_, i) => i).filter((i) => (t[i] ?? 0) > 70);
    const mean = late.reduce((sum, i) => sum + (q[i] ?? 0), 0) / late.length;
    const up = late.flatMap((i) => {
      const [before = NaN, after = NaN] = [q[i - 1], q[i]];
      const [from = NaN, to = NaN] = [t[i - 1], t[i]];
      return before < mean && after >= mean
        ? [from + ((to - from) * (mean - before)) / (after - before)]
        : [];
    });
    const cycles = up.slice(1).map((time, i) => time - (up[i] ?? NaN));
    const period = cycles.reduce((sum, cycle) => sum + cycle, 0) / cycles.length;
    // The file has four points in each cycle. The effect on a crossing shows in the scatter of single cycles,
    // and counts only at both ends.
    const doubt = (Math.max(...cycles) - Math.min(...cycles)) / cycles.length;
    expect(cycles.length).toBeGreaterThan(10);
    expect(doubt).toBeLessThan(0.001 * period);
    expect(Math.abs((response.period ?? NaN) - period)).toBeLessThan(doubt);
    expect(response.settlingTime).toBeNull();
  });
});

describe('workers', () => {
  it('give what the engine of this thread gives, beside runs of packets', async () => {
    const client = createClient({ size: 1 });
    try {
      const lane = { ...hollot(0.005), duration: 5 };
      const [run, fluid, design] = await Promise.all([
        client.ask('run', { lane }),
        client.ask('fluid', { lane, options: law }),
        client.ask('design', { lane, rule: 'pi' }),
      ]);
      expect(run.aqm).toBe('red');
      expect(fluid).toEqual(engine.fluid(lane, law));
      expect(design).toEqual(engine.design(lane, 'pi'));
      await expect(client.ask('fluid', { lane, options: { tolerance: 1 } })).rejects.toThrow(/tolerance = 1/);
      await expect(client.ask('design', { lane: { ...lane, traffic: [] }, rule: 'pi' })).rejects.toThrow(
        /TCP flows/,
      );
    } finally {
      client.close();
    }
  });
});

describe('a lane without a model', () => {
  it('says why: the AQM has no counterpart, or there are no TCP flows', () => {
    const lane = hollot(0.005);
    const flowQueues = engine.fluid({ ...lane, aqm: { id: 'fq_codel', params: {} } });
    expect(flowQueues.model).toBeNull();
    expect(flowQueues.note).not.toBe('');
    const silent = engine.fluid({ ...lane, traffic: [] });
    expect(silent.model).toBeNull();
    expect(silent.issues[0]?.path).toBe('traffic');
  });

  it('refuses tolerances and grids that mean nothing, and scenarios that are none', () => {
    const lane = hollot(0.005);
    expect(() => engine.fluid(lane, { tolerance: 1e-16 })).toThrow(EngineError);
    expect(() => engine.fluid(lane, { tolerance: 1e-16 })).toThrow(/tolerance = 1e-16/);
    expect(() => engine.fluid(lane, { points: 1 })).toThrow(/points = 1/);
    const broken = {
      ...lane,
      network: { ...lane.network, links: [{ rate: 0, delay: 0, buffer: 0, managed: true }] },
    };
    expect(() => engine.fluid(broken)).toThrow(/network\.bottleneck\.rate = 0/);
  });
});

describe('a stability map', () => {
  const request: MapRequest = {
    lane: hollot(7.5075),
    x: { knob: 'flows', from: 20, to: 200, count: 10, scale: 'linear' },
    y: { knob: 'params.w_q', from: 1e-6, to: 1e-2, count: 5, scale: 'log' },
    choice: law,
  };

  it('agrees with the analysis of single lanes, whoever computes the rows', async () => {
    const client = createClient({ size: 2 });
    try {
      const map = await stabilityMap(client, request);
      expect(map.x[9]).toBe(200);
      const lane = hollot(7.5075);
      for (const [i, j] of [
        [0, 0],
        [9, 4],
        [4, 2],
      ] as const) {
        const traffic = lane.traffic.map((row) => ({ ...row, flows: map.x[i] ?? NaN }));
        const aqm = { id: 'red', params: { ...lane.aqm.params, w_q: map.y[j] ?? NaN } };
        const { rest, stability } = modelOf({ ...lane, traffic, aqm });
        expect(map.queue[10 * j + i]).toBeCloseTo(rest.queue, 6);
        expect(map.growth[10 * j + i]).toBeCloseTo(stability?.roots[0]?.re ?? NaN, 6);
        expect(map.phaseMargin[10 * j + i]).toBeCloseTo(stability?.exact?.phaseMargin ?? NaN, 4);
      }
    } finally {
      client.close();
    }
  });

  it('can be cancelled, and refuses axes that are none', async () => {
    const client = createClient({ size: 1 });
    try {
      const abort = new AbortController();
      const map = stabilityMap(client, request, { signal: abort.signal, onProgress: () => abort.abort() });
      await expect(map).rejects.toThrow(/cancelled/);
      const bad = (x: Partial<MapRequest['x']>) =>
        stabilityMap(client, { ...request, x: { ...request.x, ...x } });
      await expect(bad({ count: 1 })).rejects.toThrow(/x\.count = 1/);
      await expect(bad({ from: -1, scale: 'log' })).rejects.toThrow(/x\.from = -1/);
      await expect(bad({ knob: 'params.nothing' })).rejects.toThrow(/params\.nothing/);
    } finally {
      client.close();
    }
  });

  it('comes in slices, with the bits of the whole', () => {
    const places = [20, 60];
    const row = engine.openMapRow(request, places, 1e-4);
    const done: number[] = [];
    while (!row.advance(1)) done.push(row.now);
    // Each cell is more than one slice: its rest, its roots.
    expect(done.filter((cells) => cells === 1).length).toBeGreaterThan(2);
    expect(row.now).toBe(row.until);
    expect(row.result()).toEqual(engine.mapRow(request, places, 1e-4));
  });

  it('marks what a cell refuses', () => {
    const numbers = engine.mapRow(
      { ...request, x: { ...request.x, knob: 'params.max_th' } },
      [100, 700],
      1e-4,
    );
    expect(numbers[3]).toBe(-1);
    expect(numbers[7]).toBe(0);
  });
});

describe('the solution of a chain', () => {
  it('comes in slices of fewer steps than that of one link, as a step takes longer', () => {
    const chain: LaneScenario = {
      ...small,
      traffic: [ftp, { ...ftp, from: 0, to: 1 }, { ...ftp, from: 1, to: 2 }],
      network: { ...small.network, links: [observedLink(small), observedLink(small)] },
    };
    const stepsOfSlice = (lane: LaneScenario) => {
      const run = engine.openFluid(lane);
      let slices = 0;
      for (; run.now < run.until; ++slices) run.advance(250);
      while (!run.advance(1e15));
      const { model } = run.result();
      if (model === null) throw new Error('there is no fluid model');
      expect(model.solution.until).toBe(lane.duration);
      return model.solution.work.steps / slices;
    };
    expect(stepsOfSlice(small)).toBeGreaterThan(125);
    expect(stepsOfSlice(chain)).toBeLessThanOrEqual(25);
  });
});

describe('a loss of stability', () => {
  it('is found by a worker as in this thread, and a quantity that there is none is named', async () => {
    const client = createClient({ size: 1 });
    try {
      const request = { lane: hollot(7.5075), knob: 'flows', choice: law } as const;
      const found = engine.hopf(request);
      expect(await client.ask('hopf', request)).toEqual(found);
      const growth = (flows: number) => {
        const traffic = request.lane.traffic.map((row) => ({ ...row, flows }));
        return modelOf({ ...request.lane, traffic }).stability?.roots[0]?.re ?? NaN;
      };
      const shares: number[] = [];
      const onProgress = ({ done, total }: { done: number; total: number }) => shares.push(done / total);
      await client.ask('hopf', { ...request, knob: 'buffer' }, { onProgress });
      expect(shares.toSorted((a, b) => a - b)).toEqual(shares);
      for (const share of shares) expect(share).toBeLessThanOrEqual(1);
      // Flows come in ones.
      expect(growth(Math.floor(found.value ?? NaN))).toBeGreaterThan(0);
      expect(growth(Math.ceil(found.value ?? NaN))).toBeLessThan(0);
      await expect(client.ask('hopf', { ...request, knob: 'params.ecn' })).rejects.toThrow(/params\.ecn/);
    } finally {
      client.close();
    }
  });
});

describe('a chain of links', () => {
  const base = hollot(0.1);
  const bottleneck = observedLink(base);
  /** Two links that 60 flows cross, and as many as is said cross each alone. */
  const chain = (secondRate: number, cross: number): LaneScenario => ({
    ...base,
    network: {
      ...base.network,
      links: [
        { ...bottleneck, managed: true },
        { ...bottleneck, rate: secondRate, delay: 0, managed: true },
      ],
      observed: 0,
    },
    traffic: [
      ...base.traffic.map((row) => ({ ...row, from: 0, to: 2 })),
      ...[0, 1].flatMap((from) =>
        cross === 0 ? [] : base.traffic.map((row) => ({ ...row, flows: cross, from, to: from + 1 })),
      ),
    ],
  });

  it('with one link that can be loaded has the loop of the single bottleneck', () => {
    const { rest, stability } = modelOf(chain(100 * bottleneck.rate, 0));
    const single = modelOf(base);
    // The fast link adds the time that it takes to send a packet: 1.4 microseconds and less.
    expect(rest.queue).toBeCloseTo(single.rest.queue, 1);
    expect(stability?.exact?.phaseMargin).toBeCloseTo(single.stability?.exact?.phaseMargin ?? NaN, 1);
    expect(stability?.rightHalfPlane).toBe(single.stability?.rightHalfPlane);
  });

  it('with two loaded links has roots but no margins', () => {
    const { stability } = modelOf(chain(bottleneck.rate, 30));
    expect(stability?.exact).toBeNull();
    expect(stability?.hollot).toBeNull();
    expect(stability?.roots.length).toBeGreaterThan(0);
  });
});

describe('designs', () => {
  it.each(['red', 'pi'] as const)('%s: the rule gives a stable loop with the promised margin', (rule) => {
    const lane = hollot(7.5075);
    const design = engine.design(lane, rule);
    expect(design.aqm).toBe(rule);
    const { stability } = modelOf({ ...lane, aqm: { id: design.aqm, params: design.params } }, {});
    expect(stability?.rightHalfPlane).toBe(0);
    expect(stability?.exact?.phaseMargin).toBeGreaterThan(45);
    expect(design.claim).toMatch(/60 flows/);
  });

  it('say where they do not apply', () => {
    expect(() => engine.design({ ...hollot(1), traffic: [] }, 'pi')).toThrow(/TCP flows/);
  });
});
