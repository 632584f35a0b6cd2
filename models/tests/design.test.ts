/**
 * Design by wish beside Hollot's closed form of the loop with a PI controller (IEEE TAC 47(6), 2002, section
 * IV), which is written out here, and beside every point of a grid.
 */
import { expect, it } from 'vitest';
import { loopSeen, shortened } from '../../wasm/src/loop-seen.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import { lanes, validate, type Scenario } from '../src/index.ts';
import { unloadedRoundTrip } from '../src/round-trip.ts';
import { design, gridOf, paramsAt, scoreOf, type Loop, type Wish } from '../src/tune/design.ts';
import type { LaneScenario } from '../src/types.ts';

const engine = await loadEngine();
const check = (scenario: Scenario) => validate(scenario, engine);

const SAMPLING = 1000;
const TARGET = 175;
const scenario: Scenario = {
  version: 1,
  network: {
    // 3750 packets/s
    bottleneck: { rate: 15_000_000, delay: 0.05, buffer: 800 },
    access: { delay: 0.001 },
    packet_size: 500,
  },
  traffic: [{ flows: 60, start: 0, ecn: true }],
  duration: 60,
  lanes: [
    { aqm: { id: 'pi', params: { a: 1.822e-5, b: 1.816e-5, rate: SAMPLING, target: TARGET, ecn: true } } },
  ],
};
const laneOf = (one: Scenario): LaneScenario => {
  const [lane] = lanes(one);
  if (lane === undefined) throw new RangeError('no lane');
  return lane;
};
/** |L|, and -arg L in radians, at omega: (b + K / s) (R C)^3 / (2 N)^2 e^(-s R) / ((s / z + 1)(s R + 1)). */
function closedForm(lane: LaneScenario) {
  const { a, b } = lane.aqm.params as Readonly<Record<string, number>>;
  const capacity = (lane.network.links[0]?.rate ?? NaN) / 4000;
  const [row] = lane.traffic;
  if (row === undefined || a === undefined || b === undefined) throw new RangeError('set-up');
  const { flows } = row;
  const trip = unloadedRoundTrip(lane, row) + TARGET / capacity;
  const integral = (a - b) * SAMPLING;
  const pole = (2 * flows) / (trip * trip * capacity);
  const plant = (trip * capacity) ** 3 / (4 * flows * flows);
  const size = (w: number) =>
    (plant * Math.hypot(b, integral / w)) / (Math.hypot(1, w / pole) * Math.hypot(1, w * trip));
  const turn = (w: number) =>
    Math.PI / 2 - Math.atan((w * b) / integral) + w * trip + Math.atan(w / pole) + Math.atan(w * trip);
  return { size, turn, trip, pole, plant };
}

/** Where a falling function is 0, by halving on a logarithmic scale. */
function zeroOf(f: (w: number) => number): number {
  let [low, high] = [1e-4, 1e3];
  for (let i = 0; i < 50; ++i) {
    const middle = Math.sqrt(low * high);
    if (f(middle) > 0) low = middle;
    else high = middle;
  }
  return low;
}
/** The decay is that of the slowest integral, to give the search an order; the engine has the roots. */
function formLoop(lane: LaneScenario): Loop {
  const { size, turn } = closedForm(lane);
  const crossover = zeroOf((w) => size(w) - 1);
  const phase = 180 - (turn(crossover) * 180) / Math.PI;
  return {
    phase,
    gain: 1 / size(zeroOf((w) => Math.PI - turn(w))),
    delay: (phase * Math.PI) / 180 / crossover,
    decay: phase > 0 ? crossover : phase,
    wait: TARGET / ((lane.network.links[0]?.rate ?? NaN) / 4000),
  };
}
const look = (lane: LaneScenario) => Promise.resolve(formLoop(lane));

const wish: Wish = {
  scenario,
  lane: 0,
  varied: [
    { param: 'a', minuend: null, span: { from: 1e-6, to: 1e-3, scale: 'log' } },
    { param: 'b', minuend: 'a', span: { from: 1e-9, to: 1e-6, scale: 'log' } },
  ],
  wishes: { phase: 60, gain: 3 },
  box: [
    { knob: 'flows', from: 60, to: 120 },
    { knob: 'rtt', from: 0.15, to: 0.25 },
    { knob: 'rate', from: 10_000_000, to: 15_000_000 },
  ],
  points: 24,
  grid: 2,
  present: laneOf(scenario).aqm.params,
  starts: [],
};

