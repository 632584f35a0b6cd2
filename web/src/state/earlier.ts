/**
 * Earlier work that another document has replaced: documents edited before a link, a file or a scenario was
 * opened, and the last work of other tabs. The reader is not asked before the replacement; one click restores
 * the work, for as long as the browser keeps its storage.
 */
import { t } from '../../../models/src/language.ts';
import type { Scenario } from '../../../models/src/index.ts';
import type { SafeStorage } from './storage.ts';
import { createStore, type Readable } from './store.ts';

export interface EarlierWork {
  readonly title: string;
  /** The document, as JSON. */
  readonly text: string;
  /** When it was replaced, ms since 1970. */
  readonly at: number;
}

export interface Earlier {
  /** The latest first. `refresh` reads the list again, because other tabs add to it. */
  readonly works: Readable<readonly EarlierWork[]>;
  refresh(): void;
  /** Adds a document; one that is in the list already moves to the top. */
  put(text: string): void;
}

const KEY = 'aqm-explorer:earlier:1';
const MOST = 12;
/** Characters of all documents together: browsers allow about five million. */
const MOST_TEXT = 1_000_000;

export function createEarlier(storage: SafeStorage, now: () => number = Date.now): Earlier {
  const works = createStore<readonly EarlierWork[]>([]);
  const refresh = () => works.set(read(storage.read(KEY), works.get()));
  return {
    works,
    refresh,
    put: (text) => {
      refresh();
      const all = [
        { title: titleIn(text), text, at: now() },
        ...works.get().filter((work) => work.text !== text),
      ];
      works.set(fitting(all.slice(0, MOST)));
      // If there is no room, the oldest documents are dropped. A document that does not fit at all is
      // remembered only until the page is closed.
      for (let kept = works.get(); kept.length > 0; kept = kept.slice(0, -1)) {
        if (storage.write(KEY, JSON.stringify(kept))) break;
      }
    },
  };
}

function fitting(all: readonly EarlierWork[]): readonly EarlierWork[] {
  let size = 0;
  return all.filter(({ text }, i) => {
    size += text.length;
    return i === 0 || size <= MOST_TEXT;
  });
}

const isWork = (value: unknown): value is EarlierWork =>
  typeof value === 'object' &&
  value !== null &&
  'title' in value &&
  'text' in value &&
  'at' in value &&
  typeof value.title === 'string' &&
  typeof value.text === 'string' &&
  typeof value.at === 'number';

/** The works in storage, and those that only this page remembers. */
function read(kept: string | null, own: readonly EarlierWork[]): readonly EarlierWork[] {
  let found: unknown = [];
  try {
    found = JSON.parse(kept ?? '[]');
  } catch {
    // Damaged storage counts as empty.
  }
  const all = Array.isArray(found) ? found.filter(isWork) : [];
  const missing = own.filter(({ text }) => !all.some((work) => work.text === text));
  return [...all, ...missing].sort((a, b) => b.at - a.at).slice(0, MOST);
}

function titleIn(text: string): string {
  try {
    const { title } = JSON.parse(text) as Scenario;
    return typeof title === 'string' && title !== '' ? title : t('Untitled scenario');
  } catch {
    return t('Untitled scenario');
  }
}
