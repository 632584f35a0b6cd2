/** Where defaults stand, with figures that are formulas of the lane in place of runs. */
import { expect, it } from 'vitest';
import { loadEngine } from '../../wasm/src/node.ts';
import { cardLine } from '../src/cards/index.ts';
import { standingOf, standPlan, type StandRun } from '../src/tune/stand.ts';

const engine = await loadEngine();
const line = cardLine('10');
const link = { rate: line.rate, buffer: line.buffer, packetSize: 1500 };
const plan = standPlan('pi', line, 32, engine.resolve('pi', {}, link).params, engine);

const defaultOf = (name: string) => Number(engine.resolve('pi', {}, link).params[name]);
const paramOf = ({ lane }: StandRun, name: string) => Number(lane.aqm.params[name] ?? defaultOf(name));
const flowsOf = ({ lane }: StandRun) => lane.traffic[0]?.flows ?? NaN;

it('gives each figure to the quantities that make it', () => {
  expect(plan.refused).toBeLessThan(plan.runs.length / 2);
  const found = plan.runs.map((run) =>
    run.role === 'sample' || run.role === 'default'
      ? [Math.log(paramOf(run, 'target')), Math.log(flowsOf(run)), null]
      : run.role === 'red'
        ? [0, Infinity, null]
        : [Infinity, 0, null],
  );
  const { figures, beats } = standingOf(plan, found);
  const [p95, goodput, loss] = figures;
  plan.quantities.forEach(({ name }, i) => {
    // A figure of one quantity alone: its indices are 1 in total, and those of the others 0.
    expect(p95?.indices?.total[i]?.value === 0).toBe(name !== 'target');
    expect(goodput?.indices?.total[i]?.value === 0).toBe(name !== 'flows');
  });
  // Half of a range that is even on a logarithmic scale lies below its middle, the default.
  expect(p95?.better).toBeCloseTo(0.5, 1);
  // Both runs have the same conditions, and goodput is of the conditions alone.
  expect(goodput?.better).toBe(0);
  expect(loss).toEqual({ figure: 'loss', indices: null, better: null });
  expect(beats.reduce((sum, { of }) => sum + of, 0)).toBe(2 * 2 * plan.rows);
  for (const { other, better } of beats)
    expect(better.slice(0, 2)).toEqual(other === 'red' ? [0, 0] : [1, 1]);
});

it('compares schemes under the same conditions', () => {
  const of = (role: StandRun['role']) =>
    plan.runs.flatMap(({ role: own, point, lane }) =>
      own === role ? [{ point, flows: lane.traffic, network: lane.network }] : [],
    );
  expect(of('red')).toEqual(of('default'));
  expect(of('codel')).toEqual(of('default'));
  const samples = new Map(of('sample').map((one) => [one.point, one]));
  for (const one of of('default')) if (samples.has(one.point)) expect(samples.get(one.point)).toEqual(one);
});

it('does not compare a scheme with itself', () => {
  const own = standPlan('codel', line, 4, engine.resolve('codel', {}, link).params, engine);
  expect(own.runs.some(({ role }) => role === 'codel')).toBe(false);
  expect(standingOf(own, []).beats.every(({ other }) => other === 'red')).toBe(true);
});

it('varies no more quantities than the sequence has dimensions for', () => {
  const many = standPlan('sared', line, 4, engine.resolve('sared', {}, link).params, engine);
  expect(many.quantities).toHaveLength(10);
});
