/**
 * What a figure is drawn on. A canvas draws it on the screen and into PNG, an SVG document into a file: the
 * same drawing code serves both.
 */
import type { Values } from './m4.ts';
import type { SymbolPart } from '../components/symbol.ts';

export interface Stroke {
  readonly colour: string;
  readonly width: number;
  /** In multiples of the line width. */
  readonly dash?: readonly number[];
  readonly alpha?: number;
}

export type Shape = 'dot' | 'ring' | 'square' | 'triangle' | 'tick';

export interface TextStyle {
  readonly colour: string;
  readonly size: number;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly weight?: number;
  /** Rotated: read from bottom to top. */
  readonly upright?: boolean;
}

export interface Surface {
  /** Pixels x0, y0, x1, y1, ...; NaN lifts the pen. */
  line(points: Values, stroke: Stroke): void;
  polygon(points: Values, colour: string, alpha: number): void;
  /** The area between two edges over ascending x, all in pixels. */
  band(x: Values, upper: Values, lower: Values, colour: string, alpha: number): void;
  rect(x: number, y: number, width: number, height: number, colour: string, alpha: number): void;
  marks(points: Values, shape: Shape, size: number, colour: string, alpha: number): void;
  /** y is the baseline. */
  text(x: number, y: number, parts: readonly SymbolPart[], style: TextStyle): void;
  /** Draws `of` in the way that `how` names: a surface that draws repeatedly may cache the result. */
  cached?(of: object, how: string, draw: (surface: Surface) => void): void;
  clipped(x: number, y: number, width: number, height: number, draw: () => void): void;
}

export const plain = (text: string): readonly SymbolPart[] => [{ text, italic: false, sub: false }];
/** Subscripts are set at 72 % and lowered by a fifth of the size. */
export const SUB_SIZE = 0.72;
export const SUB_DROP = 0.2;

export const FONT_FAMILY = "'Source Sans 3 Variable', 'Source Sans 3', system-ui, sans-serif";
