/** The parts of the page that may have work in progress. Code that waits for the page asks all of them. */
export interface Pending {
  /** Returns a function that removes the entry. */
  add(busy: () => boolean): () => void;
  any(): boolean;
}

export function createPending(): Pending {
  const parts = new Set<() => boolean>();
  return {
    add: (busy) => {
      parts.add(busy);
      return () => parts.delete(busy);
    },
    any: () => [...parts].some((busy) => busy()),
  };
}
