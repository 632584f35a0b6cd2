/** Where defaults stand, with figures that are formulas of the lane in place of runs. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadEngine } from '../../wasm/src/node.ts';
import { cardLine } from '../src/cards/index.ts';
import { lanes, validate } from '../src/index.ts';
import {
  beatsOf,
  standingOf,
  standPlan,
  standScenario,
  type KeptStanding,
  type StandRun,
} from '../src/tune/stand.ts';

const engine = await loadEngine();
const line = cardLine('10');
const link = { rate: line.rate, buffer: line.buffer, packetSize: 1500 };
const plan = standPlan('pi', line, 32, engine.resolve('pi', {}, link).params, engine);

const defaultOf = (name: string) => Number(engine.resolve('pi', {}, link).params[name]);
const paramOf = ({ lane }: StandRun, name: string) => Number(lane.aqm.params[name] ?? defaultOf(name));
const flowsOf = ({ lane }: StandRun) => lane.traffic[0]?.flows ?? NaN;

it('gives each figure to the quantities that make it', () => {
  expect(plan.refused).toBe(0);
  const found = plan.runs.map((run) =>
    run.role === 'sample' || run.role === 'default'
      ? [Math.log(paramOf(run, 'target')), Math.log(flowsOf(run)), null]
      : run.role === 'red'
        ? [0, Infinity, null]
        : [Infinity, 0, null],
  );
  const { figures, conditions } = standingOf(plan, found);
  const beats = beatsOf(conditions);
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
  expect(beatsOf(standingOf(own, []).conditions).every(({ other }) => other === 'red')).toBe(true);
});

it('varies no more quantities than the sequence has dimensions for', () => {
  const many = standPlan('sared', line, 4, engine.resolve('sared', {}, link).params, engine);
  expect(many.quantities).toHaveLength(10);
});

const folder = new URL('../stand/', import.meta.url);
const kept = readdirSync(folder).map((name) => ({
  scheme: name.replace('.json', ''),
  study: JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as KeptStanding,
}));

/** Rows of a smaller plan with as many runs for each row. */
const FEW = 4;

it.each(kept)('the kept study of $scheme has every row, and a run is made again', ({ scheme, study }) => {
  const at = cardLine(study.line);
  const { params } = engine.resolve(scheme, {}, { rate: at.rate, buffer: at.buffer, packetSize: 1500 });
  const again = standPlan(scheme, at, FEW, params, engine);
  expect([again.refused, again.runs.length * (study.rows / FEW)]).toEqual([0, study.runs]);
  expect(again.quantities.map(({ name, span: { from, to } }) => ({ name, from, to }))).toEqual(
    study.quantities,
  );
  expect(study.figures.every(({ indices }) => (indices?.rows ?? study.rows) === study.rows)).toBe(true);
  const fewest = study.conditions.reduce((a, b) => (b.flows < a.flows ? b : a));
  const aqm = { id: scheme };
  const document = standScenario(at, [{ label: scheme, aqm }], fewest.flows, fewest.trip);
  const checked = validate(document, engine);
  const [lane] = checked.ok ? lanes(checked.scenario) : [];
  if (lane === undefined) throw new Error('the scheme accepts the document');
  const run = engine.open(lane, { bins: 1 });
  while (!run.advance(1_000_000)) continue;
  const { queueing_delay_p95, goodput, loss_ratio } = run.result().metrics;
  run.close();
  const figures = [queueing_delay_p95, (goodput ?? NaN) / at.rate, loss_ratio];
  expect(figures.map((one) => Number(one?.toPrecision(4)))).toEqual(fewest.own);
});
