import { readdir } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadEngine } from '../../wasm/src/node.ts';
import { paperPresets } from '../src/papers/presets.ts';
import { lanes, presets, validate, type AqmRules, type Scenario } from '../src/index.ts';

describe('presets', () => {
  let engine: AqmRules;
  beforeAll(async () => {
    engine = await loadEngine();
  });

  it('are all the files in the folder, and the papers’ experiments', async () => {
    const files = await readdir(new URL('../scenarios/', import.meta.url));
    const ids = [...files.map((name) => name.replace('.json', '')), ...paperPresets.map(({ id }) => id)];
    expect(ids.sort()).toEqual(presets.map(({ id }) => id).sort());
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
    expect(runs.map(({ aqm }) => aqm.id)).toEqual(['red', 'tred', 'sared']);
    for (const { duration, network, traffic, aqm } of runs) {
      expect(duration).toBe(200);
      expect(network.links).toEqual([{ rate: 10e6, delay: 0.02, buffer: 140, managed: true }]);
      expect(network.access).toEqual({ rate: 10e6, delay: [0.005, 0.01] });
      expect(traffic).toMatchObject([{ kind: 'ftp', flows, tcp: 'newreno' }]);
      expect(aqm.params).toMatchObject({ min_th: 20, max_th: 120, w_q: 0.002 });
    }
  });
});
