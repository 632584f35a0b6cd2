/** Points of a drawn curve: how they are edited, and that those drawn over another law are its curve. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadEngine } from '../../wasm/src/node.ts';
import type { Params } from '../../wasm/src/types.ts';
import { added, moved, pointsFor, removed, rising, stroked, type Point } from '../src/views/compare/drawn.ts';

const engine = await loadEngine();
const link = { rate: 10e6, buffer: 400, packetSize: 1500 };
const overLaw = (aqm: string, params: Params = {}) =>
  pointsFor(engine.curve({ aqm, params, link, which: 0, points: 400, xMax: link.buffer }), link.buffer);

describe('points', () => {
  const three: readonly Point[] = [
    [20, 0],
    [80, 0.04],
    [120, 0.2],
  ];
  it('of a stroke are few, follow it, and leave what it did not touch', () => {
    // A trembling hand along a corner, faster to the right.
    const hand = Array.from({ length: 200 }, (_, i): Point => {
      const x = 30 + (60 * i * i) / (199 * 199);
      return [x, (x < 60 ? 0.1 : 0.1 + (x - 60) / 100) + 0.001 * Math.sin(7 * i)];
    });
    const drawn = stroked(three, hand, 140);
    expect(drawn.length).toBeLessThanOrEqual(8);
    expect([drawn[0], drawn.at(-1)]).toEqual([three[0], three[2]]);
    expect(drawn.every(([x], i) => x > (drawn[i - 1]?.[0] ?? -1))).toBe(true);
    const at = (x: number) => {
      const k = drawn.findIndex(([place]) => place >= x);
      const [[x0, p0], [x1, p1]] = [drawn[k - 1] ?? [0, 0], drawn[k] ?? [0, 0]];
      return p0 + ((p1 - p0) * (x - x0)) / (x1 - x0);
    };
    for (const [x, p] of [
      [40, 0.1],
      [55, 0.1],
      [75, 0.25],
      [88, 0.38],
    ] as const)
      expect(Math.abs(at(x) - p)).toBeLessThan(0.02);
    // Nowhere along the axis: nothing. Beyond the buffer and certainty: their edge.
    expect(
      stroked(
        three,
        [
          [50, 0.1],
          [50.2, 0.9],
        ],
        140,
      ),
    ).toBe(three);
    expect(
      stroked(
        three,
        [
          [130, 0.5],
          [200, 1.5],
        ],
        140,
      ).at(-1),
    ).toEqual([140, 1]);
  });
  it('stay between their neighbours, the buffer and certainty', () => {
    expect(moved(three, 1, [50.4, 0.1], 140)[1]).toEqual([50, 0.1]);
    expect(moved(three, 1, [5, -1], 140)[1]).toEqual([21, 0]);
    expect(moved(three, 1, [130, 2], 140)[1]).toEqual([119, 1]);
    expect(moved(three, 2, [500, 0.3], 140)[2]).toEqual([140, 0.3]);
    expect(moved(three, 0, [-5, 0], 140)[0]).toEqual([0, 0]);
  });
  it('are added in their order, in the place of one that is there', () => {
    expect(added(three, [100.2, 0.1])).toEqual({ points: [three[0], three[1], [100, 0.1], three[2]], at: 2 });
    expect(added(three, [80, 0.5])).toEqual({ points: [three[0], [80, 0.5], three[2]], at: 1 });
  });
  it('are taken away as long as two remain', () => {
    expect(removed(three, 1)).toEqual([three[0], three[2]]);
    expect(removed(three.slice(0, 2), 1)).toHaveLength(2);
  });
});

describe('a curve that is to rise', () => {
  const drawn = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 12 });
  it('rises, keeps what was moved, and is left alone where it rises already', () => {
    fc.assert(
      fc.property(drawn, fc.nat(11), (levels, k) => {
        const curve = levels.map((p, i) => [10 * i, p] as const);
        const at = k % curve.length;
        const risen = rising(curve, at);
        expect(risen.map(([x]) => x)).toEqual(curve.map(([x]) => x));
        expect(risen[at]).toEqual(curve[at]);
        const before = rising(curve.slice(0, at));
        const whole = rising([...before, ...curve.slice(at)], at);
        whole.forEach(([, p], i) => expect(p).toBeGreaterThanOrEqual(whole[i - 1]?.[1] ?? 0));
        expect(rising(whole, at)).toBe(rising(whole, 0));
      }),
    );
  });
});

describe('a curve drawn over another law', () => {
  it('is RED with two points', () => {
    expect(overLaw('red', { min_th: 20, max_th: 120, max_p: 0.1 })).toEqual({
      points: [
        [20, 0],
        [120, 0.1],
      ],
      beyond: 'drop',
    });
  });
  it('is DropTail with nothing before the end of the buffer', () => {
    const { points, beyond } = overLaw('droptail');
    expect(points.every(([, p]) => p === 0)).toBe(true);
    expect([points.at(-1)?.[0], beyond]).toEqual([400, 'drop']);
  });
  it.each(
    engine.catalogue.filter(({ curves, curveAxis }) => curves.length > 0 && curveAxis.unit === 'packets'),
  )('$id: at most sixteen points, which the engine takes, and close to the law', ({ id }) => {
    const { points, beyond } = overLaw(id);
    expect(points.length).toBeLessThanOrEqual(16);
    const params = { points, beyond };
    expect(engine.check('drawn', params, link).filter(({ severity }) => severity === 'error')).toEqual([]);
    const top = Math.max(...points.map(([, p]) => p));
    const off: number[] = [];
    for (let x = 0.37; x < link.buffer; x += 1.13) {
      const at = (aqm: string, values: Params) =>
        engine.curveAt({ aqm, params: values, link, which: 0, state: [] }, x);
      off.push(Math.abs(at('drawn', params) - at(id, {})));
    }
    // A jump is as wide as the samples are apart; everywhere else it follows the law.
    off.sort((a, b) => a - b);
    expect(off[Math.floor(0.97 * off.length)] ?? NaN).toBeLessThan(0.01 * top + 1e-9);
  });
});
