import { outlineOf, traceLine, traceMarks } from './paths.ts';
import { FONT_FAMILY, SUB_DROP, SUB_SIZE, type Surface } from './surface.ts';

/** Widths of texts, by font: labels come again in every frame. */
const known = new Map<string, number>();
const KNOWN_LIMIT = 2000;

/** Coordinates of a line from which on its corners are too many and too small to be seen: round ones would only take time. */
const DENSE = 800;

/** Draws in CSS pixels; the caller has scaled the context to the device. */
export function canvasSurface(context: CanvasRenderingContext2D): Surface {
  // The browser parses a font anew each time that it is set, which takes longer than drawing the text.
  let font = '';
  const setFont = (italic: boolean, size: number, weight: number) => {
    const wanted = `${italic ? 'italic ' : ''}${weight} ${size}px ${FONT_FAMILY}`;
    if (wanted === font) return;
    font = wanted;
    context.font = wanted;
  };
  const widthOf = (text: string) => {
    const key = `${font} ${text}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const { width } = context.measureText(text);
    if (known.size >= KNOWN_LIMIT) known.clear();
    known.set(key, width);
    return width;
  };
  return {
    line(points, stroke) {
      context.strokeStyle = stroke.colour;
      context.globalAlpha = stroke.alpha ?? 1;
      context.lineWidth = stroke.width;
      context.lineJoin = points.length > DENSE ? 'bevel' : 'round';
      context.setLineDash((stroke.dash ?? []).map((length) => length * stroke.width));
      context.beginPath();
      traceLine(context, points);
      context.stroke();
      context.setLineDash([]);
      context.globalAlpha = 1;
    },
    polygon(points, colour, alpha) {
      context.fillStyle = colour;
      context.globalAlpha = alpha;
      context.beginPath();
      traceLine(context, points);
      context.closePath();
      context.fill();
      context.globalAlpha = 1;
    },
    rect(x, y, width, height, colour, alpha) {
      context.fillStyle = colour;
      context.globalAlpha = alpha;
      context.fillRect(x, y, width, height);
      context.globalAlpha = 1;
    },
    marks(points, shape, size, colour, alpha) {
      context.fillStyle = colour;
      context.strokeStyle = colour;
      context.globalAlpha = alpha;
      const outline = outlineOf(shape, size);
      context.beginPath();
      traceMarks(context, points, shape, size);
      if (outline === null) context.fill();
      else {
        context.lineWidth = outline;
        context.stroke();
      }
      context.globalAlpha = 1;
    },
    text(x, y, parts, style) {
      const weight = style.weight ?? 400;
      const [only] = parts;
      if (parts.length === 1 && only !== undefined && style.upright !== true) {
        // Measuring costs more than drawing, and one part needs none.
        const align = { start: 'left', middle: 'center', end: 'right' } as const;
        setFont(only.italic, style.size, weight);
        context.fillStyle = style.colour;
        context.textBaseline = 'alphabetic';
        context.textAlign = align[style.anchor ?? 'start'];
        context.fillText(only.text, x, y);
        return;
      }
      const sizeOf = (sub: boolean) => (sub ? style.size * SUB_SIZE : style.size);
      const widths = parts.map((part) => {
        setFont(part.italic, sizeOf(part.sub), weight);
        return widthOf(part.text);
      });
      const total = widths.reduce((sum, width) => sum + width, 0);
      const shift = style.anchor === 'end' ? -total : style.anchor === 'middle' ? -total / 2 : 0;
      const before = font;
      context.save();
      context.translate(x, y);
      if (style.upright === true) context.rotate(-Math.PI / 2);
      context.fillStyle = style.colour;
      context.textBaseline = 'alphabetic';
      context.textAlign = 'left';
      let at = shift;
      parts.forEach((part, i) => {
        setFont(part.italic, sizeOf(part.sub), weight);
        context.fillText(part.text, at, part.sub ? style.size * SUB_DROP : 0);
        at += widths[i] ?? 0;
      });
      context.restore();
      font = before;
    },
    clipped(x, y, width, height, draw) {
      context.save();
      context.beginPath();
      context.rect(x, y, width, height);
      context.clip();
      const before = font;
      draw();
      context.restore();
      font = before;
    },
  };
}

/** Fits a canvas to its box in device pixels and gives a cleared context that draws in CSS pixels. */
export function prepareCanvas(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
): CanvasRenderingContext2D | null {
  const ratio = window.devicePixelRatio;
  const pixels = [Math.round(width * ratio), Math.round(height * ratio)] as const;
  if (canvas.width !== pixels[0]) canvas.width = pixels[0];
  if (canvas.height !== pixels[1]) canvas.height = pixels[1];
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}
