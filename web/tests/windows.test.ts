/** Windows of chosen flows: the engine's own mean over all flows is that of the columns. */
import { expect, test } from 'vitest';
import { lanes as laneScenarios } from '../../models/src/index.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import { meanOf, windowFigure } from '../src/views/flows/windowFigure.ts';

const [lane] = laneScenarios({
  version: 1,
  duration: 12,
  traffic: [
    { kind: 'ftp', flows: 3 },
    { kind: 'cbr', flows: 1, rate: 1e6 },
  ],
  lanes: [{ aqm: { id: 'codel' } }],
});
if (lane === undefined) throw new Error('no lane');

const run = async (windows: readonly number[]) => {
  const open = (await loadEngine()).open(lane, { bins: 200, windows });
  while (!open.advance(1e9));
  return open.result();
};

test('the mean of all flows is the one that every run has, and choosing changes no run', async () => {
  const [all, none] = [await run([0, 1, 2, 3]), await run([])];
  expect(all.digest).toBe(none.digest);
  expect(none.overview.windows).toEqual([]);
  const mean = meanOf(all.overview.windows);
  mean.forEach((value, i) => expect(value).toBeCloseTo(all.overview.cwnd_mean[i] ?? NaN, 9));
  expect(all.overview.windows[3]?.every(Number.isNaN)).toBe(true);
  await expect(run([4])).rejects.toThrow('must be a flow');
  await expect(run([0.5])).rejects.toThrow('integer');
});

test('every flow that is drawn is among the numbers, and told by name', async () => {
  const { overview } = await run([2, 0, 1]);
  const figure = windowFigure([{ lane: 1, label: 'CoDel', flows: [2, 0, 1], overview }], [4, 12]);
  expect(figure.title).toBe('Congestion windows of flows 3, 1, 2, CoDel');
  const [numbers] = figure.data();
  expect(numbers?.series.map(({ label }) => label)).toEqual(['flow 3', 'flow 1', 'flow 2', 'mean of them']);
  expect(numbers?.x.values[199]).toBeCloseTo(12, 9);
});
