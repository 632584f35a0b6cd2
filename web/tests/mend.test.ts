import { beforeAll, describe, expect, test } from 'vitest';
import { validate, type Scenario } from '../../models/src/index.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import type { Engine } from '../../wasm/src/types.ts';
import { mended } from '../src/state/mend.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

const lanes = (id: string, buffer: number): Scenario => ({
  version: 1,
  network: { bottleneck: { buffer } },
  lanes: [{ aqm: { id: 'droptail' } }, { aqm: { id } }],
});
const found = (asked: Scenario) => {
  const checked = validate(asked, engine);
  if (checked.ok) throw new Error('nothing is wrong');
  return mended(
    { engine },
    asked,
    checked.issues.filter(({ severity }) => severity === 'error'),
  );
};

describe('the nearest document that holds', () => {
  test('of a threshold beyond the buffer', () => {
    const near = found(lanes('rrmdp', 140));
    expect([...(near?.values ?? [])]).toEqual([['max_th', 140]]);
    expect(near?.document.lanes?.[1]?.aqm?.params).toEqual({ max_th: 140 });
    expect(near?.document.lanes?.[0]).toEqual({ aqm: { id: 'droptail' } });
  });
  test('holds', () => {
    for (const id of ['pi', 'rem', 'step', 'dcqcn']) {
      const near = found(lanes(id, 10));
      expect(near && validate(near.document, engine).ok, id).toBe(true);
    }
  });
  test('there is none for what has no nearest value: a threshold strictly below another, a lane too many', () => {
    expect(found(lanes('red', 10))).toBeNull();
    expect(found({ ...lanes('red', 140), lanes: Array.from({ length: 33 }, () => ({})) })).toBeNull();
  });
});
