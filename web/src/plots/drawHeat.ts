/** Draws a field over a grid: shades in steps, and hatches for cells without a shade. */
import { drawers } from './draw.ts';
import type { Hatch } from './figure.ts';
import type { Values } from './m4.ts';
import type { Palette } from './palette.ts';
import type { Scale } from './scale.ts';
import type { Surface } from './surface.ts';

/**
 * Shades on each side of zero: few enough to distinguish, and neighbouring cells of one shade become one
 * rectangle.
 */
export const STEPS = 10;
/** Opacity of the outermost shade. */
export const STRONGEST = 0.85;
/** Distance between the lines of a hatch, units. */
export const HATCH_GAP = 6;

/** The step of a shade: 0 around zero, STEPS at either end. */
export const stepOf = (shade: number): number => Math.round(Math.min(1, Math.max(-1, shade)) * STEPS);

drawers.heat = (surface, layer, layout, { palette, ratio }) => {
  const columns = edges(layer.x, layout.sx, ratio);
  const rows = edges(layer.y, layout.sy, ratio);
  const boxes = new Map<Hatch, Box[]>();
  const width = layer.x.length;
  /** The fill of a cell: a step, or the name of a hatch. */
  const fill = (cell: number): number | Hatch | undefined => {
    const shade = layer.shade[cell] ?? NaN;
    return Number.isNaN(shade) ? layer.hatch(cell) : stepOf(shade);
  };
  for (let j = 0; j < layer.y.length; ++j) {
    const [bottom, top] = [rows[j] ?? 0, rows[j + 1] ?? 0];
    for (let i = 0; i < width;) {
      const first = i;
      const filled = fill(j * width + i);
      while (i < width && fill(j * width + i) === filled) ++i;
      if (filled === undefined || filled === 0) continue;
      const box: Box = {
        left: columns[first] ?? 0,
        right: columns[i] ?? 0,
        top: Math.min(top, bottom),
        bottom: Math.max(top, bottom),
      };
      if (typeof filled === 'number') {
        const colour = palette[filled < 0 ? layer.below : layer.above];
        const alpha = (STRONGEST * Math.abs(filled)) / STEPS;
        surface.rect(box.left, box.top, box.right - box.left, box.bottom - box.top, colour, alpha);
      } else {
        boxes.set(filled, [...(boxes.get(filled) ?? []), box]);
      }
    }
  }
  for (const [hatch, all] of boxes) {
    hatched(surface, hatch, all, palette, layout.unit, HATCH_GAP * layout.unit);
  }
};

/** Boxes filled with a hatch; `gap` is the distance of its lines in pixels. */
export function hatched(
  surface: Surface,
  hatch: Hatch,
  boxes: readonly Box[],
  palette: Palette,
  unit: number,
  gap: number,
): void {
  for (const { left, right, top, bottom } of boxes) {
    surface.rect(left, top, right - left, bottom - top, palette.muted, hatch === 'plain' ? 0.28 : 0.1);
  }
  const lines = boxes.flatMap((box) => hatching(hatch, box, gap));
  if (lines.length > 0) surface.line(lines, { colour: palette.muted, width: unit, alpha: 0.7 });
}

/**
 * Positions of the edges between cells, in pixels: halfway on the scale between the cells' positions, rounded
 * to device pixels so that no seam shows.
 */
function edges(places: Values, scale: Scale, ratio: number): number[] {
  const n = places.length;
  const at = (i: number) => scale.map(places[i] ?? NaN);
  const [lo, hi] = [Math.min(...scale.range), Math.max(...scale.range)];
  return Array.from({ length: n + 1 }, (_, i) => {
    const before = i === 0 ? at(0) - (at(1) - at(0)) / 2 : (at(i - 1) + at(i)) / 2;
    const edge = i === n ? at(n - 1) + (at(n - 1) - at(n - 2)) / 2 : before;
    return Math.round(Math.min(hi, Math.max(lo, edge)) * ratio) / ratio;
  });
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The lines of a hatch inside a box; they continue in neighbouring boxes. */
function hatching(hatch: Hatch, box: Box, gap: number): number[] {
  const { left, right, top, bottom } = box;
  const out: number[] = [];
  const multiples = (from: number, to: number, draw: (at: number) => void) => {
    for (let at = Math.ceil(from / gap) * gap; at <= to; at += gap) draw(at);
  };
  if (hatch === 'level' || hatch === 'squared')
    multiples(top, bottom, (y) => out.push(left, y, right, y, NaN, NaN));
  if (hatch === 'upright' || hatch === 'squared')
    multiples(left, right, (x) => out.push(x, top, x, bottom, NaN, NaN));
  if (hatch === 'broken') {
    const dash = gap / 2;
    multiples(top, bottom, (y) => {
      const shift = Math.round(y / gap) % 2 === 0 ? 0 : dash;
      multiples(left - shift, right - shift - dash, (x) =>
        out.push(x + shift, y, x + shift + dash, y, NaN, NaN),
      );
    });
  }
  if (hatch === 'rising' || hatch === 'crossed') {
    // x + y = c
    multiples(left + top, right + bottom, (c) => {
      const [x0, x1] = [Math.max(left, c - bottom), Math.min(right, c - top)];
      out.push(x0, c - x0, x1, c - x1, NaN, NaN);
    });
  }
  if (hatch === 'falling' || hatch === 'crossed') {
    // x - y = c
    multiples(left - bottom, right - top, (c) => {
      const [x0, x1] = [Math.max(left, c + top), Math.min(right, c + bottom)];
      out.push(x0, x0 - c, x1, x1 - c, NaN, NaN);
    });
  }
  return out;
}
