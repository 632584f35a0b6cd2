/**
 * M4 reduction (Jugel et al., VLDB 2014): of all points that fall on one pixel column, the first, the lowest,
 * the highest and the last suffice to draw the same line. The cost of drawing no longer depends on the number
 * of points.
 */
export type Values = ArrayLike<number>;

/** Index of the first element >= target in an ascending column. */
export function lowerBound(values: Values, target: number): number {
  let lo = 0;
  let hi = values.length;
  while (lo < hi) {
    const middle = (lo + hi) >> 1;
    if ((values[middle] ?? Infinity) < target) lo = middle + 1;
    else hi = middle;
  }
  return lo;
}

/**
 * The indices of the points between two values of x, and of one more on each side so that the line reaches
 * the edges.
 */
export function visibleRange(x: Values, lo: number, hi: number): readonly [number, number] {
  return [Math.max(0, lowerBound(x, lo) - 1), Math.min(x.length, lowerBound(x, hi) + 2)];
}

/**
 * Reduces (x, y), x ascending, between two values of x for `columns` pixel columns. Returns x0, y0, x1, y1,
 * ...; a NaN in y breaks the line, also after the reduction. If the line moves by less than `flat` within a
 * column, one point represents it.
 */
export function reduceLine(
  x: Values,
  y: Values,
  lo: number,
  hi: number,
  columns: number,
  flat = 0,
): Float64Array {
  const [from, to] = visibleRange(x, lo, hi);
  const count = to - from;
  if (count <= 0) return new Float64Array(0);
  if (count <= (flat > 0 ? columns : 4 * columns) || !(hi > lo)) return copy(x, y, from, to);

  const out = new Float64Array(2 * Math.min(count, 4 * columns + 4 * 3 + 8));
  const perColumn = columns / (hi - lo);
  let n = 0;
  const put = (i: number) => {
    out[n++] = x[i] ?? NaN;
    out[n++] = y[i] ?? NaN;
  };
  let i = from;
  while (i < to) {
    const column = Math.floor(((x[i] ?? NaN) - lo) * perColumn);
    const first = i;
    let low = -1;
    let high = -1;
    let gap = -1;
    let last = i;
    while (i < to && Math.floor(((x[i] ?? NaN) - lo) * perColumn) === column) {
      const value = y[i] ?? NaN;
      if (Number.isNaN(value)) gap = i;
      else {
        if (low < 0 || value < (y[low] ?? NaN)) low = i;
        if (high < 0 || value > (y[high] ?? NaN)) high = i;
      }
      last = i++;
    }
    const isFlat = gap < 0 && i < to && (y[high] ?? NaN) - (y[low] ?? NaN) < flat;
    if (low < 0 || isFlat) put(first);
    else {
      const inside = [low, high, gap].filter((k) => k > first && k < last).sort((a, b) => a - b);
      put(first);
      inside.forEach((k, at) => {
        if (k !== inside[at - 1]) put(k);
      });
      if (last > first) put(last);
    }
  }
  return out.subarray(0, n);
}

function copy(x: Values, y: Values, from: number, to: number): Float64Array {
  const out = new Float64Array(2 * (to - from));
  for (let i = from; i < to; ++i) {
    out[2 * (i - from)] = x[i] ?? NaN;
    out[2 * (i - from) + 1] = y[i] ?? NaN;
  }
  return out;
}

export interface ReducedBand {
  readonly x: Float64Array;
  readonly lo: Float64Array;
  readonly hi: Float64Array;
}

/** The envelope of an envelope: for each pixel column the lowest `low` and the highest `high`. */
export function reduceBand(
  x: Values,
  low: Values,
  high: Values,
  lo: number,
  hi: number,
  columns: number,
): ReducedBand {
  const [from, to] = visibleRange(x, lo, hi);
  const count = Math.max(0, to - from);
  const perColumn = count > columns && hi > lo ? columns / (hi - lo) : 0;
  const size = perColumn > 0 ? columns + 4 : count;
  const out = { x: new Float64Array(size), lo: new Float64Array(size), hi: new Float64Array(size) };
  let n = 0;
  let i = from;
  while (i < to && n < size) {
    const column = perColumn > 0 ? Math.floor(((x[i] ?? NaN) - lo) * perColumn) : NaN;
    let least = low[i] ?? NaN;
    let most = high[i] ?? NaN;
    out.x[n] = x[i] ?? NaN;
    ++i;
    while (i < to && Math.floor(((x[i] ?? NaN) - lo) * perColumn) === column) {
      least = Math.min(least, low[i] ?? NaN);
      most = Math.max(most, high[i] ?? NaN);
      ++i;
    }
    out.lo[n] = least;
    out.hi[n] = most;
    ++n;
  }
  return { x: out.x.subarray(0, n), lo: out.lo.subarray(0, n), hi: out.hi.subarray(0, n) };
}

/** The number of ascending values in each of `columns` equal parts of [lo, hi). */
export function countColumns(x: Values, lo: number, hi: number, columns: number): Uint32Array {
  const counts = new Uint32Array(columns);
  const end = lowerBound(x, hi);
  for (let i = lowerBound(x, lo); i < end; ++i) {
    const column = Math.min(columns - 1, Math.floor((((x[i] ?? lo) - lo) / (hi - lo)) * columns));
    counts[column] = (counts[column] ?? 0) + 1;
  }
  return counts;
}
