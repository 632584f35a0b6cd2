import { expect, test } from 'vitest';
import { cloudAt, cloudOf } from '../src/lanes/cloud.ts';
import { laneScenario, runResult } from './fakes.ts';

/** A quarter of a second a bin: two of them are a window. */
const overview = (() => {
  const base = runResult(laneScenario()).overview;
  const column = (...values: number[]) => Float64Array.from(values);
  return {
    ...base,
    bins: 7,
    binSeconds: 0.25,
    queue_mean: column(10, 30, 5, 5, 0, 0, 99),
    arrivals: column(50, 50, 40, 10, 0, 0, 9),
    drops_early: column(1, 3, 0, 0, 0, 0, 9),
    drops_forced: column(0, 1, 0, 0, 0, 0, 0),
    drops_overflow: column(0, 0, 5, 0, 0, 0, 0),
    marks: column(5, 0, 0, 0, 0, 0, 0),
  };
})();

test('a dot is the share of the packets of half a second that were dropped or marked, at their mean queue', () => {
  const { x, y, seconds } = cloudOf(overview);
  expect(seconds).toBe(0.5);
  expect(Array.from(x)).toEqual([20, 5, 0]);
  // Nothing came in the third; the seventh bin is no whole window.
  expect(Array.from(y)).toEqual([0.1, 0.1, NaN]);
});

test('a lane is where its last whole window was', () => {
  const cloud = cloudOf(overview);
  expect(cloudAt(cloud, 0.4)).toBeNull();
  expect(cloudAt(cloud, 0.5)).toEqual({ x: 20, y: 0.1 });
  expect(cloudAt(cloud, 1.2)).toEqual({ x: 5, y: 0.1 });
  expect(cloudAt(cloud, 1.6)).toBeNull();
});
