/** Names that keep clear of what is drawn. */
import { describe, expect, test } from 'vitest';
import { clearPlace, obstaclesOf, type Box } from '../src/plots/clearPlace.ts';
import { layoutFigure, type Figure, type Layer } from '../src/plots/figure.ts';

const figure = (layers: readonly Layer[]): Figure => ({
  name: 'test',
  title: '',
  summary: '',
  x: { label: '', unit: '', kind: 'linear', domain: [0, 10] },
  y: { label: '', unit: '', kind: 'linear', domain: [0, 10] },
  layers,
  levels: [],
  edge: false,
  data: () => [],
});
const placed = (layers: readonly Layer[], at: readonly [number, number], names: readonly Box[] = []) => {
  const layout = layoutFigure(figure(layers), 600, 300, 1);
  const [x, y] = [layout.sx.map(at[0]), layout.sy.map(at[1])];
  return {
    x,
    y,
    layout,
    ...clearPlace({ x, y, width: 50, height: 12 }, obstaclesOf(layers, layout), names, layout),
  };
};
const line = (x: readonly number[], y: readonly number[]): Layer => ({
  kind: 'line',
  x,
  y,
  colour: 'ink',
  width: 1,
});
const dots = (x: readonly number[], y: readonly number[]): Layer => ({
  kind: 'points',
  x,
  y,
  shape: 'dot',
  size: 8,
  colour: 'ink',
});

describe('a name that keeps clear', () => {
  test('stands right beside its position where nothing else is, without a leader', () => {
    const { box, x, y, leader, free } = placed([dots([5], [5])], [5, 5]);
    expect(free).toBe(true);
    expect(leader).toBeNull();
    expect(box.left).toBeCloseTo(x + 6, 6);
    expect((box.top + box.bottom) / 2).toBeCloseTo(y, 6);
  });

  test('goes to the side on which no line is', () => {
    // A line ends at the position, and another one crosses the plot before or behind it.
    const before = placed([line([0, 5], [5, 5]), line([4.9, 4.9], [0, 10])], [5, 5]);
    const behind = placed([line([5, 10], [5, 5]), line([5.1, 5.1], [0, 10])], [5, 5]);
    expect([before.free, behind.free]).toEqual([true, true]);
    expect(before.box.left).toBeGreaterThan(before.x);
    expect(behind.box.right).toBeLessThan(behind.x);
  });

  test('moves away from a crowd, and a leader leads to it', () => {
    const around = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [5 + dx * 0.5, 5 + dy * 0.5] as const));
    const crowd = dots(
      around.map(([x]) => x),
      around.map(([, y]) => y),
    );
    const { box, leader, free, x, y } = placed([crowd], [5, 5]);
    expect(free).toBe(true);
    expect(leader).toHaveLength(4);
    const [, , toX = NaN, toY = NaN] = leader ?? [];
    expect(toX).toBeGreaterThanOrEqual(box.left);
    expect(toX).toBeLessThanOrEqual(box.right);
    expect(toY).toBeGreaterThanOrEqual(box.top);
    expect(toY).toBeLessThanOrEqual(box.bottom);
    // The leader begins beside the dot.
    expect(Math.hypot((leader?.[0] ?? x) - x, (leader?.[1] ?? y) - y)).toBeCloseTo(5, 6);
  });

  test('covers no other name, and says so where it has no place', () => {
    const first = placed([], [5, 5]);
    const second = placed([], [5, 5], [first.box]);
    expect(second.free).toBe(true);
    const overlap =
      second.box.left < first.box.right &&
      first.box.left < second.box.right &&
      second.box.top < first.box.bottom &&
      first.box.top < second.box.bottom;
    expect(overlap).toBe(false);
    const everywhere = { left: 0, right: 600, top: 0, bottom: 300 };
    expect(placed([], [5, 5], [everywhere]).free).toBe(false);
  });

  test('stays inside the picture at every corner', () => {
    for (const at of [
      [0, 0],
      [0, 10],
      [10, 0],
      [10, 10],
    ] as const) {
      const { box, layout } = placed([], at);
      expect(box.left).toBeGreaterThanOrEqual(layout.left);
      expect(box.right).toBeLessThanOrEqual(layout.width);
      expect(box.top).toBeGreaterThanOrEqual(0);
      expect(box.bottom).toBeLessThanOrEqual(layout.bottom);
    }
  });
});
