import { beforeAll, describe, expect, test } from 'vitest';
import {
  lanes as laneScenarios,
  measuredOf,
  measuredText,
  validate,
  WIDE,
  type Scenario,
} from '../../models/src/index.ts';
import measured from '../../models/agreement/measured.json' with { type: 'json' };
import type {
  FluidResult,
  HopfPoint,
  MapKnob,
  MapRequest,
  StabilityMap,
} from '../../wasm/src/fluid-types.ts';
import { createClient, loadEngine } from '../../wasm/src/node.ts';
import type { FluidEngine } from '../../wasm/src/types.ts';
import { designedDocument } from '../src/views/fluid/designedDocument.ts';
import { defaultRange, knobsOf, printKnob, scaleOf, type Knob } from '../src/views/fluid/knobs.ts';
import { loopsOf, nyquistFigure } from '../src/views/fluid/loopFigures.ts';
import { cellWords, curvesOf, mapFigure, onsetsOf, scaleEnd } from '../src/views/fluid/mapFigure.ts';
import { cyclesFigure } from '../src/views/fluid/cyclesFigure.ts';
import { meanWindow, modelledOf } from '../src/views/fluid/modelled.ts';
import { nowhere } from '../src/views/fluid/nowhere.ts';
import { restsOf } from '../src/views/fluid/rests.ts';
import { rootsFigure } from '../src/views/fluid/rootsFigure.ts';
import { createHopfRun, createMapRun, createSolver, type FluidLane } from '../src/views/fluid/solve.ts';
import { fluidQueueFigure } from '../src/views/fluid/timeFigures.ts';
import { meanQueue } from '../../wasm/src/mean-queue.ts';
import { besidePackets, factsOf, verdictOf } from '../src/views/fluid/verdict.ts';
import { figureSvg } from '../src/plots/export.ts';
import { COLOURS, type Palette } from '../src/plots/palette.ts';
import { laneModel } from '../src/lanes/model.ts';
import { FakeClient, laneScenario, settled } from './fakes.ts';

/** Hollot's network: 60 ECN flows, 3750 packets/s, 200 ms; RED with a slow average and a fast one, PI, and others. */
const HOLLOT: Scenario = {
  version: 1,
  // The slow average needs most of it.
  duration: 100,
  network: {
    bottleneck: { rate: 30e6, delay: 0.0995, buffer: 800 },
    access: { rate: 1e9, delay: 0.0001 },
    packet_size: 1000,
  },
  traffic: [{ kind: 'ftp', flows: 60, ecn: true }],
  lanes: [
    { label: 'slow', aqm: { id: 'red', params: { min_th: 150, max_th: 700, w_q: 1.33e-6 } } },
    { label: 'fast', aqm: { id: 'red', params: { min_th: 150, max_th: 700, w_q: 0.002 } } },
    { label: 'PI', aqm: { id: 'pi' } },
    { label: 'FQ-CoDel', aqm: { id: 'fq_codel' } },
    { label: 'DropTail', aqm: { id: 'droptail' } },
  ],
};

const palette = Object.fromEntries(COLOURS.map((name) => [name, '#000'])) as Palette;

let engine: FluidEngine;
beforeAll(async () => {
  engine = await loadEngine();
});

/** A rest with windows of this size, at which no packet waits. */
const restOf = (window: number) => ({ windows: [window], roundTrips: [0.1], waits: [0] });

const solved = (document: Scenario): FluidLane[] =>
  laneScenarios(document).map((scenario) => ({
    asked: { scenario, options: {} },
    // The model of the literature, whose rests and roots these tests know.
    result: engine.fluid(scenario, { losses: 'halving' }),
    answered: null,
    status: 'done',
    since: 0,
    error: null,
  }));
const modelled = (document: Scenario, active = 0) => {
  const lanes = solved(document);
  const models = lanes.map(({ asked: { scenario } }, lane) => laneModel(engine, scenario, lane));
  return modelledOf(lanes, models, [], active);
};
const knobs = (document: Scenario, lane = 0): readonly Knob[] => {
  const found = modelled(document).find((one) => one.lane === lane);
  if (found === undefined) throw new Error(`lane ${lane} has no fluid model`);
  return knobsOf(found.model);
};
const knob = (document: Scenario, id: string, lane = 0): Knob => {
  const found = knobs(document, lane).find((one) => one.id === id);
  if (found === undefined) throw new Error(`there is no knob ${id}`);
  return found;
};

