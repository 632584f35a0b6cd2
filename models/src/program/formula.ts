/** A program's values and laws as formulas, for the page (MathML) and for a paper (LaTeX). */
import { isSignal, part, partsIn, probabilityIn, type Part } from './tree.ts';

export type Formula =
  | { readonly is: 'name'; readonly name: string }
  | { readonly is: 'number'; readonly text: string; readonly unit: string }
  /** Upright words: a function's name, "if". */
  | { readonly is: 'words'; readonly text: string }
  | { readonly is: 'sign'; readonly text: Sign }
  | { readonly is: 'row'; readonly of: readonly Formula[] }
  | { readonly is: 'brackets'; readonly of: Formula; readonly as: 'round' | 'bar' | 'floor' }
  | { readonly is: 'fraction'; readonly over: Formula; readonly under: Formula }
  | { readonly is: 'power'; readonly base: Formula; readonly to: Formula }
  | { readonly is: 'root'; readonly of: Formula; readonly degree: 2 | 3 }
  | { readonly is: 'cases'; readonly rows: readonly { readonly value: Formula; readonly when?: Formula }[] };

export const SIGNS = ['+', '−', '·', ' ', '<', '>', '≤', '≥', '=', '≠', '←', ',', '∞'] as const;
export type Sign = (typeof SIGNS)[number];

const words = (text: string): Formula => ({ is: 'words', text });
const sign = (text: Sign): Formula => ({ is: 'sign', text });
const row = (...of: Formula[]): Formula => ({ is: 'row', of });
export const named = (name: string): Formula => ({ is: 'name', name });
const number = (value: number, unit = ''): Formula => ({ is: 'number', text: String(value), unit });
const brackets = (of: Formula, as: 'round' | 'bar' | 'floor' = 'round'): Formula => ({
  is: 'brackets',
  of,
  as,
});
const fraction = (over: Formula, under: Formula): Formula => ({ is: 'fraction', over, under });
const power = (base: Formula, to: Formula): Formula => ({ is: 'power', base, to });

/**
 * Precedence of operators: a value with a lower precedence than its position requires is put in parentheses.
 */
const OR = 1, AND = 2, COMPARED = 3, SUM = 4, PRODUCT = 5, SIGNED = 6, ATOM = 7; // prettier-ignore

interface Held {
  readonly formula: Formula;
  readonly level: number;
}

const BETWEEN: Readonly<Record<string, { readonly level: number; readonly as: Formula }>> = {
  add: { level: SUM, as: sign('+') },
  subtract: { level: SUM, as: sign('−') },
  less: { level: COMPARED, as: sign('<') },
  less_equal: { level: COMPARED, as: sign('≤') },
  greater: { level: COMPARED, as: sign('>') },
  greater_equal: { level: COMPARED, as: sign('≥') },
  equal: { level: COMPARED, as: sign('=') },
  differ: { level: COMPARED, as: sign('≠') },
  and: { level: AND, as: words(' and ') },
  or: { level: OR, as: words(' or ') },
};

function at(value: Part, level: number): Formula {
  const held = hold(value);
  return held.level < level ? brackets(held.formula) : held.formula;
}

const between = (value: Part, { level, as }: { readonly level: number; readonly as: Formula }): Held => ({
  // a - (b - c): on the right, the same precedence needs parentheses.
  formula: row(at(part(value, 0), level), as, at(part(value, 1), level + 1)),
  level,
});

const call = (name: string, of: readonly Part[]): Formula =>
  row(
    words(name),
    brackets(row(...of.flatMap((one, i) => (i === 0 ? [formulaOf(one)] : [sign(','), formulaOf(one)])))),
  );

