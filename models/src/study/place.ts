/** Places of a scenario as a study writes them: `traffic[0].flows`, `lanes[*].aqm.params.max_p`. */
import type { Scenario } from '../generated/scenario.ts';
import { isObject, type JsonObject } from '../path.ts';
import { nodeAt } from '../schema.ts';

/** Every entry of a list. */
export const EACH = '*';
export type Place = readonly (string | number)[];

const STEP = /^(?:\.?([$\w-]+)|\["([^"\]]+)"\]|\[(\d+|\*)\])/;

/** The steps of a path; undefined if the text is not a path. */
export function parsePlace(text: string): Place | undefined {
  const steps: (string | number)[] = [];
  for (let rest = text; rest !== '';) {
    const match = STEP.exec(rest);
    if (match === null) return undefined;
    const [whole, name, quoted, index] = match;
    if (rest === text ? whole.startsWith('.') : name !== undefined && !whole.startsWith('.'))
      return undefined;
    steps.push(name ?? quoted ?? (index === EACH ? EACH : Number(index)));
    rest = rest.slice(whole.length);
  }
  return steps.length === 0 ? undefined : steps;
}

/** The document with its lists of traffic and lanes written out, so that places in them exist. */
export function withLists(document: Scenario): JsonObject {
  const fallback = (key: string) => nodeAt({}, [key])?.default;
  const { traffic = fallback('traffic'), lanes = fallback('lanes') } = document;
  return { ...document, traffic, lanes };
}

/** Whether the places are equal, or one contains the other. */
export const overlap = (a: Place, b: Place): boolean =>
  a.every((step, i) => i >= b.length || step === b[i] || step === EACH || b[i] === EACH);

/**
 * A copy with `value` at a place. Missing objects are created; a list must have the entry. Undefined if there
 * is no such place.
 */
export function placed(node: unknown, place: Place, value: unknown): unknown {
  const [step, ...rest] = place;
  if (step === undefined) return value;
  if (Array.isArray(node)) {
    const list = node as readonly unknown[];
    if (typeof step !== 'number' && step !== EACH) return undefined;
    const chosen = (i: number) => step === EACH || i === step;
    if (!list.some((_, i) => chosen(i))) return undefined;
    const next = list.map((item, i) => (chosen(i) ? placed(item, rest, value) : item));
    return next.includes(undefined) ? undefined : next;
  }
  if (typeof step !== 'string' || step === EACH || !(node === undefined || isObject(node))) return undefined;
  const inner = placed(node?.[step], rest, value);
  return inner === undefined ? undefined : { ...node, [step]: inner };
}
