/**
 * The functions that d3-scale needs from d3-interpolate, for numbers only, because the page has no colour
 * scales (vite.config.ts substitutes this file).
 */
export const interpolateNumber = (a: number, b: number) => (t: number) => a * (1 - t) + b * t;
export const interpolate = interpolateNumber;
export const interpolateRound = (a: number, b: number) => (t: number) => Math.round(a * (1 - t) + b * t);

type Interpolate = typeof interpolateNumber;

/** Interpolates through several numbers, with equal steps of t between neighbours. */
export function piecewise(between: Interpolate, values: readonly number[]): (t: number) => number {
  const pieces = values.slice(1).map((value, i) => between(values[i] ?? value, value));
  return (t) => {
    const place = Math.max(0, Math.min(pieces.length - 1, Math.floor(t * pieces.length)));
    return pieces[place]?.(t * pieces.length - place) ?? NaN;
  };
}
