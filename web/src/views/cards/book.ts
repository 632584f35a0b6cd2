/** The stored cards of a link, loaded on request. */
import { useEffect, useState } from 'react';
import type { CardBook, CardLineId } from '../../../../models/src/cards/index.ts';

const books = import.meta.glob<CardBook>('../../../../models/cards/*.json', { import: 'default' });

/** Null: still loading; 'failed': not loaded. */
export function useBook(line: CardLineId): CardBook | 'failed' | null {
  const [found, setFound] = useState<{ line: CardLineId; book: CardBook | 'failed' } | null>(null);
  useEffect(() => {
    let shown = true;
    const set = (book: CardBook | 'failed') => {
      if (shown) setFound({ line, book });
    };
    const load = books[`../../../../models/cards/${line}.json`];
    if (load === undefined) set('failed');
    else load().then(set, () => set('failed'));
    return () => {
      shown = false;
    };
  }, [line]);
  return found?.line === line ? found.book : null;
}
