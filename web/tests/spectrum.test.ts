// The spectrum of the queue: of a series in closed form, and the figure of theory and packets.
import { beforeAll, describe, expect, test } from 'vitest';
import { powerDensity } from '../../models/src/statistics/density.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import { laneModel } from '../src/lanes/model.ts';
import type { Modelled } from '../src/views/fluid/modelled.ts';
import { hasSpectrum, spectrumFigure } from '../src/views/fluid/spectrumFigure.ts';
import { laneScenario, runResult } from './fakes.ts';

describe('the density of a series', () => {
  test('of a sine is half of its square over the width of the window', () => {
    const [size, frequency, step, span] = [7, 0.5, 0.01, 40];
    const wave = Float64Array.from(
      { length: 12_000 },
      (_, i) => 3 + size * Math.sin(2 * Math.PI * frequency * i * step),
    );
    // The equivalent noise width of Hann's window is 1.5 / span.
    const [there, beside] = powerDensity(wave, step, [frequency, 2 * frequency], span);
    expect(there).toBeCloseTo((size ** 2 / 2) * (span / 1.5), 6);
    expect(beside).toBeCloseTo(0, 9);
  });

  test('of independent values is the same at all frequencies', () => {
    let state = 1;
    const next = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    const step = 0.1;
    const noise = Float64Array.from({ length: 40_000 }, next);
    const frequencies = Array.from({ length: 40 }, (_, i) => 0.1 * (i + 1));
    const density = powerDensity(noise, step, frequencies, 20);
    // Of a variance of 1/12, spread over frequencies up to 1 / (2 step); 399 segments: 6 % of a value.
    for (const value of density) expect(value / ((1 / 12) * 2 * step)).toBeCloseTo(1, 0);
    const mean = density.reduce((sum, value) => sum + value, 0) / density.length;
    expect(Math.abs(mean / ((1 / 12) * 2 * step) - 1)).toBeLessThan(0.03);
  });
});

describe('the figure', () => {
  let all: readonly Modelled[];
  beforeAll(async () => {
    const engine = await loadEngine();
    const schemes = ['red', 'droptail', 'pi'];
    // A queue that swings once in two seconds.
    const binSeconds = 0.02;
    const queue_mean = Float64Array.from(
      { length: 5000 },
      (_, i) => 50 + 10 * Math.sin(Math.PI * i * binSeconds),
    );
    all = schemes.flatMap((id, lane): readonly Modelled[] => {
      const scenario = laneScenario({ label: id, duration: 100, aqm: { id, params: {} } });
      const fluid = engine.fluid(scenario).model;
      if (fluid === null) return [];
      const { overview } = runResult(scenario);
      const run =
        lane === 0 ? runResult(scenario, { overview: { ...overview, queue_mean, binSeconds } }) : null;
      return [{ lane, label: id, fluid, model: laneModel(engine, scenario, lane), run, active: lane === 0 }];
    });
  });

  test('has the lanes whose rest has a band, the active one in front', () => {
    const shown = all.filter(({ fluid }) => fluid.band !== null).map(({ lane }) => lane);
    expect(shown).toEqual([0, 2]);
    const { legend, layers } = spectrumFigure(all);
    expect(legend?.map(({ lane }) => lane)).toEqual([2, 0]);
    const lines = layers.flatMap((layer) => (layer.kind === 'line' ? [layer] : []));
    expect(lines.map(({ alpha }) => alpha === 1)).toEqual([false, true]);
    expect(hasSpectrum(all)).toBe(true);
    expect(hasSpectrum(all.filter(({ lane }) => lane === 1))).toBe(false);
  });

  test('draws a density whose integral over the frequencies is the variance of the band', () => {
    for (const one of all.filter(({ fluid }) => fluid.band !== null)) {
      const [theory] = spectrumFigure([one]).data();
      const [f, density] = [theory?.x.values ?? [], theory?.series[0]?.values ?? []];
      let variance = 0;
      for (let i = 1; i < f.length; i++)
        variance +=
          ((f[i] ?? NaN) - (f[i - 1] ?? NaN)) * 0.5 * ((density[i] ?? NaN) + (density[i - 1] ?? NaN));
      expect(Math.sqrt(variance) / (one.fluid.band?.queue ?? NaN)).toBeCloseTo(1, 1);
    }
  });

  test('has the packets as points, highest where their queue swings', () => {
    const figure = spectrumFigure(all);
    const points = figure.layers.flatMap((layer) => (layer.kind === 'points' ? [layer] : []));
    expect(points.map(({ x }) => x.length > 0)).toEqual([false, true]);
    const { x = [], y = [] } = points[1] ?? {};
    const highest = Array.from(y).indexOf(Math.max(...Array.from(y)));
    // Points are a quarter of an octave apart.
    expect(Math.abs(Math.log2((x[highest] ?? NaN) / 0.5))).toBeLessThan(1 / 8);
    const [low, high] = figure.x.domain;
    expect(low).toBeLessThan(0.5);
    expect(high).toBeGreaterThan(0.5);
    expect(figure.summary).toMatch(/The theory of red has its highest density at [\d.]+ Hz\./);
  });
});
