/** The outlines of what is drawn, once for canvas and file: D3 gives a file the pen that a canvas has. */
import type { Path } from 'd3-path';
import { line } from 'd3-shape';
import type { Values } from './m4.ts';
import type { Shape } from './surface.ts';

type Pen = CanvasRenderingContext2D | Path;

/** Through x0, y0, x1, y1, ...; where a coordinate is no number the pen is lifted. */
export function traceLine(pen: Pen, points: Values): void {
  const x = (_: unknown, i: number) => points[2 * i] ?? NaN;
  const y = (_: unknown, i: number) => points[2 * i + 1] ?? NaN;
  const drawn = (_: unknown, i: number) => !Number.isNaN(x(_, i) + y(_, i));
  line<unknown>(x, y)
    .defined(drawn)
    .context(pen as CanvasRenderingContext2D)(Array<unknown>(points.length >> 1));
}

/** Marks of that size about the points. */
export function traceMarks(pen: Pen, points: Values, shape: Shape, size: number): void {
  const r = size / 2;
  for (let i = 0; i + 1 < points.length; i += 2) {
    const x = points[i] ?? NaN;
    const y = points[i + 1] ?? NaN;
    switch (shape) {
      case 'dot':
      case 'ring':
        pen.moveTo(x + r, y);
        pen.arc(x, y, r, 0, 2 * Math.PI);
        break;
      case 'square':
        pen.rect(x - r, y - r, size, size);
        break;
      case 'triangle':
        pen.moveTo(x, y - r);
        pen.lineTo(x + r, y + r);
        pen.lineTo(x - r, y + r);
        pen.closePath();
        break;
      case 'tick':
        pen.moveTo(x, y - r);
        pen.lineTo(x, y + r);
        break;
    }
  }
}

/** Shapes that are lines, of this width; all others are filled. */
export const outlineOf = (shape: Shape, size: number): number | null =>
  shape === 'ring' || shape === 'tick' ? Math.max(1, size / 4) : null;
