/** Means of replications and their accuracy. */

export interface Estimate {
  readonly mean: number;
  /** Bounds of the 95 % confidence interval; absent for fewer than two values, whose spread is unknown. */
  readonly ci95?: readonly [number, number];
  readonly n: number;
}

/** Mean of independent values with Student's 95 % confidence interval; undefined without values. */
export function estimate(values: readonly number[]): Estimate | undefined {
  const n = values.length;
  if (n === 0) return undefined;
  const mean = values.reduce((sum, v) => sum + v, 0) / n;
  if (n === 1) return { mean, n };
  const variance = values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (n - 1);
  const half = studentQuantile(0.975, n - 1) * Math.sqrt(variance / n);
  return { mean, ci95: [mean - half, mean + half], n };
}

/** The sample variances of x and y and their covariance. */
export interface Covariance {
  readonly xx: number;
  readonly xy: number;
  readonly yy: number;
}

/** NaN for fewer than two pairs. */
export function covarianceOf(pairs: readonly (readonly [number, number])[]): Covariance {
  const n = pairs.length;
  const x = pairs.reduce((sum, [a]) => sum + a, 0) / n;
  const y = pairs.reduce((sum, [, b]) => sum + b, 0) / n;
  const over = (value: (dx: number, dy: number) => number) =>
    pairs.reduce((sum, [a, b]) => sum + value(a - x, b - y), 0) / (n - 1);
  return { xx: over((dx) => dx * dx), xy: over((dx, dy) => dx * dy), yy: over((_, dy) => dy * dy) };
}

/** The median of the finite values; undefined if there are none. */
export function medianOf(values: readonly number[]): number | undefined {
  const sorted = values.filter((value) => Number.isFinite(value)).sort((a, b) => a - b);
  const half = sorted.length / 2;
  return sorted.length === 0
    ? undefined
    : ((sorted[Math.ceil(half) - 1] ?? NaN) + (sorted[Math.floor(half)] ?? NaN)) / 2;
}

/**
 * Distances from the median beyond which a value is an outlier: in scaled median deviations, and as a share
 * of the median.
 */
const ALONE = 3.5;
const ALONE_SHARE = 0.05;

/**
 * The outliers: values whose modified z-score by the median of distances exceeds 3.5 (Iglewicz and Hoaglin,
 * How to Detect and Handle Outliers, 1993) and that differ by 5 % or more from the median, so that rounding
 * makes no outliers of equal runs.
 */
export function standAlone(values: readonly number[]): number[] {
  const middle = medianOf(values);
  if (middle === undefined || values.length < 4) return [];
  const away = values.map((value) => Math.abs(value - middle));
  const deviation = medianOf(away) ?? NaN;
  return values.flatMap((_, i) => {
    const distance = away[i] ?? NaN;
    return 0.6745 * distance > ALONE * deviation && distance > ALONE_SHARE * Math.abs(middle) ? [i] : [];
  });
}

/**
 * P(|T| <= t) for Student's t with a whole number of degrees of freedom: Abramowitz and Stegun, Handbook of
 * Mathematical Functions, 26.7.3 (odd) and 26.7.4 (even).
 */
export function studentWithin(t: number, degrees: number): number {
  const theta = Math.atan(t / Math.sqrt(degrees));
  const cos2 = Math.cos(theta) ** 2;
  const odd = degrees % 2 === 1;
  let term = odd ? Math.cos(theta) : 1;
  let sum = degrees === 1 ? 0 : term;
  for (let k = odd ? 3 : 2; k <= degrees - 2; k += 2) {
    term *= (cos2 * (k - 1)) / k;
    sum += term;
  }
  const series = Math.sin(theta) * sum;
  return odd ? (2 / Math.PI) * (theta + series) : series;
}

/**
 * P(|T| > t) with an accuracy relative to the tail itself: the regularized incomplete beta function
 * I_x(m / 2, 1 / 2) at x = m / (m + t^2), by the series in Abramowitz and Stegun 26.5.4 with positive terms only.
 */
export function studentBeyond(t: number, degrees: number): number {
  if (t < 1) return 1 - studentWithin(t, degrees);
  const half = degrees / 2;
  // With 1 / t: t^2 may overflow.
  const [x, rest] = [degrees / t / (t + degrees / t), t / (t + degrees / t)];
  let term = 1;
  let sum = 1;
  for (let k = 0; term > 1e-17 * sum; k++) {
    term *= (x * (half + 0.5 + k)) / (half + 1 + k);
    sum += term;
  }
  // gamma(m / 2 + 1 / 2) / (gamma(m / 2) sqrt(pi)), upwards from m = 1 or 2.
  let factor = degrees % 2 === 1 ? 1 / Math.PI : 0.5;
  for (let m = degrees % 2 === 1 ? 1 : 2; m < degrees; m += 2) factor *= (m + 1) / m;
  return (factor * x ** half * Math.sqrt(rest) * sum) / half;
}

/**
 * The value that T does not exceed with probability `p`, 0.5 <= p < 1. Cached, because few values are needed,
 * each many times.
 */
export function studentQuantile(p: number, degrees: number): number {
  const key = `${p} ${degrees}`;
  const found = quantiles.get(key) ?? bisected(p, degrees);
  quantiles.set(key, found);
  return found;
}
const quantiles = new Map<string, number>();

function bisected(p: number, degrees: number): number {
  const within = 2 * p - 1;
  let low = 0;
  let high = 1;
  while (studentWithin(high, degrees) < within) high *= 2;
  for (;;) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) return middle;
    if (studentWithin(middle, degrees) < within) low = middle;
    else high = middle;
  }
}
