/** The schemes of the cards view: those that are kept, and the lanes of the page whose cards were made here. */
import type { Card, CardAqm, CardBook } from '../../../../models/src/cards/index.ts';

export interface Entry {
  /** The id of a kept scheme, or of a lane: "lane:0". */
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
