/** A value, and those who want to know when it changes. */
import { useSyncExternalStore } from 'react';

export interface Store<S> {
  readonly get: () => S;
  readonly set: (next: S) => void;
  readonly update: (change: (state: S) => S) => void;
  /** Gives what ends it. */
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStore<S>(initial: S): Store<S> {
  let state = initial;
  const listeners = new Set<() => void>();
  const set = (next: S) => {
    if (Object.is(next, state)) return;
    state = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    get: () => state,
    set,
    update: (change) => {
      set(change(state));
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<S>(store: Store<S>): S {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** `select` has to give the same object for the same state. */
export function useSelected<S, T>(store: Store<S>, select: (state: S) => T): T {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
