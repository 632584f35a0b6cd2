/** Draws a figure's marks. On the screen its axes are SVG; in a file drawFigure.ts draws them. */
import type { Figure, Layer, Layout, MarkLayer } from './figure.ts';
import { laneColour, laneLetter } from '../components/laneLook.ts';
import { decimal } from '../../../models/src/language.ts';
import { lowerBound, reduceBand, reduceLine } from './m4.ts';
import { drawNames } from './names.ts';
import { areFew, eventRates, STRIP_COLUMNS } from './strip.ts';
import type { Palette } from './palette.ts';
import { plain, type Surface } from './surface.ts';

export interface Ink {
  readonly palette: Palette;
  /** Device pixels per CSS pixel: lines are reduced to device columns. */
  readonly ratio: number;
  /**
   * On a screen, which draws many times a second: movements of a line within a column that are smaller than
   * this, CSS pixels, are left out.
   */
  readonly flat?: number;
}

type Heat = Extract<Layer, { kind: 'heat' }>;
/** Functions that draw the rare kinds of layers. Each registers itself when a view loads it. */
export const drawers: {
  heat?: (surface: Surface, layer: Heat, layout: Layout, ink: Ink) => void;
} = {};

/** The parts of a figure that its canvas shows. */
export type Marks = Pick<Figure, 'layers' | 'strip' | 'olderFrom'>;

export function drawMarks(surface: Surface, marks: Marks, layout: Layout, ink: Ink): void {
  drawLayers(surface, marks.layers, layout, ink);
  drawStrip(surface, marks, layout, ink);
  drawVeil(surface, marks, layout, ink);
}

/** The older part of the picture is faded, behind an edge that moves as the new part is computed. */
function drawVeil(surface: Surface, { olderFrom }: Marks, layout: Layout, { palette }: Ink): void {
  if (olderFrom === undefined) return;
  const { left, right, top, base, unit } = layout;
  const from = Math.min(right, Math.max(left, layout.sx.map(olderFrom)));
  surface.rect(from, top - 1, right - from, base - top + 1, palette.ground, 0.62);
  if (from > left && from < right) surface.rect(from - unit / 2, top, unit, base - top, palette.muted, 1);
}

/**
 * Lines, bands and points inside the plot; above them the names, and the lanes' letters, which may touch the
 * edge.
 */
export function drawLayers(surface: Surface, layers: readonly Layer[], layout: Layout, ink: Ink): void {
  const { left, top, right, bottom } = layout;
  surface.clipped(left, top - 1, right - left, bottom - top + 2, () => {
    for (const layer of layers) {
      if (layer.kind === 'text' || layer.kind === 'badge') continue;
      if ((layer.kind === 'line' || layer.kind === 'points') && layer.cached === true)
        drawCached(surface, layer, layout, ink);
      else drawLayer(surface, layer, layout, ink);
    }
  });
  drawNames(surface, layers, layout, ink);
  drawBadges(surface, layers, layout, ink);
}

/**
 * Letters that would cover one another stand above one another, or below where there is no room, and a line leads to
 * the value: no letter stands at another value of x. The first one keeps its position.
 */
function drawBadges(surface: Surface, layers: readonly Layer[], layout: Layout, { palette }: Ink): void {
  const { sx, sy, unit, left, right, top, bottom } = layout;
  const taken: { readonly x: number; readonly y: number }[] = [];
  const placed = layers
    .filter((layer) => layer.kind === 'badge')
    .map(({ lane, ...at }) => {
      const x = Math.min(right, Math.max(left, sx.map(at.x)));
      const from = Math.min(bottom, Math.max(top, sy.map(at.y)));
      const free = (y: number) => taken.every((other) => Math.hypot(other.x - x, other.y - y) >= 14 * unit);
      const steps = Array.from({ length: taken.length + 1 }, (_, i) => 18 * unit * i);
      const y =
        [...steps.map((up) => from - up).filter((up) => up >= top), ...steps.map((down) => from + down)].find(
          free,
        ) ?? from;
      taken.push({ x, y });
      return { lane, x, y, from };
    });
  for (const { lane, x, y, from } of placed)
    if (y !== from) surface.line([x, from, x, y], { colour: palette[laneColour(lane)], width: unit });
  for (const { lane, x, y } of placed) drawBadge(surface, x, y, lane, unit, palette);
}

