/** A place for a name that is clear of the lines and points of a plot, and of the names that stand already. */
import type { Layer, Layout } from './figure.ts';

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
interface Dot {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}
type Segment = readonly [x0: number, y0: number, x1: number, y1: number];
interface Obstacles {
  readonly dots: readonly Dot[];
  readonly segments: readonly Segment[];
}

/** The lines and points of layers, in pixels. */
export function obstaclesOf(layers: readonly Layer[], { sx, sy, unit }: Layout): Obstacles {
  const dots: Dot[] = [];
  const segments: Segment[] = [];
  for (const layer of layers) {
    if (layer.kind !== 'line' && layer.kind !== 'points') continue;
    let before: readonly [number, number] | null = null;
    for (let i = 0; i < Math.min(layer.x.length, layer.y.length); ++i) {
      const at = [sx.map(layer.x[i] ?? NaN), sy.map(layer.y[i] ?? NaN)] as const;
      if (!at.every(Number.isFinite)) {
        before = null;
        continue;
      }
      if (layer.kind === 'points') dots.push({ x: at[0], y: at[1], radius: (layer.size / 2) * unit });
      else if (before !== null) segments.push([...before, ...at]);
      before = at;
    }
  }
  return { dots, segments };
}

/** Distances of a name from its position, units: the first needs no leader. */
const RINGS = [6, 16, 28, 42, 58];
/** Directions of a name from its position; of places equally far the earlier one is taken. */
const DIRECTIONS = [
  [-1, -1],
  [1, -1],
  [1, 0],
  [-1, 0],
  [1, 1],
  [-1, 1],
  [0, -1],
  [0, 1],
] as const;

/** What it costs to cover a name, a point or a line, and that a leader passes over a point. */
const COST = { name: 100, dot: 10, line: 10, passed: 6, ring: 1, direction: 0.05 };

interface Wanted {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
interface Found {
  readonly box: Box;
  /** From the position to the name, if the name is far from it. */
  readonly leader: readonly number[] | null;
  /** Whether it covers nothing. */
  readonly free: boolean;
}

export function clearPlace(
  wanted: Wanted,
  { dots, segments }: Obstacles,
  names: readonly Box[],
  layout: Layout,
): Found {
  const { x, y, width, height } = wanted;
  const { unit } = layout;
  let best: { readonly found: Found; readonly cost: number } | null = null;
  for (const [ring, by] of RINGS.entries()) {
    for (const [rank, [dx, dy]] of DIRECTIONS.entries()) {
      // At a corner the name would be farther away than beside the position: it stands a little nearer there.
      const far = by * unit;
      const box = kept(
        boxBeside(x + dx * far, y + dy * far * (dx === 0 ? 1 : 0.7), dx, dy, width, height),
        layout,
      );
      const near = distance(box, x, y);
      const leader = ring === 0 ? null : leaderTo(box, x, y, 5 * unit);
      const covered =
        COST.name * names.filter((name) => overlap(box, name)).length +
        COST.dot * dots.filter((dot) => distance(box, dot.x, dot.y) < dot.radius + unit).length +
        COST.line * segments.filter((segment) => crosses(grown(box, unit), segment)).length;
      const passed =
        leader === null
          ? 0
          : dots.filter(
              (dot) =>
                Math.hypot(dot.x - x, dot.y - y) > dot.radius &&
                crosses(around(dot), [x, y, leader[2] ?? x, leader[3] ?? y]),
            ).length;
      const cost = covered + COST.passed * passed + COST.ring * (near / (8 * unit)) + COST.direction * rank;
      if (best === null || cost < best.cost) best = { found: { box, leader, free: covered === 0 }, cost };
    }
  }
  return best?.found ?? { box: boxBeside(x, y, -1, -1, width, height), leader: null, free: false };
}

/** A box that lies in a direction from a point. */
function boxBeside(x: number, y: number, dx: number, dy: number, width: number, height: number): Box {
  const left = dx < 0 ? x - width : dx > 0 ? x : x - width / 2;
  const top = dy < 0 ? y - height : dy > 0 ? y : y - height / 2;
  return { left, right: left + width, top, bottom: top + height };
}

/** The box, moved into the picture; it may stand above the plot and right of it. */
function kept(box: Box, { left, width, bottom, unit }: Layout): Box {
  const dx = Math.max(0, left + 2 * unit - box.left) + Math.min(0, width - 2 * unit - box.right);
  const dy = Math.max(0, -box.top) + Math.min(0, bottom - box.bottom);
  return { left: box.left + dx, right: box.right + dx, top: box.top + dy, bottom: box.bottom + dy };
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const grown = (box: Box, by: number): Box => ({
  left: box.left - by,
  right: box.right + by,
  top: box.top - by,
  bottom: box.bottom + by,
});
const around = ({ x, y, radius }: Dot): Box => ({
  left: x - radius,
  right: x + radius,
  top: y - radius,
  bottom: y + radius,
});

const within = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
const nearest = ({ left, right, top, bottom }: Box, x: number, y: number): readonly [number, number] => [
  within(x, left, right),
  within(y, top, bottom),
];
function distance(box: Box, x: number, y: number): number {
  const [nx, ny] = nearest(box, x, y);
  return Math.hypot(nx - x, ny - y);
}

/** From beside the position to the name; it does not cover the mark at the position. */
function leaderTo(box: Box, x: number, y: number, gap: number): readonly number[] | null {
  const [nx, ny] = nearest(box, x, y);
  const length = Math.hypot(nx - x, ny - y);
  if (length <= 1.5 * gap) return null;
  return [x + ((nx - x) * gap) / length, y + ((ny - y) * gap) / length, nx, ny];
}

/** Whether a segment has a point inside a box (Liang and Barsky). */
function crosses({ left, right, top, bottom }: Box, [x0, y0, x1, y1]: Segment): boolean {
  let [from, to] = [0, 1];
  const clip = (step: number, room: number): boolean => {
    if (step === 0) return room >= 0;
    if (step < 0) from = Math.max(from, room / step);
    else to = Math.min(to, room / step);
    return from <= to;
  };
  const [dx, dy] = [x1 - x0, y1 - y0];
  return clip(-dx, x0 - left) && clip(dx, right - x0) && clip(-dy, y0 - top) && clip(dy, bottom - y0);
}
