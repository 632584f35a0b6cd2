/**
 * Delays updates of a part of the page while something is dragged in another part: it then sees all changes
 * together, at its turn. At any other time it sees every change at once.
 */
import { batch, createStore, type Readable } from './store.ts';
import type { Turns } from '../base/turns.ts';
import { memoBy } from '../base/memoBy.ts';

export interface Pace {
  /** Returns the same object for the same source. */
  readonly of: <S>(source: Readable<S>) => Readable<S>;
}

/**
 * `waits`: something is dragged in another part. `hurry`: the value that the reader watches in this part;
 * when it changes, the rest of the part is updated with it.
 */
export function createPace(
  waits: Readable<boolean>,
  { ask, askFirst }: Pick<Turns, 'ask' | 'askFirst'>,
  hurry?: Readable<unknown>,
): Pace {
  const waiting = new Set<() => void>();
  const take = () => {
    const all = [...waiting];
    waiting.clear();
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
        // By then all values that change together have changed.
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
            waiting.add(show);
            if (waits.get()) ask(take);
            else take();
          });
        }
        const end = shown.subscribe(listener);
        return () => {
          end();
          if (--followers === 0) {
            stop();
            waiting.delete(show);
          }
          go();
        };
      },
    };
  };

  return {
    // The value has the type of its source.
    of: memoBy<Readable<unknown>, [], Readable<unknown>>(paced) as Pace['of'],
  };
}
