import { describe, expect, test } from 'vitest';
import { canvasSurface, cachingSurface } from '../src/plots/canvasSurface.ts';
import type { Surface } from '../src/plots/surface.ts';

interface Stroked {
  readonly width: number;
  readonly points: readonly (readonly [number, number])[];
}

/** Notes what is drawn; device pixels are `ratio` to a CSS pixel. */
function noting(ratio: number) {
  const rects: number[][] = [];
  const strokes: Stroked[] = [];
  let points: [number, number][] = [];
  let fills = 0;
  const context = {
    globalAlpha: 1,
    lineWidth: 1,
    getTransform: () => ({ a: ratio }),
    setLineDash: () => undefined,
    beginPath: () => (points = []),
    closePath: () => undefined,
    moveTo: (x: number, y: number) => points.push([x, y]),
    lineTo: (x: number, y: number) => points.push([x, y]),
    fillRect: (...box: number[]) => rects.push(box),
    fill: () => ++fills,
    stroke: () => strokes.push({ width: context.lineWidth, points }),
  };
  return {
    surface: canvasSurface(context as unknown as CanvasRenderingContext2D),
    rects,
    strokes,
    fills: () => fills,
  };
}

const columns = (n: number, step: number) => Float64Array.from({ length: n }, (_, i) => 46.3 + i * step);
const wave = (x: Float64Array, over: number) => x.map((at) => 60 + 20 * Math.sin(at) - over);

describe('dense marks on a canvas', () => {
  test.each([1, 1.5, 2])(
    'columns of a band stand side by side and reach all of it, %s device pixels a pixel',
    (ratio) => {
      const x = columns(900, 0.7 / ratio);
      const [upper, lower] = [wave(x, 5), wave(x, -5)];
      const { surface, rects, fills } = noting(ratio);
      surface.band(x, upper, lower, '#000', 0.4);
      expect(fills()).toBe(0);
      rects.forEach(([left = NaN, , width = NaN], i) => {
        expect(left * ratio).toBeCloseTo(Math.round(left * ratio), 9);
        const next = rects[i + 1]?.[0];
        if (next !== undefined) expect(left + width).toBeCloseTo(next, 9);
      });
      x.forEach((at, i) => {
        const column = Math.floor(at * ratio);
        const under = rects.find(
          ([left = NaN, , width = NaN]) =>
            Math.round(left * ratio) <= column && column < Math.round((left + width) * ratio),
        );
        const [, top = NaN, , height = NaN] = under ?? [];
        expect(top).toBeLessThanOrEqual((upper[i] ?? NaN) + 1e-9);
        expect(top + height).toBeGreaterThanOrEqual((lower[i] ?? NaN) - 1e-9);
      });
    },
  );

  test('a band of few points is an outline', () => {
    const x = columns(50, 4);
    const { surface, rects, fills } = noting(1);
    surface.band(x, wave(x, 5), wave(x, -5), '#000', 0.4);
    expect([rects.length, fills()]).toEqual([0, 1]);
  });

  test('hairlines lie about a dense line, evenly, as far as it is wide', () => {
    const dense = Float64Array.from({ length: 2000 }, (_, i) => (i % 2 === 0 ? i / 4 : 30));
    for (const [ratio, width] of [
      [1, 2.2],
      [1, 3.3],
      [2, 1.6],
    ] as const) {
      const { surface, strokes } = noting(ratio);
      surface.line(dense, { colour: '#000', width });
      expect(strokes.length).toBeGreaterThan(2);
      const shifts = strokes.map(
        ({ points }) => [points[0]?.[0] ?? NaN, (points[0]?.[1] ?? NaN) - 30] as const,
      );
      for (const axis of [0, 1] as const) {
        expect(shifts.reduce((sum, shift) => sum + shift[axis], 0)).toBeCloseTo(0, 9);
      }
      const reach = Math.max(...shifts.map(([dx, dy]) => Math.hypot(dx, dy)));
      expect(2 * reach + 1 / ratio).toBeCloseTo(width, 9);
      for (const stroke of strokes) expect(stroke.width).toBeCloseTo(1 / ratio, 9);
    }
  });

  test('lines of few corners, wide ones, and those one sees through are one stroke of their width', () => {
    const dense = Float64Array.from({ length: 2000 }, (_, i) => i / 4);
    for (const [points, stroke] of [
      [dense.subarray(0, 100), { colour: '#000', width: 2 }],
      [dense, { colour: '#000', width: 6 }],
      [dense, { colour: '#000', width: 2, alpha: 0.5 }],
      [dense, { colour: '#000', width: 1 }],
    ] as const) {
      const { surface, strokes } = noting(1);
      surface.line(points, stroke);
      expect(strokes.map(({ width }) => width)).toEqual([stroke.width]);
    }
  });
});

