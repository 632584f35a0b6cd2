import { describe, expect, test } from 'vitest';
import { phaseName, piecesOf, sharesOf } from '../src/views/flows/phaseStrip.ts';
import { phaseAt } from '../src/lanes/follows.ts';
import type { Overview } from '../../wasm/src/types.ts';

/** Ten seconds in bins of 1 ms: nothing for a second, then slow start (1), a recovery (3), avoidance (2) with a lone bin of recovery. */
const phases = Float64Array.from({ length: 10_000 }, (_, i) =>
  i < 1000 ? NaN : i < 2000 ? 1 : i < 2500 ? 3 : i === 7003 ? 3 : 2,
);
const overview = { bins: 10_000, binSeconds: 0.001, phases: [phases] } as unknown as Overview;

describe('the strip of phases', () => {
  test('has a piece for what was done for most of each part, and none where nothing is sent', () => {
    expect(piecesOf(overview, 0, [0, 10]).map(({ phase, from, to }) => [phase, from * 10, to * 10])).toEqual([
      [1, 1, 2],
      [3, 2, 2.5],
      [2, 2.5, 10],
    ]);
    expect(piecesOf(overview, 1, [0, 10])).toEqual([]);
  });
  test('shows a single bin where there is room for it, and ends with the run', () => {
    const close = piecesOf(overview, 0, [7, 7.3]);
    expect(close.map(({ phase }) => phase)).toEqual([2, 3, 2]);
    expect(piecesOf(overview, 0, [5, 15]).at(-1)?.to).toBeCloseTo(0.5, 9);
  });
  test('tells shares of the time in which something is sent', () => {
    const shares = sharesOf(piecesOf(overview, 0, [0, 10]));
    expect([...shares.keys()]).toEqual([1, 3, 2]);
    expect(shares.get(1)).toBeCloseTo(1 / 9, 9);
    expect([...shares.values()].reduce((a, b) => a + b)).toBeCloseTo(1, 9);
  });
  test('has the names of the engine, and those of a sender of its own after them', () => {
    expect(phaseName('newreno', 1)).toBe('slow start');
    expect(phaseName('bbr', 5)).toBe('Startup');
    expect(phaseName('newreno', 5)).toBe('');
    expect(phaseAt(overview, 2.2)).toBe(3);
  });
});