/** A lane's letter in a circle of its colour. */
export function drawBadge(
  surface: Surface,
  x: number,
  y: number,
  lane: number,
  unit: number,
  palette: Palette,
): void {
  surface.marks([x, y], 'dot', 19 * unit, palette.ground, 1);
  surface.marks([x, y], 'dot', 17 * unit, palette[laneColour(lane)], 1);
  surface.marks([x, y], 'dot', 13 * unit, palette.ground, 1);
  surface.text(x, y + 3.8 * unit, plain(laneLetter(lane)), {
    colour: palette.ink,
    size: (lane < 26 ? 11 : 8) * unit,
    weight: 650,
    anchor: 'middle',
  });
}

type CachedLayer = Extract<Layer, { kind: 'line' | 'points' }>;

/** The marks of one lane are not drawn again because those of another lane change. */
function drawCached(surface: Surface, layer: CachedLayer, layout: Layout, ink: Ink): void {
  const draw = (to: Surface) => drawLayer(to, layer, layout, ink);
  if (surface.cached === undefined) {
    draw(surface);
    return;
  }
  const { x, y, ...look } = layer;
  const { sx, sy, unit } = layout;
  const scales = [sx, sy].map(({ kind, domain, range }) => [kind, domain, range]);
  const how = JSON.stringify([look, ink.palette[layer.colour], scales, unit, ink.ratio, x.length]);
  surface.cached(y, how, draw);
}

function drawLayer(surface: Surface, layer: MarkLayer, layout: Layout, ink: Ink): void {
  const { sx, sy, unit } = layout;
  if (layer.kind === 'heat') {
    drawers.heat?.(surface, layer, layout, ink);
    return;
  }
  const colour = ink.palette[layer.colour];
  const [lo, hi] = sx.domain;
  const columns = Math.max(1, Math.round((layout.right - layout.left) * ink.ratio));
  switch (layer.kind) {
    case 'line': {
      const points =
        layer.free === true
          ? interleave(layer.x, layer.y, 0, Math.min(layer.x.length, layer.y.length))
          : reduceLine(layer.x, layer.y, lo, hi, columns, (ink.flat ?? 0) * perPixel(sy));
      for (let i = 0; i + 1 < points.length; i += 2) {
        points[i] = sx.map(points[i] ?? NaN);
        points[i + 1] = sy.map(points[i + 1] ?? NaN);
      }
      surface.line(points, {
        colour,
        width: layer.width * unit,
        ...(layer.dash === undefined ? {} : { dash: layer.dash }),
        ...(layer.alpha === undefined ? {} : { alpha: layer.alpha }),
      });
      break;
    }
    case 'band': {
      const band = reduceBand(layer.x, layer.low, layer.high, lo, hi, columns);
      // A band without height stays visible: half a pixel up and down.
      const upper = band.hi.map((value) => sy.map(value) - 0.5);
      const lower = band.lo.map((value) => sy.map(value) + 0.5);
      if (band.x.length > 0)
        surface.band(
          band.x.map((value) => sx.map(value)),
          upper,
          lower,
          colour,
          layer.alpha,
        );
      break;
    }
    case 'points': {
      const from = lowerBound(layer.x, lo);
      const to = lowerBound(layer.x, hi);
      const points = interleave(layer.x, layer.y, from, to);
      for (let i = 0; i + 1 < points.length; i += 2) {
        points[i] = sx.map(points[i] ?? NaN);
        points[i + 1] = sy.map(points[i + 1] ?? NaN);
      }
      surface.marks(points, layer.shape, layer.size * unit, colour, layer.alpha ?? 1);
      break;
    }
    case 'arrows': {
      for (const i of layer.at) {
        const head = arrowHead(
          sx.map(layer.x[i] ?? NaN),
          sy.map(layer.y[i] ?? NaN),
          sx.map(layer.x[i + 1] ?? NaN),
          sy.map(layer.y[i + 1] ?? NaN),
          layer.size * unit,
        );
        if (head !== null) surface.polygon(head, colour, layer.alpha ?? 1);
      }
      break;
    }
  }
}

