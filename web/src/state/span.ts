/** The visible window of time. */
export type Span = readonly [number, number];

/** The shortest window: a few packets on a fast link. */
const SHORTEST = 1e-4;

/** Fits a window into [0, duration]; null is the whole duration. */
export function fitSpan([from, to]: Span, duration: number): Span | null {
  const length = Math.max(Math.min(SHORTEST, duration), to - from);
  if (length >= duration * 0.9999) return null;
  const start = Math.min(duration - length, Math.max(0, from));
  return [start, start + length];
}

/** Zooms about a point in time, which keeps its place; `factor` < 1 zooms in. */
export function zoomSpan(span: Span | null, duration: number, about: number, factor: number): Span | null {
  const [from, to] = span ?? [0, duration];
  return fitSpan([about - (about - from) * factor, about + (to - about) * factor], duration);
}

/** The point that keys zoom about: the playhead if it is in the window, otherwise the window's middle. */
export const centreOf = (span: Span | null, playhead: number): number =>
  span === null || (playhead >= span[0] && playhead <= span[1]) ? playhead : (span[0] + span[1]) / 2;

export function panSpan(span: Span | null, duration: number, by: number): Span | null {
  return span === null ? null : fitSpan([span[0] + by, span[1] + by], duration);
}