/** Functions whose formula is not their name. */
const WRITTEN: Readonly<Record<string, (value: Part) => Held>> = {
  negate: (value) => ({ formula: row(sign('−'), at(part(value, 0), SIGNED)), level: SUM }),
  not: (value) => ({ formula: row(words('not '), at(part(value, 0), ATOM)), level: AND }),
  multiply: (value) => {
    const right = at(part(value, 1), SIGNED);
    const dot = right.is === 'number' ? sign('·') : sign(' ');
    return { formula: row(at(part(value, 0), PRODUCT), dot, right), level: PRODUCT };
  },
  divide: (value) => ({
    formula: fraction(formulaOf(part(value, 0)), formulaOf(part(value, 1))),
    level: PRODUCT,
  }),
  exp: (value) => ({ formula: power(words('e'), formulaOf(part(value, 0))), level: SIGNED }),
  expm1: (value) => ({
    formula: row(power(words('e'), formulaOf(part(value, 0))), sign('−'), number(1)),
    level: SUM,
  }),
  log: ({ of }) => ({ formula: call('ln', of), level: ATOM }),
  log1p: (value) => ({
    formula: row(words('ln'), brackets(row(number(1), sign('+'), at(part(value, 0), SUM)))),
    level: ATOM,
  }),
  sqrt: (value) => ({ formula: { is: 'root', of: formulaOf(part(value, 0)), degree: 2 }, level: ATOM }),
  cbrt: (value) => ({ formula: { is: 'root', of: formulaOf(part(value, 0)), degree: 3 }, level: ATOM }),
  pow: (value) => ({ formula: power(at(part(value, 0), ATOM), formulaOf(part(value, 1))), level: SIGNED }),
  powi: (value) => ({ formula: power(at(part(value, 0), ATOM), formulaOf(part(value, 1))), level: SIGNED }),
  abs: (value) => ({ formula: brackets(formulaOf(part(value, 0)), 'bar'), level: ATOM }),
  floor: (value) => ({ formula: brackets(formulaOf(part(value, 0)), 'floor'), level: ATOM }),
  bits: (value) => ({ formula: row(number(8), sign(' '), at(part(value, 0), SIGNED)), level: PRODUCT }),
  ns: (value) => hold(part(value, 0)),
  choose: (value) => ({
    formula: {
      is: 'cases',
      rows: [
        { value: formulaOf(part(value, 1)), when: formulaOf(part(value, 0)) },
        { value: formulaOf(part(value, 2)) },
      ],
    },
    level: ATOM,
  }),
  // After the link was idle: as if packets of this size had found an empty queue.
  average: (value) => {
    const [avg, x, w, size] = [0, 1, 2, 3].map((i) => part(value, i)) as [Part, Part, Part, Part];
    const kept = brackets(row(number(1), sign('−'), at(w, PRODUCT)));
    const packets = fraction(
      row(named('idle_time'), sign(' '), named('rate')),
      row(number(8), sign(' '), at(size, SIGNED)),
    );
    const sum = [
      kept,
      sign(' '),
      at(avg, SIGNED),
      sign('+'),
      at(w, PRODUCT),
      sign(' '),
      at(x, SIGNED),
    ] as const;
    const busy = row(named('queue'), sign('>'), number(0), words(' or '), named('busy'));
    return {
      formula: {
        is: 'cases',
        rows: [
          { value: row(...sum), when: busy },
          { value: row(power(kept, packets), sign(' '), at(avg, SIGNED)) },
        ],
      },
      level: ATOM,
    };
  },
  // At most 1, as is p / p.
  spaced: (value) => {
    const left = row(number(1), sign('−'), at(part(value, 1), SIGNED), sign(' '), at(part(value, 0), SIGNED));
    const p = formulaOf(part(value, 0));
    return {
      formula: fraction(p, row(words('max'), brackets(row(p, sign(','), left)))),
      level: PRODUCT,
    };
  },
};

function hold(value: Part): Held {
  const { kind, text = '', value: constant = 0, of } = value;
  const two = BETWEEN[kind];
  if (two !== undefined) return between(value, two);
  const own = WRITTEN[kind];
  if (own !== undefined) return own(value);
  switch (kind) {
    case 'constant':
      return { formula: number(constant, text), level: text === '' ? ATOM : PRODUCT };
    case 'true':
    case 'false':
      return { formula: words(kind), level: ATOM };
    case 'never':
      return { formula: sign('∞'), level: ATOM };
    case 'reading':
    case 'param':
    case 'state':
    case 'flow_state':
    case 'local':
      return { formula: named(text), level: ATOM };
    default:
      return { formula: call(kind, of), level: ATOM };
  }
}

export const formulaOf = (value: Part): Formula => hold(value).formula;

// ---- statements ----

/** A line of an event: its nesting depth and its text. */
export interface Line {
  readonly depth: number;
  readonly formula: Formula;
}

/** An outcome ends the event. */
const SAID: Readonly<Record<string, string>> = {
  accept: 'accept and stop',
  drop: 'drop and stop',
  drop_always: 'drop and stop',
  mark: 'mark, or accept what cannot carry a mark, and stop',
  mark_or_drop: 'mark, or drop what cannot carry a mark, and stop',
};

