import { t } from '../../../models/src/language.ts';
import { useEffect, useRef, useState } from 'react';
import { wordsOf } from '../../../models/src/glossary.ts';
import { Dialog } from '../components/Dialog.tsx';
import { Icon } from '../components/Icon.tsx';
import { Symbols } from '../components/Symbols.tsx';

interface Props {
  /** The word to show first; empty: the beginning of the list. */
  readonly word: string;
  readonly onClose: () => void;
}

/** The words of the field and of this page. */
export function Glossary({ word, onClose }: Props) {
  const [query, setQuery] = useState('');
  const asked = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (word !== '') asked.current?.scrollIntoView({ block: 'center' });
  }, [word]);
  const found = wordsOf(query);
  return (
    <Dialog title={t('Glossary')} onClose={onClose}>
      <label className="search">
        <Icon name="search" />
        <input
          type="search"
          aria-label={t('Find a word')}
          placeholder={t('Find a word')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </label>
      <dl className="glossary">
        {found.map(({ term, also = [], text }) => (
          <div key={term} data-asked={term === word || undefined} {...(term === word ? { ref: asked } : {})}>
            <dt>
              <Symbols text={t(term)} />
              {also.length > 0 && <span className="muted"> {also.join(', ')}</span>}
            </dt>
            <dd>
              <Symbols text={t(text)} />
            </dd>
          </div>
        ))}
      </dl>
      {found.length === 0 && <p className="muted">{t('No word contains “{{query}}”.', { query })}</p>}
    </Dialog>
  );
}
