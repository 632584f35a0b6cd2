import { bandOutline, outlineOf, traceLine, traceMarks } from './paths.ts';
import type { Values } from './m4.ts';
import { FONT_FAMILY, SUB_DROP, SUB_SIZE, type Surface } from './surface.ts';

/** Widths of texts, by font: the same labels are drawn in every frame. */
const widths = new Map<string, number>();
const MOST_WIDTHS = 2000;

/**
 * A line with at least this many coordinates has corners too small to see, and round corners would cost time.
 */
const DENSE = 800;

/** Device pixels. A wider line with many corners is stroked in one piece. */
const HAIRLINES = 3.5;

/**
 * A dense line wider than one device pixel takes five times as long as three hairlines around it, which look
 * the same. The result contains shifts in device pixels; docs/engines.md, note 13.
 */
function hairlines(width: number): readonly (readonly [number, number])[] {
  const r = (width - 1) / 2;
  const round = r <= 0.75 ? 3 : 6;
  const ring = Array.from({ length: round }, (_, i) => {
    const angle = (2 * Math.PI * i) / round;
    return [r * Math.cos(angle), r * Math.sin(angle)] as const;
  });
  return round === 3 ? ring : [[0, 0], ...ring];
}

/**
 * If points are less than a device pixel apart, a band is drawn as one column for each: this takes a third of
 * the time of its outline.
 */
function fillColumns(
  context: CanvasRenderingContext2D,
  ratio: number,
  x: Values,
  upper: Values,
  lower: Values,
): void {
  const edge = (i: number) => Math.floor((x[i] ?? NaN) * ratio) / ratio;
  for (let i = 0; i < x.length;) {
    const left = edge(i);
    let top = Infinity;
    let bottom = -Infinity;
    do {
      top = Math.min(top, upper[i] ?? NaN);
      bottom = Math.max(bottom, lower[i] ?? NaN);
      ++i;
    } while (i < x.length && edge(i) === left);
    const right = i < x.length ? edge(i) : left + 1 / ratio;
    context.fillRect(left, top, right - left, bottom - top);
  }
}

/** A part of a canvas that is cached as a picture while each drawing contains it. */
interface Drawn {
  readonly how: string;
  /**
   * Null while the part has been requested only once: a part that changes with every drawing is drawn
   * directly, which is less work.
   */
  readonly picture: HTMLCanvasElement | null;
}
/** Each cached picture has the canvas' size: a phone has no memory for those of 32 lanes. */
const MOST_CACHED = 12;
const drawnApart = new WeakMap<HTMLCanvasElement, ReadonlyMap<object, Drawn>>();

/**
 * A surface for a canvas that is drawn repeatedly: unchanged parts are cached. `done` removes the parts that
 * this drawing did not contain.
 */
export function cachingSurface(context: CanvasRenderingContext2D): {
  readonly surface: Surface;
  readonly done: () => void;
} {
  const { canvas } = context;
  const before = drawnApart.get(canvas);
  const now = new Map<object, Drawn>();
  const fits = (picture: HTMLCanvasElement) =>
    picture.width === canvas.width && picture.height === canvas.height;
  const drawApart = (draw: (surface: Surface) => void): HTMLCanvasElement | null => {
    const picture = canvas.ownerDocument.createElement('canvas');
    picture.width = canvas.width;
    picture.height = canvas.height;
    const apart = picture.getContext('2d');
    if (apart === null) return null;
    apart.setTransform(context.getTransform());
    draw(canvasSurface(apart));
    return picture;
  };
  const surface: Surface = {
    ...canvasSurface(context),
    cached(of, how, draw) {
      const found = now.get(of) ?? before?.get(of);
      const again = found?.how === how ? found : null;
      const mayCache = now.has(of) || now.size < MOST_CACHED;
      const same = again?.picture != null && fits(again.picture) ? again.picture : null;
      const picture = same ?? (again !== null && mayCache ? drawApart(draw) : null);
      if (mayCache) now.set(of, { how, picture });
      if (picture === null) {
        draw(surface);
        return;
      }
      context.save();
      context.resetTransform();
      context.drawImage(picture, 0, 0);
      context.restore();
    },
  };
  return { surface, done: () => void drawnApart.set(canvas, now) };
}

/** Draws in CSS pixels; the caller has scaled the context to the device. */
export function canvasSurface(context: CanvasRenderingContext2D): Surface {
  const ratio = context.getTransform().a;
  // The browser parses a font each time it is set, which takes longer than drawing the text.
  let font = '';
  const setFont = (italic: boolean, size: number, weight: number) => {
    const wanted = `${italic ? 'italic ' : ''}${weight} ${size}px ${FONT_FAMILY}`;
    if (wanted === font) return;
    font = wanted;
    context.font = wanted;
  };
  const widthOf = (text: string) => {
    const key = `${font} ${text}`;
    const found = widths.get(key);
    if (found !== undefined) return found;
    const { width } = context.measureText(text);
    if (widths.size >= MOST_WIDTHS) widths.clear();
    widths.set(key, width);
    return width;
  };
  return {
    line(points, stroke) {
      context.strokeStyle = stroke.colour;
      context.globalAlpha = stroke.alpha ?? 1;
      context.setLineDash((stroke.dash ?? []).map((length) => length * stroke.width));
      const dense = points.length > DENSE;
      const pixels = stroke.width * ratio;
      if (dense && pixels > 1 && pixels <= HAIRLINES && context.globalAlpha === 1) {
        context.lineWidth = 1 / ratio;
        for (const [dx, dy] of hairlines(pixels)) {
          context.beginPath();
          traceLine(context, points, dx / ratio, dy / ratio);
          context.stroke();
        }
      } else {
        context.lineWidth = stroke.width;
        context.lineJoin = dense ? 'bevel' : 'round';
        context.beginPath();
        traceLine(context, points);
        context.stroke();
      }
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
    band(x, upper, lower, colour, alpha) {
      context.fillStyle = colour;
      context.globalAlpha = alpha;
      const across = ((x[x.length - 1] ?? NaN) - (x[0] ?? NaN)) * ratio;
      if (across < x.length) fillColumns(context, ratio, x, upper, lower);
      else {
        context.beginPath();
        traceLine(context, bandOutline(x, upper, lower));
        context.closePath();
        context.fill();
      }
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
        // Measuring costs more than drawing; a text of one part needs no measuring.
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

/** Fits a canvas to its box in device pixels and returns a cleared context that draws in CSS pixels. */
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
