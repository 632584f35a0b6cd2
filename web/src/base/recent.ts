/** A cache of the most recently used results, by key. */
export interface Recent<R> {
  /** Undefined when the key is not stored; otherwise the result becomes the most recent one. */
  get(key: string): R | undefined;
  add(key: string, result: R): void;
}

export function createRecent<R>(most: number): Recent<R> {
  const results = new Map<string, R>();
  const add = (key: string, result: R) => {
    results.delete(key);
    results.set(key, result);
    for (const old of results.keys()) {
      if (results.size <= most) break;
      results.delete(old);
    }
  };
  return {
    get: (key) => {
      const found = results.get(key);
      if (found !== undefined) add(key, found);
      return found;
    },
    add,
  };
}