it('sees the margins of Hollot’s closed form in the engine’s loop', () => {
  const lane = laneOf(scenario);
  const seen = loopSeen(lane, engine.fluid(shortened(lane), { points: 2, losses: 'halving' }), 'hollot');
  const form = formLoop(lane);
  if (typeof seen === 'string') throw new Error(seen);
  expect(seen.phase).toBeCloseTo(form.phase ?? NaN, 3);
  expect(seen.gain).toBeCloseTo(form.gain ?? NaN, 3);
  expect(seen.delay).toBeCloseTo(form.delay ?? NaN, 4);
  expect(seen.wait).toBeCloseTo(form.wait, 12);
});

it('has Hollot’s rule as the special case of one point', async () => {
  const lane = laneOf(scenario);
  const { trip, pole } = closedForm(lane);
  const rule = engine.design(lane, 'pi').params as Readonly<Record<string, number>>;
  const ruled = formLoop({ ...lane, aqm: { id: 'pi', params: { ...lane.aqm.params, ...rule } } });
  // Proposition 2 with w_g = z: 90 degrees - atan(w R) - w R.
  const own = 90 - ((Math.atan(pole * trip) + pole * trip) * 180) / Math.PI;
  expect(ruled.phase).toBeCloseTo(own, 1);
  const box = [{ knob: 'flows', from: 60, to: 60 }] as const;
  const found = await design(
    { ...wish, box, wishes: { phase: ruled.phase ?? NaN }, starts: [rule] },
    { check, look },
  );
  expect(found.certificate.met).toBe(true);
  // The rule is among the values that were tried, so what was found is at least as fast.
  expect(found.certificate.worst.score).toBeGreaterThanOrEqual(ruled.decay);
});

/** The best worst score over a grid of values, by a straight loop. */
function bruteForce(of: Wish, steps: number): number {
  const places = gridOf(of.box, 2 * of.grid - 1);
  let best = -Infinity;
  for (let i = 0; i < steps * steps; ++i) {
    const share = [Math.floor(i / steps), i % steps].map((k) => k / (steps - 1));
    const params = paramsAt(of.varied, of.present, share);
    const loops = places.map(({ flows = NaN, rtt = NaN, rate = NaN }) => {
      const lane = laneOf(scenario);
      const link = { ...lane.network.links[0], rate, delay: rtt / 2 - 2 * Number(lane.network.access.delay) };
      return formLoop({
        ...lane,
        aqm: { id: 'pi', params: { ...lane.aqm.params, ...params } },
        network: { ...lane.network, links: [link as LaneScenario['network']['links'][number]] },
        traffic: lane.traffic.map((row) => ({ ...row, flows })),
      });
    });
    best = Math.max(best, Math.min(...loops.map((loop) => scoreOf(of.wishes, loop))));
  }
  return best;
}

it('finds what a grid of values finds, and certifies the worst corner', async () => {
  const brute = bruteForce(wish, 16);
  expect(brute).toBeGreaterThan(0);
  const { certificate } = await design(wish, { check, look });
  expect(certificate.met).toBe(true);
  expect(certificate.worst.score).toBeGreaterThanOrEqual(brute);
  for (const { seen } of certificate.places) {
    if (typeof seen === 'string') throw new Error(seen);
    expect(seen.phase).toBeGreaterThanOrEqual(60);
    expect(seen.gain).toBeGreaterThanOrEqual(3);
  }
});

it('refuses a wish that no values keep, with values as near as the nearest of the grid', async () => {
  const far: Wish = { ...wish, wishes: { phase: 85, decay: 2 } };
  const brute = bruteForce(far, 16);
  expect(brute).toBeLessThan(0);
  const { certificate } = await design(far, { check, look });
  expect(certificate.met).toBe(false);
  expect(certificate.worst.score).toBeGreaterThanOrEqual(brute);
});

it('counts a place without a loop as worse than every unstable one', () => {
  const loop = { phase: 50, gain: null, delay: null, decay: 0.5, wait: 0.1 };
  expect(scoreOf({ phase: 45, gain: 2 }, loop)).toBe(0.5);
  expect(scoreOf({ phase: 100 }, loop)).toBe(-0.5);
  expect(scoreOf({ wait: 0.05 }, loop)).toBe(-0.5);
  const unstable = scoreOf({ phase: 45 }, { ...loop, decay: -1e9 });
  expect(unstable).toBeLessThan(-1);
  expect(scoreOf({}, 'the queue is empty at rest')).toBeLessThan(unstable);
});

it('a lane with a warm-up is shortened to one that the model accepts', () => {
  const warm = { ...laneOf(scenario), warmup: 10, duration: 50 };
  expect(typeof loopSeen(warm, engine.fluid(shortened(warm), { points: 2 }), 'exact')).toBe('object');
});
