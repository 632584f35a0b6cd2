/** What of the page may have work under way: whoever waits for the page asks all of them. */
export interface Pending {
  /** Gives what takes it away again. */
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
