/** The fields of the lesson editor. A number is taken over when it is one; until then the old one stays. */
import { useId, useState } from 'react';
import { parseQuantity } from '../../../../models/src/index.ts';
import { t } from '../../../../models/src/language.ts';

interface TextProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows?: number;
  readonly most?: number;
  readonly list?: string;
}

export function Text({ label, value, onChange, rows = 1, most = 4000, list }: TextProps) {
  const id = useId();
  return (
    <div className="editor-field">
      <label htmlFor={id}>{label}</label>
      {rows > 1 ? (
        <textarea
          id={id}
          rows={rows}
          maxLength={most}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <input
          id={id}
          type="text"
          maxLength={most}
          list={list}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </div>
  );
}

interface NumberProps {
  readonly label: string;
  /** Undefined: the field is empty. */
  readonly value: number | undefined;
  /** Undefined only where `optional`. */
  readonly onChange: (value: number | undefined) => void;
  readonly optional?: boolean;
  readonly is?: (value: number) => boolean;
}

export function Numeric({ label, value, onChange, optional = false, is = () => true }: NumberProps) {
  const id = useId();
  const [text, setText] = useState<string | null>(null);
  const shown = text ?? (value === undefined ? '' : String(value));
  const parsed = shown.trim() === '' ? undefined : parseQuantity(shown, '1');
  const ok = parsed === undefined ? optional : parsed.ok && is(parsed.value);
  return (
    <div className="editor-field narrow">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        inputMode="decimal"
        value={shown}
        aria-invalid={!ok || undefined}
        onChange={(event) => {
          const next = event.target.value;
          setText(next);
          const read = next.trim() === '' ? undefined : parseQuantity(next, '1');
          if (read === undefined ? optional : read.ok && is(read.value))
            onChange(read?.ok === true ? read.value : undefined);
        }}
        onBlur={() => setText(null)}
      />
    </div>
  );
}

export function Choice<W extends string>({
  label,
  value,
  words,
  onChange,
}: {
  readonly label: string;
  readonly value: W;
  readonly words: readonly (readonly [W, string])[];
  readonly onChange: (value: W) => void;
}) {
  const id = useId();
  return (
    <div className="editor-field narrow">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={(event) => {
          const chosen = words.find(([word]) => word === event.target.value);
          if (chosen !== undefined) onChange(chosen[0]);
        }}
      >
        {words.map(([word, name]) => (
          <option key={word} value={word}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

export function Check({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}) {
  return (
    <label className="check">
      <input type="checkbox" checked={value} onChange={(event) => onChange(event.target.checked)} /> {label}
    </label>
  );
}

/** A list of entries: each with its fields and a button that removes it, and one that adds another. */
export function Entries<E>({
  name,
  entries,
  most,
  empty,
  onChange,
  children,
}: {
  readonly name: string;
  readonly entries: readonly E[];
  readonly most: number;
  /** A new entry. */
  readonly empty: E;
  readonly onChange: (entries: E[]) => void;
  readonly children: (entry: E, set: (entry: E) => void, i: number) => React.ReactNode;
}) {
  return (
    <fieldset className="editor-entries">
      <legend>{name}</legend>
      {entries.map((entry, i) => (
        <div key={i} className="editor-entry">
          {children(entry, (next) => onChange(entries.map((old, k) => (k === i ? next : old))), i)}
          <button
            type="button"
            className="link"
            aria-label={t('Remove entry {{i}} of {{name}}', { i: i + 1, name })}
            onClick={() => onChange(entries.filter((_, k) => k !== i))}
          >
            {t('Remove')}
          </button>
        </div>
      ))}
      {entries.length < most && (
        <button
          type="button"
          className="link"
          aria-label={t('Add to {{name}}', { name })}
          onClick={() => onChange([...entries, empty])}
        >
          {t('Add')}
        </button>
      )}
    </fieldset>
  );
}
