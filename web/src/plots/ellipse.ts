/** The ellipse of one standard deviation around a mean (RFC 7928 section 2.7). */
import type { Covariance } from '../../../models/src/statistics.ts';

/** The number of points around it. */
const AROUND = 48;

/**
 * As a closed line. The Cholesky factor of the covariance maps the unit circle to the ellipse, so no
 * principal axes are needed, whatever the units are.
 */
export function ellipseAround(x: number, y: number, { xx, xy, yy }: Covariance) {
  const a = Math.sqrt(xx);
  // At most the whole deviation of y (Cauchy and Schwarz): rounding errors exceed it if the squares of x are
  // tiny.
  const all = Math.sqrt(yy);
  const b = a > 0 ? Math.max(-all, Math.min(all, xy / a)) : 0;
  const c = Math.sqrt(Math.max(0, yy - b * b));
  const turns = Array.from({ length: AROUND + 1 }, (_, i) => (2 * Math.PI * i) / AROUND);
  return {
    x: turns.map((turn) => x + a * Math.cos(turn)),
    y: turns.map((turn) => y + b * Math.cos(turn) + c * Math.sin(turn)),
  };
}
