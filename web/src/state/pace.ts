/**
 * A part of the page that keeps its place while something is dragged in another one: it sees what has changed when its turn comes, all
 * of it at once, and at any other time at once.
 */
import { batch, createStore, type Readable } from './store.ts';
import type { Turns } from '../base/turns.ts';
import { memoBy } from '../base/memoBy.ts';

export interface Pace {
  /** The same for the same source. */
  readonly of: <S>(source: Readable<S>) => Readable<S>;
}

/** `waits`: something is dragged elsewhere. What follows `hurry` is what this part is looked at for: it takes the rest along. */
export function createPace(
  waits: Readable<boolean>,
  { ask, askFirst }: Pick<Turns, 'ask' | 'askFirst'>,
  hurry?: Readable<unknown>,
): Pace {
  const late = new Set<() => void>();
  const take = () => {
    const all = [...late];
    late.clear();
    batch(() => {
      for (const one of all) one();
    });
  };
  let followed = 0;
  let leave = (): void => undefined;
  const come = () => {
    if (followed++ > 0) return;
    const ends = [
      waits.subscribe(() => {
        // By then whatever changes with it has changed.
        if (!waits.get()) queueMicrotask(take);
      }),
      hurry?.subscribe(() => {
        if (waits.get()) askFirst(take);
      }),
    ];
    leave = () => {
      for (const end of ends) end?.();
    };
  };
  const go = () => {
    if (--followed === 0) leave();
  };

  const paced = <S>(source: Readable<S>): Readable<S> => {
    const shown = createStore(source.get());
    let followers = 0;
    let stop = (): void => undefined;
    const show = () => shown.set(source.get());
    return {
      get: () => (followers === 0 ? source : shown).get(),
      subscribe: (listener) => {
        come();
        if (followers++ === 0) {
          show();
          stop = source.subscribe(() => {
            late.add(show);
            if (waits.get()) ask(take);
            else take();
          });
        }
        const end = shown.subscribe(listener);
        return () => {
          end();
          if (--followers === 0) {
            stop();
            late.delete(show);
          }
          go();
        };
      },
    };
  };

  return {
    // The type of what is read is that of its source.
    of: memoBy<Readable<unknown>, [], Readable<unknown>>(paced) as Pace['of'],
  };
}
