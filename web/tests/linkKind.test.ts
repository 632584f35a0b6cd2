import { expect, it } from 'vitest';
import type { ChainLink } from '../../wasm/src/types.ts';
import { kindOf, queuesOf, ratesOf } from '../src/views/flows/linkKind.ts';

const PLAIN: ChainLink = { rate: 50e6, delay: 0.01, buffer: 140, managed: true };

it('says nothing of a plain link', () => {
  expect([ratesOf(PLAIN), kindOf(PLAIN)]).toEqual(['50 Mbit/s', '']);
});

it('names both rates and what kind of link it is', () => {
  const dsl: ChainLink = {
    ...PLAIN,
    reverse: { rate: 10e6, buffer: 60, aqm: 'lane' },
    frame: { overhead: 30, cells: 'ptm' },
  };
  expect([ratesOf(dsl), kindOf(dsl)]).toEqual(['50 Mbit/s, back 10 Mbit/s', 'PTM, 30 bytes more, AQM back']);
  expect([queuesOf(PLAIN), queuesOf(dsl)]).toEqual(['queue of 140', 'queue of 140, back 60']);
  const cable: ChainLink = { ...PLAIN, reverse: { grant_period: 0.002 }, policer: { rate: 40e6 } };
  expect(kindOf(cable)).toBe('back in grants, policed at 40 Mbit/s');
});
