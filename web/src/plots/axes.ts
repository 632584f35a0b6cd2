/** Draws what surrounds a figure's marks, for the page and for files: grid, ticks, titles, named levels. */
import { symbolParts, type SymbolPart } from '../components/symbol.ts';
import { formatLevel } from './draw.ts';
import { axisTicks, axisUnit, placeLevels, type Axis, type Figure, type Layout } from './figure.ts';
import { LETTER } from './names.ts';
import type { Palette } from './palette.ts';
import { stripLabel } from './strip.ts';
import { plain, type Surface } from './surface.ts';

/** The parts of a figure that determine its axes. */
export type AxesOf = Pick<Figure, 'x' | 'y' | 'grid'>;
/** The parts of a figure that determine its named levels. */
export type LevelsOf = Pick<Figure, 'levels' | 'edge'>;
/** The parts of a figure that determine its titles. */
export type TitlesOf = Pick<Figure, 'x' | 'y' | 'strip' | 'headed'>;

interface Look {
  readonly palette: Palette;
  /** Names of levels with a handle of their own, which shows the label. */
  readonly handled: ReadonlySet<string>;
  /** Units between the names of levels along y. */
  readonly levelGap: number;
}

/** Font size of ticks and titles, units. */
const SIZE = 12;
/** Distance from the middle of a text to its baseline, for font size 1. */
const MIDDLE = 0.32;

const crisp = (value: number): number => Math.round(value) + 0.5;

/** The light grid below the marks. */
export function drawGrid(surface: Surface, figure: AxesOf, layout: Layout, palette: Palette): void {
  if (figure.grid === false) return;
  for (const { at } of axisTicks(figure, layout, 'y')) {
    const stroke = { colour: palette.grid, width: layout.unit };
    surface.line([layout.left, crisp(at), layout.right, crisp(at)], stroke);
  }
}

/**
 * Draws everything around the marks of a figure. On the page each part is a separate drawing: dragging a
 * threshold changes only one of them.
 */
export function drawAxes(surface: Surface, figure: Figure, layout: Layout, look: Look): void {
  drawTicks(surface, figure, layout, look.palette);
  drawLevels(surface, figure, layout, look);
  drawStripLabel(surface, figure, layout, look.palette);
  drawTitles(surface, figure, layout, look.palette);
}

/** Numbers along y, and the line at the bottom. */
export function drawTicks(surface: Surface, figure: AxesOf, layout: Layout, palette: Palette): void {
  const { left, unit } = layout;
  const size = SIZE * unit;
  const tick = { colour: palette.muted, size };
  for (const { at, label } of axisTicks(figure, layout, 'y')) {
    surface.text(left - 8 * unit, at + MIDDLE * size, plain(label), { ...tick, anchor: 'end' });
  }
  drawBase(surface, figure, layout, palette);
}

/** Lines of named levels, and their names; `only` draws one of the two. */
export function drawLevels(
  surface: Surface,
  figure: LevelsOf,
  layout: Layout,
  look: Look,
  only?: 'lines' | 'names',
): void {
  const { left, right, top, bottom, unit } = layout;
  const { palette, handled } = look;
  const size = SIZE * unit;
  const title = { colour: palette.ink, size };
  const dashed = { colour: palette.muted, width: unit, dash: [1, 3] };
  for (const axis of ['x', 'y'] as const) {
    // Names of levels along x stand side by side, names along y above each other.
    const gap = axis === 'x' ? 5 * SIZE : look.levelGap;
    let before = left;
    for (const level of placeLevels(figure, layout, axis, gap * unit)) {
      const at = crisp(level.at);
      if (only !== 'names')
        surface.line(axis === 'x' ? [at, top, at, bottom] : [left, at, right, at], dashed);
      if (only === 'lines' || level.crowded || handled.has(level.name)) continue;
      const called = level.word === true ? plain(level.name) : symbolParts(level.name);
      const name = [...called, ...plain(` ${level.shown ?? formatLevel(level.value)}`)];
      if (axis === 'y') {
        // Without room at the edge, the name stands inside the plot above its line.
        const far = level.far === true;
        const place =
          figure.edge !== false
            ? ([right + 6 * unit, level.labelAt + MIDDLE * size] as const)
            : ([far ? right : left + 4 * unit, level.labelAt - 3 * unit] as const);
        surface.text(...place, name, far ? { ...title, anchor: 'end' } : title);
        continue;
      }
      // The name stands before its line if no other name is there, because the marks are beyond the
      // threshold.
      const width = LETTER * size * name.reduce((sum, { text }) => sum + text.length, 2);
      const free = level.labelAt - width > before;
      const x = free ? level.labelAt - 4 * unit : level.labelAt + 4 * unit;
      const y = level.far === true ? bottom - 4 * unit : top + size;
      surface.text(x, y, name, { ...title, anchor: free ? 'end' : 'start' });
      before = free ? level.labelAt : level.labelAt + width;
    }
  }
}

