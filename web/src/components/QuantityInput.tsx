import { t } from '../../../models/src/language.ts';
import { inShownUnit } from './quantity.ts';
import { createContext, use, useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react';

/** The error in the typed text, and a value that would be valid. */
export interface Problem {
  readonly message: string;
  readonly nearest?: string;
}
export type Parsed<V> =
  { readonly ok: true; readonly value: V } | { readonly ok: false; readonly message: string };

/** Learns which of the fields below hold a refused text. */
export const RefusedContext = createContext<((field: string, refused: boolean) => void) | null>(null);

interface Props<V> {
  readonly label: string;
  readonly value: V;
  readonly print: (value: V) => string;
  readonly parse: (text: string) => Parsed<V>;
  /** Returns the problem if the value is refused; then nothing has changed. */
  readonly commit: (value: V) => Problem | null;
  /** The next higher (+1) or lower (-1) value; larger steps with Shift. */
  readonly step?: (value: V, direction: 1 | -1, coarse: boolean) => V;
  readonly describedBy?: string;
  readonly placeholder?: string;
  /** The place of the message: beside the field, below its row. */
  readonly children?: (input: ReactNode, problem: ReactNode) => ReactNode;
}

/** A typed quantity. A refused text stays in the field; the document keeps its last valid value. */
export function QuantityInput<V>(props: Props<V>) {
  const { label, value, print, parse, commit, step, describedBy, placeholder } = props;
  const id = useId();
  const printed = print(value);
  // A draft belongs to the value that it was meant to replace: an undo or a drag elsewhere discards it.
  const [draft, setDraft] = useState<{ text: string; of: string; problem: Problem | null } | null>(null);
  const live = draft?.of === printed ? draft : null;

  const accept = (next: V, text: string) => {
    const problem = commit(next);
    setDraft(problem === null ? null : { text, of: printed, problem });
  };
  const finish = (text: string) => {
    if (text.trim() === printed) {
      setDraft(null);
      return;
    }
    const parsed = parse(inShownUnit(text, printed));
    if (parsed.ok) accept(parsed.value, text);
    else setDraft({ text, of: printed, problem: { message: parsed.message } });
  };
  const key = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') finish(event.currentTarget.value);
    else if (event.key === 'Escape') setDraft(null);
    else if (step !== undefined && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      const next = step(value, event.key === 'ArrowUp' ? 1 : -1, event.shiftKey);
      accept(next, print(next));
    }
  };

  const problem = live?.problem ?? null;
  const tell = use(RefusedContext);
  const refused = problem !== null;
  useEffect(() => {
    tell?.(id, refused);
    return () => tell?.(id, false);
  }, [tell, id, refused]);
  const input = (
    <input
      className="quantity"
      type="text"
      inputMode="text"
      autoComplete="off"
      spellCheck={false}
      aria-label={label}
      aria-invalid={problem !== null}
      data-draft={live !== null || undefined}
      aria-describedby={
        [describedBy, problem === null ? undefined : id].filter(Boolean).join(' ') || undefined
      }
      placeholder={placeholder}
      value={live?.text ?? printed}
      onChange={(event) => setDraft({ text: event.target.value, of: printed, problem: null })}
      onFocus={(event) => event.target.select()}
      onBlur={(event) => finish(event.target.value)}
      onKeyDown={key}
    />
  );
  const message = problem !== null && (
    <p className="problem" id={id} role="alert">
      {problem.message}
      {problem.nearest !== undefined && (
        <button
          type="button"
          className="link"
          onClick={() => {
            finish(problem.nearest ?? '');
          }}
        >
          {t('Use {{nearest}}', { nearest: problem.nearest })}
        </button>
      )}
    </p>
  );
  return props.children === undefined ? (
    <>
      {input}
      {message}
    </>
  ) : (
    props.children(input, message)
  );
}
