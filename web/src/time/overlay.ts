/**
 * The moving parts of a plot over time: the veil over the future, the playhead, the pointer, the range that
 * is being selected.
 */
import type { App } from '../state/app.ts';
import { shownTime } from '../state/replay.ts';
import { canvasSurface } from '../plots/canvasSurface.ts';
import type { Layout } from '../plots/figure.ts';
import type { Colour, Palette } from '../plots/palette.ts';
import type { Overlay } from '../plots/PlotFrame.tsx';

/** A mark at the playhead: a dot on a lane's line, or a ring around a selected point. */
export interface Dot {
  readonly value: number;
  readonly colour: Colour;
  /** Pixels; a dot has a margin in the background's colour. */
  readonly size?: number;
  /** A ring at this time in place of a dot at the playhead. */
  readonly ringAt?: number;
}

/** Opacity of the veil over the future. */
const VEIL = 0.62;

/** `dotsAt` returns the marks at the time that is read. */
export function timeOverlay(app: App, dotsAt: (time: number) => readonly Dot[]): Overlay {
  const { replay, brush, blind } = app;
  return {
    subscribe: (redraw) => {
      const stops = [replay.subscribe(redraw), brush.subscribe(redraw), blind.subscribe(redraw)];
      return () => stops.forEach((stop) => stop());
    },
    draw: (context, layout, palette) => {
      const { sx, left, right, top, base, unit } = layout;
      const state = replay.get();
      const clamp = (x: number) => Math.min(right, Math.max(left, x));
      const head = sx.map(state.time);
      if (state.time < state.duration && head >= left && head < right) {
        context.globalAlpha = blind.get() ? 1 : VEIL;
        context.fillStyle = palette.ground;
        context.fillRect(head, top - 1, right - head, base - top + 1);
        context.globalAlpha = 1;
      }
      const range = brush.get();
      if (range !== null) {
        context.globalAlpha = 0.14;
        context.fillStyle = palette.accent;
        const from = clamp(sx.map(range[0]));
        context.fillRect(from, top, clamp(sx.map(range[1])) - from, base - top);
        context.globalAlpha = 1;
      }
      if (state.time < state.duration && head >= left && head <= right) {
        vertical(context, head, top - 4 * unit, base, palette.accent, 1.5 * unit);
      }
      const time = shownTime(state);
      if (state.hover !== null) vertical(context, sx.map(state.hover), top, base, palette.ink, unit * 0.75);
      const at = sx.map(time);
      if (at >= left && at <= right) drawDots(context, layout, palette, at, dotsAt(time));
    },
  };
}

function drawDots(
  context: CanvasRenderingContext2D,
  { sx, sy, unit }: Layout,
  palette: Palette,
  x: number,
  dots: readonly Dot[],
) {
  const surface = canvasSurface(context);
  for (const { value, colour, size = 7, ringAt } of dots) {
    const y = sy.map(value);
    if (Number.isNaN(y)) continue;
    if (ringAt === undefined) surface.marks([x, y], 'dot', (size + 3) * unit, palette.ground, 1);
    if (ringAt === undefined) surface.marks([x, y], 'dot', size * unit, palette[colour], 1);
    else if (ringAt >= sx.domain[0] && ringAt <= sx.domain[1])
      surface.marks([sx.map(ringAt), y], 'ring', size * unit, palette[colour], 1);
  }
}

function vertical(
  context: CanvasRenderingContext2D,
  x: number,
  from: number,
  to: number,
  colour: string,
  width: number,
) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.beginPath();
  context.moveTo(x, from);
  context.lineTo(x, to);
  context.stroke();
}
