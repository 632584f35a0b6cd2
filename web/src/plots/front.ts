/** The Pareto front of points for which a smaller x and a larger y are better. */
import type { Layer } from './figure.ts';

/** The points for which no other point has both a smaller x and a larger y, by ascending x. */
export function paretoFront<T extends { readonly x: number; readonly y: number }>(
  all: readonly T[],
): readonly T[] {
  let best = -Infinity;
  return all
    .toSorted((p, q) => p.x - q.x || q.y - p.y)
    .filter(({ y }) => {
      if (y <= best) return false;
      best = y;
      return true;
    });
}

/** The front as a dashed line. */
export const frontLine = (front: readonly { readonly x: number; readonly y: number }[]): Layer => ({
  kind: 'line',
  x: front.map(({ x }) => x),
  y: front.map(({ y }) => y),
  colour: 'ink',
  width: 1,
  dash: [4, 3],
  alpha: 0.7,
  free: true,
});
