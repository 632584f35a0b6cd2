// Whether a few of many equal transfers own the link: an index with its closed form, and runs of both kinds.
import { describe, expect, it } from 'vitest';
import { lanes } from '../../models/src/index.ts';
import { lockOutOf } from '../src/lock-out.ts';
import type { RowMetrics } from '../src/types.ts';

const lane = (traffic: object) => {
  const [found] = lanes({ version: 1, traffic: [traffic].flat() });
  if (found === undefined) throw new Error('a scenario has a lane');
  return found;
};
const row = (goodput: number, fairness: number) => ({ goodput, fairness }) as RowMetrics;

describe('lock-out', () => {
  it('counts those that have all: of k with equal shares of n, k', () => {
    const twenty = lane({ kind: 'ftp', flows: 20 });
    expect(lockOutOf(twenty, [row(1e7, 3 / 20)])).toMatch(/^Locked out: 20 long TCP flows .* as if 3 had it/);
    expect(lockOutOf(twenty, [row(1e7, 7 / 20)])).toBeNull();
  });
  it('takes rows on one way together: a row may be locked out whose flows are equal', () => {
    const two = lane([
      { kind: 'ftp', flows: 2 },
      { kind: 'ftp', flows: 18 },
    ]);
    // All of it goes to the first row: as if 2 of 20 had the link.
    expect(lockOutOf(two, [row(1e7, 1), row(1, 1)])).toMatch(/20 long TCP flows .* as if 2 had it/);
    // A fair share each.
    expect(lockOutOf(two, [row(1e6, 1), row(9e6, 1)])).toBeNull();
  });
  it('leaves alone what has no equal share: files, other sources, other directions, few flows', () => {
    expect(lockOutOf(lane({ kind: 'ftp', flows: 20, bytes: 1e5 }), [row(1e7, 0.1)])).toBeNull();
    expect(lockOutOf(lane({ kind: 'cbr', flows: 20, rate: 1e5 }), [row(1e7, 0.1)])).toBeNull();
    expect(lockOutOf(lane({ kind: 'ftp', flows: 3 }), [row(1e7, 1 / 3)])).toBeNull();
    const ways = lane([
      { kind: 'ftp', flows: 4 },
      { kind: 'ftp', flows: 40, direction: 'reverse' },
    ]);
    expect(lockOutOf(ways, [row(1e7, 1), row(1, 1)])).toBeNull();
  });
});
