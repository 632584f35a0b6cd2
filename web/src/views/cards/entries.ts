/**
 * The schemes in the view of report cards: those with stored cards, and the lanes whose cards were made on
 * the page.
 */
import type { Card, CardAqm, CardBook } from '../../../../models/src/cards/index.ts';

export interface Entry {
  /** The id of a scheme with a stored card, or of a lane: "lane:0". */
  readonly id: string;
  readonly name: string;
  readonly aqm: CardAqm;
  readonly card: Card;
  readonly own: boolean;
}

export function entriesOf(
  book: CardBook,
  nameOf: (scheme: string) => string,
  own: readonly Entry[],
): readonly Entry[] {
  const kept = Object.entries(book.schemes).flatMap(([id, card]): Entry[] =>
    card === undefined ? [] : [{ id, name: nameOf(id), aqm: { id }, card, own: false }],
  );
  return [...own, ...kept];
}
