/**
 * What may come a frame later, one piece a frame: of an edit its own place comes at once, then the picture that it changes, then tables
 * and other plots, and no frame has all of them to do. Whoever waits for a turn has to say that what it shows until then is of before.
 */
export interface Turns {
  /** Called once, at its turn; a caller that already waits keeps its place. */
  readonly ask: (act: () => void) => void;
  /** The same, before all others. */
  readonly askFirst: (act: () => void) => void;
  /** The next frame has an edit to show: waiting parts stay as they are in it. */
  readonly pass: () => void;
  /** Calls all waiting parts now: the page is captured before there is a frame. */
  readonly takeAll: () => void;
  readonly waiting: () => boolean;
  /** Called once, when nobody waits. */
  readonly whenNone: (act: () => void) => void;
}

/**
 * So many frames in a row are left alone at most, for where every frame has an edit: of who is first, and of the others, who leave one
 * more to who is first.
 */
const PASSED = { first: 1, others: 3 } as const;

/** `inFrame` calls back in the next frame, when what is edited in it is known. */
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

/** A hidden page has no frames: the clock gives its turns. */
const HIDDEN_MS = 50;

/** Takes a turn, and draws the result in the frame of this turn. */
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
