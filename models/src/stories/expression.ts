/**
 * The expressions that a story may use about its runs: sums and ratios of named quantities of lanes, such as
 * `loss_ratio(B) / loss_ratio(A)` or `queue_mean(A, 20, 50) < 0.5 * buffer(A)`. A text is parsed into a tree
 * once. Its names come from a closed list (quantities.ts), and no part of it is ever executed as code.
 */

export type Expression =
  | { readonly is: 'number'; readonly value: number }
  | { readonly is: 'name'; readonly name: string }
  | { readonly is: 'call'; readonly name: string; readonly lane: number; readonly words: readonly Word[] }
  | {
      readonly is: 'sum';
      readonly sign: '+' | '-' | '*' | '/';
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly is: 'function'; readonly name: FunctionName; readonly of: readonly Expression[] };

/** An argument after the lane: a time, the number of a row, the name of a state. */
export type Word = number | string;

const FUNCTIONS = {
  sqrt: (x: number) => Math.sqrt(x),
  abs: (x: number) => Math.abs(x),
  min: (x: number, y: number) => Math.min(x, y),
  max: (x: number, y: number) => Math.max(x, y),
} as const;
type FunctionName = keyof typeof FUNCTIONS;
const isFunction = (name: string): name is FunctionName => Object.hasOwn(FUNCTIONS, name);

/** A comparison of two expressions: which one has to be larger. */
export interface Comparison {
  readonly smaller: Expression;
  readonly larger: Expression;
}

export const sidesOf = ({ smaller, larger }: Comparison): readonly Expression[] => [smaller, larger];

/** The text is not an expression; the error names what was expected and where. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
}

const TOKEN = /\s*(?:(\d+(?:\.\d+)?(?:e-?\d+)?)|([A-Za-z_]\w*)|(.))/gy;

interface Token {
  readonly kind: 'number' | 'name' | 'sign' | 'end';
  readonly text: string;
}

function tokensOf(text: string): readonly Token[] {
  const found = [...text.trim().matchAll(TOKEN)].map(([, number, name, sign]): Token => {
    if (number !== undefined) return { kind: 'number', text: number };
    return name !== undefined ? { kind: 'name', text: name } : { kind: 'sign', text: sign ?? '' };
  });
  return [...found, { kind: 'end', text: 'the end' }];
}

/** Recursive descent: sum = product {+ product}, product = factor {* factor}, factor = number, call or bracket. */
class Reader {
  private at = 0;
  private readonly tokens: readonly Token[];
  private readonly text: string;
  /** Whether a name without parentheses is a value of its own. */
  private readonly bare: boolean;
  constructor(text: string, bare = false) {
    this.text = text;
    this.bare = bare;
    this.tokens = tokensOf(text);
  }
  private get next(): Token {
    return this.tokens[this.at] ?? { kind: 'end', text: 'the end' };
  }
  private take(): Token {
    const token = this.next;
    this.at += 1;
    return token;
  }
  private fail(expected: string): never {
    throw new ExpressionError(`"${this.text}": ${expected} is expected, not ${this.next.text}`);
  }
  isSign(...signs: readonly string[]): boolean {
    return this.next.kind === 'sign' && signs.includes(this.next.text);
  }
  sign(...signs: readonly string[]): string {
    if (!this.isSign(...signs)) this.fail(signs.join(' or '));
    return this.take().text;
  }
  end(): void {
    if (this.next.kind !== 'end') this.fail('the end');
  }
  sum(): Expression {
    let left = this.product();
    while (this.isSign('+', '-')) {
      const sign = this.sign('+', '-') as '+' | '-';
      left = { is: 'sum', sign, left, right: this.product() };
    }
    return left;
  }
  private product(): Expression {
    let left = this.factor();
    while (this.isSign('*', '/')) {
      const sign = this.sign('*', '/') as '*' | '/';
      left = { is: 'sum', sign, left, right: this.factor() };
    }
    return left;
  }
  private factor(): Expression {
    if (this.isSign('(')) {
      this.sign('(');
      const inner = this.sum();
      this.sign(')');
      return inner;
    }
    const token = this.take();
    if (token.kind === 'number') return { is: 'number', value: Number(token.text) };
    if (token.kind !== 'name') {
      this.at -= 1;
      this.fail('a number, a name or (');
    }
    const { text: name } = token;
    if (this.bare && !isFunction(name)) return { is: 'name', name };
    this.sign('(');
    if (isFunction(name)) {
      const of = [this.sum()];
      while (this.isSign(',')) {
        this.sign(',');
        of.push(this.sum());
      }
      this.sign(')');
      if (of.length !== FUNCTIONS[name].length)
        throw new ExpressionError(`"${this.text}": ${name} takes ${FUNCTIONS[name].length}`);
      return { is: 'function', name, of };
    }
    const lane = this.lane();
    const words: Word[] = [];
    while (this.isSign(',')) {
      this.sign(',');
      const word = this.take();
      if (word.kind === 'number') words.push(Number(word.text));
      else if (word.kind === 'name') words.push(word.text);
      else {
        this.at -= 1;
        this.fail('a number or a name');
      }
    }
    this.sign(')');
    return { is: 'call', name, lane, words };
  }
  private lane(): number {
    const { kind, text } = this.next;
    if (kind !== 'name' || !/^[A-Z]$/.test(text)) this.fail("a lane's letter");
    this.take();
    return text.charCodeAt(0) - 'A'.charCodeAt(0);
  }
}