/** The size of a pixel on a scale; 0 if it is not constant. */
const perPixel = ({ kind, domain, range }: Layout['sy']): number =>
  kind === 'linear' ? Math.abs((domain[1] - domain[0]) / (range[1] - range[0])) : 0;

/** A triangle at (x, y) that points to (xTo, yTo); null if the direction is undefined. */
function arrowHead(x: number, y: number, xTo: number, yTo: number, size: number): number[] | null {
  const length = Math.hypot(xTo - x, yTo - y);
  if (!(length > 0)) return null;
  const [dx, dy] = [((xTo - x) / length) * size, ((yTo - y) / length) * size];
  const [bx, by] = [x - dx / 2, y - dy / 2];
  return [x + dx / 2, y + dy / 2, bx - dy / 2.4, by + dx / 2.4, bx + dy / 2.4, by - dx / 2.4];
}

function interleave(x: ArrayLike<number>, y: ArrayLike<number>, from: number, to: number): Float64Array {
  const out = new Float64Array(2 * Math.max(0, to - from));
  for (let i = from; i < to; ++i) {
    out[2 * (i - from)] = x[i] ?? NaN;
    out[2 * (i - from) + 1] = y[i] ?? NaN;
  }
  return out;
}

/**
 * A few events are drawn as single marks. Many are drawn as columns whose height is their rate, random events
 * above certain ones.
 */
function drawStrip(surface: Surface, { strip }: Marks, layout: Layout, ink: Ink): void {
  const place = layout.strip;
  if (strip === undefined || place === null) return;
  const { sx, left, right } = layout;
  const width = right - left;
  const bottom = place.top + place.height;
  const size = place.height * 0.5;
  if (areFew(strip, sx.domain, width / size)) {
    for (const { times, shape } of strip.kinds) {
      const from = lowerBound(times, sx.domain[0]);
      const to = lowerBound(times, sx.domain[1]);
      const points = new Float64Array(2 * (to - from));
      for (let k = from; k < to; ++k) {
        points[2 * (k - from)] = sx.map(times[k] ?? NaN);
        points[2 * (k - from) + 1] = place.top + place.height / 2;
      }
      if (to > from) surface.marks(points, shape, size, ink.palette.ink, 0.8);
    }
    return;
  }
  const heights = new Float64Array(STRIP_COLUMNS);
  for (const certain of [true, false]) {
    const below = heights.slice();
    for (const { times } of strip.kinds.filter((kind) => kind.certain === certain)) {
      eventRates(times, strip.weight, sx.domain).forEach((rate, column) => {
        heights[column] = (heights[column] ?? 0) + (rate / strip.most) * place.height;
      });
    }
    heights.forEach((height, column) => {
      const from = Math.min(place.height, below[column] ?? 0);
      const to = Math.min(place.height, height);
      if (to <= from) return;
      const x = left + (column * width) / STRIP_COLUMNS;
      const alpha = certain ? 0.95 : 0.5;
      surface.rect(x, bottom - to, width / STRIP_COLUMNS, to - from, ink.palette.ink, alpha);
    });
  }
}

/** Up to four significant digits, no trailing zeros. */
export const formatLevel = (value: number): string => decimal(String(Number(value.toPrecision(4))));
