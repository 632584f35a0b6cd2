/** Something that is wrong, or merely odd, with a document: where, what stands there, and what must hold. */
export interface Issue {
  readonly severity: 'error' | 'warning';
  /** Place in the document, `lanes[1].aqm.params.max_th`; of text that is not JSON, `line 3, column 14`; '' is the whole. */
  readonly path: string;
  /** What stands there; absent when nothing does. Long values are cut. */
  readonly value?: unknown;
  /** What must hold. */
  readonly rule: string;
  /** The nearest value, or the known name most like the one given, that would do. */
  readonly nearest?: number | string;
  /** All of it as one sentence. */
  readonly message: string;
}

const SHOWN = 60;

/** A value as it would be written in the document, cut to a readable length. */
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

/** `facts` as an issue; `message` replaces the sentence that would be made of them. */
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
