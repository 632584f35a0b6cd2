/** An error or a warning about a document: the place, the value there, and the rule. */
export interface Issue {
  readonly severity: 'error' | 'warning';
  /**
   * Place in the document, `lanes[1].aqm.params.max_th`; for text that is not JSON, `line 3, column 14`; ''
   * is the whole document.
   */
  readonly path: string;
  /** The value there; absent if there is none. Long values are cut. */
  readonly value?: unknown;
  /** The rule that must hold. */
  readonly rule: string;
  /** The nearest valid value, or the known name most similar to the given one. */
  readonly nearest?: number | string;
  /** The whole issue in one sentence. */
  readonly message: string;
}

const SHOWN = 60;

/** A value as a document would contain it, cut to a readable length. */
export function showValue(value: unknown): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value);
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.length > 8) return `a list of ${value.length}`;
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return typeof value;
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

type Facts = Pick<Issue, 'path' | 'value' | 'rule' | 'nearest'>;

/** An issue with these `facts`; `message` replaces the sentence that would be made from them. */
export function refusal(facts: Facts, message = sentence(facts, ' is refused')): Issue {
  return { severity: 'error', ...facts, message };
}
export function warning(facts: Facts): Issue {
  return { severity: 'warning', ...facts, message: sentence(facts, '') };
}
export const isError = (issue: Issue): boolean => issue.severity === 'error';

function sentence(facts: Facts, verdict: string): string {
  const place = facts.path === '' ? 'The document' : facts.path;
  const subject = facts.value === undefined ? place : `${place} = ${showValue(facts.value)}`;
  const suggestion =
    facts.nearest === undefined
      ? ''
      : typeof facts.nearest === 'number'
        ? ` Nearest valid value: ${facts.nearest}.`
        : ` Did you mean ${facts.nearest}?`;
  return `${subject}${verdict}: ${facts.rule}.${suggestion}`;
}

export const entries = (count: number): string => `${count} ${count === 1 ? 'entry' : 'entries'}`;
