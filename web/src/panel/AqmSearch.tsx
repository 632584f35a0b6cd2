import { t } from '../../../models/src/language.ts';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { FAMILIES, type AqmIndexEntry } from '../../../models/src/aqm-facts.ts';
import { tcKnowsAs } from '../../../models/src/tc-names.ts';
import type { AqmInfo } from '../../../wasm/src/types.ts';
import { Icon } from '../components/Icon.tsx';

interface Props {
  readonly catalogue: readonly AqmInfo[];
  readonly value: string | null;
  readonly onChoose: (info: AqmInfo) => void;
}

type Index = ReadonlyMap<string, AqmIndexEntry>;
const NO_INDEX: Index = new Map();

/** The words that the search uses besides a scheme's name: authors, year, purpose and family. */
const told = (entry: AqmIndexEntry | undefined): string =>
  entry === undefined
    ? ''
    : `${entry.citation} ${entry.year ?? ''} ${entry.family} ${entry.problem} ${t(entry.problem)}`.toLowerCase();

/**
 * The schemes that match every word of the query: in the name, the id, the initials of the name, or the
 * description, or as the name of the scheme or of a parameter in Linux's tc. Exact names come first, then
 * names and ids that begin with the query, then names that contain it.
 */
export function searchCatalogue(
  catalogue: readonly AqmInfo[],
  query: string,
  index: Index = NO_INDEX,
): readonly AqmInfo[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const whole = words.join(' ');
  const named = ({ id, name }: AqmInfo) => {
    const initials = name
      .split(/[\s-]+/)
      .map((part) => part.charAt(0))
      .join('');
    return `${id} ${name} ${initials}`.toLowerCase();
  };
  const holds = (text: string) => words.every((word) => text.includes(word));
  const rank = (info: AqmInfo) => {
    const called = [info.id, info.name.toLowerCase()];
    if (called.includes(whole)) return 0;
    if (called.some((text) => text.startsWith(whole))) return 1;
    return holds(named(info)) ? 2 : 3;
  };
  const found = catalogue.filter((info) => {
    const text = `${named(info)} ${told(index.get(info.id))}`;
    return words.every((word) => text.includes(word) || tcKnowsAs(info, word));
  });
  return whole === '' ? found : found.toSorted((a, b) => rank(a) - rank(b));
}

/** The order without a query: by family, then by name. */
const byFamily = (catalogue: readonly AqmInfo[], index: Index): readonly AqmInfo[] => {
  const place = ({ id }: AqmInfo) => FAMILIES.indexOf(index.get(id)?.family ?? 'others');
  return catalogue.toSorted((a, b) => place(a) - place(b) || a.name.localeCompare(b.name, 'en'));
};

/** Loaded when the reader searches for a scheme; until then, only names are searched. */
export function useIndex(): Index {
  const [index, setIndex] = useState<Index>(NO_INDEX);
  useEffect(() => {
    let shown = true;
    import('../../../models/src/aqm-index.ts').then(
      ({ aqmIndex }) => {
        if (shown) setIndex(aqmIndex);
      },
      () => undefined,
    );
    return () => {
      shown = false;
    };
  }, []);
  return index;
}

export function AqmSearch({ catalogue, value, onChoose }: Props) {
  const id = useId();
  const [query, setQuery] = useState('');
  const [cursor, setCursor] = useState(0);
  const index = useIndex();
  const searched = query.trim() !== '';
  const found = searched ? searchCatalogue(catalogue, query, index) : byFamily(catalogue, index);
  const familyOf = ({ id }: AqmInfo) => index.get(id)?.family;
  const begins = (i: number) => {
    const [before, info] = [found[i - 1], found[i]];
    return info !== undefined && (before === undefined || familyOf(before) !== familyOf(info));
  };
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
          aria-label={t('Search schemes')}
          aria-expanded="true"
          aria-controls={id}
          {...(highlighted === undefined ? {} : { 'aria-activedescendant': optionId(highlighted.id) })}
          autoComplete="off"
          placeholder={t('Name, author, year, idea')}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setCursor(0);
          }}
          onKeyDown={key}
        />
      </label>
      <ul role="listbox" id={id} aria-label={t('Schemes')}>
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
            {!searched && begins(i) && <span className="family">{t(familyOf(info) ?? '')}</span>}
            <span>{info.name}</span>
            <span className="aqm-year">{index.get(info.id)?.year}</span>
            <code>{info.id}</code>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className="muted">
          {t('No scheme is found by “{{query}}”: not by name, author, year, or what it is for.', { query })}
        </p>
      )}
    </div>
  );
}
