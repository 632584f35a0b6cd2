/**
 * A figure is plain data: axes, layers of marks, named levels, and the numbers behind them. Views build
 * figures; PlotFrame shows one, export writes one, window.aqm.plot reads one. A new plot is a function that
 * returns a figure.
 */
import { unitWord } from '../../../models/src/unit-words.ts';
import type { Values } from './m4.ts';
import type { Colour } from './palette.ts';
import { makeScale, type Interval, type Scale, type ScaleKind } from './scale.ts';
import type { Shape } from './surface.ts';

export interface Axis {
  readonly label: string;
  /** A symbol after the label, such as a parameter's name: "avg". */
  readonly symbol?: string;
  readonly unit: string;
  readonly kind: ScaleKind;
  readonly domain: Interval;
  /** Ticks are multiples of this, if the unit has its own round numbers: 90 degrees. */
  readonly step?: number;
  /**
   * Ticks stand only at these positions and with these labels, as far as there is room: values of a list,
   * names.
   */
  readonly places?: readonly { readonly value: number; readonly label: string }[];
  /** The plot below shares the axis and shows its numbers and label. */
  readonly quiet?: boolean;
}

/**
 * For a layer whose columns stay the same objects while other layers change, so that a canvas can cache its
 * drawing.
 */
interface Cacheable {
  readonly cached?: true;
}

interface LineLayer extends Cacheable {
  readonly kind: 'line';
  readonly x: Values;
  readonly y: Values;
  readonly colour: Colour;
  readonly width: number;
  readonly dash?: readonly number[];
  readonly alpha?: number;
  /** Set if x does not ascend (a phase portrait, a Nyquist curve): every point is drawn. */
  readonly free?: boolean;
}
interface BandLayer {
  readonly kind: 'band';
  readonly x: Values;
  readonly low: Values;
  readonly high: Values;
  readonly colour: Colour;
  readonly alpha: number;
}
interface PointLayer extends Cacheable {
  readonly kind: 'points';
  readonly x: Values;
  readonly y: Values;
  readonly shape: Shape;
  readonly size: number;
  readonly colour: Colour;
  readonly alpha?: number;
}
/** Arrow heads on a line, at the points with the indices `at`, in the direction of the line. */
interface ArrowLayer {
  readonly kind: 'arrows';
  readonly x: Values;
  readonly y: Values;
  readonly at: readonly number[];
  readonly size: number;
  readonly colour: Colour;
  readonly alpha?: number;
}
export type Hatch = 'rising' | 'falling' | 'crossed' | 'level' | 'upright' | 'squared' | 'broken' | 'plain';
/** Cells around the positions (x[i], y[j]), which ascend. */
interface HeatLayer {
  readonly kind: 'heat';
  readonly x: Values;
  readonly y: Values;
  /**
   * The shade of cell j * x.length + i, from -1 to 1, drawn in steps from the colour `below` over the
   * background to `above`; NaN is not drawn.
   */
  readonly shade: Values;
  readonly below: Colour;
  readonly above: Colour;
  /** The hatch of a cell without a shade; undefined leaves the cell empty. */
  readonly hatch: (cell: number) => Hatch | undefined;
}
/** A name at a position: above and to the left of it, or to its right. */
interface TextLayer {
  readonly kind: 'text';
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly side?: 'left' | 'right';
  /**
   * The name keeps clear of lines, points and other names. Moved far from its position it gets a leader; without a
   * place it is left out if it is 'told' elsewhere, such as by a cursor over the points.
   */
  readonly clear?: 'always' | 'told';
}
/** A lane's letter at a position. */
interface BadgeLayer {
  readonly kind: 'badge';
  readonly x: number;
  readonly y: number;
  readonly lane: number;
}
export type MarkLayer = LineLayer | BandLayer | PointLayer | ArrowLayer | HeatLayer;
export type Layer = MarkLayer | TextLayer | BadgeLayer;

/** A value with a name, drawn as a thin line across the plot: a threshold, a target. */
export interface Level {
  readonly axis: 'x' | 'y';
  readonly name: string;
  /** The name is a word of the page's language, not a symbol. */
  readonly word?: true;
  readonly value: number;
  /**
   * The printed value, if it is not the position itself: a delay target is drawn at the queue that takes this
   * time to send.
   */
  readonly shown?: string;
  /** The name stands at the other end of the line, where fewer marks are. */
  readonly far?: boolean;
}

/** One kind of event on the strip below a plot. */
export interface StripKind {
  readonly label: string;
  readonly shape: Shape;
  readonly times: Values;
  /** The event is certain, not random: it is drawn darker if events are too many to show singly. */
  readonly certain: boolean;
}

/** Events below a plot: single events or, if there are too many, their rate. */
export interface Strip {
  readonly kinds: readonly StripKind[];
  /** The number of events that each listed event represents. */
  readonly weight: number;
  /** The rate, in events per second, that fills the strip's height; the same for all lanes. */
  readonly most: number;
  /** The events come from two runs, so their rate belongs to neither. */
  readonly mixed?: boolean;
}