/** A condition; a comparison with a random number is written as its probability. */
const condition = (value: Part): Formula => {
  const probability = probabilityIn(value);
  return probability === undefined
    ? row(words('if '), formulaOf(value))
    : row(words('with probability '), formulaOf(probability));
};

export function linesOf(block: Part, depth = 0): readonly Line[] {
  return block.of.flatMap((one): readonly Line[] => {
    const { kind, text = '', of } = one;
    if (kind === 'let' || kind === 'set') {
      const sides = [named(text), sign(kind === 'let' ? '=' : '←'), formulaOf(part(one, 0))];
      return [{ depth, formula: row(...sides) }];
    }
    if (kind !== 'if') {
      const [when] = of;
      const said = words(SAID[kind] ?? kind);
      return [{ depth, formula: when === undefined ? said : row(said, words(' '), condition(when)) }];
    }
    const [, , otherwise] = of;
    return [
      { depth, formula: row(condition(part(one, 0)), words(':')) },
      ...linesOf(part(one, 1), depth + 1),
      ...(otherwise === undefined ? [] : elseLines(otherwise, depth)),
    ];
  });
}

function elseLines(block: Part, depth: number): readonly Line[] {
  const [first] = block.of;
  if (first?.kind !== 'if' || block.of.length > 1)
    return [{ depth, formula: words('else:') }, ...linesOf(block, depth + 1)];
  const [head, ...rest] = linesOf(block, depth);
  return head === undefined ? [] : [{ depth, formula: row(words('else '), head.formula) }, ...rest];
}

// ---- the probability of a signal ----

interface Case {
  readonly value: Formula;
  readonly when: readonly Part[];
}

/** Whether every path through a block ends with a drop or a mark. */
function alwaysSignals({ of }: Part): boolean {
  const last = of.at(-1);
  if (last === undefined) return false;
  if (of.some((one) => one.kind === 'accept' || (one.kind === 'if' && one !== last))) return false;
  if (last.kind !== 'if') return isSignal(last.kind) && last.of.length === 0;
  const otherwise = last.of[2];
  return otherwise !== undefined && alwaysSignals(part(last, 1)) && alwaysSignals(otherwise);
}

/**
 * Adds the cases of a block in their order. Returns whether the program can continue after the block; null if
 * the program has no such list of cases.
 */
function casesIn(block: Part, when: readonly Part[], cases: Case[]): boolean | null {
  for (const one of block.of) {
    const { kind, of } = one;
    if (kind === 'let' || kind === 'set') continue;
    const asked = kind === 'if' || of.length > 0 ? of[0] : undefined;
    const probability = probabilityIn(asked);
    if (kind === 'if') {
      const then = part(one, 1);
      if (probability !== undefined) {
        if (!alwaysSignals(then) || of[2] !== undefined) return null;
        cases.push({ value: formulaOf(probability), when });
        return false;
      }
      const test = part(one, 0);
      if ([...partsIn(test)].some(({ text }) => text === 'random')) return null;
      const goes = casesIn(then, [...when, test], cases);
      const before = cases.length;
      const other = of[2] === undefined ? true : casesIn(of[2], when, cases);
      if (goes === null || other === null) return null;
      // After a branch that continues, the cases of the other branch would need the negated condition.
      if (goes && cases.length > before) return null;
      if (!goes && !other) return false;
      continue;
    }
    const value = kind === 'accept' ? number(0) : number(1);
    if (probability !== undefined) {
      if (kind === 'accept') return null;
      cases.push({ value: formulaOf(probability), when });
      return false;
    }
    cases.push({ value, when: asked === undefined ? when : [...when, asked] });
    if (asked === undefined) return false;
  }
  return true;
}

const all = (conditions: readonly Part[]): Formula =>
  row(...conditions.flatMap((one, i) => (i === 0 ? [at(one, AND)] : [words(' and '), at(one, AND)])));

/**
 * The probability with which a packet is dropped or marked, case by case: the first case that applies counts.
 * Undefined if the program cannot be written as such a list.
 */
export function probabilityOf(block: Part): Formula | undefined {
  const cases: Case[] = [];
  const open = casesIn(block, [], cases);
  if (open === null || cases.length === 0 || cases.length > 12) return undefined;
  if (open) cases.push({ value: number(0), when: [] });
  const [only] = cases;
  if (only !== undefined && cases.length === 1) return only.value;
  return {
    is: 'cases',
    rows: cases.map(({ value, when }) => (when.length === 0 ? { value } : { value, when: all(when) })),
  };
}
