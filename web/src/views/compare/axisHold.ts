/**
 * An axis fits its contents, but not while a handle on it is dragged: if it did, the position under the
 * pointer would mean another value after each move, and the drag would run away.
 */

/**
 * Returns the end of an axis that would otherwise end at `end`; `taken` is the farthest position of a handle.
 */
export type Hold = (end: number, taken: number) => number;

export const freely: Hold = (end) => end;

/** While held, an axis grows only when the dragged handle reaches its end. */
export function createHold(): (held: boolean) => Hold {
  let kept = 0;
  return (held) => (end, taken) => {
    // An axis that is held from the start has no end yet.
    if (!held || kept === 0 || taken >= kept) kept = end;
    return kept;
  };
}