describe('verdicts', () => {
  test('say in words what the numbers come to', () => {
    const headlines = solved(HOLLOT).map(({ result }) => result && verdictOf(result).headline);
    expect(headlines).toEqual([
      'Stable',
      'Unstable: a limit cycle',
      'Stable',
      'No fluid model',
      'Buffer full',
    ]);
  });
  test('CUBIC alone is neither called stable nor unstable', () => {
    for (const params of [{}, { w_q: 1.33e-6 }]) {
      const [lane] = solved({
        ...HOLLOT,
        traffic: [{ kind: 'ftp', flows: 60, ecn: true, tcp: 'cubic' }],
        lanes: [{ aqm: { id: 'red', params: { min_th: 150, max_th: 700, ...params } } }],
      });
      const { stability } = lane?.result?.model ?? {};
      expect(stability?.roots[0]).toEqual({ re: 0, im: 0 });
      expect(stability?.rightHalfPlane).toBe(0);
      const verdict = lane?.result && verdictOf(lane.result);
      expect(verdict?.tone).toBe('none');
      expect(verdict?.headline).toMatch(/^Undecided/);
      expect(verdict?.because).toMatch(/^The linear analysis cannot decide: .* a root at 0\. The solution/);
    }
  });
  test('beside CUBIC an unstable loop of Reno is still called unstable', () => {
    const verdicts = [1.33e-6, 0.002].map((w_q) => {
      const [lane] = solved({
        ...HOLLOT,
        traffic: [
          { kind: 'ftp', flows: 59, ecn: true },
          { kind: 'ftp', flows: 1, ecn: true, tcp: 'cubic' },
        ],
        lanes: [{ aqm: { id: 'red', params: { min_th: 150, max_th: 700, w_q } } }],
      });
      return lane?.result && verdictOf(lane.result).headline;
    });
    expect(verdicts[0]).toMatch(/^Undecided/);
    expect(verdicts[1]).toMatch(/^Unstable/);
  });
  test('without CUBIC no scheme is undecided', () => {
    for (const { id } of engine.catalogue) {
      const [lane] = solved({ ...HOLLOT, duration: 1, lanes: [{ aqm: { id } }] });
      expect(lane?.result?.model?.stability?.roots[0]?.re, id).not.toBe(0);
    }
  });
  test('where a law jumps, marks swing about it and drops are held at it, without margins', () => {
    const told = [true, false].map((ecn) => {
      const [lane] = solved({
        version: 1,
        duration: 60,
        traffic: [{ kind: 'ftp', flows: 50, ecn }],
        lanes: [{ aqm: { id: 'red_e', params: { ecn } } }],
      });
      const { model, note } = lane?.result ?? {};
      expect(model?.solution.message).toBe('');
      expect(model?.stability).toBeNull();
      expect(Math.abs((model?.rest.queue ?? 0) - 60)).toBeLessThan(1);
      // Where it swings nothing is called at rest.
      const names = model == null ? [] : factsOf(model, 833, ecn).map(({ name }) => name);
      expect(names.some((name) => name.endsWith('at rest'))).toBe(model?.response.period === null);
      expect(names.includes('Queue where the law jumps')).toBe(model?.response.period !== null);
      return [
        model?.rest.kind,
        lane?.result && verdictOf(lane.result).headline,
        note?.includes('straight line'),
      ];
    });
    expect(told).toEqual([
      ['jump', 'Limit cycle', false],
      ['held', expect.stringMatching(/^(Held at|Swings about) a jump$/), true],
    ]);
  });
  test('a full buffer that swings is not called a rest', () => {
    const [lane] = solved({ ...HOLLOT, duration: 60, lanes: [{ aqm: { id: 'droptail' } }] });
    const model = lane?.result?.model;
    if (model == null) throw new Error('DropTail has a model');
    const names = (period: number | null) =>
      factsOf({ ...model, response: { ...model.response, period } }, 833, false)
        .slice(0, 3)
        .map(({ name }) => name);
    expect(model.rest.kind).toBe('full');
    expect(names(1)).toEqual([
      'Queue with a full buffer',
      'Window with a full buffer',
      'Loss with a full buffer',
    ]);
    expect(names(null)).toEqual(['Queue at rest', 'Window at rest', 'Drop probability']);
  });
  test('a rightmost root that is not found leaves the stability open, unless roots are known to be on the right', () => {
    const [lane] = solved({ ...HOLLOT, duration: 1, lanes: [{ aqm: { id: 'red' } }] });
    const result = lane?.result;
    const model = result?.model;
    const stability = model?.stability;
    if (result == null || model == null || stability == null) throw new Error('RED has a linear model');
    const of = (rightHalfPlane: number | null) => ({
      ...model,
      stability: { ...stability, roots: [], rightHalfPlane },
    });
    expect(verdictOf({ ...result, model: of(null) }).headline).toBe('Stability not determined');
    expect(verdictOf({ ...result, model: of(0) }).headline).toBe('Stability not determined');
    expect(verdictOf({ ...result, model: of(12) })).toMatchObject({
      tone: 'bad',
      headline: 'Unstable',
      because: '12 roots lie on the right; how fast a disturbance grows is not determined.',
    });
    expect(factsOf(of(null), 1250, true).map(({ name }) => name)).not.toContain('Rightmost root');
    for (const [marks, name] of [
      [true, 'Mark probability'],
      [false, 'Drop probability'],
      [null, 'Drop or mark probability'],
    ] as const)
      expect(factsOf(of(null), 1250, marks)[2]?.name).toBe(name);
  });
  test('what chance adds is told, and drawn about the solution where it rests', () => {
    const document: Scenario = {
      version: 1,
      duration: 60,
      network: { bottleneck: { rate: 20e6, delay: 0.018, buffer: 200 } },
      traffic: [{ kind: 'ftp', flows: 60 }],
      lanes: [{ label: 'RED', aqm: { id: 'gred', params: { max_th: 120 } } }],
    };
    const [one] = modelled(document);
    const [lane] = solved(document);
    const result = lane?.result;
    const model = result?.model;
    if (one === undefined || result == null || model?.band == null) throw new Error('it is stable');
    const { rest, band, outlook } = model;
    expect(outlook.state).toBe('steady');
    // A normal variable is within 1.645 standard deviations with a probability of 90 %.
    const [low, high] = [-1.645, 1.645].map((z) => Math.round(rest.queue + z * band.queue));
    const said = verdictOf(result);
    expect(said.headline).toBe('Stable');
    expect(said.because).toContain(`expected between ${low} and ${high} packets 90 % of the time.`);
    const figure = fluidQueueFigure({ shown: one, span: [0, 60], quiet: false });
    const drawn = figure.layers.find((layer) => layer.kind === 'band');
    if (drawn?.kind !== 'band') throw new Error('there is a band');
    expect(drawn.x[0]).toBeGreaterThan(1);
    expect(Math.round(drawn.low[drawn.low.length - 1] ?? NaN)).toBe(low);
    expect(Math.round(drawn.high[drawn.high.length - 1] ?? NaN)).toBe(high);
    // The one-sided density over Hz has the variance as its integral.
    const sum = band.omega.reduce((all, w, i) => {
      const [before, now, then] = [band.omega[i - 1] ?? w, band.spectrum[i] ?? 0, band.spectrum[i - 1] ?? 0];
      return all + ((w - before) * (now + then)) / (4 * Math.PI);
    }, 0);
    expect(sum / band.queue ** 2).toBeCloseTo(1, 1);

    // The words of the other states.
    const of = (change: Partial<typeof outlook>, period: number | null) =>
      verdictOf({
        ...result,
        model: {
          ...model,
          outlook: { ...outlook, ...change },
          response: { ...model.response, period, swing: period === null ? null : 5 },
        },
      });
    expect(of({ state: 'full', full: 0.8 }, null).because).toContain(
      '80 % of the losses are packets that found the buffer full.',
    );
    expect(of({ state: 'empty', empty: 0.7 }, null).headline).toBe('Queue mostly empty');
    expect(of({ state: 'empty', empty: 0.7 }, null).because).toContain(
      'below a packet for about 70 % of the time',
    );
    expect(of({ state: 'steady' }, 2).headline).toBe('An oscillation hidden by random losses');
    const edge = of({ state: 'swing', rhythm: 0.7, swing: 0.6 }, null);
    expect(edge.headline).toBe('Stable, but random losses make it swing');
    expect(edge.because).toContain('Near the edge: in 60 % of such lanes, packets swing.');
    expect(of({ state: 'swing', rhythm: 0.9, swing: 0.87 }, null).because).not.toContain('Near the edge');
    expect(of({ state: 'full', full: 0.8, swing: 0.5 }, null).because).not.toContain('Near the edge');
  });
  test('a scheme whose model is far from packets says approximate, with what was measured', () => {
    const [far, near] = [measuredOf('codel', restOf(5)), measuredOf('red', restOf(5))];
    expect(far?.approximate).toBe(true);
    expect(near?.approximate).toBe(false);
    expect(measuredOf('fq_codel', restOf(5))).toBeUndefined();
    expect(far && measuredText(far)).toMatch(
      /^Approximate: over 20 lanes .* \d+ % off .* \d+ % at the 90th percentile\.$/,
    );
  });
  test('with windows as large as in the grid of large windows, the error measured there is shown', () => {
    // The grid has 17 to 83 packets: 50 Mbit/s, 40 ms and 10 flows; 50 Mbit/s, 200 ms and 10 flows.
    expect(WIDE).toEqual({ least: 17, most: 83 });
    expect(measuredOf('red', restOf(16))).toEqual(measuredOf('red', restOf(5)));
    const red = measuredOf('red', restOf(17));
    expect(red).toMatchObject({ wide: true, approximate: true, lanes: 10 });
    expect(red && measuredText(red)).toMatch(
      /^Approximate with large windows: over 10 lanes with windows of 17 to 83 packets .*\.$/,
    );
    // Of 40 packets 30 wait: the window that the path itself holds is 10.
    expect(measuredOf('red', { windows: [40], roundTrips: [0.4], waits: [0.3] })?.wide).toBe(false);
    // One class with large windows is enough.
    expect(measuredOf('red', { windows: [5, 40], roundTrips: [0.1, 0.1], waits: [0] })?.wide).toBe(true);
    const kept = measuredOf('self_tuning_red', restOf(50));
    expect(kept && measuredText(kept)).toMatch(/^Held against packets with large windows: over 10 lanes /);
    expect(measuredOf('fq_codel', restOf(50))).toBeUndefined();
  });
  test('each scheme whose model is far from packets says why', () => {
    const far = Object.keys(measured.schemes).filter((id) => measuredOf(id, restOf(5))?.approximate === true);
    expect(far.length).toBeGreaterThan(5);
    for (const id of far) {
      const [lane] = solved({ ...HOLLOT, duration: 1, lanes: [{ aqm: { id } }] });
      expect(lane?.result?.apart, id).toMatch(/^[A-Z].*\.$/);
    }
  });
  test('a margin without end is one of a stable loop', () => {
    const [lane] = solved({ ...HOLLOT, duration: 1, lanes: [{ aqm: { id: 'red' } }] });
    const model = lane?.result?.model;
    const exact = model?.stability?.exact;
    if (model == null || exact == null) throw new Error('RED has a linear model');
    const value = (re: number, rightHalfPlane: number) =>
      factsOf(
        {
          ...model,
          stability: {
            exact: { ...exact, phaseMargin: null, gainMargin: null, delayMargin: null },
            hollot: null,
            roots: [{ re, im: 0 }],
            rightHalfPlane,
          },
        },
        1250,
        true,
      )
        .filter(({ name }) => name.endsWith('margin'))
        .map((fact) => fact.value);
    expect(value(-1, 0)).toEqual(['∞', '∞', '∞']);
    expect(value(1, 1)).toEqual(['none', 'none', 'none']);
  });
  test('all places at which it can rest are told, and the one that the solution comes to', () => {
    const lane = (aqm: string, flows: number, params = {}) => {
      const [found] = solved({
        version: 1,
        duration: 100,
        network: {
          bottleneck: { rate: 10e6, delay: 0.03, buffer: 140 },
          access: { rate: 100e6, delay: [0.005, 0.01] },
          packet_size: 1500,
        },
        traffic: [{ kind: 'ftp', tcp: 'newreno', sack: true, flows }],
        lanes: [{ aqm: { id: aqm, params } }],
      });
      if (found?.result?.model == null) throw new Error(`${aqm} has a model`);
      return found.result.model;
    };
    // At 56 flows SARED with drops has a rest in either load if it measures the load over a long time, and between them
    // an unstable one; without the recovery of losses, closed forms hold in both
    // (FluidRests.SaredWithDropsRestsInTheLoadThatItMakes).
    const sared = lane('sared', 56, { rho_window: 10 });
    const two = restsOf(sared, 1e7 / 12e3);
    expect(two?.sentence).toBe('It has 3 equilibria. This solution settles at the third.');
    expect(two?.rows.map(({ told, stability }) => [told, stability])).toEqual([
      [false, 'stable'],
      [false, 'unstable'],
      [true, 'stable'],
    ]);
    expect(sared.rest.queue).toBeCloseTo(sared.rests[2]?.queue ?? NaN, 6);
    expect(sared.solution.queue.at(-1)).toBeCloseTo(sared.rest.queue, 0);

    expect(restsOf(lane('ared', 20), 1e7 / 12e3)?.sentence).toMatch(
      /^This law adapts, and where it stops depends on its past: it has a whole set of equilibria/,
    );
    expect(restsOf(lane('red', 20), 1e7 / 12e3)).toBeNull();
  });
  test('two queues have a wait and a probability for each row of traffic', () => {
    const [lane] = solved({
      ...HOLLOT,
      duration: 30,
      traffic: [
        { kind: 'ftp', flows: 20, tcp: 'dctcp' },
        { kind: 'ftp', flows: 20 },
      ],
      lanes: [{ aqm: { id: 'dualpi2' } }],
    });
    const model = lane?.result?.model;
    if (model == null) throw new Error('DualPI2 has a model');
    const [p = NaN] = model.rest.law.map(({ value }) => value);
    const told = Object.fromEntries(factsOf(model, 3750, true).map(({ name, value }) => [name, value]));
    // What is dropped at the head takes no time of the link: the queue is longer than the target says.
    expect(told['Queue at rest']).toMatch(
      new RegExp(` packets, 0 ms, ${(15 / (1 - p ** 2)).toFixed(1)} ms$`),
    );
    expect(model.rest.probabilities[1]).toBeCloseTo(p ** 2, 9);
    expect(told['Drop or mark probability']).toMatch(/^[\d.]+ %, [\d.]+ %$/);
  });
  test('a lane without TCP says that it needs some', () => {
    const [lane] = solved({ version: 1, traffic: [{ kind: 'cbr', flows: 1, rate: 1e6 }] });
    const verdict = lane?.result && verdictOf(lane.result);
    expect(verdict?.headline).toBe('No fluid model');
    // The reason alone: what a model would leave out is no matter where there is none.
    expect(verdict?.because).toMatch(/^The fluid model needs a row of TCP flows[^.]*\.$/);
  });
});

