import { readdir } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadEngine } from '../../wasm/src/node.ts';
import { lanes, presets, validate, type AqmRules, type Scenario } from '../src/index.ts';

describe('presets', () => {
  let engine: AqmRules;
  beforeAll(async () => {
    engine = await loadEngine();
  });

  it('are all the files in the folder', async () => {
    const files = await readdir(new URL('../scenarios/', import.meta.url));
    expect(files.sort()).toEqual(presets.map(({ id }) => `${id}.json`).sort());
  });

  it.each(presets)('$id is valid, and says what it asks and where it comes from', async ({ load, title }) => {
    const scenario = await load();
    expect(validate(scenario, engine)).toMatchObject({ ok: true });
    expect(scenario.title).toBe(title);
    expect(scenario.question).toMatch(/\?$/);
    expect(scenario.source).toMatch(/\d{4}/);
  });

  it.each([
    { id: 'sared-low', flows: 10 },
    { id: 'sared-moderate', flows: 50 },
    { id: 'sared-high', flows: 150 },
  ])('$id is the set-up that the paper prints', async ({ id, flows }) => {
    const scenario =
      (await presets.find((entry) => entry.id === id)?.load()) ?? ({ version: 1 } satisfies Scenario);
    const runs = lanes(scenario);
    expect(runs.map(({ aqm }) => aqm.id)).toEqual(['red', 'gred', 'droptail']);
    for (const { duration, network, traffic, aqm } of runs) {
      expect(duration).toBe(200);
      expect(network.bottleneck).toEqual({ rate: 10e6, delay: 0.02, buffer: 140 });
      expect(network.access).toEqual({ rate: 10e6, delay: [0.005, 0.01] });
      expect(traffic).toMatchObject([{ kind: 'ftp', flows, tcp: 'newreno' }]);
      if (aqm.id !== 'droptail')
        expect(aqm.params).toEqual({ min_th: 20, max_th: 120, max_p: 0.1, w_q: 0.002 });
    }
  });
});
