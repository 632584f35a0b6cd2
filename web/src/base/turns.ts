/**
 * A queue of work that may come some frames later, one piece in each frame. An edit first updates the place
 * where it was made, then the picture that it changes, then tables and other plots, so that no frame has to
 * do all of it. A part that waits for its turn has to mark its content as stale.
 */
export interface Turns {
  /** Calls `act` once, at its turn. A caller that is waiting already keeps its place. */
  readonly ask: (act: () => void) => void;
  /** The same, before all others. */
  readonly askFirst: (act: () => void) => void;
  /** The next frame has to show an edit: the waiting parts do not change in that frame. */
  readonly pass: () => void;
  /** Calls all waiting parts now. The page uses this when it is captured before the next frame. */
  readonly takeAll: () => void;
  readonly waiting: () => boolean;
  /** Calls `act` once, when nothing waits. */
  readonly whenNone: (act: () => void) => void;
}

/**
 * The number of consecutive frames without a turn when every frame has an edit: for parts that go first, and
 * for all others. When a part that goes first has its turn, the others wait for one frame more.
 */
const PASSED = { first: 1, others: 3 } as const;

/** `inFrame` calls back in the next frame, when it is known what this frame edits. */
export function createTurns(inFrame: (next: () => void) => void): Turns {
  const first = new Set<() => void>();
  const others = new Set<() => void>();
  let asked = false;
  /** This frame has an edit to show. */
  let edited = false;
  let [passedFirst, passed] = [0, 0];
  let none: (() => void)[] = [];
  const take = (acts: Set<() => void>, most: number) => {
    const taken = [...acts].slice(0, most);
    for (const act of taken) acts.delete(act);
    for (const act of taken) act();
  };
  const next = () => {
    asked = false;
    const firstComes = first.size > 0 && (!edited || passedFirst >= PASSED.first);
    const mostPassed = firstComes ? PASSED.others + 1 : PASSED.others;
    const otherComes = others.size > 0 && ((!edited && !firstComes) || passed >= mostPassed);
    passedFirst = firstComes || first.size === 0 ? 0 : passedFirst + 1;
    passed = otherComes || others.size === 0 ? 0 : passed + 1;
    edited = false;
    try {
      if (firstComes) take(first, Infinity);
      if (otherComes) take(others, 1);
    } finally {
      go();
    }
  };
  const go = () => {
    if (first.size + others.size === 0) {
      const all = none;
      none = [];
      for (const act of all) act();
      return;
    }
    if (asked) return;
    asked = true;
    inFrame(next);
  };
  const asks = (acts: Set<() => void>) => (act: () => void) => {
    acts.add(act);
    go();
  };
  return {
    ask: asks(others),
    askFirst: (act) => {
      others.delete(act);
      asks(first)(act);
    },
    pass: () => {
      edited = true;
    },
    takeAll: () => {
      take(first, Infinity);
      take(others, Infinity);
      go();
    },
    waiting: () => first.size + others.size > 0,
    whenNone: (act) => {
      none.push(act);
      go();
    },
  };
}

/** A hidden page has no frames, so a timer gives its turns. */
const HIDDEN_MS = 50;

/** Takes a turn and draws the result in the same frame. */
let drawing = (turn: () => void) => turn();
export const drawTurnsBy = (take: (turn: () => void) => void): void => {
  drawing = take;
};

function inFrame(next: () => void): void {
  const now = () => drawing(next);
  if (document.hidden) setTimeout(now, HIDDEN_MS);
  else requestAnimationFrame(now);
}

/** The turns of the page. */
export const turns = createTurns(inFrame);
