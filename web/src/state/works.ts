/**
 * Decides which documents belong to one piece of work: an edit continues it, an opened document begins
 * another one, and undo returns to the work of the restored document.
 */
export interface Works<D extends object> {
  /** The piece of work that a document belongs to. */
  readonly of: (document: D) => number;
  /** Begins another piece of work with this document. */
  readonly begin: (document: D) => void;
}

export function createWorks<D extends object>(first: D): Works<D> {
  const known = new WeakMap<D, number>([[first, 0]]);
  let begun = 0;
  let last = 0;
  return {
    of: (document) => {
      last = known.get(document) ?? last;
      known.set(document, last);
      return last;
    },
    begin: (document) => {
      begun += 1;
      known.set(document, begun);
    },
  };
}
