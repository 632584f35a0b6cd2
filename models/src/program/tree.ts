/**
 * The tree of a program as the engine returns it (docs/programs.md). Kinds of statements: `let`, `set` (text,
 * [value]), `if` ([condition, block, block?]), `accept`, `drop`, `drop_always`, `mark`, `mark_or_drop`
 * ([condition?]). Kinds of values: `constant`, `true`, `false`, `never`, `reading`, `param`, `state`,
 * `flow_state`, `local`, operators, and the functions by their names.
 */
export interface Part {
  readonly kind: string;
  /** A name, or the unit of a constant. */
  readonly text?: string;
  readonly value?: number;
  readonly line?: number;
  readonly of: readonly Part[];
}

export interface ProgramEvent {
  /** "on arrive", "every", ... */
  readonly name: string;
  readonly block: Part;
  readonly interval?: Part;
}

/** The i-th part; a tree from the engine has all parts that its kind needs. */
export function part({ of }: Part, i: number): Part {
  const found = of[i];
  if (found === undefined) throw new Error('a part of the tree is missing');
  return found;
}

/** States of the queue, or of each flow. */
export const statesOf = ({ of }: Part, whose: 'state' | 'flow_state' = 'state') =>
  of.filter(({ kind }) => kind === whose).map((one) => ({ name: one.text ?? '', first: part(one, 0) }));

export const requirementsOf = ({ of }: Part) =>
  of
    .filter(({ kind }) => kind === 'require')
    .map((one) => ({ text: one.text ?? '', condition: part(one, 0) }));

export const eventsOf = ({ of }: Part): readonly ProgramEvent[] =>
  of
    .filter(({ kind }) => kind === 'event')
    .map((one) => ({
      name: one.text ?? '',
      block: part(one, 0),
      ...(one.of[1] === undefined ? {} : { interval: one.of[1] }),
    }));

/** All parts of a tree, beginning with the root. */
export function* partsIn(root: Part): Generator<Part> {
  yield root;
  for (const one of root.of) yield* partsIn(one);
}

export const OUTCOMES = ['accept', 'drop', 'drop_always', 'mark', 'mark_or_drop'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export const isOutcome = (kind: string): kind is Outcome => OUTCOMES.some((one) => one === kind);
export const isSignal = (kind: string): boolean => isOutcome(kind) && kind !== 'accept';

/** The p in `random < p`; otherwise undefined. */
export const probabilityIn = (condition: Part | undefined): Part | undefined =>
  condition?.kind === 'less' && condition.of[0]?.kind === 'reading' && condition.of[0].text === 'random'
    ? condition.of[1]
    : undefined;