/** The text that describes the strip. */
export function drawStripLabel(
  surface: Surface,
  { strip }: TitlesOf,
  layout: Layout,
  palette: Palette,
): void {
  if (strip === undefined || layout.strip === null) return;
  const size = SIZE * layout.unit;
  const middle = layout.strip.top + layout.strip.height / 2;
  const left = layout.right + 6 * layout.unit;
  const room = (layout.width - left) / (LETTER * size);
  const label = plain(stripLabel(strip, layout.sx.domain, room));
  surface.text(left, middle + MIDDLE * size, label, {
    colour: palette.muted,
    size,
  });
}

/** The titles of the axes. */
export function drawTitles(surface: Surface, figure: TitlesOf, layout: Layout, palette: Palette): void {
  const { left, right, top, bottom, base, unit } = layout;
  const size = SIZE * unit;
  const title = { colour: palette.ink, size };
  const upright = { ...title, anchor: 'middle', upright: true } as const;
  // If the plot is too low for title and unit, the unit is left out; if it is lower still, the title is, too.
  const fits = (parts: readonly SymbolPart[], room: number) =>
    LETTER * size * parts.reduce((sum, { text }) => sum + text.length, 0) <= room;
  const whole = axisTitle(figure.y);
  const alone = axisTitle({ ...figure.y, unit: '' });
  const middle = (top + bottom) / 2;
  const above = figure.headed === true ? top : 0;
  const told = fits(whole, 2 * Math.min(middle - above, layout.height - middle))
    ? whole
    : fits(alone, bottom - top)
      ? alone
      : [];
  surface.text(left - 38 * unit, middle, told, upright);
  if (figure.x.quiet !== true) {
    surface.text(right, base + 33 * unit, axisTitle(figure.x), { ...title, anchor: 'end' });
  }
}

/** The line at the bottom of a plot with its ticks, and their numbers unless another plot shows them. */
export function drawBase(surface: Surface, figure: AxesOf, layout: Layout, palette: Palette): void {
  const { left, right, base, unit } = layout;
  const rule = { colour: palette.muted, width: unit };
  surface.line([left, crisp(base), right, crisp(base)], rule);
  for (const { at, label } of axisTicks(figure, layout, 'x')) {
    surface.line([crisp(at), base, crisp(at), base + 4 * unit], rule);
    if (figure.x.quiet === true) continue;
    const size = SIZE * unit;
    surface.text(at, base + 17 * unit, plain(label), { colour: palette.muted, size, anchor: 'middle' });
  }
}

function axisTitle(axis: Axis) {
  const unit = axisUnit(axis);
  return [
    ...plain(axis.symbol === undefined || axis.label === '' ? axis.label : `${axis.label} `),
    ...(axis.symbol === undefined ? [] : symbolParts(axis.symbol)),
    ...(unit === '' ? [] : plain(` (${unit})`)),
  ];
}
