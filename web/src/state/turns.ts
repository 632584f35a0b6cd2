/**
 * What may come a frame later, one piece a frame: of the results of a run its picture comes first, tables and other plots follow, and
 * no frame has all of them to do. Whoever waits for a turn has to say that what it shows until then is of before.
 */
export interface Turns {
  /** Once, when its turn comes; who waits already keeps its place. */
  readonly ask: (act: () => void) => void;
  /** All of them now: the page is taken as it is before there is a frame. */
  readonly takeAll: () => void;
  readonly waiting: () => boolean;
}

export function createTurns(afterFrame: (next: () => void) => void): Turns {
  const all = new Set<() => void>();
  let asked = false;
  const next = () => {
    asked = false;
    const [first] = all;
    if (first === undefined) return;
    all.delete(first);
    first();
    go();
  };
  const go = () => {
    if (asked || all.size === 0) return;
    asked = true;
    afterFrame(next);
  };
  return {
    ask: (act) => {
      all.add(act);
      go();
    },
    takeAll: () => {
      const waiting = [...all];
      all.clear();
      for (const act of waiting) act();
    },
    waiting: () => all.size > 0,
  };
}

/** A page that nobody sees has no frames. */
const HIDDEN_MS = 50;

/** When a frame has been drawn: what is done then is drawn with the next one. */
function afterFrame(next: () => void): void {
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    clearTimeout(hidden);
    next();
  };
  const hidden = setTimeout(once, HIDDEN_MS);
  requestAnimationFrame(() => setTimeout(once));
}

/** Those of the page. */
export const turns = createTurns(afterFrame);
