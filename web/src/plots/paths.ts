/** The outlines of marks, for canvas and file alike: d3-path gives a file the same pen as a canvas. */
import type { Path } from 'd3-path';
import type { Values } from './m4.ts';
import type { Shape } from './surface.ts';

type Pen = CanvasRenderingContext2D | Path;

/**
 * A line through x0, y0, x1, y1, ..., all shifted. At a coordinate that is not a number the pen is lifted. A
 * single point is closed, so that it is visible.
 */
export function traceLine(pen: Pen, points: Values, dx = 0, dy = 0): void {
  let drawn = 0;
  for (let i = 0; i <= points.length; i += 2) {
    const x = (points[i] ?? NaN) + dx;
    const y = (points[i + 1] ?? NaN) + dy;
    if (Number.isNaN(x + y)) {
      if (drawn === 1) pen.closePath();
      drawn = 0;
    } else if (drawn++ === 0) pen.moveTo(x, y);
    else pen.lineTo(x, y);
  }
}

/** The outline of a band: along its upper edge, and back along the lower one. */
export function bandOutline(x: Values, upper: Values, lower: Values): Float64Array {
  const count = x.length;
  const outline = new Float64Array(4 * count);
  for (let i = 0; i < count; ++i) {
    outline[2 * i] = x[i] ?? NaN;
    outline[2 * i + 1] = upper[i] ?? NaN;
    const back = 4 * count - 2 * i - 2;
    outline[back] = x[i] ?? NaN;
    outline[back + 1] = lower[i] ?? NaN;
  }
  return outline;
}

/** Marks of this size around the points. */
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

/** The line width of shapes that consist of lines; null for shapes that are filled. */
export const outlineOf = (shape: Shape, size: number): number | null =>
  shape === 'ring' || shape === 'tick' ? Math.max(1, size / 4) : null;
