/**
 * A program's values and statements in a language like C. The dialect gives the names and functions of that
 * language.
 */
import { double, safe } from './names.ts';
import { isOutcome, part, type Outcome, type Part } from './tree.ts';

export interface Dialect {
  /** The prefix of a parameter's or a state's name: `param.`. */
  readonly param: string;
  readonly state: string;
  readonly reading: (name: string) => string;
  readonly infinity: string;
  /** A call of a function of the language. */
  readonly call: (name: string, of: readonly string[]) => string;
  /** The beginning of a `let`: `const double`. */
  readonly local: string;
  /** An assignment to a state. */
  readonly keep: (value: string) => string;
  readonly decide: (outcome: Outcome) => string;
}

const OR = 1, AND = 2, COMPARED = 3, SUM = 4, PRODUCT = 5, SIGNED = 6, ATOM = 7; // prettier-ignore

const BETWEEN: Readonly<Record<string, readonly [sign: string, level: number]>> = {
  or: ['||', OR],
  and: ['&&', AND],
  less: ['<', COMPARED],
  less_equal: ['<=', COMPARED],
  greater: ['>', COMPARED],
  greater_equal: ['>=', COMPARED],
  equal: ['==', COMPARED],
  differ: ['!=', COMPARED],
  add: ['+', SUM],
  subtract: ['-', SUM],
  multiply: ['*', PRODUCT],
  divide: ['/', PRODUCT],
};

type Held = readonly [text: string, level: number];

export function clike(dialect: Dialect) {
  const at = (value: Part, level: number): string => {
    const [text, own] = hold(value);
    return own < level ? `(${text})` : text;
  };

  function between(value: Part, [sign, level]: readonly [string, number]): Held {
    const [left, right] = [part(value, 0), part(value, 1)];
    if (level > AND) return [`${at(left, level)} ${sign} ${at(right, level + 1)}`, level];
    // Compilers warn about && beside || without parentheses.
    const side = (one: Part) => {
      const text = condition(one);
      return one.kind === 'and' || one.kind === 'or' ? `(${text})` : text;
    };
    return [`${left.kind === value.kind ? condition(left) : side(left)} ${sign} ${side(right)}`, level];
  }

  function hold(value: Part): Held {
    const { kind, text = '', value: constant = 0, of } = value;
    const two = BETWEEN[kind];
    if (two !== undefined) return between(value, two);
    switch (kind) {
      case 'constant':
        return [double(constant), ATOM];
      case 'never':
        return [dialect.infinity, ATOM];
      case 'true':
      case 'false':
        return [kind, ATOM];
      case 'reading':
        return [dialect.reading(text), ATOM];
      case 'param':
        return [dialect.param + safe(text), ATOM];
      case 'state':
        return [dialect.state + safe(text), ATOM];
      case 'local':
        return [safe(text), ATOM];
      case 'negate':
        return [`-${at(part(value, 0), ATOM)}`, SIGNED];
      case 'not':
        return [`!(${condition(part(value, 0))})`, SIGNED];
      case 'choose':
        return [
          `(${condition(part(value, 0))} ? ${at(part(value, 1), SUM)} : ${at(part(value, 2), SUM)})`,
          ATOM,
        ];
      case 'bits':
        return [`8.0 * ${at(part(value, 0), SIGNED)}`, PRODUCT];
      default:
        return [
          dialect.call(
            kind,
            of.map((one) => hold(one)[0]),
          ),
          ATOM,
        ];
    }
  }

  /** States and readings are numbers, even if they are used as true or false. */
  function condition(value: Part): string {
    const text = at(value, OR);
    return ['reading', 'state', 'local'].includes(value.kind) ? `${text} != 0` : text;
  }

  function statements(block: Part, depth: number): readonly string[] {
    const pad = '  '.repeat(depth);
    return block.of.flatMap((one): readonly string[] => {
      const { kind, text = '', of } = one;
      if (isOutcome(kind)) {
        const [when] = of;
        const decided = `${dialect.decide(kind)};`;
        return [when === undefined ? pad + decided : `${pad}if (${condition(when)}) ${decided}`];
      }
      if (kind === 'let') return [`${pad}${dialect.local} ${safe(text)} = ${hold(part(one, 0))[0]};`];
      if (kind === 'set')
        return [`${pad}${dialect.state}${safe(text)} = ${dialect.keep(hold(part(one, 0))[0])};`];
      const [, , otherwise] = of;
      return [
        `${pad}if (${condition(part(one, 0))}) {`,
        ...statements(part(one, 1), depth + 1),
        ...(otherwise === undefined ? [] : [`${pad}} else {`, ...statements(otherwise, depth + 1)]),
        `${pad}}`,
      ];
    });
  }

  return { value: (one: Part) => hold(one)[0], condition, statements };
}

/** Whether an event always ends with an outcome, so that no statement follows it. */
export function ends({ of }: Part): boolean {
  const last = of.at(-1);
  return last !== undefined && isOutcome(last.kind) && last.of.length === 0;
}
