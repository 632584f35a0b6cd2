/**
 * A figure is plain data: axes, layers of marks, named levels, and the numbers behind them. Views build figures; PlotFrame
 * shows one, export writes one, window.aqm.plot reads one. A new plot is a function that returns a figure.
 */
import type { Values } from './m4.ts';
import type { Colour } from './palette.ts';
import { makeScale, type Interval, type Scale, type ScaleKind } from './scale.ts';
import type { Shape } from './surface.ts';

export interface Axis {
  readonly label: string;
  /** Symbol set after the label, as a parameter's name: "avg". */
  readonly symbol?: string;
  readonly unit: string;
  readonly kind: ScaleKind;
  readonly domain: Interval;
  /** Ticks are multiples of this, where the unit has its own round numbers: 90 degrees. */
  readonly step?: number;
  /** Ticks stand at these places alone, with these words, where there is room for them: values of a list, names. */
  readonly places?: readonly { readonly value: number; readonly label: string }[];
  /** Numbers and label are left to the plot below, which shares the axis. */
  readonly quiet?: boolean;
}

/** Of a layer: its columns stay the same objects while the layers beside it change, so that a canvas keeps what it drew of them. */
interface Kept {
  readonly kept?: true;
}

interface LineLayer extends Kept {
  readonly kind: 'line';
  readonly x: Values;
  readonly y: Values;
  readonly colour: Colour;
  readonly width: number;
  readonly dash?: readonly number[];
  readonly alpha?: number;
  /** x does not ascend (a phase portrait, a Nyquist curve): every point is drawn. */
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
interface PointLayer extends Kept {
  readonly kind: 'points';
  readonly x: Values;
  readonly y: Values;
  readonly shape: Shape;
  readonly size: number;
  readonly colour: Colour;
  readonly alpha?: number;
}
/** Heads of arrows on a line of which the points `at` are given by their index, in the direction in which it goes on. */
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
/** Cells around the places (x[i], y[j]); ascending. */
interface HeatLayer {
  readonly kind: 'heat';
  readonly x: Values;
  readonly y: Values;
  /** -1 to 1 of the cell j * x.length + i, which is drawn in steps from `below` over the ground to `above`; NaN is not drawn. */
  readonly shade: Values;
  readonly below: Colour;
  readonly above: Colour;
  /** How a cell without a shade is hatched; undefined: left empty. */
  readonly hatch: (cell: number) => Hatch | undefined;
}
/** A name at a place, above and to the left of it, or to its right. */
interface TextLayer {
  readonly kind: 'text';
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly side?: 'left' | 'right';
}
/** A lane's letter at a place. */
interface BadgeLayer {
  readonly kind: 'badge';
  readonly x: number;
  readonly y: number;
  readonly lane: number;
}
export type MarkLayer = LineLayer | BandLayer | PointLayer | ArrowLayer | HeatLayer;
export type Layer = MarkLayer | TextLayer | BadgeLayer;

/** A value that has a name, drawn as a thin line across: a threshold, a target. */
export interface Level {
  readonly axis: 'x' | 'y';
  readonly name: string;
  readonly value: number;
  /** The value as it is written, where that is not the place itself: a delay that stands at the queue that takes so long. */
  readonly shown?: string;
  /** Its name stands at the other end of its line, where less is drawn. */
  readonly far?: boolean;
}

/** One kind of event on the strip under a plot. */
export interface StripKind {
  readonly label: string;
  readonly shape: Shape;
  readonly times: Values;
  /** It happens for certain, not by chance: darker, where events are too many to be told apart. */
  readonly certain: boolean;
}

/** Events under a plot: each one, or, where they are too many, how many there are in a second. */
export interface Strip {
  readonly kinds: readonly StripKind[];
  /** So many events stand for each one that is listed. */
  readonly weight: number;
  /** Events per second that fill the strip's height, the same for all lanes. */
  readonly most: number;
  /** It is of two runs: how many events there are in a second is the rate of neither. */
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
/** The numbers of a plot (of one lane of it): what a table, a file and a test read. */
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
  /** One sentence that says what is seen, for those who do not see it. */
  readonly summary: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly layers: readonly Layer[];
  readonly levels: readonly Level[];
  /** What readers left on it: on the page it can be taken hold of, in a file it is drawn. Made when asked for. */
  readonly notes?: () => readonly Layer[];
  /** Lanes that share the plot. On the page they are named beside it, in a file above it. */
  readonly legend?: readonly { readonly lane: number; readonly label: string }[];
  readonly strip?: Strip;
  /** From this x on the picture is of an older document, what comes before is new: the rest stands under a veil. */
  readonly olderFrom?: number;
  /** What the shades of a map mean, at both ends, and its hatches; on the page it stands below, in a file above. */
  readonly map?: {
    readonly below: Colour;
    readonly above: Colour;
    readonly ends: readonly [string, string];
    readonly hatches: readonly { readonly hatch: Hatch; readonly label: string }[];
  };
  /** What colours mean that are no lane's; on the page it stands below, in a file above. */
  readonly shades?: readonly Shade[];
  /** Room at the right edge for the names of levels, or so many units of it. */
  readonly edge: boolean | number;
  /** The marks cover the ground: no grid. */
  readonly grid?: false;
  /** A unit is as long along x as along y: the axis with room to spare shows more than its domain. */
  readonly equal?: boolean;
  /** Made when asked for: by lane, or one entry for the whole plot. */
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
  /** Where the x axis is drawn: below the strip, if there is one. */
  readonly base: number;
  /** Pixels in a sixteenth of the root's font size: 1, or 1.5 on a projector. */
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

/** `header`: units above the plot for what a file says there. */
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

/** The domains, one of them made longer about its middle, so that their lengths are in the ratio of the plot's sides. */
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

/** Digits that fit between the axis and its title. */
const LEFT_DIGITS = 5;

/** Ticks about every 66 units along x and every 44 units along y. */
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

/** Units from one named place to the next. */
const PLACE = 26;

/** Places that do not stand in each other's way; the last one stands, as the first. */
function spaced(places: NonNullable<Axis['places']>, scale: Scale, apart: number): readonly Tick[] {
  const all = places.map(({ value, label }) => ({ at: scale.map(value), label }));
  const last = all.at(-1);
  const kept = all.reduce<Tick[]>((found, tick) => {
    const before = found.at(-1);
    const free = before === undefined || Math.abs(tick.at - before.at) >= apart;
    const clear = tick === last || last === undefined || Math.abs(last.at - tick.at) >= apart;
    return free && clear ? [...found, tick] : found;
  }, []);
  return kept;
}

/** Multiples of the step, or of twice, thrice, ... the step, so that there are about `count` of them. */
function multiples(step: number, [lo, hi]: Interval, count: number): number[] {
  const by = step * Math.max(1, Math.ceil((hi - lo) / step / (count + 1)));
  const first = Math.ceil(lo / by);
  return Array.from({ length: Math.max(0, Math.floor(hi / by) - first + 1) }, (_, i) => (first + i) * by);
}

export interface PlacedLevel extends Level {
  /** Where its line is. */
  readonly at: number;
  /** Where its name is: pushed aside from its neighbours'. */
  readonly labelAt: number;
  /** There is no room for its name. */
  readonly crowded: boolean;
}

/** Units between the names of levels: text, or text in a frame that can be taken. */
export const levelGapOf = (framed: boolean): number => (framed ? 19 : 13);

/** Units above a plot that names of levels may take: beyond it is the line of what is read. */
const ABOVE = 16;

/** What names in frames have between them in a room for so many of them. */
export const tightGap = (names: number, room: number, gap: number, unit: number): number =>
  names < 2 ? gap : Math.max(Math.min(gap, levelGapOf(false) * unit), Math.min(gap, room / (names - 1)));

/** Levels that are inside the plot, their names at least `gap` apart; where a low plot has no room for all names, the uppermost have none. */
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
  // Frames of many names are lower, before they go beyond the plot.
  const tight = axis === 'y' ? tightGap(inside.length, b - a, gap, layout.unit) : gap;
  // A name stands on its middle: the outermost ones stay inside by half their size.
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

/** Moves ascending positions as little as a single pass each way allows, so that neighbours are `gap` apart within [lo, hi]. */
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
export const axisUnit = (axis: Axis): string => (axis.unit === '' || axis.unit === '1' ? '' : axis.unit);
