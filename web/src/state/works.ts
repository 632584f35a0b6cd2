/** Which documents are one piece of work: an edit goes on with it, a document that is opened begins another one, undo goes back to its own. */
export interface Works<D extends object> {
  /** The piece of work of a document. */
  readonly of: (document: D) => number;
  /** This document begins another piece of work. */
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