export interface Shade {
  readonly colour: Colour;
  readonly alpha: number;
  readonly label: string;
}

export interface Column {
  readonly label: string;
  readonly unit: string;
  readonly values: Values;
}
/** The numbers of a plot, or of one lane in it, for tables, files and tests. */
export interface PlotData {
  readonly lane?: number;
  readonly label?: string;
  readonly x: Column;
  readonly series: readonly Column[];
}

export interface Figure {
  readonly name: string;
  readonly lane?: number;
  readonly title: string;
  /** One sentence that describes the picture, for readers who cannot see it. */
  readonly summary: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly layers: readonly Layer[];
  readonly levels: readonly Level[];
  /**
   * The reader's notes on the plot: on the page they can be moved, in a file they are drawn. Computed on
   * request.
   */
  readonly notes?: () => readonly Layer[];
  /** The lanes that share the plot. The page names them beside the plot, a file above it. */
  readonly legend?: readonly { readonly lane: number; readonly label: string }[];
  readonly strip?: Strip;
  /** From this x on, the picture belongs to an older document and is faded; the part before it is new. */
  readonly olderFrom?: number;
  /**
   * The meaning of a map's shades at both ends, and of its hatches. The page shows it below the plot, a file
   * above it.
   */
  readonly map?: {
    readonly below: Colour;
    readonly above: Colour;
    readonly ends: readonly [string, string];
    readonly hatches: readonly { readonly hatch: Hatch; readonly label: string }[];
  };
  /**
   * The meaning of colours that do not belong to lanes. The page shows it below the plot, a file above it.
   */
  readonly shades?: readonly Shade[];
  /** Whether there is room for the names of levels at the right edge, or its width in units. */
  readonly edge: boolean | number;
  /** The marks cover the background: there is no grid. */
  readonly grid?: false;
  /** A unit has the same length along x and y: the axis with more room shows more than its domain. */
  readonly equal?: boolean;
  /** A head may lie over the margin above the plot, as a lane's does on a projector: no title is there. */
  readonly headed?: true;
  /** Computed on request: one entry for each lane, or one for the whole plot. */
  readonly data: () => readonly PlotData[];
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly strip: { readonly top: number; readonly height: number } | null;
  /** Position of the x axis: below the strip, if there is one. */
  readonly base: number;
  /** Pixels per sixteenth of the root's font size: 1, or 1.5 on a projector. */
  readonly unit: number;
  readonly sx: Scale;
  readonly sy: Scale;
}

export const MARGIN = {
  left: 52,
  right: 16,
  edge: 92,
  top: 12,
  ticks: 22,
  quietTicks: 8,
  label: 16,
  strip: 14,
  stripGap: 5,
};

const edgeOf = ({ edge }: Pick<Figure, 'edge'>): number =>
  typeof edge === 'number' ? edge : edge ? MARGIN.edge : MARGIN.right;

/** `header`: units above the plot for the header of a file. */
export function layoutFigure(
  figure: Figure,
  width: number,
  height: number,
  unit: number,
  header = 0,
): Layout {
  const left = MARGIN.left * unit;
  const right = Math.max(left + 1, width - edgeOf(figure) * unit);
  const top = (MARGIN.top + header) * unit;
  const base = height - (figure.x.quiet === true ? MARGIN.quietTicks : MARGIN.ticks + MARGIN.label) * unit;
  const events = figure.strip !== undefined;
  const bottom = Math.max(top + 1, base - (events ? (MARGIN.strip + MARGIN.stripGap) * unit : 0));
  const strip = events ? { top: bottom + MARGIN.stripGap * unit, height: MARGIN.strip * unit } : null;
  const [xDomain, yDomain] =
    figure.equal === true
      ? equalDomains(figure.x.domain, figure.y.domain, (right - left) / (bottom - top))
      : [figure.x.domain, figure.y.domain];
  return {
    width,
    height,
    left,
    top,
    right,
    bottom,
    strip,
    base,
    unit,
    sx: makeScale(figure.x.kind, xDomain, [left, right]),
    sy: makeScale(figure.y.kind, yDomain, [bottom, top]),
  };
}

/**
 * The domains, one of them widened around its middle, so that their lengths have the ratio of the plot's
 * sides.
 */
function equalDomains(x: Interval, y: Interval, ratio: number): readonly [Interval, Interval] {
  const lengthen = ([lo, hi]: Interval, to: number): Interval => {
    const spare = Math.max(0, to - (hi - lo)) / 2;
    return [lo - spare, hi + spare];
  };
  return [lengthen(x, (y[1] - y[0]) * ratio), lengthen(y, (x[1] - x[0]) / ratio)];
}

export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** The number of digits that fit between the axis and its title. */
const LEFT_DIGITS = 5;

