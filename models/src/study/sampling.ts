/**
 * Points in the unit cube, identical in every bit in every language: the code uses only 32-bit integers and
 * the basic operations of IEEE 754 (+, -, *, /, square root), each of which has one correct result.
 */
import type { Range } from '../generated/study.ts';

/**
 * q^u for q > 0 and 0 <= u < 1, from the binary digits of u: the k-th digit contributes the k-th repeated
 * square root. The `pow` of libraries differs in the last bit.
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

/** Six digits, with halves rounded away from zero: enough for any quantity, and readable. */
export const sixDigits = (value: number): number => Number(value.toPrecision(6));

/** The ends of a range, and its scale. */
export type Span = Pick<Range, 'from' | 'to' | 'scale' | 'whole'>;

/** The value at the share `u` of a range, 0 <= u <= 1; the ends are exactly as written. */
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
 * Sobol's direction numbers: degree s, coefficients a and first values m of the primitive polynomial of each
 * dimension after the first (S. Joe and F. Y. Kuo, Constructing Sobol sequences with better two-dimensional
 * projections, SIAM J. Sci. Comput. 30, 2008, doi:10.1137/070709359, table new-joe-kuo-6).
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
  [5, 11, [1, 1, 5, 1, 1]],
  [5, 13, [1, 1, 1, 3, 11]],
  [5, 14, [1, 3, 5, 5, 31]],
  [6, 1, [1, 3, 3, 9, 7, 49]],
  [6, 13, [1, 1, 1, 15, 21, 21]],
  [6, 16, [1, 3, 1, 13, 27, 49]],
  [6, 19, [1, 1, 1, 15, 7, 5]],
  [6, 22, [1, 3, 1, 15, 13, 25]],
  [6, 25, [1, 1, 5, 5, 19, 61]],
  [7, 1, [1, 3, 7, 11, 23, 15, 103]],
];
/** Limit of a study's sample: Saltelli's design uses two dimensions of the sequence for each quantity. */
export const MOST_DIMENSIONS = (POLYNOMIALS.length + 1) / 2;

/** The 32 direction numbers of a dimension, each as 32 bits after the binary point. */
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
  if (dimensions > POLYNOMIALS.length + 1)
    throw new RangeError(
      `At most ${POLYNOMIALS.length + 1} quantities can vary together, not ${dimensions}.`,
    );
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

/**
 * Random words of 32 bits: xorshift of period 2^128 - 1 (G. Marsaglia, Xorshift RNGs, J. Stat. Softw. 8(14),
 * 2003, section 4).
 */
export function xorshift(seed: number): () => number {
  let [x, y, z, w] = [123456789 ^ seed, 362436069, 521288629, 88675123];
  const next = () => {
    const t = x ^ (x << 11);
    [x, y, z] = [y, z, w];
    w = w ^ (w >>> 19) ^ (t ^ (t >>> 8));
    return w >>> 0;
  };
  // Similar seeds start with similar words, so the first ones are skipped.
  for (let i = 0; i < 32; i++) next();
  return next;
}

/**
 * A Latin hypercube of `count` points: in each dimension, each of `count` equal strata contains one point at
 * a random position.
 */
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

/** The points of a design in the unit cube. */
export interface Design {
  readonly points: number;
  readonly at: (index: number) => readonly number[];
}

/**
 * Saltelli's design: `rows` points a and b, from a cube with twice as many dimensions. A row contains a, then
 * a with one coordinate of b for each coordinate, then b (A. Saltelli et al., Variance based sensitivity
 * analysis of model output, Comput. Phys. Commun. 181, 2010, doi:10.1016/j.cpc.2009.09.018, section 3.2). The
 * sequence starts at a power of two, so that a number of `rows` that is a power of two is balanced and the
 * origin, where all points of a row coincide, is avoided.
 */
export function saltelli(dimensions: number, rows: number): Design {
  const both = sobol(2 * dimensions);
  const each = dimensions + 2;
  const first = 2 ** Math.ceil(Math.log2(Math.max(rows, 2)));
  return {
    points: rows * each,
    at(index) {
      const place = index % each;
      const drawn = both(first + Math.floor(index / each));
      const [a, b] = [drawn.slice(0, dimensions), drawn.slice(dimensions)];
      return place > dimensions ? b : a.map((u, d) => (d === place - 1 ? (b[d] ?? NaN) : u));
    },
  };
}

/** Levels of Morris's grid, and the step that gives each of them the same share (Morris 1991, section 3). */
const LEVELS = 4;
export const MORRIS_STEP = LEVELS / (2 * (LEVELS - 1));

/** The start of each path, and the order in which its coordinates change. */
interface Walk {
  readonly start: readonly number[];
  readonly order: readonly number[];
}

function walks(dimensions: number, paths: number, seed: number): readonly Walk[] {
  const random = xorshift(seed);
  const below = (count: number) => Math.floor((random() * count) / WORDS);
  return Array.from({ length: paths }, () => {
    const start = Array.from({ length: dimensions }, () => below(LEVELS) / (LEVELS - 1));
    const order = start.map((_, d) => d);
    for (let i = dimensions - 1; i > 0; i--) {
      const k = below(i + 1);
      [order[i], order[k]] = [order[k] ?? 0, order[i] ?? 0];
    }
    return { start, order };
  });
}

/**
 * Morris's design: paths through a grid on which each step changes one coordinate by `MORRIS_STEP`, up from
 * the lower half and down from the upper half (M. D. Morris, Factorial sampling plans for preliminary
 * computational experiments, Technometrics 33, 1991, doi:10.2307/1269043). `stepAt` gives the coordinate that
 * changed on the way to a point, and its direction; null at the start of a path.
 */
export function morris(
  dimensions: number,
  paths: number,
  seed: number,
): Design & {
  readonly stepAt: (index: number) => { readonly dimension: number; readonly up: boolean } | null;
} {
  const all = walks(dimensions, paths, seed);
  const each = dimensions + 1;
  const walkAt = (index: number) => all[Math.floor(index / each)] ?? { start: [], order: [] };
  return {
    points: paths * each,
    at(index) {
      const walk = walkAt(index);
      const stepped = walk.order.slice(0, index % each);
      return walk.start.map((u, d) => (stepped.includes(d) ? levelAfter(u) : u));
    },
    stepAt(index) {
      const walk = walkAt(index);
      const dimension = index % each === 0 ? undefined : walk.order[(index % each) - 1];
      return dimension === undefined ? null : { dimension, up: (walk.start[dimension] ?? NaN) < 0.5 };
    },
  };
}

/** Two of the four levels further, up or down: exact thirds, as they were drawn. */
const levelAfter = (u: number): number => {
  const level = Math.round(u * (LEVELS - 1));
  return (level < LEVELS / 2 ? level + LEVELS / 2 : level - LEVELS / 2) / (LEVELS - 1);
};
