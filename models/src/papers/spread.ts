/**
 * What papers show as a course over time, in a few numbers: its mean, its spread, and which values it stays above for
 * how long.
 */

export interface Spread {
  readonly mean: number;
  /** Standard deviation over time. */
  readonly std: number;
  /** The values below which the course is for so many percent of the time; in the order of PERCENTS. */
  readonly percentiles: readonly number[];
}

export const PERCENTS: readonly number[] = [0, 1, 5, 10, 25, 50, 75, 90, 95, 99, 100];

/** Of equally long intervals of time; null without a finite value. */
export function spreadOf(column: readonly number[]): Spread | null {
  const values = column.filter((value) => Number.isFinite(value)).sort((a, b) => a - b);
  if (values.length === 0) return null;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  const at = (percent: number) => values[Math.round((percent / 100) * (values.length - 1))] ?? NaN;
  return { mean, std: Math.sqrt(variance), percentiles: PERCENTS.map(at) };
}
