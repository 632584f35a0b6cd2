/**
 * If the engine refuses one number of a list, its nearest number is not a value for the list: the page would
 * offer it in place of the list.
 */
import { expect, it } from 'vitest';
import { loadEngine } from '../../wasm/src/node.ts';
import { validate } from '../src/index.ts';

it('a list is refused without a nearest value, a number with one', async () => {
  const engine = await loadEngine();
  const nearestOf = (id: string, params: object) => {
    const judged = validate({ version: 1, lanes: [{ aqm: { id, params } }] }, engine);
    return judged.ok ? [] : judged.issues.map(({ nearest }) => nearest);
  };
  expect(nearestOf('wred', { profiles: [[20, 40, 3]] })).toEqual([undefined]);
  expect(nearestOf('red', { max_p: 3 })).toEqual([1]);
});