/** A canvas that counts what is laid into it, and pictures apart that a test tells from each other. */
function keeping() {
  const laid: object[] = [];
  const pictures: object[] = [];
  const contextOf = (canvas: object) => ({
    canvas,
    getTransform: () => ({ a: 1 }),
    setTransform: () => undefined,
    resetTransform: () => undefined,
    save: () => undefined,
    restore: () => undefined,
    drawImage: (picture: object) => laid.push(picture),
  });
  const make = () => {
    const made = { width: 300, height: 150, getContext: () => contextOf(made) };
    pictures.push(made);
    return made;
  };
  const canvas = { width: 600, height: 100, ownerDocument: { createElement: make } };
  const context = contextOf(canvas) as unknown as CanvasRenderingContext2D;
  /** What was drawn where it belongs, not apart. */
  const straight: object[] = [];
  /** One drawing of these things; gives which of them were drawn anew. */
  const draw = (things: readonly (readonly [object, string])[]) => {
    const drawn: object[] = [];
    const { surface, done } = cachingSurface(context);
    for (const [of, how] of things) {
      surface.cached?.(of, how, (to: Surface) => {
        if (to === surface) straight.push(of);
        drawn.push(of);
      });
    }
    done();
    return drawn;
  };
  return { draw, laid, pictures, canvas, straight };
}

describe('what a canvas keeps of its layers', () => {
  const [a, b] = [{}, {}];

  test('what comes again is drawn apart once and laid in from then on; what is new is drawn where it belongs', () => {
    const { draw, laid, pictures, straight } = keeping();
    expect(draw([[a, 'red'], [b, 'red']])).toEqual([a, b]); // prettier-ignore
    expect(straight).toEqual([a, b]);
    expect(draw([[a, 'red'], [b, 'red']])).toEqual([a, b]); // prettier-ignore
    expect(straight).toEqual([a, b]);
    expect(laid).toEqual(pictures);
    const other = {};
    expect(draw([[other, 'red'], [b, 'red']])).toEqual([other]); // prettier-ignore
    expect(straight.at(-1)).toBe(other);
    expect(laid.slice(2)).toEqual([pictures[1]]);
  });

  test('of very many layers the first are kept, and the others drawn where they belong', () => {
    const { draw, pictures, straight } = keeping();
    const many = Array.from({ length: 32 }, () => [{}, 'red'] as const);
    draw(many);
    expect(straight.splice(0).length).toBe(32);
    draw(many);
    expect(pictures.length).toBeGreaterThan(0);
    expect(pictures.length).toBeLessThan(16);
    expect(straight.splice(0)).toEqual(many.slice(pictures.length).map(([of]) => of));
    expect(draw(many)).toEqual(many.slice(pictures.length).map(([of]) => of));
  });

  test('another way of drawing, or another size, is another picture', () => {
    const { draw, canvas, pictures } = keeping();
    draw([[a, 'red']]);
    draw([[a, 'red']]);
    expect(draw([[a, 'blue']])).toEqual([a]);
    expect(draw([[a, 'blue']])).toEqual([a]);
    expect(draw([[a, 'blue']])).toEqual([]);
    canvas.width = 601;
    expect(draw([[a, 'blue']])).toEqual([a]);
    expect(pictures.at(-1)).toMatchObject({ width: 601, height: 100 });
    expect(draw([[a, 'blue']])).toEqual([]);
  });

  test('what one drawing did without is forgotten', () => {
    const { draw, straight } = keeping();
    draw([[a, 'red'], [b, 'red']]); // prettier-ignore
    draw([[a, 'red'], [b, 'red']]); // prettier-ignore
    draw([[a, 'red']]);
    expect(draw([[b, 'red']])).toEqual([b]);
    expect(straight.at(-1)).toBe(b);
  });
});
