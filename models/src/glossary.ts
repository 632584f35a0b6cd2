/** The words of the field and of the page, each in a sentence or two: the page's glossary and docs/glossary.md. */
import listed from '../glossary.json' with { type: 'json' };

export interface Word {
  readonly term: string;
  /** Other words for it. */
  readonly also?: readonly string[];
  readonly text: string;
}

export const GLOSSARY: readonly Word[] = listed;

/** The words whose name, or another word for them, contains the query. */
export function wordsOf(query: string): readonly Word[] {
  const typed = query.trim().toLowerCase();
  return GLOSSARY.filter(({ term, also = [] }) =>
    [term, ...also].some((name) => name.toLowerCase().includes(typed)),
  );
}

/** The page of the documentation. */
export function glossaryPage(): string {
  const lines = GLOSSARY.map(({ term, also = [], text }) => {
    const others = also.length > 0 ? ` (${also.join(', ')})` : '';
    return `| **${term}**${others} | ${text} |`;
  });
  return [
    '# Glossary',
    '',
    'The page shows these words under Help, Glossary, and finds them by Ctrl+K. `npm run generate` writes this page from',
    '`models/glossary.json`.',
    '',
    '| word | meaning |',
    '| --- | --- |',
    ...lines,
    '',
  ].join('\n');
}
