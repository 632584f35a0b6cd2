/** Documents in the order in which they were made. Only documents: a change of view is no step, and clears nothing. */
export interface History<D> {
  readonly past: readonly D[];
  readonly present: D;
  readonly future: readonly D[];
  /** Names the gesture (a drag, a slider) that made the present; its next document replaces the present. */
  readonly gesture: string | null;
}

const DEPTH = 200;

export const beginHistory = <D>(present: D): History<D> => ({
  past: [],
  present,
  future: [],
  gesture: null,
});

/** A new document. One gesture is one step, however many documents it passes through. */
export function record<D>(history: History<D>, present: D, gesture: string | null = null): History<D> {
  if (Object.is(present, history.present)) return history;
  const continues = gesture !== null && gesture === history.gesture;
  const past = continues ? history.past : [...history.past, history.present].slice(-DEPTH);
  return { past, present, future: [], gesture };
}

/** The gesture is over: what comes next is a step of its own. */
export const settle = <D>(history: History<D>): History<D> =>
  history.gesture === null ? history : { ...history, gesture: null };

export function undo<D>(history: History<D>): History<D> {
  const present = history.past.at(-1);
  if (present === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present,
    future: [history.present, ...history.future],
    gesture: null,
  };
}

export function redo<D>(history: History<D>): History<D> {
  const [present, ...future] = history.future;
  if (present === undefined) return history;
  return { past: [...history.past, history.present], present, future, gesture: null };
}
