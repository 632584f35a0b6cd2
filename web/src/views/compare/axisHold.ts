/**
 * An axis follows what is on it, but not while something on it is dragged: a place under the pointer would mean another value after
 * each move, and a drag would run away with it.
 */

/** Gives where an axis ends that by itself would end at `end`, where `taken` is the farthest place that can be taken. */
export type Hold = (end: number, taken: number) => number;

export const freely: Hold = (end) => end;

/** While held, an axis grows only when what is dragged has come to its end. */
export function createHold(): (held: boolean) => Hold {
  let kept = 0;
  return (held) => (end, taken) => {
    // What is held from the first look on has not ended anywhere yet.
    if (!held || kept === 0 || taken >= kept) kept = end;
    return kept;
  };
}
