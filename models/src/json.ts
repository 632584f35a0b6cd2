import { refusal, type Issue } from './issue.ts';
import { MAX_DEPTH, MAX_TEXT } from './limits.ts';

export type ParsedJson =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly issue: Issue };

/**
 * JSON.parse with errors that name line and column in every browser. A key given twice is an error, too:
 * JSON.parse would silently use the last one.
 */
export function parseJson(text: string): ParsedJson {
  if (text.length > MAX_TEXT) {
    const rule = `a document has at most ${MAX_TEXT} characters, this one has ${text.length}`;
    return { ok: false, issue: refusal({ path: '', rule }) };
  }
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const fault = findFault(source);
  if (fault === undefined) return { ok: true, value: JSON.parse(source) };
  const { line, column } = position(source, fault.at);
  const path = `line ${line}, column ${column}`;
  return { ok: false, issue: refusal({ path, rule: fault.rule }, `No JSON at ${path}: ${fault.rule}.`) };
}

interface Fault {
  readonly at: number;
  readonly rule: string;
}

interface Container {
  readonly at: number;
  readonly close: '}' | ']';
  readonly keys: Set<string>;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z]+/y;
const SPACE = /[ \t\n\r]*/y;

/**
 * The first place where `text` is not JSON (RFC 8259). Uses its own stack, so that deep nesting causes no
 * recursion.
 */
function findFault(text: string): Fault | undefined {
  const open: Container[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  const skipSpace = () => {
    at += match(SPACE)?.length ?? 0;
  };
  const fail = (rule: string): Fault => ({ at, rule });
  const ended = (): Fault => {
    const inner = open.at(-1);
    if (inner === undefined) return fail('the text ends where a value is expected');
    const { line, column } = position(text, inner.at);
    const bracket = inner.close === '}' ? '{' : '[';
    return fail(`the text ends before the ${bracket} of line ${line}, column ${column} is closed`);
  };

  /** Reads a string that starts here; returns its fault, or undefined. */
  const string = (): Fault | undefined => {
    const start = at;
    for (at++; at < text.length; at++) {
      const c = text[at] ?? '';
      if (c === '"') {
        at++;
        return undefined;
      }
      if (c < ' ') return fail('a string ends on its own line; a line break in it is written \\n');
      if (c === '\\') {
        at++;
        if (text[at] === 'u') {
          if (!/^[0-9a-fA-F]{4}$/.test(text.slice(at + 1, at + 5)))
            return fail('\\u takes four hexadecimal digits');
          at += 4;
        } else if (!'"\\/bfnrt'.includes(text[at] ?? ' ')) {
          return fail(String.raw`after \ comes one of " \ / b f n r t u`);
        }
      }
    }
    at = start;
    return fail('this string is not closed');
  };

  /** Reads a key and its colon. */
  const key = (container: Container): Fault | undefined => {
    const start = at;
    if (at >= text.length) return ended();
    if (text[at] === '}' && container.keys.size > 0) return fail('a comma before } is one too many');
    if (text[at] !== '"') return fail('a key in double quotes is expected');
    const fault = string();
    if (fault) return fault;
    const name = JSON.parse(text.slice(start, at)) as string;
    if (container.keys.has(name))
      return { at: start, rule: `the key ${JSON.stringify(name)} is given twice` };
    container.keys.add(name);
    skipSpace();
    if (text[at] !== ':') return at < text.length ? fail('":" is expected after a key') : ended();
    at++;
    return undefined;
  };

  for (;;) {
    skipSpace();
    const c = text[at];
    if (c === undefined) return ended();
    if (c === '{' || c === '[') {
      if (open.length >= MAX_DEPTH) return fail(`nothing may be nested deeper than ${MAX_DEPTH}`);
      const container: Container = { at, close: c === '{' ? '}' : ']', keys: new Set() };
      open.push(container);
      at++;
      skipSpace();
      if (text[at] !== container.close) {
        const fault = c === '{' ? key(container) : undefined;
        if (fault) return fault;
        continue;
      }
    } else if (c === '"') {
      const fault = string();
      if (fault) return fault;
    } else {
      const number = match(NUMBER);
      const word = match(WORD);
      if (number !== undefined) at += number.length;
      else if (word === 'true' || word === 'false' || word === 'null') at += word.length;
      else return fail(valueExpected(c, word));
    }

    // A value has ended: containers may close, then a comma or the end of the text must follow.
    for (;;) {
      const inner = open.at(-1);
      if (inner !== undefined && text[at] === inner.close) {
        open.pop();
        at++;
        continue;
      }
      skipSpace();
      if (inner === undefined)
        return at < text.length ? fail('the text goes on after the end of its value') : undefined;
      if (text[at] === inner.close) continue;
      if (at >= text.length) return ended();
      if (text[at] !== ',') return fail(`"," or "${inner.close}" is expected`);
      at++;
      if (inner.close === '}') {
        skipSpace();
        const fault = key(inner);
        if (fault) return fault;
      }
      break;
    }
  }
}

function valueExpected(c: string, word: string | undefined): string {
  if (c === "'") return 'strings take double quotes';
  if (c === '/') return 'JSON has no comments';
  if (c === ']' || c === '}' || c === ',') return `a value is expected before ${c}`;
  if (word === 'NaN' || word === 'Infinity') return `${word} is not a number of JSON`;
  if (word !== undefined)
    return `${JSON.stringify(word.slice(0, 40))} is not a value; words take double quotes`;
  return 'a value is expected';
}

/** Line and column of an offset, counted from 1. */
function position(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
