import { expect, it } from 'vitest';
import { bound } from '../src/base/bound.ts';

it.each([
  ['in 71 % of the runs', 'in 71\u00a0% of the runs'],
  ['17.1 ms under PIE, 0.5 s later', '17.1\u00a0ms under PIE, 0.5\u00a0s later'],
  ['a link of 10 Mbit/s and 140 packets.', 'a link of 10\u00a0Mbit/s and 140\u00a0packets.'],
  ['0,1 % Verlust, 140 Pakete, {{n}} ms', '0,1\u00a0% Verlust, 140\u00a0Pakete, {{n}}\u00a0ms'],
  ['0,5 Prozentpunkte, 1 Paket', '0,5\u00a0Prozentpunkte, 1\u00a0Paket'],
  ['3.68 rad/s', '3.68\u00a0rad/s'],
  // Words that begin as a unit does.
  ['10 seeds, 3 schemes, 2 msgs', '10 seeds, 3 schemes, 2 msgs'],
  ['de 5 sólo 2', 'de 5 sólo 2'],
])('%s', (text, shown) => {
  expect(bound(text)).toBe(shown);
});