describe('knobs', () => {
  const targets: readonly (readonly [string, number])[] = [
    ['flows', 120],
    ['rtt', 0.35],
    ['rate', 20e6],
    ['buffer', 900],
    ['params.max_p', 0.2],
    ['params.w_q', 0.01],
  ];
  test.each(targets)('%s set to %d is what the engine then has', (id, value) => {
    const next = knob(HOLLOT, id).set?.(HOLLOT, value);
    if (next === undefined) throw new Error(`${id} cannot be set`);
    expect(validate(next, engine).ok).toBe(true);
    // Documents get four digits.
    expect(Math.abs((knob(next, id).present ?? NaN) / value - 1)).toBeLessThan(5e-4);
  });

  test('several rows of TCP keep their proportions', () => {
    const document: Scenario = {
      ...HOLLOT,
      traffic: [
        { kind: 'ftp', flows: 10 },
        { kind: 'cbr', flows: 3, rate: 1e5 },
        { flows: 30 },
        { kind: 'ftp', flows: 5, direction: 'reverse' },
      ],
    };
    expect(knob(document, 'flows').present).toBe(40);
    expect(
      knob(document, 'flows')
        .set?.(document, 80)
        .traffic?.map(({ flows }) => flows),
    ).toEqual([20, 3, 60, 5]);
  });

  test('what a lane has of its own is changed there', () => {
    const document: Scenario = {
      ...HOLLOT,
      lanes: [
        {
          aqm: { id: 'red' },
          set: { traffic: [{ kind: 'ftp', flows: 10 }], network: { bottleneck: { delay: 0.05 } } },
        },
        { aqm: { id: 'pi' } },
      ],
    };
    const more = knob(document, 'flows').set?.(document, 25);
    expect(more?.traffic).toEqual(HOLLOT.traffic);
    expect(more?.lanes?.[0]?.set).toMatchObject({ traffic: [{ flows: 25 }] });
    const { present } = knob(document, 'rtt');
    const longer = knob(document, 'rtt').set?.(document, (present ?? NaN) + 0.1);
    expect(longer?.network).toEqual(HOLLOT.network);
    expect(longer?.lanes?.[0]?.set).toMatchObject({ network: { bottleneck: { delay: 0.1 } } });
  });

  test('one row of UDP takes a load; several, or none, are only looked at', () => {
    const withRows = (...rates: number[]): Scenario => ({
      ...HOLLOT,
      traffic: [
        { kind: 'ftp', flows: 60 },
        ...rates.map((rate) => ({ kind: 'cbr' as const, flows: 2, rate })),
      ],
    });
    const one = withRows(3e6);
    expect(knob(one, 'load').present).toBeCloseTo(0.2, 12);
    const next = knob(one, 'load').set?.(one, 0.5) ?? one;
    expect(knob(next, 'load').present).toBeCloseTo(0.5, 6);
    expect(knob(withRows(1e6, 2e6), 'load').set).toBeNull();
    expect(knob(withRows(), 'load').set).toBeNull();
  });

  test('what is allowed is what the document may have, and no more', () => {
    const document: Scenario = {
      ...HOLLOT,
      traffic: [{ flows: 60 }, { kind: 'cbr', flows: 40, rate: 1e5 }],
      lanes: [{ aqm: { id: 'droptail' } }],
    };
    const allows = (id: string, value: number) =>
      validate(knob(document, id).set?.(document, value), engine).ok;
    for (const id of ['flows', 'rtt', 'rate', 'buffer']) {
      const [least, most] = knob(document, id).limits;
      expect(allows(id, least), `${id} ${least}`).toBe(true);
      expect(allows(id, most), `${id} ${most}`).toBe(true);
      expect(allows(id, 1.01 * most), `${id} ${1.01 * most}`).toBe(false);
    }
    expect(allows('rate', 999)).toBe(false);
    expect(allows('buffer', 0)).toBe(false);
  });

  test('a default range holds the present value, keeps to what is allowed and is about a decade', () => {
    for (const one of knobs(HOLLOT)) {
      if (one.present === null) continue;
      const [from, to] = defaultRange(one);
      expect(from, one.id).toBeLessThan(to);
      expect(from, one.id).toBeGreaterThanOrEqual(one.limits[0]);
      expect(to, one.id).toBeLessThanOrEqual(one.limits[1]);
      expect(one.present, one.id).toBeGreaterThanOrEqual(from);
      expect(one.present, one.id).toBeLessThanOrEqual(to);
      if (scaleOf([from, to]) === 'log') expect(to / from, one.id).toBeLessThan(20);
    }
  });
});

