/**
 * A summary of every figure as a file: what is drawn, where, and with which words. A change of a picture
 * changes its snapshot; whether a picture is right is checked by the tests of each figure.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { lanes as laneScenarios, type Scenario } from '../../models/src/index.ts';
import { setLanguage, type Texts } from '../../models/src/language.ts';
import type { StabilityMap } from '../../wasm/src/fluid-types.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import type { FluidEngine, Overview, PacketWindow } from '../../wasm/src/types.ts';
import { laneModel, queueLevels } from '../src/lanes/model.ts';
import { quantities } from '../src/lanes/quantities.ts';
import { figureCsv, figureSvg } from '../src/plots/export.ts';
import type { Figure } from '../src/plots/figure.ts';
import { COLOURS, type Palette } from '../src/plots/palette.ts';
import { curveFigure, sampleCurves } from '../src/views/compare/curveFigure.ts';
import { quantityFigure, tracesOf } from '../src/views/compare/quantityFigure.ts';
import { traceFigure } from '../src/views/compare/traceFigure.ts';
import { knobsOf } from '../src/views/fluid/knobs.ts';
import { bodeFigure, bodePhaseFigure, loopsOf, nyquistFigure } from '../src/views/fluid/loopFigures.ts';
import { mapFigure } from '../src/views/fluid/mapFigure.ts';
import { modelledOf, type Modelled } from '../src/views/fluid/modelled.ts';
import { phaseFigure } from '../src/views/fluid/phaseFigure.ts';
import { rootsFigure } from '../src/views/fluid/rootsFigure.ts';
import {
  fluidProbabilityFigure,
  fluidQueueFigure,
  fluidWindowFigure,
} from '../src/views/fluid/timeFigures.ts';
import { laneScenario, runResult } from './fakes.ts';

/** A colour is its name. */
const palette = Object.fromEntries(COLOURS.map((name) => [name, name])) as Palette;