/** Ticks are about 66 units apart along x and about 44 units along y. */
export function axisTicks(figure: Pick<Figure, 'x' | 'y'>, layout: Layout, axis: 'x' | 'y'): readonly Tick[] {
  const scale = axis === 'x' ? layout.sx : layout.sy;
  const { step, places: named } = figure[axis];
  const length = axis === 'x' ? layout.right - layout.left : layout.bottom - layout.top;
  if (named !== undefined) return spaced(named, scale, PLACE * layout.unit);
  const count = Math.max(2, Math.floor(length / ((axis === 'x' ? 66 : 44) * layout.unit)));
  const format = scale.format(count, axis === 'y' ? LEFT_DIGITS : undefined);
  const places = step === undefined ? scale.ticks(count) : multiples(step, scale.domain, count);
  return places.map((value) => ({ at: scale.map(value), label: format(value) }));
}

/** Units from one named position to the next. */
const PLACE = 26;

/** The positions that do not overlap; the first and the last are always among them. */
function spaced(places: NonNullable<Axis['places']>, scale: Scale, apart: number): readonly Tick[] {
  const all = places.map(({ value, label }) => ({ at: scale.map(value), label }));
  const last = all.at(-1);
  const chosen = all.reduce<Tick[]>((found, tick) => {
    const before = found.at(-1);
    const free = before === undefined || Math.abs(tick.at - before.at) >= apart;
    const clear = tick === last || last === undefined || Math.abs(last.at - tick.at) >= apart;
    return free && clear ? [...found, tick] : found;
  }, []);
  return chosen;
}

/** Multiples of the step, or of two, three, ... times the step, so that there are about `count` of them. */
function multiples(step: number, [lo, hi]: Interval, count: number): number[] {
  const by = step * Math.max(1, Math.ceil((hi - lo) / step / (count + 1)));
  const first = Math.ceil(lo / by);
  return Array.from({ length: Math.max(0, Math.floor(hi / by) - first + 1) }, (_, i) => (first + i) * by);
}

export interface PlacedLevel extends Level {
  /** The position of its line. */
  readonly at: number;
  /** The position of its name, moved away from neighbouring names. */
  readonly labelAt: number;
  /** Whether there is no room for its name. */
  readonly crowded: boolean;
}

/** Units between the names of levels: plain text, or text in the frame of a handle. */
export const levelGapOf = (framed: boolean): number => (framed ? 19 : 13);

/**
 * Units above a plot that names of levels may use; above them is the line with the values under the pointer.
 */
const ABOVE = 16;

/** The distance between framed names if a room has to hold this many of them. */
export const tightGap = (names: number, room: number, gap: number, unit: number): number =>
  names < 2 ? gap : Math.max(Math.min(gap, levelGapOf(false) * unit), Math.min(gap, room / (names - 1)));

/**
 * The levels inside the plot, with names at least `gap` apart. If a low plot has no room for all names, the
 * uppermost levels have none.
 */
export function placeLevels(
  figure: Pick<Figure, 'levels'>,
  layout: Layout,
  axis: 'x' | 'y',
  gap: number,
): readonly PlacedLevel[] {
  const scale = axis === 'x' ? layout.sx : layout.sy;
  const [a, b] = [Math.min(...scale.range), Math.max(...scale.range)];
  const inside = figure.levels
    .filter((level) => level.axis === axis)
    .map((level) => ({ ...level, at: scale.map(level.value) }))
    .filter((level) => level.at >= a - 0.5 && level.at <= b + 0.5)
    .sort((p, q) => p.at - q.at);
  // Many framed names become lower before they extend beyond the plot.
  const tight = axis === 'y' ? tightGap(inside.length, b - a, gap, layout.unit) : gap;
  // The middle of a name is at its position, so the outermost names stay inside by half their size.
  const inset = Math.max(0, tight / 2 - 4 * layout.unit);
  const places = spread(
    inside.map((level) => level.at),
    tight,
    a,
    b - inset,
  );
  return inside.map((level, i) => {
    const labelAt = places[i] ?? level.at;
    return { ...level, labelAt, crowded: axis === 'y' && labelAt < a - ABOVE * layout.unit };
  });
}

/**
 * Moves ascending positions, in one pass in each direction, so that neighbours are `gap` apart within [lo,
 * hi].
 */
export function spread(positions: readonly number[], gap: number, lo: number, hi: number): number[] {
  const out = [...positions];
  for (let i = 1; i < out.length; ++i) out[i] = Math.max(out[i] ?? lo, (out[i - 1] ?? lo) + gap);
  let limit = hi;
  for (let i = out.length - 1; i >= 0; --i) {
    out[i] = Math.min(out[i] ?? hi, limit);
    limit = (out[i] ?? hi) - gap;
  }
  return out;
}

/** "average queue avg (packets)"; a unit of "1" is not printed. */
export const axisUnit = (axis: Axis): string =>
  axis.unit === '' || axis.unit === '1' ? '' : unitWord(axis.unit);
