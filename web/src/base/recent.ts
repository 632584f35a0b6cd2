/** The results that were asked for last, by their keys. */
export interface Recent<R> {
  /** Undefined when it is not among them; else it is now the last. */
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
