/**
 * The order from coarse to fine: first the ends of every axis, then the middles, so that a first picture
 * appears early.
 */

/** The round of bisection in which index `i` of `count` is run: 0 for both ends, 1 for the middle, ... */
export function roundOf(i: number, count: number): number {
  if (i === 0 || i === count - 1) return 0;
  let [low, high, round] = [0, count - 1, 1];
  for (;;) {
    const middle = Math.floor((low + high) / 2);
    if (i === middle) return round;
    if (i < middle) high = middle;
    else low = middle;
    round += 1;
  }
}

/**
 * All points of a grid with these side lengths (the last index varies fastest), in the order in which they
 * are run.
 */
export function coarseToFine(sides: readonly number[]): readonly number[] {
  const points = sides.reduce((product, side) => product * side, 1);
  const round = (point: number) => {
    let rest = point;
    let last = 0;
    for (const side of sides.toReversed()) {
      last = Math.max(last, roundOf(rest % side, side));
      rest = Math.floor(rest / side);
    }
    return last;
  };
  const rounds = Array.from({ length: points }, (_, point) => round(point));
  return rounds.map((_, point) => point).sort((a, b) => (rounds[a] ?? 0) - (rounds[b] ?? 0) || a - b);
}
