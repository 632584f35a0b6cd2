/** How the variance of an evenly sampled series is distributed over frequency. */

/**
 * The one-sided power density at some frequencies, Hz: averages over segments of `span` seconds that overlap by half,
 * with Hann's window (Welch, IEEE Transactions on Audio and Electroacoustics 15(2), 1967).
 */
export function powerDensity(
  values: Float64Array,
  step: number,
  frequencies: readonly number[],
  span: number,
): readonly number[] {
  const length = Math.min(Math.round(span / step), values.length);
  const hann = Float64Array.from(
    { length },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / length),
  );
  const squares = hann.reduce((sum, w) => sum + w * w, 0);
  const starts: number[] = [];
  for (let from = 0; from + length <= values.length; from += length >> 1) starts.push(from);
  const density = frequencies.map(() => 0);
  for (const from of starts) {
    const segment = values.subarray(from, from + length);
    const mean = segment.reduce((sum, value) => sum + value, 0) / length;
    frequencies.forEach((frequency, k) => {
      const turn = 2 * Math.PI * frequency * step;
      let [re, im] = [0, 0];
      segment.forEach((value, i) => {
        const weighted = (value - mean) * (hann[i] ?? 0);
        re += weighted * Math.cos(turn * i);
        im += weighted * Math.sin(turn * i);
      });
      density[k] = (density[k] ?? 0) + (2 * step * (re * re + im * im)) / (squares * starts.length);
    });
  }
  return density;
}
