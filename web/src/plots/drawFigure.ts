/** The whole figure, for a file: what the screen shows around the marks is drawn here, too. */
import { drawBadge, drawMarks, formatLevel, type Ink } from './draw.ts';
import { drawKey, keyRows } from './drawKey.ts';
import { axisTicks, axisUnit, MARGIN, placeLevels, type Figure, type Layout } from './figure.ts';
import { laneColour, laneDash } from '../components/laneLook.ts';
import { plain, type Surface } from './surface.ts';
import { symbolParts } from '../components/symbol.ts';

/** Everything that the screen shows around the marks, for files: grid, ticks, labels, names of levels, a caption. */
export function drawFigure(
  surface: Surface,
  figure: Figure,
  layout: Layout,
  ink: Ink,
  caption: string,
): void {
  const { palette } = ink;
  const { left, right, top, bottom, base, unit } = layout;
  const size = 11 * unit;
  const text = { colour: palette.ink, size };
  const hair = { colour: palette.grid, width: unit };

  for (const tick of axisTicks(figure, layout, 'y')) {
    if (figure.grid !== false) surface.line([left, tick.at, right, tick.at], hair);
    surface.text(left - 8 * unit, tick.at + size * 0.32, plain(tick.label), { ...text, anchor: 'end' });
  }
  for (const axis of ['x', 'y'] as const) {
    // Names along x stand side by side, along y above each other.
    for (const level of placeLevels(figure, layout, axis, axis === 'x' ? 5 * size : size * 1.15)) {
      const stroke = { colour: palette.muted, width: unit, dash: [1, 2.5] };
      const name = [...symbolParts(level.name), ...plain(` ${level.shown ?? formatLevel(level.value)}`)];
      if (axis === 'y') {
        surface.line([left, level.at, right, level.at], stroke);
        surface.text(right + 6 * unit, level.labelAt + size * 0.32, name, text);
      } else {
        surface.line([level.at, top, level.at, bottom], stroke);
        surface.text(level.labelAt + 4 * unit, top + size, name, text);
      }
    }
  }
  drawMarks(surface, figure, layout, ink);
  drawHeader(surface, figure, layout, ink);
  surface.line([left, base, right, base], { colour: palette.ink, width: unit });
  for (const tick of axisTicks(figure, layout, 'x')) {
    surface.line([tick.at, base, tick.at, base + 4 * unit], { colour: palette.ink, width: unit });
    surface.text(tick.at, base + 6 * unit + size, plain(tick.label), { ...text, anchor: 'middle' });
  }
  figure.strip?.forEach((row, i) => {
    const place = layout.strip[i];
    if (place === undefined) return;
    surface.text(right + 6 * unit, place.top + place.height * 0.85, plain(row.label), {
      ...text,
      size: 9 * unit,
    });
  });
  surface.text(left - 36 * unit, (top + bottom) / 2, axisTitle(figure.y), {
    ...text,
    anchor: 'middle',
    upright: true,
  });
  surface.text(right, base + 8 * unit + 2.4 * size, axisTitle(figure.x), { ...text, anchor: 'end' });
  surface.text(left - 44 * unit, layout.height - 2 * unit, plain(caption), {
    colour: palette.muted,
    size: 8 * unit,
  });
}

/** A row above a plot in a file, units. */
const HEADER_ROW = 18;

interface LegendEntry {
  readonly lane: number;
  readonly label: string;
  readonly x: number;
  readonly row: number;
}

/** Where the lanes' names stand, in units. Widths of text are estimates on the safe side: a file has no ruler. */
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

/** Units that the header of a figure takes in a file of that width. */
export const headerHeight = (figure: Figure, width: number): number =>
  HEADER_ROW *
  (1 +
    (legendEntries(figure, MARGIN.left, width).at(-1)?.row ?? 0) +
    keyRows(figure, MARGIN.left, width - MARGIN.right));

/** What the plot shows: its lanes, with letter and stroke, or its title. */
function drawHeader(surface: Surface, figure: Figure, layout: Layout, { palette }: Ink): void {
  const { unit, width } = layout;
  const text = { colour: palette.ink, size: 11 * unit, weight: 600 };
  if (figure.legend === undefined) surface.text(layout.left, 13 * unit, plain(figure.title), text);
  drawKey(surface, figure, layout, palette, (13 + HEADER_ROW) * unit, HEADER_ROW * unit);
  for (const { lane, label, x, row } of legendEntries(figure, MARGIN.left, width / unit)) {
    const at = (x + 8) * unit;
    const y = (13 + row * HEADER_ROW) * unit;
    const middle = y - 3.8 * unit;
    drawBadge(surface, at, middle, lane, unit, palette);
    const stroke = { colour: palette[laneColour(lane)], width: 2 * unit, dash: laneDash(lane) };
    surface.line([at + 12 * unit, middle, at + 34 * unit, middle], stroke);
    surface.text(at + 38 * unit, y, plain(label), text);
  }
}

function axisTitle(axis: Figure['x']) {
  const unit = axisUnit(axis);
  return [
    ...plain(axis.symbol === undefined || axis.label === '' ? axis.label : `${axis.label} `),
    ...(axis.symbol === undefined ? [] : symbolParts(axis.symbol)),
    ...(unit === '' ? [] : plain(` (${unit})`)),
  ];
}
