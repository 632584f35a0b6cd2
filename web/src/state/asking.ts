/** A link or a file that would replace the reader's work waits until the reader has answered. */
import { t } from '../../../models/src/language.ts';
import type { Scenario } from '../../../models/src/index.ts';
import { createStore, type Readable } from './store.ts';

/** A link or a file that waits because work is open. */
export interface Asking {
  /** The name of what it would open, and the name of what is open. */
  readonly next: string;
  readonly now: string;
  readonly answer: (open: boolean) => void;
}

/**
 * Asks before a document is opened: `enter` opens it, `leave` is called when the reader keeps the present
 * one.
 */
export type Admit = (next: Scenario, enter: () => void, leave?: () => void) => void;

const titleOf = ({ title = '' }: Scenario): string => (title === '' ? t('Untitled scenario') : title);

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
