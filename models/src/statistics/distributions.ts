/** Distributions for planning experiments, besides Student's t. */

/**
 * P(Z <= x): the series of G. Marsaglia, Evaluating the normal distribution, J. Stat. Softw. 11(4), 2004,
 * doi:10.18637/jss.v011.i04.
 */
export function normalBelow(x: number): number {
  if (Math.abs(x) > 8) return x > 0 ? 1 : 0;
  let term = x;
  let sum = x;
  for (let k = 3; Math.abs(term) > 1e-17 * Math.abs(sum); k += 2) {
    term *= (x * x) / k;
    sum += term;
  }
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
}

interface Piece {
  /** The middle of a narrow interval, and its probability. */
  readonly s: number;
  readonly share: number;
}

/** The intervals are so narrow that sums of smooth functions over them are accurate to 1e-6. */
const PIECES = 4000;

/**
 * The distribution of a sample's standard deviation if that of the normal population is 1: chi with
 * `degrees`, divided by their square root.
 */
function deviations(degrees: number): readonly Piece[] {
  // Its mode is near 1, and its standard deviation is below 1 / sqrt(2 degrees).
  const width = 10 / Math.sqrt(2 * degrees);
  const low = Math.max(0, 1 - width);
  const step = (1 + width - low) / PIECES;
  const places = Array.from({ length: PIECES }, (_, i) => low + (i + 0.5) * step);
  const densities = places.map((s) => Math.exp((degrees - 1) * Math.log(s) - (degrees * (s * s - 1)) / 2));
  const all = densities.reduce((sum, density) => sum + density, 0);
  return places.map((s, i) => ({ s, share: (densities[i] ?? 0) / all }));
}

/** P(T > t), where T has the noncentral t distribution: (Z + shift) / s. */
export const noncentralAbove = (t: number, degrees: number, shift: number): number =>
  deviations(degrees).reduce((sum, { s, share }) => sum + share * normalBelow(shift - t * s), 0);

/** The value below which a sample's standard deviation is with probability `p`, if the population's is 1. */
export function deviationQuantile(p: number, degrees: number): number {
  let sum = 0;
  for (const { s, share } of deviations(degrees)) {
    sum += share;
    if (sum >= p) return s;
  }
  return NaN;
}
