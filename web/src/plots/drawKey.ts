/** What the shades and hatches of a map mean, as rows above it in a file. */
import { HATCH_GAP, hatched, STEPS, STRONGEST } from './drawHeat.ts';
import type { Figure, Hatch, Layout } from './figure.ts';
import type { Palette } from './palette.ts';
import { plain, type Surface } from './surface.ts';

/** Units: of a step of the scale, of a swatch, between entries. */
const STEP = 4;
const SWATCH = 18;
const GAP = 14;
const TEXT = 9;
/** Width of text of that size, an estimate on the safe side: a file has no ruler. */
const widthOf = (text: string): number => 0.56 * TEXT * text.length;

interface Entry {
  readonly x: number;
  readonly row: number;
  /** Undefined: the scale of the shades. */
  readonly hatch?: Hatch;
  readonly label: string;
}

type MapKey = NonNullable<Figure['map']>;

const scaleWidth = ({ ends: [low, high] }: MapKey): number =>
  widthOf(low) + widthOf(high) + (2 * STEPS + 1) * STEP + 8;

function entries(map: MapKey, left: number, right: number): readonly Entry[] {
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
  return [
    { ...place(scaleWidth(map)), label: '' },
    ...map.hatches.map(({ hatch, label }) => ({ ...place(SWATCH + 4 + widthOf(label)), hatch, label })),
  ];
}

/** Rows that the key takes between those units. */
export const keyRows = ({ map }: Figure, left: number, right: number): number =>
  map === undefined ? 0 : (entries(map, left, right).at(-1)?.row ?? 0) + 1;

/** `y`: the baseline of the first row, `height`: from row to row; pixels. */
export function drawKey(
  surface: Surface,
  { map }: Figure,
  { left, right, unit }: Layout,
  palette: Palette,
  y: number,
  height: number,
): void {
  if (map === undefined) return;
  const text = { colour: palette.ink, size: TEXT * unit };
  for (const entry of entries(map, left / unit, right / unit)) {
    const x = entry.x * unit;
    const base = y + entry.row * height;
    const box = { left: x, right: x + SWATCH * unit, top: base - 7.5 * unit, bottom: base + 1.5 * unit };
    if (entry.hatch !== undefined) {
      hatched(surface, entry.hatch, [box], palette, unit, (HATCH_GAP * unit) / 1.5);
      surface.text(box.right + 4 * unit, base, plain(entry.label), text);
      continue;
    }
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
