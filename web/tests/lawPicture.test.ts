/**
 * The pictures of schemes without a drop curve: every formula is whole, and what runs recorded obeys the laws that
 * are drawn.
 */
import { describe, expect, it } from 'vitest';
import { loadLawPicture, OF_THE_LINK, RECORDED, type PicturePlot } from '../../models/src/law-picture.ts';
import { namesOf, readFormula } from '../../models/src/stories/expression.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import type { TrafficRow } from '../../wasm/src/types.ts';
import { given, placeAt, placesOf, valueOf } from '../src/lanes/lawPicture.ts';
import { laneModel } from '../src/lanes/model.ts';
import { lawFigure, lawMoment } from '../src/views/compare/lawFigure.ts';
import { laneScenario } from './fakes.ts';

const engine = await loadEngine();
const curveless = engine.catalogue
  .filter(({ curves, of }) => curves.length === 0 && of === undefined)
  .map(({ id }) => id);

const pictureOf = async (id: string) => {
  const picture = await loadLawPicture(id);
  if (picture === undefined) throw new Error(`${id} has no picture`);
  return picture;
};
const plotOf = async (id: string, name: string) => {
  const plot = (await pictureOf(id)).plots.find((one) => one.name === name);
  if (plot === undefined) throw new Error(`${id} has no plot ${name}`);
  return plot;
};

const greedy: TrafficRow = { kind: 'ftp', flows: 20, direction: 'forward', start: [0, 1] };

function ran(id: string, traffic: readonly TrafficRow[] = [greedy]) {
  const scenario = laneScenario({ label: id, duration: 40, aqm: { id, params: {} }, traffic: [...traffic] });
  const run = engine.open(scenario, { bins: 800 });
  while (!run.advance(100_000));
  const result = run.result();
  run.close();
  return { model: laneModel(engine, scenario, 0), result };
}

const marksOf = ({ model, result }: ReturnType<typeof ran>, plot: PicturePlot, k = 0) => {
  const mark = plot.marks[k];
  if (mark === undefined) throw new Error(`${plot.name} has no mark ${k}`);
  return placesOf(model, result, plot, mark);
};

describe('the pictures', () => {
  it('are those of the schemes without a drop curve', async () => {
    const missing: string[] = [];
    for (const { id, curves, of } of engine.catalogue) {
      if (of !== undefined) continue; // what a text describes has no names that a picture could know
      const picture = await loadLawPicture(id);
      if ((picture === undefined) !== curves.length > 0) missing.push(id);
    }
    expect(missing).toEqual([]);
  });

  it.each(curveless)('%s: every formula is read, and its names are the scheme’s own', async (id) => {
    const info = engine.catalogue.find((one) => one.id === id);
    const own = [...(info?.params ?? []), ...(info?.states ?? [])].map(({ name }) => name);
    const common = [...RECORDED, ...OF_THE_LINK];
    expect(own.filter((name) => common.some((other) => other === name))).toEqual([]);
    for (const plot of (await pictureOf(id)).plots) {
      const check = (formula: string | undefined, ...more: readonly string[]) => {
        const names = formula === undefined ? [] : namesOf(readFormula(formula));
        expect(names.filter((name) => ![...own, ...common, ...more].includes(name))).toEqual([]);
      };
      check(plot.x.of);
      check(plot.x.end);
      check(plot.y.end);
      check(plot.drift, 'x', 'y');
      for (const { of, when } of plot.marks) [of, when].forEach((formula) => check(formula));
      for (const { of, from } of plot.lines) {
        check(of, 'x');
        check(from);
      }
      for (const { at } of plot.levels) check(at);
    }
  });

  it.each(curveless)('%s: a run gives every plot dots inside its axes, and a place at a time', async (id) => {
    const lane = ran(id, [{ ...greedy, flows: 60 }]);
    for (const plot of (await pictureOf(id)).plots) {
      const figure = lawFigure(plot, [lane], 0);
      const series = figure.data()[0]?.series ?? [];
      expect(series[0]?.values.length).toBeGreaterThan(plot.marks[0]?.when === undefined ? 40 : 0);
      for (const { domain } of [figure.x, figure.y]) {
        expect(domain[0]).toBe(0);
        expect(domain[1]).toBeGreaterThan(0);
        expect(domain[1]).toBeLessThan(1e6);
      }
      if (plot.marks[0]?.when === undefined)
        expect(lawMoment(plot, [lane], 30).filter(({ kind }) => kind === 'badge')).toHaveLength(
          plot.marks.length,
        );
    }
  });
});

describe('the axes', () => {
  it('hold every dot, and the count of both of CoDel’s pictures up to the same end', async () => {
    const lane = ran('codel');
    const figures = (await pictureOf('codel')).plots.map((plot) => lawFigure(plot, [lane], 0));
    for (const { x, y, data } of figures) {
      const [dots] = data();
      expect(Math.max(...Array.from(dots?.x.values ?? []))).toBeLessThanOrEqual(x.domain[1]);
      expect(Math.max(...Array.from(dots?.series[0]?.values ?? []))).toBeLessThanOrEqual(y.domain[1]);
    }
    const counts = figures.flatMap(({ x, y }) => [x, y]).filter(({ symbol }) => symbol === 'count');
    expect(counts).toHaveLength(2);
    const [first = NaN, second = NaN] = counts.map(({ domain }) => domain[1]);
    expect(Math.max(first, second) / Math.min(first, second)).toBeLessThan(1.3);
  });
});

