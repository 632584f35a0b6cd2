import { createStore, type Store } from './store.ts';

export interface Notice {
  readonly id: number;
  readonly tone: 'info' | 'error';
  readonly text: string;
  readonly details: readonly string[];
  readonly action?: NoticeAction;
}

/** A button in a notice. */
export interface NoticeAction {
  readonly label: string;
  readonly act: () => void;
  /** The notice stays until it is answered. */
  readonly lasting?: true;
}

export interface Notices {
  readonly store: Store<readonly Notice[]>;
  add(tone: Notice['tone'], text: string, details?: readonly string[], action?: NoticeAction): void;
  dismiss(id: number): void;
}

const SHOWN = 3;
const INFO_MS = 4000;
/** A notice with a button stays longer, so that the reader can read it first. */
const OFFER_MS = 15_000;

/** Errors stay until the reader closes them; other notices disappear by themselves. */
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
