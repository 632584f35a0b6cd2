/** Values, values that follow from them, and those who want to know when they change. */
import { batch, computed, effect, signal, untracked } from '@preact/signals-core';
import { use, useMemo, useSyncExternalStore } from 'react';
import { PaceContext } from './paceContext.ts';

export interface Readable<S> {
  /** Inside `derived`, what is read is what is followed. */
  readonly get: () => S;
  /** Gives what ends it. */
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

/** What follows from other values: computed when somebody asks and one of them has changed. */
export const derived = <S>(compute: () => S): Readable<S> => readable(computed(compute));

/** The same things in the same order. */
export const sameItems = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((item, i) => Object.is(item, b[i]));

/** The same of a list, which stays the same object while its items do: what is made of them is not made again. */
export function derivedList<T>(compute: () => readonly T[]): Readable<readonly T[]> {
  let kept: readonly T[] = [];
  return derived(() => {
    const next = compute();
    if (!sameItems(next, kept)) kept = next;
    return kept;
  });
}

/** Does something with a value now, and with every later one; gives what ends it. */
export const follow = <S>(source: Readable<S>, action: (value: S) => void): (() => void) =>
  effect(() => {
    const value = source.get();
    untracked(() => action(value));
  });

/** Several changes that are one: who follows is told once. */
export { batch };

/** At the pace of the part of the page that asks. */
export function useStore<S>(store: Readable<S>): S {
  return useSelected(store, whole);
}
const whole = <S>(state: S): S => state;

/** `select` has to give the same object for the same state. */
export function useSelected<S, T>(store: Readable<S>, select: (state: S) => T): T {
  const paced = use(PaceContext)?.of(store) ?? store;
  return useSyncExternalStore(paced.subscribe, () => select(paced.get()));
}

/** What may be written as JSON: the same object while it is written the same. */
export function useWritten<S, T>(store: Readable<S>, select: (state: S) => T): T {
  const written = useSelected(store, (state) => JSON.stringify(select(state)));
  return useMemo(() => JSON.parse(written) as T, [written]);
}

/** As it is now, whatever the pace of the part that asks. */
export function useNow<S>(store: Readable<S>): S {
  return useSyncExternalStore(store.subscribe, store.get);
}
