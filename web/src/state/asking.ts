/** What comes from outside and would take the place of work waits until the reader has answered. */
import type { Scenario } from '../../../models/src/index.ts';
import { createStore, type Readable } from './store.ts';

/** A link or a file that waits before the work that is open. */
export interface Asking {
  /** What it would open, and what is open. */
  readonly next: string;
  readonly now: string;
  readonly answer: (open: boolean) => void;
}

/** Opens a document: `enter` does so, `leave` is called when the reader keeps what is open. */
export type Admit = (next: Scenario, enter: () => void, leave?: () => void) => void;

const titleOf = ({ title = '' }: Scenario): string => (title === '' ? 'Untitled scenario' : title);

export function createAsking(document: Readable<Scenario>, isWork: (document: Scenario) => boolean) {
  const asking = createStore<Asking | null>(null);
  const admit: Admit = (next, enter, leave) => {
    const there = document.get();
    if (!isWork(there)) {
      enter();
      return;
    }
    asking.set({
      next: titleOf(next),
      now: titleOf(there),
      answer: (open) => {
        asking.set(null);
        if (open) enter();
        else leave?.();
      },
    });
  };
  return { asking: asking as Readable<Asking | null>, admit };
}
