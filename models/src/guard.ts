import { refusal, type Issue } from './issue.ts';
import { MAX_DEPTH, MAX_STRING, MAX_VALUES } from './limits.ts';
import { showPath } from './path.ts';

export type Guarded =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly issue: Issue };

class Refused extends Error {
  constructor(readonly issue: Issue) {
    super(issue.message);
  }
}

/**
 * Copies `input` as plain data of modest size, or returns the first reason why it is not such data. Called
 * before any other code reads a document, so that a hostile document or a cyclic object takes no time.
 */
export function guard(input: unknown): Guarded {
  let values = 0;
  const path: (string | number)[] = [];
  const refuse = (rule: string, value?: unknown) =>
    new Refused(refusal({ path: showPath(path), rule, ...(value === undefined ? {} : { value }) }));

  const copy = (node: unknown): unknown => {
    if (++values > MAX_VALUES) {
      path.length = 0;
      throw refuse(`a document holds at most ${MAX_VALUES} values`);
    }
    if (path.length > MAX_DEPTH) {
      path.length = 4;
      throw refuse(`nothing may be nested deeper than ${MAX_DEPTH}`);
    }
    if (node === null || typeof node === 'boolean' || typeof node === 'number') return node;
    if (typeof node === 'string') {
      if (node.length > MAX_STRING) throw refuse(`text has at most ${MAX_STRING} characters`, node);
      return node;
    }
    if (Array.isArray(node)) {
      if (node.length > MAX_VALUES)
        throw refuse(`a list of ${node.length} is too long: a document holds at most ${MAX_VALUES} values`);
      return node.map((item: unknown, i) => inside(i, item));
    }
    if (typeof node !== 'object') throw refuse(`${typeof node} is not JSON`);
    const members: [string, unknown][] = [];
    for (const [key, value] of Object.entries(node)) {
      if (value === undefined) continue;
      if (key.length > MAX_STRING) throw refuse(`a key has at most ${MAX_STRING} characters`);
      if (key === '__proto__') {
        path.push(key);
        throw refuse('no key may have this name');
      }
      members.push([key, inside(key, value)]);
    }
    return Object.fromEntries(members);
  };
  const inside = (step: string | number, node: unknown): unknown => {
    path.push(step);
    const result = copy(node);
    path.pop();
    return result;
  };

  try {
    return { ok: true, value: copy(input) };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, issue: error.issue };
    throw error;
  }
}
