/** The task of a lesson, and its form in a link. */
import { fromBase64Url, toBase64Url } from '../base64url.ts';
import { KNOBS, type KnobName } from '../knobs.ts';

export interface Task {
  readonly text: string;
  /** Comparisons of a story's language (stories/expression.ts), such as "queueing_delay_mean(A) < 0.02". */
  readonly goals: readonly string[];
  /**
   * The values of a knob at each of which every goal must hold; null: the goals must hold in the scenario as
   * it is.
   */
  readonly over: { readonly knob: KnobName; readonly values: readonly number[] } | null;
}

export const isKnob = (word: unknown): word is KnobName => KNOBS.some((knob) => knob === word);
export const MOST_GOALS = 8;
export const MOST_CONDITIONS = 8;

export const EMPTY_TASK: Task = { text: '', goals: [], over: null };
const MOST_TEXT = 2000;

export const isEmpty = ({ text, goals }: Task): boolean => text.trim() === '' && goals.length === 0;

export function writeTask({ text, goals, over }: Task): string {
  const parts = [text.trim(), goals, ...(over === null ? [] : [over.knob, ...over.values])];
  return toBase64Url(new TextEncoder().encode(JSON.stringify(parts)));
}

/** Undefined if it is not a task. */
export function readTask(word: string): Task | undefined {
  const bytes = fromBase64Url(word);
  if (bytes === undefined) return undefined;
  try {
    const found: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (!Array.isArray(found)) return undefined;
    const [text, goals, knob, ...values] = found as readonly unknown[];
    if (typeof text !== 'string' || text.length > MOST_TEXT || !Array.isArray(goals)) return undefined;
    const isText = (one: unknown): one is string => typeof one === 'string' && one.length < 200;
    const isValue = (one: unknown): one is number => typeof one === 'number' && Number.isFinite(one);
    if (goals.length > MOST_GOALS || !goals.every(isText)) return undefined;
    if (knob === undefined) return { text, goals, over: null };
    const sound =
      isKnob(knob) && values.length > 0 && values.length <= MOST_CONDITIONS && values.every(isValue);
    return sound ? { text, goals, over: { knob, values } } : undefined;
  } catch {
    return undefined;
  }
}
