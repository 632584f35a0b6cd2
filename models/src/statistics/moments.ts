/** The size, the mean and the standard deviation (n - 1) of a sample; NaN if it is too small. */
export interface Moments {
  readonly n: number;
  readonly mean: number;
  readonly deviation: number;
}

export function momentsOf(values: readonly number[]): Moments {
  const n = values.length;
  const mean = values.reduce((sum, v) => sum + v, 0) / n;
  const squares = values.reduce((sum, v) => sum + (v - mean) ** 2, 0);
  return { n, mean, deviation: n < 2 ? NaN : Math.sqrt(squares / (n - 1)) };
}
