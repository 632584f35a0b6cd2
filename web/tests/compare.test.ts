import { beforeAll, describe, expect, test } from 'vitest';
import { loadEngine } from '../../wasm/src/node.ts';
import type { AqmInfo, Engine } from '../../wasm/src/types.ts';
import { curveFigure, groupByAxis, operatingPoint, sampleCurves } from '../src/views/compare/curveFigure.ts';
import { laneModel, queueLevels } from '../src/lanes/model.ts';
import { binAt, binTimes, quantities, stateColumn } from '../src/lanes/quantities.ts';
import { traceFigure } from '../src/views/compare/traceFigure.ts';
import { laneScenario, runResult } from './fakes.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

const lanes = () => [
  laneModel(engine, laneScenario(), 0),
  laneModel(engine, laneScenario({ label: 'Tail', aqm: { id: 'droptail', params: {} } }), 1),
];
const run = (scenario = laneScenario(), result = runResult(scenario)) =>
  ({
    asked: scenario,
    result,
    answered: scenario,
    status: 'done',
    since: 0,
    error: null,
  }) as const;

describe('drop curves', () => {
  test('the operating point lies on the lane’s curve', () => {
    const [model] = lanes();
    if (model === undefined) throw new Error('no lane');
    const states = model.info.states;
    const result = runResult(model.scenario, {
      overview: {
        ...runResult(model.scenario).overview,
        state: states.map(({ name }) => Float64Array.of(0, 0, 0, 0).fill(name === 'avg' ? 70 : 0)),
      },
    });
    // RED at avg = 70 between min_th = 20 and max_th = 120 with max_p = 0.1: half way up.
    expect(operatingPoint(engine, model, result, 5)).toEqual({ which: 0, x: 70, p: 0.05 });
  });
  test('of a family, the operating point is on the curve whose probability the run recorded', () => {
    const scenario = laneScenario({ aqm: { id: 'sared', params: {} } });
    const model = laneModel(engine, scenario, 0);
    const { info, link } = model;
    const state = (values: Readonly<Record<string, number>>) =>
      info.states.map(({ name }) => Float64Array.of(0, 0, 0, 0).fill(values[name] ?? 0));
    for (const label of ['low load', 'moderate load', 'high load']) {
      const which = info.curves.findIndex((curve) => curve.label === label);
      const p = engine.curveAt({ aqm: 'sared', params: {}, link, which }, 100);
      const base = runResult(scenario);
      const result = { ...base, overview: { ...base.overview, state: state({ avg: 100, p_b: p }) } };
      expect(operatingPoint(engine, model, result, 0)).toEqual({ which, x: 100, p });
    }
  });
  test('a result of another scheme has no place on the curve', () => {
    const [model] = lanes();
    if (model === undefined) throw new Error('no lane');
    expect(operatingPoint(engine, model, runResult(model.scenario, { aqm: 'droptail' }), 0)).toBeNull();
  });
  test('all curves are sampled to the same end, and the axis opens where the probabilities are', () => {
    const all = sampleCurves(engine, lanes(), false);
    const ends = all.map(({ curves }) => curves[0]?.x.at(-1));
    expect(ends[0]).toBe(ends[1]);
    const figure = curveFigure({ all, curveless: [], active: 0, whole: false, now: () => null });
    expect(figure.y.domain[1]).toBeGreaterThan(0.1);
    expect(figure.y.domain[1]).toBeLessThan(0.5);
    expect(figure.data().map(({ lane }) => lane)).toEqual([0, 1]);
  });
  test('what is drawn against another quantity gets a plot of its own, what has no curve none', () => {
    const [red] = lanes();
    if (red === undefined) throw new Error('no lane');
    const priced: AqmInfo = { ...red.info, curveAxis: { name: 'price', unit: '1' } };
    const none: AqmInfo = { ...red.info, curves: [] };
    const groups = groupByAxis([red, { ...red, lane: 1, info: priced }, { ...red, lane: 2, info: none }]);
    expect(groups.map((group) => group.map(({ lane }) => lane))).toEqual([[0], [1]]);
  });
});

