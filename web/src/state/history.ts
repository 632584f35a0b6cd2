/**
 * The sequence of documents, for undo. It contains only documents: a change of the view adds no step and
 * removes none.
 */
export interface History<D> {
  readonly past: readonly D[];
  readonly present: D;
  readonly future: readonly D[];
  /**
   * The gesture (a drag, a slider) that made the present document; the gesture's next document replaces it.
   */
  readonly gesture: string | null;
}

const DEPTH = 200;

export const beginHistory = <D>(present: D): History<D> => ({
  past: [],
  present,
  future: [],
  gesture: null,
});

/** Adds a new document. One gesture is one step, however many documents it passes through. */
export function record<D>(history: History<D>, present: D, gesture: string | null = null): History<D> {
  if (Object.is(present, history.present)) return history;
  const continues = gesture !== null && gesture === history.gesture;
  const past = continues ? history.past : [...history.past, history.present].slice(-DEPTH);
  return { past, present, future: [], gesture };
}

/** The gesture is over: the next change is a step of its own. */
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
