/** Stored values, values derived from them, and subscriptions to their changes. */
import { batch, computed, effect, signal, untracked } from '@preact/signals-core';
import { use, useMemo, useSyncExternalStore } from 'react';
import { PaceContext } from './paceContext.ts';

export interface Readable<S> {
  /** Inside `derived`, every value read by `get` is followed. */
  readonly get: () => S;
  /** Returns a function that ends the subscription. */
  readonly subscribe: (listener: () => void) => () => void;
}

export interface Store<S> extends Readable<S> {
  readonly set: (next: S) => void;
  readonly update: (change: (state: S) => S) => void;
}

function readable<S>(source: { readonly value: S }): Readable<S> {
  return {
    get: () => source.value,
    subscribe: (listener) => {
      let seen = source.value;
      return effect(() => {
        if (Object.is(seen, source.value)) return;
        seen = source.value;
        untracked(listener);
      });
    },
  };
}

export function createStore<S>(initial: S): Store<S> {
  const state = signal(initial);
  const set = (next: S) => {
    state.value = next;
  };
  return { ...readable(state), set, update: (change) => set(change(state.peek())) };
}

/** A value derived from others: computed when it is read and one of them has changed. */
export const derived = <S>(compute: () => S): Readable<S> => readable(computed(compute));

/** Whether two lists have the same items in the same order. */
export const sameItems = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((item, i) => Object.is(item, b[i]));

/**
 * A derived list that stays the same object while its items are the same, so that values made from it are not
 * made again.
 */
export function derivedList<T>(compute: () => readonly T[]): Readable<readonly T[]> {
  let kept: readonly T[] = [];
  return derived(() => {
    const next = compute();
    if (!sameItems(next, kept)) kept = next;
    return kept;
  });
}

/** Runs an action with the present value and with every later one; returns a function that ends this. */
export const follow = <S>(source: Readable<S>, action: (value: S) => void): (() => void) =>
  effect(() => {
    const value = source.get();
    untracked(() => action(value));
  });

/** Makes several changes count as one: subscribers are notified once. */
export { batch };

/** The store's value, at the pace of the part of the page around the component. */
export function useStore<S>(store: Readable<S>): S {
  return useSelected(store, whole);
}
const whole = <S>(state: S): S => state;

/** `select` has to return the same object for the same state. */
export function useSelected<S, T>(store: Readable<S>, select: (state: S) => T): T {
  const paced = use(PaceContext)?.of(store) ?? store;
  return useSyncExternalStore(paced.subscribe, () => select(paced.get()));
}

/** For values that can be written as JSON: the same object while the JSON text is the same. */
export function useWritten<S, T>(store: Readable<S>, select: (state: S) => T): T {
  const written = useSelected(store, (state) => JSON.stringify(select(state)));
  return useMemo(() => JSON.parse(written) as T, [written]);
}

/** The present value, whatever the pace of the part around the component. */
export function useNow<S>(store: Readable<S>): S {
  return useSyncExternalStore(store.subscribe, store.get);
}
