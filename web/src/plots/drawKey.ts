/** The key of shades and hatches, as rows above a plot in a file. */
import { HATCH_GAP, hatched, STEPS, STRONGEST } from './drawHeat.ts';
import type { Figure, Hatch, Layout, Shade } from './figure.ts';
import type { Palette } from './palette.ts';
import { plain, type Surface } from './surface.ts';

/** Units: width of a step of the scale, width of a swatch, space between entries. */
const STEP = 4;
const SWATCH = 18;
const GAP = 14;
const TEXT = 9;
/** Width of a text, estimated generously, because text cannot be measured in a file. */
const widthOf = (text: string): number => 0.56 * TEXT * text.length;

interface Entry {
  readonly x: number;
  readonly row: number;
  /** An entry with neither is the scale of a map. */
  readonly hatch?: Hatch;
  readonly shade?: Shade;
  readonly label: string;
}

type MapKey = NonNullable<Figure['map']>;

const scaleWidth = ({ ends: [low, high] }: MapKey): number =>
  widthOf(low) + widthOf(high) + (2 * STEPS + 1) * STEP + 8;

function entries({ map, shades = [] }: Figure, left: number, right: number): readonly Entry[] {
  let x = left;
  let row = 0;
  const place = (width: number): { readonly x: number; readonly row: number } => {
    if (x > left && x + width > right) {
      x = left;
      row += 1;
    }
    const at = { x, row };
    x += width + GAP;
    return at;
  };
  const swatch = (label: string) => ({ ...place(SWATCH + 4 + widthOf(label)), label });
  return [
    ...(map === undefined ? [] : [{ ...place(scaleWidth(map)), label: '' }]),
    ...(map?.hatches ?? []).map(({ hatch, label }) => ({ ...swatch(label), hatch })),
    ...shades.map((shade) => ({ ...swatch(shade.label), shade })),
  ];
}

/** Number of rows that the key takes between `left` and `right`, units. */
export const keyRows = (figure: Figure, left: number, right: number): number =>
  (entries(figure, left, right).at(-1)?.row ?? -1) + 1;

/** `y`: the baseline of the first row; `height`: the distance between rows; pixels. */
export function drawKey(
  surface: Surface,
  figure: Figure,
  { left, right, unit }: Layout,
  palette: Palette,
  y: number,
  height: number,
): void {
  const { map } = figure;
  const text = { colour: palette.ink, size: TEXT * unit };
  for (const entry of entries(figure, left / unit, right / unit)) {
    const x = entry.x * unit;
    const base = y + entry.row * height;
    const box = { left: x, right: x + SWATCH * unit, top: base - 7.5 * unit, bottom: base + 1.5 * unit };
    if (entry.hatch !== undefined) {
      hatched(surface, entry.hatch, [box], palette, unit, (HATCH_GAP * unit) / 1.5);
      surface.text(box.right + 4 * unit, base, plain(entry.label), text);
      continue;
    }
    if (entry.shade !== undefined) {
      const { colour, alpha } = entry.shade;
      surface.rect(x, box.top, SWATCH * unit, box.bottom - box.top, palette[colour], alpha);
      surface.text(box.right + 4 * unit, base, plain(entry.label), text);
      continue;
    }
    if (map === undefined) continue;
    surface.text(x, base, plain(map.ends[0]), text);
    const from = x + (widthOf(map.ends[0]) + 4) * unit;
    for (let step = -STEPS; step <= STEPS; ++step) {
      const colour = palette[step < 0 ? map.below : map.above];
      const at = from + (step + STEPS) * STEP * unit;
      const alpha = (STRONGEST * Math.abs(step)) / STEPS;
      surface.rect(at, box.top, STEP * unit, box.bottom - box.top, colour, alpha);
    }
    surface.text(from + ((2 * STEPS + 1) * STEP + 4) * unit, base, plain(map.ends[1]), text);
  }
}