describe('the model beside the packets', () => {
  test('is told with numbers where they are apart, and not where they agree', () => {
    expect(besidePackets(94.5, 68)).toBe(
      'The packets’ queue is 68 on average and the model’s 94.5, 39 % more, because of what the model leaves out.',
    );
    expect(besidePackets(40, 80)).toContain('50 % less');
    expect(besidePackets(50, 0.1)).toContain('far more');
    expect(besidePackets(70, 68)).toBeNull();
    expect(besidePackets(0, 0)).toBeNull();
    // A solution that ends before the measurement has no mean.
    expect(besidePackets(NaN, 68)).toBeNull();
  });

  test('its mean is that of the solution after the warm-up, and over an empty queue that of chance', () => {
    const solution = { time: Float64Array.of(0, 1, 2, 3), queue: Float64Array.of(100, 50, 20, 40) };
    const mean = (kind: 'interior' | 'jump' | 'empty', warmup: number) =>
      meanQueue({ rest: { kind }, band: kind === 'empty' ? { mean: 1.5 } : null, solution }, warmup);
    expect(mean('interior', 2)).toBe(30);
    expect(mean('jump', 0)).toBe(52.5);
    expect(mean('interior', 4)).toBeNaN();
    expect(mean('empty', 2)).toBe(1.5);
  });
});

