/**
 * The document from one visit to the next. What the reader edits is saved in this browser; a document that another one takes the place
 * of is put away among the earlier work.
 */
import { parseScenario, type Scenario } from '../../../models/src/index.ts';
import type { Engine } from '../../../wasm/src/types.ts';
import { createEarlier, type Earlier, type EarlierWork } from './earlier.ts';
import type { Notices } from './notices.ts';
import type { Place } from './place.ts';
import type { SafeStorage } from './storage.ts';

export interface Persistence {
  readonly earlier: Earlier;
  /** This load continues the work of another one, which is at least as new as the address: a reload, or going back. */
  readonly resumed: boolean;
  /** The document of last time, if there is one that can be read. */
  readonly restore: () => Scenario | null;
  /** Whether the document that was restored is work: somebody had edited it. */
  readonly isWork: () => boolean;
  readonly putAway: (document: Scenario) => void;
  /** There is an edit to save: who only looks at a link does not change the work of last time. */
  readonly edited: () => void;
  /** Saves now what is edited. */
  readonly save: () => void;
}

interface Parts {
  readonly engine: Pick<Engine, 'check' | 'catalogue'>;
  readonly storage: SafeStorage;
  readonly place: Pick<Place, 'owner' | 'before'>;
  readonly notices: Notices;
  readonly document: () => Scenario;
  /** Whether a document is as it was opened. */
  readonly isOpened: (document: Scenario) => boolean;
  readonly reopen: (work: EarlierWork) => void;
}

const SAVED = 'aqm-explorer:document:1';
/** The load of the page that saved the document. */
const OWNER = 'aqm-explorer:owner:1';
/** "1" where the saved document is as it was opened: nobody's work is lost with it. */
const AS_OPENED = 'aqm-explorer:as-opened:1';

export function createPersistence(parts: Parts): Persistence {
  const { engine, storage, place, notices, document, isOpened, reopen } = parts;
  const earlier = createEarlier(storage);
  const saved = storage.read(SAVED);
  const resumed = saved !== null && place.before !== null && place.before === storage.read(OWNER);
  if (resumed) storage.write(OWNER, place.owner);
  /** What this load read or wrote last: another text in its place is another tab's, or of a time before a link. */
  let ours: string | null = null;
  let edited = false;
  let warned = false;

  const putAway = (text: string) => {
    earlier.put(text);
    const [work] = earlier.works.get();
    if (work === undefined) return;
    const action = { label: 'Open it', act: () => reopen(work) };
    notices.add('info', `“${work.title}” is kept under Scenarios, Earlier work.`, [], action);
  };

  const write = () => {
    const text = JSON.stringify(document());
    const there = storage.read(SAVED);
    if (there !== null && there !== ours && there !== text) putAway(there);
    ours = text;
    const written = storage.write(SAVED, text);
    storage.write(AS_OPENED, isOpened(document()) ? '1' : '');
    // What could not be saved is in the address alone.
    storage.write(OWNER, written ? place.owner : '');
    if (written || warned) return;
    warned = true;
    notices.add(
      'error',
      'This browser does not let the page keep your work. Export the scenario before you leave.',
    );
  };

  return {
    earlier,
    resumed,
    restore: () => {
      if (saved === null) return null;
      const read = parseScenario(saved, engine);
      if (read.ok) {
        ours = saved;
        return read.scenario;
      }
      notices.add(
        'error',
        'The scenario of last time could not be read, so here is the default one.',
        read.issues.map(({ message }) => message),
      );
      return null;
    },
    isWork: () => ours !== null && storage.read(AS_OPENED) !== '1',
    putAway: (old) => putAway(JSON.stringify(old)),
    edited: () => {
      edited = true;
    },
    save: () => {
      if (edited) write();
      edited = false;
    },
  };
}
