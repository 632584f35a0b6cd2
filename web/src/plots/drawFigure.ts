/** Draws a whole figure for a file, with everything that the page shows around the marks. */
import { drawAxes, drawGrid } from './axes.ts';
import { drawBadge, drawLayers, drawMarks, type Ink } from './draw.ts';
import { drawKey, keyRows } from './drawKey.ts';
import { levelGapOf, MARGIN, type Figure, type Layout } from './figure.ts';
import { laneColour, laneDash } from '../components/laneLook.ts';
import { textParts } from '../components/symbol.ts';
import { plain, type Surface } from './surface.ts';

/** For files: grid, ticks, labels, names of levels and a caption around the marks. */
export function drawFigure(
  surface: Surface,
  figure: Figure,
  layout: Layout,
  ink: Ink,
  caption: string,
): void {
  drawGrid(surface, figure, layout, ink.palette);
  drawMarks(surface, figure, layout, ink);
  const notes = figure.notes?.() ?? [];
  if (notes.length > 0) drawLayers(surface, notes, layout, ink);
  drawHeader(surface, figure, layout, ink);
  drawAxes(surface, figure, layout, {
    palette: ink.palette,
    handled: new Set(),
    levelGap: levelGapOf(false),
  });
  const { left, unit } = layout;
  surface.text(left - 44 * unit, layout.height - 2 * unit, plain(caption), {
    colour: ink.palette.muted,
    size: 8 * unit,
  });
}

/** Height of a row above a plot in a file, units. */
const HEADER_ROW = 18;

interface LegendEntry {
  readonly lane: number;
  readonly label: string;
  readonly x: number;
  readonly row: number;
}

/**
 * Positions of the lanes' names, in units. Widths of text are estimated generously, because text cannot be
 * measured in a file.
 */
function legendEntries({ legend }: Figure, left: number, right: number): readonly LegendEntry[] {
  let x = left;
  let row = 0;
  return (legend ?? []).map(({ lane, label }) => {
    const width = 56 + 7.2 * label.length;
    if (x > left && x + width > right) {
      x = left;
      row += 1;
    }
    const entry = { lane, label, x, row };
    x += width;
    return entry;
  });
}

/** Height of a figure's header, in units, in a file of that width. */
export const headerHeight = (figure: Figure, width: number): number =>
  HEADER_ROW *
  (1 +
    (legendEntries(figure, MARGIN.left, width).at(-1)?.row ?? 0) +
    keyRows(figure, MARGIN.left, width - MARGIN.right));

/** The header of a plot: its lanes with letter and stroke, or its title. */
function drawHeader(surface: Surface, figure: Figure, layout: Layout, { palette }: Ink): void {
  const { unit, width } = layout;
  const text = { colour: palette.ink, size: 11 * unit, weight: 600 };
  if (figure.legend === undefined) surface.text(layout.left, 13 * unit, textParts(figure.title), text);
  drawKey(surface, figure, layout, palette, (13 + HEADER_ROW) * unit, HEADER_ROW * unit);
  for (const { lane, label, x, row } of legendEntries(figure, MARGIN.left, width / unit)) {
    const at = (x + 8) * unit;
    const y = (13 + row * HEADER_ROW) * unit;
    const middle = y - 3.8 * unit;
    drawBadge(surface, at, middle, lane, unit, palette);
    const stroke = { colour: palette[laneColour(lane)], width: 2 * unit, dash: laneDash(lane) };
    surface.line([at + 12 * unit, middle, at + 34 * unit, middle], stroke);
    surface.text(at + 38 * unit, y, textParts(label), text);
  }
}