describe('designs', () => {
  test.each(['red', 'pi'] as const)('%s is one valid document, whose lane is stable', (rule) => {
    const fast = laneScenarios(HOLLOT)[1];
    if (fast === undefined) throw new Error('the document has a second lane');
    const design = engine.design(fast, rule);
    const { document, lane } = designedDocument(HOLLOT, 1, design, engine.catalogue);
    expect(validate(document, engine).ok).toBe(true);
    expect(lane).toBe(5);
    expect(document.lanes?.[5]?.aqm?.id).toBe(rule);
    // What it was made for is where it was.
    expect(document.lanes?.filter((_, i) => i !== 5)).toEqual(HOLLOT.lanes);
    const found = modelled(document).find((one) => one.lane === 5);
    expect(found?.fluid.stability?.rightHalfPlane).toBe(0);
    // Asked for again, there is nothing to add.
    expect(designedDocument(document, 1, design, engine.catalogue)).toEqual({ document, lane: 5 });
  });
});

describe('figures', () => {
  test('the Nyquist plot is the Bode plots in the plane', () => {
    const [data] = nyquistFigure(loopsOf(modelled(HOLLOT, 1))).data();
    const column = (label: string) => data?.series.find((one) => one.label === label)?.values ?? [];
    const [re, im] = [data?.x.values ?? [], column('imaginary part')];
    expect(re.length).toBeGreaterThan(100);
    for (let i = 0; i < re.length; i += 7) {
      const z = [re[i] ?? NaN, im[i] ?? NaN] as const;
      expect(20 * Math.log10(Math.hypot(...z))).toBeCloseTo(column('gain')[i] ?? NaN, 6);
      const turns = ((column('phase')[i] ?? NaN) - (180 / Math.PI) * Math.atan2(z[1], z[0])) / 360;
      expect(turns).toBeCloseTo(Math.round(turns), 6);
    }
  });

  test('roots come with their mirror images, and those that grow are on the right', () => {
    const figure = rootsFigure(modelled(HOLLOT, 1));
    const fast = figure.data().find(({ lane }) => lane === 1);
    const [re, im] = [Array.from(fast?.x.values ?? []), Array.from(fast?.series[0]?.values ?? [])];
    expect(im.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 9);
    expect(re.filter((value) => value > 0)).toHaveLength(2);
    expect(figure.x.domain[1]).toBeGreaterThan(Math.max(...re));
  });

  test('the mean window is that of the flows, not of the classes', () => {
    const [one] = modelled({
      ...HOLLOT,
      traffic: [
        { kind: 'ftp', flows: 90, ecn: true },
        { kind: 'ftp', flows: 10, ecn: true, delayed_ack: true },
      ],
    });
    if (one === undefined) throw new Error('RED has a fluid model');
    const { windows } = one.fluid.solution;
    const last = meanWindow(one).length - 1;
    const expected = 0.9 * (windows[0]?.[last] ?? NaN) + 0.1 * (windows[1]?.[last] ?? NaN);
    expect(meanWindow(one)[last]).toBeCloseTo(expected, 12);
  });

  test('a bifurcation diagram draws what is unstable dashed, up to where it turns stable', () => {
    const [lane] = laneScenarios(HOLLOT);
    if (lane === undefined) throw new Error('the document has a lane');
    const point = { omega: 2, message: '', lyapunov: 1, slope: 1, onset: '' };
    const branch = {
      value: [0.2, 0.1, 0.15, 0.2, 0.25],
      period: [3, 3, 3, 3, 3],
      low: [40, 20, 0, 0, 0],
      high: [60, 80, 100, 140, 140],
      mean: [50, 50, 50, 50, 50],
      multiplierRe: [1.1, 1, 0.5, 4, 0.1],
      multiplierIm: [0, 0, 0, 0, 0],
      unstable: [1, 0, 0, 0, 0],
      error: [0, 0, 0, 0.6, 0],
      doubtful: [0, 0, 0, 1, 0],
      event: [0, 1, 0, 0, 0],
      ending: 'it leaves the range',
    };
    const figure = cyclesFigure({
      lane: 0,
      request: { lane, along: { knob: 'rtt', from: 0.05, to: 0.3, scale: 'log' } },
      diagram: {
        value: [0.05, 0.2, 0.3],
        queue: [45, 50, null],
        growth: [-1, 1, null],
        points: [{ ...point, value: 0.2, bend: 1 }],
        branches: [branch],
        message: '',
      },
      along: knob(HOLLOT, 'rtt'),
    });
    const lines = figure.layers.flatMap((layer) => (layer.kind === 'line' ? [layer] : []));
    const [solid, dashed, dotted] = [undefined, [5, 4], [1, 3]];
    expect(lines.map(({ x, dash }) => [Array.from(x), dash])).toEqual([
      [[50, 200], solid],
      [[200, 300], dashed],
      [[300], solid],
      ...['high', 'low'].flatMap(() => [
        [[200, 100], dashed],
        [[100, 150, 200], solid],
        [[200, 250], dotted],
        [[250], solid],
      ]),
    ]);
    expect(figure.layers).toContainEqual(
      expect.objectContaining({ kind: 'text', x: 100, y: 80, text: 'fold of cycles' }),
    );
    expect(figure.layers).toContainEqual(
      expect.objectContaining({ kind: 'text', x: 200, y: 140, text: 'stability not known' }),
    );
    expect(figure.data().map(({ series }) => series.map(({ values }) => values.length))).toEqual([
      Array.from({ length: 8 }, () => 3),
      Array.from({ length: 8 }, () => 5),
    ]);
  });

  test('a map draws its border where the growth changes sign, and says what a cell is', () => {
    const [x, y] = [knob(HOLLOT, 'flows'), knob(HOLLOT, 'rtt')];
    const [lane] = laneScenarios(HOLLOT);
    if (lane === undefined) throw new Error('the document has a lane');
    const map: StabilityMap = {
      x: Float64Array.of(10, 20, 40),
      y: Float64Array.of(0.1, 0.2),
      growth: Float64Array.of(-1, 1, NaN, -1, 1, NaN),
      phaseMargin: Float64Array.of(40, -10, NaN, 40, -10, NaN),
      queue: Float64Array.of(100, 110, 0, 100, 110, 0),
      kind: Uint8Array.of(0, 0, 1, 0, 0, 255),
    };
    const axis = { from: 10, to: 40, count: 3, scale: 'log' } as const;
    const request: MapRequest = {
      lane,
      x: { knob: 'flows', ...axis },
      y: { knob: 'rtt', from: 0.1, to: 0.2, count: 2, scale: 'linear' },
    };
    const picture = { lane: 0, label: 'slow', request, map, x, y, border: null, curves: [] };
    const figure = mapFigure(picture);
    const border = figure.layers.find(({ kind }) => kind === 'line');
    // Halfway between 10 and 20 on a logarithmic axis; round trips in milliseconds.
    expect(border).toMatchObject({ x: [10 * Math.SQRT2, 10 * Math.SQRT2, NaN], y: [100, 200, NaN] });
    expect(scaleEnd(map)).toBe(1);
    expect(cellWords(picture, 1, 0)).toBe(
      'TCP flows 20, round trip 100 ms: unstable, growth 1 1/s, phase margin −10°, queue 110 packets',
    );
    expect(cellWords(picture, 2, 0)).toMatch(/buffer full$/);
    expect(cellWords(picture, 2, 1)).toMatch(/not allowed$/);
    expect(figure.data()[0]?.series.map(({ values }) => values.length)).toEqual([6, 6, 6, 6, 6]);

    // An equilibrium of which nothing more is known is not one that is refused.
    const open = { ...picture, map: { ...map, growth: Float64Array.of(NaN, 1, NaN, -1, 1, NaN) } };
    expect(cellWords(open, 0, 0)).toMatch(/: not determined$/);
    expect(mapFigure(open).map?.hatches).toContainEqual({ hatch: 'broken', label: 'not determined' });

    // A file has what the page says beside the map: the scale, and of the hatches those that there are.
    const zero = { ...picture, map: { ...map, growth: Float64Array.of(-1, 0, NaN, -1, 0, NaN) } };
    expect(cellWords(zero, 1, 0)).toMatch(/undecided: a root at 0$/);
    for (const width of [85, 178] as const) {
      const svg = figureSvg(mapFigure(zero), width, { caption: '', link: '' }, palette);
      const texts = [...svg.matchAll(/<tspan>([^<]+)<\/tspan>/g)].map(([, text]) => text);
      for (const words of [
        'stable −1',
        '1 1/s unstable',
        'buffer full',
        'undecided: a root at 0',
        'not allowed',
      ])
        expect(texts).toContain(words);
      expect(texts).not.toContain('link not full');
    }

    // The place where stability is lost along an axis stands on the line through the present place.
    const lost = mapFigure({ ...picture, border: { knob: 'rtt', value: 0.15 } });
    expect(lost.layers.filter(({ kind }) => kind === 'points').at(-1)).toMatchObject({ x: [60], y: [150] });
    const elsewhere = mapFigure({ ...picture, border: { knob: 'rate', value: 1e6 } });
    expect(elsewhere.layers.some(({ kind }) => kind === 'points')).toBe(false);

    // A curve that begins softly, then with a jump, is drawn in two parts that meet.
    const curve = { x: [10, 14, 20], y: [0.1, 0.15, 0.2], omega: [3, 2, 1], bend: [-1, 2, 2] };
    const curved = mapFigure({ ...picture, curves: [curve] });
    const lines = curved.layers.flatMap((layer) => (layer.kind === 'line' ? [layer] : [])).slice(1);
    expect(lines.map(({ x: values, dash }) => [values, dash !== undefined])).toEqual([
      [[10, 14], false],
      [[14, 20], true],
    ]);
    expect(lines[1]?.y).toEqual([150, 200]);
    expect(onsetsOf([curve]).map(({ onset }) => onset)).toEqual(['soft', 'jump']);
    const followed = { request, curves: [curve] };
    expect(curvesOf(followed, request)).toHaveLength(1);
    expect(curvesOf(followed, { ...request, x: { ...request.x, to: 80 } })).toHaveLength(0);
  });
});