export function readExpression(text: string): Expression {
  const reader = new Reader(text);
  const found = reader.sum();
  reader.end();
  return found;
}

/** `a < b` or `a > b`. */
export function readComparison(text: string): Comparison {
  const reader = new Reader(text);
  const left = reader.sum();
  const sign = reader.sign('<', '>');
  const right = reader.sum();
  reader.end();
  return sign === '<' ? { smaller: left, larger: right } : { smaller: right, larger: left };
}

/** A formula over plain names, such as `interval / sqrt(x)`: about a law, not about lanes. */
export function readFormula(text: string): Expression {
  const reader = new Reader(text, true);
  const found = reader.sum();
  reader.end();
  return found;
}

/** Every name of a formula. */
export function namesOf(expression: Expression): readonly string[] {
  switch (expression.is) {
    case 'name':
      return [expression.name];
    case 'sum':
      return [...namesOf(expression.left), ...namesOf(expression.right)];
    case 'function':
      return expression.of.flatMap(namesOf);
    default:
      return [];
  }
}

export type Call = Extract<Expression, { is: 'call' }>;

/** Every quantity that an expression uses. */
export function callsOf(expression: Expression): readonly Call[] {
  switch (expression.is) {
    case 'number':
    case 'name':
      return [];
    case 'call':
      return [expression];
    case 'sum':
      return [...callsOf(expression.left), ...callsOf(expression.right)];
    case 'function':
      return expression.of.flatMap(callsOf);
  }
}

/** The value; NaN if a quantity or a name has none. */
export function evaluate(
  expression: Expression,
  quantity: (call: Call) => number,
  value: (name: string) => number = () => NaN,
): number {
  const of = (one: Expression) => evaluate(one, quantity, value);
  switch (expression.is) {
    case 'number':
      return expression.value;
    case 'name':
      return value(expression.name);
    case 'call':
      return quantity(expression);
    case 'function': {
      const [x = NaN, y = NaN] = expression.of.map(of);
      return FUNCTIONS[expression.name](x, y);
    }
    case 'sum': {
      const [left, right] = [of(expression.left), of(expression.right)];
      switch (expression.sign) {
        case '+':
          return left + right;
        case '-':
          return left - right;
        case '*':
          return left * right;
        case '/':
          return left / right;
      }
    }
  }
}
