import { useId, useState, type KeyboardEvent } from 'react';
import type { AqmInfo } from '../../../wasm/src/types.ts';
import { Icon } from '../components/Icon.tsx';
import { Popover } from '../components/Popover.tsx';

interface Props {
  readonly catalogue: readonly AqmInfo[];
  /** Id of the present choice; null: none yet. */
  readonly value: string | null;
  readonly label: string;
  readonly onChoose: (info: AqmInfo) => void;
}

/** The catalogue, to be searched by name or id. */
export function AqmChooser({ catalogue, value, label, onChoose }: Props) {
  const present = catalogue.find(({ id }) => id === value);
  return (
    <Popover
      className={value === null ? 'add' : 'aqm-button'}
      label={present === undefined ? label : `${label}: ${present.name}`}
      button={
        present === undefined ? (
          <>
            <Icon name="plus" /> {label}
          </>
        ) : (
          <>
            <span>{present.name}</span>
            <Icon name="down" />
          </>
        )
      }
    >
      {(close) => (
        <Search
          catalogue={catalogue}
          value={value}
          onChoose={(info) => {
            close();
            onChoose(info);
          }}
        />
      )}
    </Popover>
  );
}

/**
 * Every word of the query is found in the name, the id or the first letters of the name's words; first who is called exactly that,
 * then whose name or id begins so.
 */
export function searchCatalogue(catalogue: readonly AqmInfo[], query: string): readonly AqmInfo[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const whole = words.join(' ');
  const rank = ({ id, name }: AqmInfo) => {
    const called = [id, name.toLowerCase()];
    return called.includes(whole) ? 0 : called.some((text) => text.startsWith(whole)) ? 1 : 2;
  };
  const found = catalogue.filter(({ id, name }) => {
    const initials = name.split(/[\s-]+/).map((part) => part.charAt(0)).join(''); // prettier-ignore
    const text = `${id} ${name} ${initials}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return whole === '' ? found : found.toSorted((a, b) => rank(a) - rank(b));
}

function Search({ catalogue, value, onChoose }: Omit<Props, 'label'>) {
  const id = useId();
  const [query, setQuery] = useState('');
  const [cursor, setCursor] = useState(0);
  const found = searchCatalogue(catalogue, query);
  const at = Math.min(cursor, found.length - 1);
  const key = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by !== 0) {
      event.preventDefault();
      setCursor(Math.max(0, Math.min(found.length - 1, at + by)));
    }
    const chosen = found[at];
    if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      onChoose(chosen);
    }
  };
  const optionId = (aqm: string) => `${id}-${aqm}`;
  const highlighted = found[at];
  return (
    <div className="aqm-search">
      <label className="search">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label="Search schemes"
          aria-expanded="true"
          aria-controls={id}
          {...(highlighted === undefined ? {} : { 'aria-activedescendant': optionId(highlighted.id) })}
          autoComplete="off"
          placeholder="Search schemes"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setCursor(0);
          }}
          onKeyDown={key}
        />
      </label>
      <ul role="listbox" id={id} aria-label="Schemes">
        {found.map((info, i) => (
          <li
            key={info.id}
            id={optionId(info.id)}
            role="option"
            aria-selected={info.id === value}
            data-cursor={i === at || undefined}
            onClick={() => onChoose(info)}
            onPointerMove={() => setCursor(i)}
          >
            <span>{info.name}</span>
            <code>{info.id}</code>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="muted">No scheme has “{query}” in its name.</p>}
    </div>
  );
}
