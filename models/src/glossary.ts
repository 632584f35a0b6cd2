/**
 * The terms of the field and of the page, each explained in a sentence or two: for the page's glossary and
 * docs/glossary.md.
 */
import listed from '../glossary.json' with { type: 'json' };

export interface Word {
  readonly term: string;
  /** Synonyms. */
  readonly also?: readonly string[];
  readonly text: string;
}

export const GLOSSARY: readonly Word[] = listed;

/** The entries whose term or synonyms contain the query. */
export function wordsOf(query: string): readonly Word[] {
  const typed = query.trim().toLowerCase();
  return GLOSSARY.filter(({ term, also = [] }) =>
    [term, ...also].some((name) => name.toLowerCase().includes(typed)),
  );
}

/** The text of docs/glossary.md. */
export function glossaryPage(): string {
  const lines = GLOSSARY.map(({ term, also = [], text }) => {
    const others = also.length > 0 ? ` (${also.join(', ')})` : '';
    return `| **${term}**${others} | ${text} |`;
  });
  return [
    '# Glossary',
    '',
    'The page shows these words under Help, Glossary, and finds them by Ctrl+K. `npm run generate` ' +
      'writes this page from',
    '`models/glossary.json`.',
    '',
    '| word | meaning |',
    '| --- | --- |',
    ...lines,
    '',
  ].join('\n');
}
