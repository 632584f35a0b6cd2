/**
 * Stores the document between visits. The reader's edits are saved in this browser; a document that is
 * replaced by another one goes to the list of earlier work.
 */
import { t } from '../../../models/src/language.ts';
import { parseScenario, type Scenario } from '../../../models/src/index.ts';
import type { Engine } from '../../../wasm/src/types.ts';
import { createEarlier, type Earlier, type EarlierWork } from './earlier.ts';
import type { Notices } from './notices.ts';
import type { Place } from './place.ts';
import type { SafeStorage } from './storage.ts';

export interface Persistence {
  readonly earlier: Earlier;
  /**
   * Whether this page continues the work of the page before it, after a reload or a step back: the saved work
   * is at least as new as the address.
   */
  readonly resumed: boolean;
  /** The saved document, if it can be read. */
  readonly restore: () => Scenario | null;
  /** Whether the restored document is work, which means that somebody edited it. */
  readonly isWork: () => boolean;
  readonly putAway: (document: Scenario) => void;
  /** There is an edit to save. A reader who only looks at a link does not overwrite saved work. */
  readonly edited: () => void;
  /** Saves the edited document now. */
  readonly save: () => void;
}

interface Parts {
  readonly engine: Pick<Engine, 'check' | 'catalogue'>;
  readonly storage: SafeStorage;
  readonly place: Pick<Place, 'owner' | 'before'>;
  readonly notices: Notices;
  readonly document: () => Scenario;
  /** Whether a document is unchanged since it was opened. */
  readonly isOpened: (document: Scenario) => boolean;
  readonly reopen: (work: EarlierWork) => void;
}

const SAVED = 'aqm-explorer:document:1';
/** The page load that saved the document. */
const OWNER = 'aqm-explorer:owner:1';
/** "1" if the saved document is unchanged since it was opened, so that losing it loses nobody's work. */
const AS_OPENED = 'aqm-explorer:as-opened:1';

export function createPersistence(parts: Parts): Persistence {
  const { engine, storage, place, notices, document, isOpened, reopen } = parts;
  const earlier = createEarlier(storage);
  const saved = storage.read(SAVED);
  const resumed = saved !== null && place.before !== null && place.before === storage.read(OWNER);
  if (resumed) storage.write(OWNER, place.owner);
  /**
   * The text that this page last read or wrote. If the stored text differs, it is from another tab or from
   * before a link was opened.
   */
  let ours: string | null = null;
  let edited = false;
  let warned = false;

  const putAway = (text: string) => {
    earlier.put(text);
    const [work] = earlier.works.get();
    if (work === undefined) return;
    const action = { label: t('Open it'), act: () => reopen(work) };
    notices.add(
      'info',
      t('“{{title}}” is kept under Scenarios, Earlier work.', { title: work.title }),
      [],
      action,
    );
  };

  const write = () => {
    const text = JSON.stringify(document());
    const there = storage.read(SAVED);
    // What a page before this one had opened, and nobody edited, is nobody's work.
    const isWork = there !== null && storage.read(AS_OPENED) !== '1';
    if (isWork && there !== ours && there !== text) putAway(there);
    ours = text;
    const written = storage.write(SAVED, text);
    // If the text could not be written, the mark belongs to the text that is still there.
    if (written) storage.write(AS_OPENED, isOpened(document()) ? '1' : '');
    // A document that could not be saved exists only in the address.
    storage.write(OWNER, written ? place.owner : '');
    if (written || warned) return;
    warned = true;
    notices.add(
      'error',
      t('This browser does not let the page keep your work. Export the scenario before you leave.'),
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
        t('The scenario of last time could not be read, so here is the default one.'),
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
