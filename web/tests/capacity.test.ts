import { expect, it } from 'vitest';
import type { LinkChange } from '../../models/src/types.ts';
import { capacities } from '../src/views/compare/capacity.ts';

const lane = (changes: readonly LinkChange[]) => ({
  duration: 10,
  network: {
    links: [{ rate: 8e6, delay: 0, buffer: 100, changes, managed: true }],
    observed: 0,
    access: { rate: 1e9, delay: 0 },
    packet_size: 1000,
    random_loss: 0,
  },
});

it('follows the rate of a link in steps, to the end of the run', () => {
  const [steps, ...others] = capacities([
    lane([
      { time: 2, rate: 4e6 },
      { time: 3, delay: 0.1 },
      { time: 5, rate: 0 },
      { time: 12, rate: 1e6 },
    ]),
  ]);
  expect(others).toEqual([]);
  expect(steps).toEqual({ x: [0, 2, 2, 5, 5, 10], y: [8, 8, 4, 4, 0, 0] });
  // Its integral is what the link can carry: 2 s of 8 Mbit/s and 3 s of 4.
  const { x, y } = steps ?? { x: [], y: [] };
  const area = x.slice(1).reduce((sum, end, i) => sum + (end - (x[i] ?? 0)) * (y[i] ?? 0), 0);
  expect(area).toBe(2 * 8 + 3 * 4);
});

it('is there for the lanes whose link changes its rate', () => {
  const falling = [{ time: 2, rate: 4e6 }];
  expect(capacities([lane(falling), lane([]), lane(falling), lane([{ time: 1, loss: 0.1 }])])).toHaveLength(
    2,
  );
});