/** An element a line, whole pixels, and of a long path its ends and how much there is between them. */
function normalised(figure: Figure): string {
  const svg = figureSvg(figure, 85, { caption: 'caption', link: 'link' }, palette);
  return svg
    .replace(/d="([^"]{60,})"/g, (_, path: string) => {
      const points = path.match(/[MLAZHVhvaz][^MLAZHVhvaz]*/g) ?? [];
      return `d="${points[0]} … ${points.length} … ${points.at(-1)}"`;
    })
    .replace(/(?<!opacity=")-?\b\d+\.\d+/g, (number) => String(Math.round(Number(number)) + 0))
    .replace(/></g, '>\n<');
}
/** A language that has every text, and none as it is. */
const other = new Proxy<Texts>(
  {},
  {
    get: (_, english) => `«${String(english)}»`,
    getOwnPropertyDescriptor: (_, english) => ({ value: `«${String(english)}»`, configurable: true }),
  },
);
/** The picture, and its numbers: the same file in every language. */
async function drawn(name: string, make: () => Figure) {
  const figure = make();
  await expect(normalised(figure)).toMatchFileSnapshot(`figures/${name}.svg`);
  setLanguage('de', other);
  try {
    const translated = make();
    expect(translated.title).toMatch(/«/);
    expect(figureCsv(translated)).toBe(figureCsv(figure));
  } finally {
    setLanguage('en', {});
  }
}

let engine: FluidEngine;
beforeAll(async () => {
  engine = await loadEngine();
});

describe('packets', () => {
  const BINS = 40;
  const column = (of: (i: number) => number) => Float64Array.from({ length: BINS }, (_, i) => of(i));
  /** A triangle of a queue, which takes no library's sine. */
  const wave = (i: number) => 20 + 8 * Math.abs((i % 20) - 10);
  const scenario = laneScenario();
  const overview = (states: number): Overview => ({
    ...runResult(scenario).overview,
    bins: BINS,
    binSeconds: scenario.duration / BINS,
    queue_min: column((i) => wave(i) - 5),
    queue_max: column((i) => wave(i) + 9),
    queue_mean: column(wave),
    cwnd_mean: column((i) => wave(i) / 10),
    bytes_out: column(() => 2.5e5),
    state: Array.from({ length: states }, (_, k) => column((i) => wave(i) / (k + 1))),
  });
  const dots = {
    time: Float64Array.of(1, 2, 3, 4, 4.1),
    queue: new Float64Array(5),
    fate: Uint8Array.of(2, 3, 2, 4, 1),
    thinning: 1,
  };
  const setUp = () => {
    const model = laneModel(engine, scenario, 0);
    const result = runResult(scenario, { overview: overview(model.info.states.length), dots });
    const run = {
      asked: scenario,
      answered: scenario,
      result,
      status: 'done',
      since: 0,
      error: null,
    } as const;
    const trace = {
      lane: 0,
      run,
      catalogue: engine.catalogue,
      levels: queueLevels(model),
      top: 150,
      marks: true,
      most: 1,
    };
    return { model, run, trace };
  };

  test('drop curves', async () => {
    const tail = laneScenario({ label: 'Tail', aqm: { id: 'droptail', params: {} } });
    const family = laneScenario({ label: 'SARED', aqm: { id: 'sared', params: {} } });
    const models = [scenario, tail, family].map((one, lane) => laneModel(engine, one, lane));
    for (const whole of [false, true]) {
      const all = sampleCurves(engine, models, whole);
      const name = whole ? 'drop-curve-whole' : 'drop-curve';
      await drawn(name, () => curveFigure({ all, curveless: [], active: 0, whole, now: () => null }));
    }
  });
  test('a queue over time', async () => {
    await drawn('queue', () => traceFigure({ ...setUp().trace, span: [0, 10], closeUp: null, quiet: false }));
  });
  test('a queue close up', async () => {
    const { model, trace } = setUp();
    const closeUp: PacketWindow = {
      from: 0,
      to: 1,
      time: Float64Array.of(0.1, 0.3, 0.5, 0.9),
      queue: Float64Array.of(3, 4, 5, 4),
      event: Uint8Array.of(0, 2, 0, 5),
      flow: new Uint32Array(4),
      seq: new Uint32Array(4),
      drawn: new Float64Array(4),
      state: model.info.states.map(() => Float64Array.of(2, 2.5, 3, 3.5)),
      truncated: false,
    };
    await drawn('queue-close', () => traceFigure({ ...trace, span: [0, 1], closeUp, quiet: false }));
  });
  test('another quantity', async () => {
    const { run } = setUp();
    await drawn('quantity', () => {
      const [window] = quantities(engine.catalogue, [{ id: 'red' }]);
      if (window === undefined) throw new Error('there is nothing to draw');
      return quantityFigure(window, tracesOf(window, [run]), [0, 10]);
    });
  });
});

describe('the fluid model', () => {
  /** Hollot's network, with RED and with a PI controller. */
  const document: Scenario = {
    version: 1,
    duration: 20,
    network: {
      bottleneck: { rate: 30e6, delay: 0.0995, buffer: 800 },
      access: { rate: 1e9, delay: 0.0001 },
      packet_size: 1000,
    },
    traffic: [{ kind: 'ftp', flows: 60, ecn: true }],
    lanes: [
      { label: 'RED', aqm: { id: 'red', params: { min_th: 150, max_th: 700, w_q: 0.002 } } },
      { label: 'PI', aqm: { id: 'pi' } },
    ],
  };
  let all: readonly Modelled[];
  let first: Modelled;
  beforeAll(() => {
    const slots = laneScenarios(document).map((scenario) => ({
      asked: { scenario, options: {} },
      result: engine.fluid(scenario, { losses: 'halving' }),
      answered: null,
      status: 'done' as const,
      since: 0,
      error: null,
    }));
    const models = slots.map(({ asked: { scenario } }, lane) => laneModel(engine, scenario, lane));
    all = modelledOf(slots, models, [], 0);
    const [one] = all;
    if (one === undefined) throw new Error('there is no model');
    first = one;
  });
  const time = { span: [0, 20] as const, quiet: false };

  test.each([
    ['fluid-queue', () => fluidQueueFigure({ shown: first, ...time })],
    ['fluid-window', () => fluidWindowFigure({ shown: first, ...time })],
    ['fluid-probability', () => fluidProbabilityFigure({ shown: first, ...time })],
    ['phase', () => phaseFigure(all)],
    ['nyquist', () => nyquistFigure(loopsOf(all))],
    ['bode', () => bodeFigure(loopsOf(all))],
    ['bode-phase', () => bodePhaseFigure(loopsOf(all))],
    ['roots', () => rootsFigure(all)],
  ])('%s', async (name, make) => {
    await drawn(name, make);
  });
  test('columns of loops are as long as their frequencies, where a lane has a linearization and where it has none', () => {
    const [red, ...others] = loopsOf(all);
    if (red === undefined) throw new Error('there is no loop');
    const tables = bodeFigure([red, ...others, { ...red, hollot: null }]).data();
    expect(tables.map(({ series }) => series.length)).toContain(4);
    for (const { x, series } of tables)
      for (const { label, values } of series) expect(values.length, label).toBe(x.values.length);
  });
  test('a stability map', async () => {
    const knobs = knobsOf(first.model);
    const [x, y] = ['flows', 'rtt'].map((id) => knobs.find((knob) => knob.id === id));
    if (x === undefined || y === undefined) throw new Error('there is nothing to map');
    const axis = { from: 10, to: 160, count: 4, scale: 'log' } as const;
    const map: StabilityMap = {
      x: Float64Array.of(10, 25, 63, 160),
      y: Float64Array.of(0.1, 0.2, 0.4),
      growth: Float64Array.of(-2, -1, -0.5, NaN, -1, 0.5, 1, NaN, 1, 2, 3, NaN),
      phaseMargin: new Float64Array(12),
      queue: new Float64Array(12),
      kind: Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 255),
    };
    const request = {
      lane: first.model.scenario,
      x: { ...axis, knob: 'flows' as const },
      y: { ...axis, knob: 'rtt' as const, from: 0.1, to: 0.4, count: 3 },
    };
    const border = { knob: 'flows' as const, value: 40 };
    await drawn('stability-map', () =>
      mapFigure({ lane: 0, label: 'RED', request, map, x, y, border, curves: [] }),
    );
  });
});