describe('the name of a level', () => {
  it('AVQ: of the desired rate stands at the foot, for the lane is above; of the virtual buffer not over its most dots', async () => {
    const lane = ran('avq');
    const [plane, queues] = (await pictureOf('avq')).plots.map((plot) => lawFigure(plot, [lane], 0));
    const dots = (figure: typeof plane) => figure?.data()[0];
    const heights = Array.from(dots(plane)?.series[0]?.values ?? []);
    const middle = (plane?.y.domain[1] ?? NaN) / 2;
    expect(heights.filter((y) => y > middle).length).toBeGreaterThan(0.9 * heights.length);
    expect(plane?.levels.map(({ axis, far }) => [axis, far])).toEqual([['x', true]]);

    const across = Array.from(dots(queues)?.x.values ?? []);
    const half = (queues?.x.domain[1] ?? NaN) / 2;
    const right = across.filter((x) => x > half).length > across.length / 2;
    expect(queues?.levels.map(({ axis, far }) => [axis, far === true])).toEqual([['y', !right]]);
  });
});

describe('what is recorded obeys the law that is drawn', () => {
  it('CoDel: the mean gap of half a second is interval / √count', async () => {
    const lane = ran('codel');
    const plot = await plotOf('codel', 'law-gap');
    const places = marksOf(lane, plot);
    expect(places.length).toBeGreaterThan(5);
    // Only between two departures can a packet be dropped: 1.2 ms on this link. And the count grows during the half
    // second.
    for (const { x, y } of places) expect(Math.abs(y - 100 / Math.sqrt(x))).toBeLessThan(1.2 + 0.1 * y);
  });

  it('PIE: the dots are about the target, and the arrows turn there', async () => {
    const lane = ran('pie');
    const plot = await plotOf('pie', 'law-plane');
    const places = marksOf(lane, plot);
    const mean = places.reduce((sum, { x }) => sum + x, 0) / places.length;
    expect(Math.abs(mean - 15)).toBeLessThan(5);
    const fixed = given(lane.model);
    const drift = (x: number) => valueOf(plot.drift ?? '', (name) => (name === 'x' ? x : fixed(name)));
    expect([Math.sign(drift(10)), Math.sign(drift(15)), Math.sign(drift(20))]).toEqual([-1, 0, 1]);
  });

  it('DualPI2: what is marked is k times the base, what is dropped its square', async () => {
    const lane = ran('dualpi2');
    const plot = await plotOf('dualpi2', 'law-squares');
    for (const { x, y } of marksOf(lane, plot, 1)) {
      expect(y).toBeLessThan(Math.min(1, 2 * x) + 1e-12);
      if (x < 0.3) expect(y).toBeCloseTo(2 * x, 9);
    }
    // The mean of squares is no less than the square of the mean.
    for (const { x, y } of marksOf(lane, plot)) expect(y).toBeGreaterThanOrEqual(x * x - 1e-12);
    const steady = marksOf(lane, plot).filter(({ x }) => x > 0.1);
    for (const { x, y } of steady) expect(y).toBeLessThan(1.3 * x * x);
  });

  it('AVQ: no more is let in than gamma of the link, as a mean', async () => {
    const lane = ran('avq');
    const places = marksOf(lane, await plotOf('avq', 'law-plane'));
    const mean = places.reduce((sum, { x }) => sum + x, 0) / places.length;
    expect(mean).toBeLessThan(0.98 * given(lane.model)('capacity'));
  });

  it.each(['fq', 'fq_codel', 'fq_pie', 'cake_lite', 'cake'])(
    '%s: the longest is no shorter than the even share',
    async (id) => {
      const plot = await plotOf(id, 'law-flows');
      // One value is a mean over the bin, the others stand at its end: a tenth of a packet is within that.
      for (const { x, y } of marksOf(ran(id), plot)) expect(y).toBeGreaterThan(0.95 * x - 0.1);
    },
  );

  it('a place is where the half second before it was, and none before there is one', async () => {
    const lane = ran('pie');
    const plot = await plotOf('pie', 'law-plane');
    const mark = plot.marks[0] ?? { label: '', of: '' };
    expect(placeAt(lane.model, lane.result, plot, mark, 0.2)).toBeNull();
    const at = placeAt(lane.model, lane.result, plot, mark, 20);
    const { overview } = lane.result;
    const column = overview.state[0] ?? new Float64Array();
    const bin = Math.floor(20 / overview.binSeconds);
    expect(at?.y).toBeCloseTo(column.subarray(bin - 9, bin + 1).reduce((a, b) => a + b, 0) / 10, 12);
  });
});
