/** Draws names in a plot: at fixed places beside their positions, or clear of what is drawn there. */
import { clearPlace, obstaclesOf, type Box } from './clearPlace.ts';
import type { Layer, Layout } from './figure.ts';
import type { Ink } from './draw.ts';
import { plain, type Surface } from './surface.ts';

/** Mean width of a letter, for font size 1. */
export const LETTER = 0.46;
/** A Chinese or Japanese character is as wide as the font is high. */
const WIDE = /[\u2e80-\uffef]/gu;

const widthOf = (text: string): number =>
  LETTER * text.length + (1 - LETTER) * (text.match(WIDE)?.length ?? 0);

type Name = Extract<Layer, { kind: 'text' }>;
/** Where a name stands: its baseline, and which end of it is at x. */
interface Place {
  readonly box: Box;
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'end';
}

/** Part of a font's height that is above the baseline. */
const ASCENT = 0.8;
const boxAt = (left: number, right: number, y: number, size: number): Box => ({
  left,
  right,
  top: y - ASCENT * size,
  bottom: y + (1.05 - ASCENT) * size,
});

export function drawNames(surface: Surface, layers: readonly Layer[], layout: Layout, ink: Ink): void {
  const size = 11 * layout.unit;
  const taken: Box[] = [];
  const clear = layers.some((layer) => layer.kind === 'text' && layer.clear !== undefined);
  const obstacles = clear ? obstaclesOf(layers, layout) : null;
  for (const layer of layers) {
    if (layer.kind !== 'text') continue;
    const width = size * widthOf(layer.text);
    if (layer.clear === undefined || obstacles === null) {
      drawName(surface, layer.text, besidePlace(layer, width, size, taken, layout), size, taken, ink);
      continue;
    }
    const [x, y] = [Math.min(layout.sx.map(layer.x), layout.right), layout.sy.map(layer.y)];
    const found = clearPlace({ x, y, width, height: 1.05 * size }, obstacles, taken, layout);
    if (layer.clear === 'told' && !found.free) continue;
    const { box, leader } = found;
    if (leader !== null) surface.line(leader, { colour: ink.palette.muted, width: layout.unit });
    const place = { box, x: box.left, y: box.top + ASCENT * size, anchor: 'start' } as const;
    drawName(surface, layer.text, place, size, taken, ink);
  }
}

/**
 * A place above and to the left of a position, or to its right. A name that would cover another moves up, or down
 * where there is no room above; one that would be cut off moves to the other side.
 */
function besidePlace(layer: Name, width: number, size: number, taken: readonly Box[], layout: Layout): Place {
  const at = Math.min(layout.sx.map(layer.x), layout.right);
  const fits = at + 9 * layout.unit + width <= layout.width;
  const toRight = fits && (layer.side === 'right' || at - 5 * layout.unit - width < layout.left);
  const x = at + (toRight ? 9 : layer.side === 'right' ? -9 : -5) * layout.unit;
  const left = toRight ? x : x - width;
  const right = left + width;
  const near = Math.max(layout.sy.map(layer.y), layout.top + size) - 3 * layout.unit;
  const isFree = (y: number) => {
    const { top } = boxAt(left, right, y, size);
    return !taken.some(
      (other) => left < other.right && other.left < right && Math.abs(other.top - top) < size,
    );
  };
  const rows = Array.from({ length: taken.length + 1 }, (_, k) => k * size);
  const above = rows.map((by) => near - by).filter((y) => y >= ASCENT * size);
  const below = rows.map((by) => near + by).filter((y) => y <= layout.bottom);
  const y = [...above, ...below].find(isFree) ?? near;
  return { box: boxAt(left, right, y, size), x, y, anchor: toRight ? 'start' : 'end' };
}

/** On a background that dims what is below. */
function drawName(
  surface: Surface,
  text: string,
  { box, x, y, anchor }: Place,
  size: number,
  taken: Box[],
  { palette }: Ink,
): void {
  taken.push(box);
  const { left, right, top, bottom } = box;
  surface.rect(left - 2, top, right - left + 4, bottom - top, palette.ground, 0.8);
  surface.text(x, y, plain(text), { colour: palette.muted, size, anchor });
}