interface Asked<A, R> {
  readonly what: A;
  readonly signal: AbortSignal | undefined;
  finish(result: R): void;
  fail(error: Error): void;
}

/** A function whose answers a test gives when it likes. */
function asking<A, R>() {
  const asked: Asked<A, R>[] = [];
  const call = (what: A, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise<R>((resolve, reject) => {
      asked.push({ what, signal, finish: resolve, fail: reject });
      signal?.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')));
    });
  return { asked, call };
}

const result = (label: string): FluidResult => ({
  label,
  aqm: 'red',
  note: '',
  apart: '',
  assumptions: [],
  issues: [],
  model: null,
});

describe('solver of the lanes', () => {
  const setUp = () => {
    const client = new FakeClient();
    let now = 0;
    const solver = createSolver(client, () => now);
    return {
      asked: client.of('fluid'),
      solver,
      wait: (ms: number) => (now += ms),
      first: () => solver.slots.get()[0],
    };
  };
  const one = laneScenario();
  const two = laneScenario({ duration: 20 });

  test('keeps the old picture until the new one is there', async () => {
    const { asked, solver, first } = setUp();
    solver.show([{ scenario: one, options: {} }]);
    asked[0]?.answer(result('one'));
    await settled();
    solver.show([{ scenario: two, options: {} }]);
    expect(first()).toMatchObject({ status: 'running', result: { label: 'one' } });
    asked[1]?.answer(result('two'));
    await settled();
    expect(first()).toMatchObject({ status: 'done', result: { label: 'two' } });
    solver.show([{ scenario: one, options: {} }]);
    expect(first()).toMatchObject({ status: 'done', result: { label: 'one' } });
    expect(asked).toHaveLength(2);
  });

  test('one job a lane: a short one may end, a long one is cancelled', async () => {
    const { asked, solver, wait, first } = setUp();
    solver.show([{ scenario: one, options: {} }]);
    solver.show([{ scenario: two, options: {} }]);
    expect(asked).toHaveLength(1);
    wait(1000);
    solver.show([{ scenario: laneScenario({ duration: 30 }), options: {} }]);
    expect(asked[0]?.options.signal?.aborted).toBe(true);
    expect(asked.map(({ input }) => input.lane.duration)).toEqual([10, 30]);
    await settled();
    expect(first()?.status).toBe('running');
    asked[1]?.answer(result('three'));
    await settled();
    expect(first()).toMatchObject({ status: 'done', result: { label: 'three' } });
  });

  test('label and seed ask for nothing new; options do', async () => {
    const { asked, solver } = setUp();
    solver.show([{ scenario: one, options: {} }]);
    asked[0]?.answer(result('one'));
    await settled();
    solver.show([{ scenario: laneScenario({ label: 'Other', seed: 7 }), options: {} }]);
    expect(asked).toHaveLength(1);
    solver.show([{ scenario: one, options: { form: 'sampled' } }]);
    expect(asked).toHaveLength(2);
  });

  test('what does not come to an end is given up, and said so', async () => {
    const client = new FakeClient();
    const asked = client.of('fluid');
    const solver = createSolver(client, () => 0, 5);
    solver.show([{ scenario: one, options: {} }]);
    await new Promise((done) => setTimeout(done, 30));
    expect(asked[0]?.options.signal?.aborted).toBe(true);
    expect(solver.slots.get()[0]).toMatchObject({ status: 'failed', result: null });
    expect(solver.slots.get()[0]?.error).toMatch(/stopped after/);
  });

  test('a failure is told and does not stay after an edit', async () => {
    const { asked, solver, first } = setUp();
    solver.show([{ scenario: one, options: {} }]);
    asked[0]?.fail(new Error('the step became too small'));
    await settled();
    expect(first()).toMatchObject({ status: 'failed', error: 'the step became too small' });
    solver.show([{ scenario: two, options: {} }]);
    expect(first()).toMatchObject({ status: 'running', error: null });
  });
});

describe('a search that found no loss of stability', () => {
  /** 50 downloads that the law holds in its curve. */
  const DOWNLOADS: Scenario = {
    version: 1,
    duration: 20,
    network: {
      bottleneck: { rate: 10e6, delay: 0.02, buffer: 140 },
      access: { rate: 10e6, delay: [0.005, 0.01] },
    },
    traffic: [{ kind: 'ftp', flows: 50, delayed_ack: true }],
    lanes: [{ aqm: { id: 'tred', params: { min_th: 20, max_th: 120, count_mode: 'none' } } }],
  };
  /** What the page says of the first lane, asked of the engine itself. */
  async function said(document: Scenario, id: MapKnob) {
    const client = createClient({ size: 1 });
    const run = createHopfRun(client);
    const [lane] = laneScenarios(document);
    const along = knob(document, id);
    if (lane === undefined) throw new Error('there is no lane');
    run.show([{ lane, knob: id }]);
    await expect.poll(() => run.slots.get()[0]?.status, { timeout: 30_000 }).toBe('done');
    client.close();
    const found = run.slots.get()[0]?.result;
    if (found == null) throw new Error('there is no answer');
    return { along, found, words: nowhere(along, found) };
  }
  const rootsAt = (document: Scenario, along: Knob, value: number) => {
    const [lane] = laneScenarios(along.set?.(document, value) ?? document);
    if (lane === undefined) throw new Error('there is no lane');
    return engine.fluid(lane).model?.stability?.roots ?? [];
  };

  test('says for how many values, and between which ones, it holds', async () => {
    const { along, found, words } = await said(DOWNLOADS, 'flows');
    const { modelled: count, tried, first, last } = found;
    if (first === null || last === null) throw new Error('no value has a linear model');
    const print = (value: number) => printKnob({ ...along, whole: false }, value);
    expect(words).toBe(
      `nowhere among the ${count} of ${tried} values from 0.5 to 5000 that have a linear model ` +
        `(they lie between ${print(first)} and ${print(last)}): it is stable throughout.`,
    );
    // As the model of the lane itself has it, on both sides of the last one.
    expect(count).toBeLessThan(tried);
    expect(rootsAt(DOWNLOADS, along, Math.floor(last))[0]?.re).toBeLessThan(0);
    expect(rootsAt(DOWNLOADS, along, Math.ceil(1.15 * last))).toHaveLength(0);
  });

  test('does not count where every value has a linear model', async () => {
    const { words } = await said(DOWNLOADS, 'params.w_q');
    expect(words).toBe('nowhere from 0.00002 to 0.2: it is stable throughout.');
  });

  test('is along any number of flows, but along whole packets of a buffer', () => {
    const point = { from: 0.4, to: 40.6, message: 'x', tried: 81, modelled: 81, first: 0.4, last: 40.6 };
    const words = (id: string) => nowhere(knob(HOLLOT, id), point as HopfPoint);
    expect(words('flows')).toBe('nowhere from 0.4 to 40.6: x.');
    expect(words('buffer')).toBe('nowhere from 0 packets to 41 packets: x.');
    const nothing = { ...point, from: null, to: null } as HopfPoint;
    expect(nowhere(knob(HOLLOT, 'flows'), nothing)).toBe('nowhere: x.');
  });
});

describe('runs of the map', () => {
  const mapOf = (count: number): StabilityMap => ({
    x: new Float64Array(count),
    y: new Float64Array(count),
    growth: new Float64Array(count * count),
    phaseMargin: new Float64Array(count * count),
    queue: new Float64Array(count * count),
    kind: new Uint8Array(count * count),
  });
  const request = (to: number): MapRequest => ({
    lane: laneScenario(),
    x: { knob: 'flows', from: 1, to, count: 64, scale: 'log' },
    y: { knob: 'rtt', from: 0.1, to: 1, count: 64, scale: 'log' },
  });
  const soon = () => new Promise((done) => setTimeout(done, 80));

  test('first coarse, then fine; what is asked again is not computed again', async () => {
    const { asked, call } = asking<MapRequest, StabilityMap>();
    const run = createMapRun(call);
    run.show([request(10)]);
    await soon();
    asked[0]?.finish(mapOf(asked[0].what.x.count));
    await settled();
    expect(run.slots.get()[0]?.status).toBe('running');
    expect(run.slots.get()[0]?.result?.map.x).toHaveLength(asked[0]?.what.x.count ?? 0);
    asked[1]?.finish(mapOf(asked[1].what.x.count));
    await settled();
    expect(run.slots.get()[0]?.status).toBe('done');
    expect(asked[1]?.what.x.count).toBeGreaterThan(asked[0]?.what.x.count ?? 0);
    run.show([request(10)]);
    await soon();
    expect(asked).toHaveLength(2);
    // As few cells as the coarse one has are one map.
    const few = request(10);
    run.show([{ ...few, x: { ...few.x, count: 8 }, y: { ...few.y, count: 8 } }]);
    await soon();
    expect(asked[2]?.what.x.count).toBe(8);
    asked[2]?.finish(mapOf(8));
    await settled();
    expect(run.slots.get()[0]?.status).toBe('done');
  });

  test('what was overtaken is cancelled and never shown; a cancelled map can be had again', async () => {
    const { asked, call } = asking<MapRequest, StabilityMap>();
    const run = createMapRun(call);
    run.show([request(10)]);
    await soon();
    run.show([request(20)]);
    expect(asked[0]?.signal?.aborted).toBe(true);
    await soon();
    expect(asked[1]?.what.x.to).toBe(20);
    run.cancel();
    expect(run.slots.get()[0]).toMatchObject({ status: 'cancelled', result: null });
    run.retry();
    await soon();
    expect(asked[2]?.what.x.to).toBe(20);
    asked[2]?.fail(new Error('no'));
    await settled();
    expect(run.slots.get()[0]).toMatchObject({ status: 'failed', error: 'no' });
  });
});