describe('traces', () => {
  test('thresholds and the end of the buffer are named', () => {
    const [model] = lanes();
    if (model === undefined) throw new Error('no lane');
    expect(queueLevels(model).map(({ name, value }) => [name, value])).toEqual([
      ['min_th', 20],
      ['max_th', 120],
      ['buffer', 140],
    ]);
  });
  test('dots are sorted by fate onto their rows', () => {
    const scenario = laneScenario();
    const dots = {
      time: Float64Array.of(1, 2, 3, 4),
      queue: new Float64Array(4),
      fate: Uint8Array.of(2, 3, 2, 4),
      thinning: 1,
    };
    const figure = traceFigure({
      lane: 0,
      run: run(scenario, runResult(scenario, { dots })),
      catalogue: engine.catalogue,
      levels: [],
      span: [0, 10],
      top: 150,
      closeUp: null,
      marks: false,
      most: 1,
      quiet: false,
    });
    expect(figure.strip?.kinds.map(({ label, times }) => [label, [...Array.from(times)]])).toEqual([
      ['early', [1, 3]],
      ['forced', [2]],
      ['overflow', [4]],
    ]);
  });
  test('a run that is under way is drawn as far as it is, then the one before, under a veil', () => {
    const scenario = laneScenario();
    const old = runResult(scenario, {
      dots: {
        time: Float64Array.of(1, 9),
        queue: new Float64Array(2),
        fate: Uint8Array.of(2, 2),
        thinning: 1,
      },
    });
    const { overview } = old;
    const cut = {
      ...overview,
      bins: 2,
      queue_mean: Float64Array.of(7, 8),
      state: [Float64Array.of(70, 80)],
    };
    const dots = { ...old.dots, time: Float64Array.of(2), fate: Uint8Array.of(2) };
    const inputs = {
      lane: 0,
      run: { ...run(scenario, old), status: 'running' as const },
      catalogue: engine.catalogue,
      levels: [],
      span: [0, scenario.duration] as const,
      top: 150,
      closeUp: null,
      marks: false,
      most: 1,
      quiet: false,
    };
    const drawn = (fresh: boolean) =>
      traceFigure({ ...inputs, begun: { part: { aqm: 'red', overview: cut, dots }, fresh } });
    const until = 2 * overview.binSeconds;
    const lines = drawn(true).layers.flatMap((layer) => (layer.kind === 'line' ? [layer] : []));
    const [before, now] = lines.filter(({ width }) => width > 2);
    expect(Array.from(now?.y ?? [])).toEqual([70, 80]);
    expect(Array.from(before?.y ?? [])).toEqual(Array.from(overview.state[0]?.slice(2) ?? []));
    expect(Array.from(before?.x ?? []).every((time) => time > until)).toBe(true);
    expect(Array.from(drawn(true).strip?.kinds[0]?.times ?? [])).toEqual([2, 9]);
    expect(drawn(true)).toMatchObject({ olderFrom: until, strip: { mixed: true } });
    // What is only on the way to what is asked now is no newer than the rest.
    expect(drawn(false).olderFrom).toBeUndefined();
  });
  test('close up, the queue holds between events', () => {
    const scenario = laneScenario();
    const closeUp = {
      from: 0,
      to: 1,
      time: Float64Array.of(0.1, 0.5),
      queue: Float64Array.of(3, 4),
      event: Uint8Array.of(0, 2),
      flow: new Uint32Array(2),
      seq: new Uint32Array(2),
      drawn: new Float64Array(2),
      state: [],
      truncated: false,
    };
    const inputs = {
      lane: 0,
      run: run(scenario),
      catalogue: engine.catalogue,
      levels: [],
      top: 150,
      marks: false,
      most: 1,
    };
    const figure = traceFigure({ ...inputs, span: [0, 1], closeUp, quiet: true });
    const [line] = figure.layers;
    if (line?.kind !== 'line') throw new Error('no line');
    expect([Array.from(line.x), Array.from(line.y)]).toEqual([
      [0.1, 0.5, 0.5],
      [3, 3, 4],
    ]);
    expect(Array.from(figure.strip?.kinds[0]?.times ?? [])).toEqual([0.5]);
  });
});

describe('quantities', () => {
  test('every state variable of the lanes’ schemes can be drawn, once', () => {
    const ids = quantities(engine.catalogue, [{ id: 'red' }, { id: 'gred' }, { id: 'droptail' }]).map(
      ({ id }) => id,
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('state:avg');
    expect(quantities(engine.catalogue, [{ id: 'droptail' }]).map(({ id }) => id)).toEqual([
      'window',
      'throughput',
      'drops',
      'back',
    ]);
  });
  test('throughput adds up to the bytes that left', () => {
    const scenario = laneScenario();
    const base = runResult(scenario);
    const overview = { ...base.overview, bytes_out: Float64Array.of(1e6, 2e6, 0, 1e6) };
    const throughput = quantities(engine.catalogue, []).find(({ id }) => id === 'throughput');
    const values = throughput?.of({ ...base, overview }) ?? [];
    const megabits = Array.from(values).reduce((sum, rate) => sum + rate * overview.binSeconds, 0);
    expect(megabits).toBeCloseTo(32, 9);
  });
  test('a bin holds its own times', () => {
    const { overview } = runResult(laneScenario());
    binTimes(overview).forEach((time, bin) => expect(binAt(overview, time)).toBe(bin));
    expect(binAt(overview, 1e9)).toBe(3);
  });
  test('a state variable that a scheme does not have has no column', () => {
    const result = runResult(laneScenario({ aqm: { id: 'droptail', params: {} } }));
    expect(stateColumn(engine.catalogue, result, 'avg')).toBeNull();
  });
});
