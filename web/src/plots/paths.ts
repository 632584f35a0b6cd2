/** The outlines of what is drawn, once for canvas and file: d3-path gives a file the pen that a canvas has. */
import type { Path } from 'd3-path';
import type { Values } from './m4.ts';
import type { Shape } from './surface.ts';

type Pen = CanvasRenderingContext2D | Path;

/** Through x0, y0, x1, y1, ...; where a coordinate is no number the pen is lifted. A point alone is closed, so that it shows. */
export function traceLine(pen: Pen, points: Values): void {
  let drawn = 0;
  for (let i = 0; i <= points.length; i += 2) {
    const x = points[i] ?? NaN;
    const y = points[i + 1] ?? NaN;
    if (Number.isNaN(x + y)) {
      if (drawn === 1) pen.closePath();
      drawn = 0;
    } else if (drawn++ === 0) pen.moveTo(x, y);
    else pen.lineTo(x, y);
  }
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
