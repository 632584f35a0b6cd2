import { createStore, type Store } from './store.ts';

export interface Notice {
  readonly id: number;
  readonly tone: 'info' | 'error';
  readonly text: string;
  readonly details: readonly string[];
  readonly action?: NoticeAction;
}

/** What a notice offers to do. */
export interface NoticeAction {
  readonly label: string;
  readonly act: () => void;
  /** It stays until it is answered. */
  readonly lasting?: true;
}

export interface Notices {
  readonly store: Store<readonly Notice[]>;
  add(tone: Notice['tone'], text: string, details?: readonly string[], action?: NoticeAction): void;
  dismiss(id: number): void;
}

const SHOWN = 3;
const INFO_MS = 4000;
/** What offers something is read first. */
const OFFER_MS = 15_000;

/** Errors stay until they are read; information leaves by itself. */
export function createNotices(): Notices {
  const store = createStore<readonly Notice[]>([]);
  let last = 0;
  const dismiss = (id: number) => {
    store.update((all) => all.filter((notice) => notice.id !== id));
  };
  return {
    store,
    dismiss,
    add: (tone, text, details = [], action) => {
      const id = ++last;
      store.update((all) =>
        [
          ...all.filter((notice) => notice.text !== text),
          { id, tone, text, details, ...(action === undefined ? {} : { action }) },
        ].slice(-SHOWN),
      );
      if (tone === 'info' && action?.lasting !== true)
        setTimeout(dismiss, action === undefined ? INFO_MS : OFFER_MS, id);
    },
  };
}
