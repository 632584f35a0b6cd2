/**
 * Places in the unit cube, the same to the bit in every language: nothing but whole numbers of 32 bits and IEEE 754's own operations
 * (+, -, *, /, square root), of which each has one right answer.
 */
import type { Range } from '../generated/study.ts';

/**
 * q^u for q > 0 and 0 <= u < 1, by the binary digits of u: the k-th contributes the k-th repeated square root. No library's `pow`
 * gives the same last bit everywhere.
 */
export function power(q: number, u: number): number {
  let root = q;
  let rest = u;
  let result = 1;
  while (rest > 0) {
    root = Math.sqrt(root);
    rest *= 2;
    if (rest >= 1) {
      rest -= 1;
      result *= root;
    }
  }
  return result;
}

/** Six digits, halves away from zero: enough for any quantity, and readable. */
export const sixDigits = (value: number): number => Number(value.toPrecision(6));

/** The ends of a range, and how it is walked. */
export type Span = Pick<Range, 'from' | 'to' | 'scale' | 'whole'>;

/** What stands at the share `u` of a range, 0 <= u <= 1; its ends are exactly what was written. */
export function along({ from, to, scale = 'linear', whole = false }: Span, u: number): number {
  const value =
    u <= 0
      ? from
      : u >= 1
        ? to
        : sixDigits(scale === 'log' ? from * power(to / from, u) : from + (to - from) * u);
  return whole ? Math.floor(value + 0.5) : value;
}

const WORDS = 2 ** 32;

/**
 * Sobol's direction numbers: degree s, coefficients a and first values m of the primitive polynomial of each dimension after the
 * first (S. Joe and F. Y. Kuo, Constructing Sobol sequences with better two-dimensional projections, SIAM J. Sci. Comput. 30, 2008,
 * doi:10.1137/070709359, table new-joe-kuo-6).
 */
const POLYNOMIALS: readonly (readonly [s: number, a: number, m: readonly number[]])[] = [
  [1, 0, [1]],
  [2, 1, [1, 3]],
  [3, 1, [1, 3, 1]],
  [3, 2, [1, 1, 1]],
  [4, 1, [1, 1, 3, 3]],
  [4, 4, [1, 3, 5, 13]],
  [5, 2, [1, 1, 5, 5, 17]],
  [5, 4, [1, 1, 5, 5, 5]],
  [5, 7, [1, 1, 7, 11, 19]],
];
export const MOST_DIMENSIONS = POLYNOMIALS.length + 1;

/** The 32 direction numbers of a dimension, each as 32 bits behind the point. */
function directions(dimension: number): readonly number[] {
  const polynomial = POLYNOMIALS[dimension - 1];
  if (polynomial === undefined) return Array.from({ length: 32 }, (_, i) => 2 ** (31 - i));
  const [s, a, m] = polynomial;
  const v: number[] = m.map((value, i) => (value * 2 ** (31 - i)) >>> 0);
  for (let i = s; i < 32; i++) {
    let next = (v[i - s] ?? 0) ^ ((v[i - s] ?? 0) >>> s);
    for (let k = 1; k < s; k++) if (((a >>> (s - 1 - k)) & 1) === 1) next ^= v[i - k] ?? 0;
    v.push(next >>> 0);
  }
  return v;
}

/** Point `index` of Sobol's sequence in Gray code order (Antonov and Saleev), unscrambled; the first is the origin. */
export function sobol(dimensions: number): (index: number) => number[] {
  const all = Array.from({ length: dimensions }, (_, d) => directions(d));
  return (index) => {
    const gray = (index ^ (index >>> 1)) >>> 0;
    return all.map((v) => {
      let x = 0;
      for (let bit = 0; gray >>> bit !== 0 && bit < 32; bit++)
        if (((gray >>> bit) & 1) === 1) x ^= v[bit] ?? 0;
      return (x >>> 0) / WORDS;
    });
  };
}

/** Random words of 32 bits: xorshift of period 2^128 - 1 (G. Marsaglia, Xorshift RNGs, J. Stat. Softw. 8(14), 2003, section 4). */
export function xorshift(seed: number): () => number {
  let [x, y, z, w] = [123456789 ^ seed, 362436069, 521288629, 88675123];
  const next = () => {
    const t = x ^ (x << 11);
    [x, y, z] = [y, z, w];
    w = w ^ (w >>> 19) ^ (t ^ (t >>> 8));
    return w >>> 0;
  };
  // Near seeds begin alike.
  for (let i = 0; i < 32; i++) next();
  return next;
}

/** A Latin hypercube of `count` points: in each dimension, one in each of `count` equal strata, at a random place of it. */
export function latin(dimensions: number, count: number, seed: number): (index: number) => number[] {
  const random = xorshift(seed);
  const all = Array.from({ length: dimensions }, () => {
    const strata = Array.from({ length: count }, (_, i) => i);
    for (let i = count - 1; i > 0; i--) {
      const k = Math.floor((random() * (i + 1)) / WORDS);
      const [a = 0, b = 0] = [strata[i], strata[k]];
      strata[i] = b;
      strata[k] = a;
    }
    return strata.map((stratum) => (stratum + random() / WORDS) / count);
  });
  return (index) => all.map((places) => places[index] ?? NaN);
}
