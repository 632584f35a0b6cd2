import { beforeAll, expect, test } from 'vitest';
import { lanes, type Scenario } from '../../models/src/index.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import type { Engine } from '../../wasm/src/types.ts';
import { byLane, differing } from '../src/lanes/differing.ts';
import { laneModel } from '../src/lanes/model.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

const models = (...aqms: NonNullable<Scenario['lanes']>[number]['aqm'][]) =>
  lanes({ version: 1, lanes: aqms.map((aqm) => ({ aqm })) } as Scenario).map((scenario, lane) =>
    laneModel(engine, scenario, lane),
  );

test('lanes differ in what they share and do not agree on, defaults and computed values included', () => {
  const three = models(
    { id: 'red', params: { max_p: 0.1 } },
    { id: 'red', params: { max_p: 0.2, min_th: 30 } },
    { id: 'codel' },
  );
  const names = differing(three);
  expect(names).toContain('max_p:1');
  expect(names).toContain('min_th:packets');
  expect(names).not.toContain('w_q:1');
  expect(byLane(three, 'max_p:1')).toEqual([0.1, 0.2, undefined]);
});

test('what one lane has alone, and what all have alike, is no difference', () => {
  expect(differing(models({ id: 'red' }, { id: 'droptail' }, { id: 'codel' })).size).toBe(0);
  expect(differing(models({ id: 'red' }, { id: 'red' })).size).toBe(0);
});

test('a target that is a time and one that is a queue are not compared', () => {
  expect(differing(models({ id: 'codel' }, { id: 'rem' }))).not.toContain('target:s');
  const three = models({ id: 'codel' }, { id: 'rem' }, { id: 'pie' });
  expect(differing(three)).toContain('target:s');
  expect(byLane(three, 'target:s')).toEqual([0.005, undefined, 0.015]);
});

test('parameters of two schemes that only share a name are not compared', () => {
  // A name with the role "plain" is the scheme's own.
  const both = models({ id: 'red' }, { id: 'codel' }, { id: 'pie' }, { id: 'blue' });
  for (const name of differing(both)) {
    const [id] = name.split('.');
    const own = engine.catalogue.find((info) => info.id === id);
    expect(own, name).toBeUndefined();
  }
});
