import { greek } from '../../../models/src/greek.ts';

/**
 * A parameter's name as papers print it: `min_th` is an italic "min" with the subscript "th"; `alpha` is the
 * Greek letter.
 */
export interface SymbolPart {
  readonly text: string;
  readonly italic: boolean;
  readonly sub: boolean;
}

/** A symbol within a sentence: max_p, w_q, P_a. */
const SYMBOL = /\b((?:min|max|mid|AC)_(?:th|p)|[A-Za-z]_[a-z]{1,3})\b/;

/** A text, cut where its symbols begin and end: every second piece is a symbol. */
export const aroundSymbols = (text: string): readonly string[] => text.split(SYMBOL);

/** A text that may name symbols, such as a lane's name: what is no symbol stays a word. */
export const textParts = (text: string): readonly SymbolPart[] =>
  aroundSymbols(text).flatMap((piece, i) =>
    i % 2 === 1 ? symbolParts(piece) : piece === '' ? [] : [{ text: piece, italic: false, sub: false }],
  );

export function symbolParts(name: string): readonly SymbolPart[] {
  // In a phrase ("max_p at low load") words that are written as symbols become symbols; all others stay words.
  if (name.includes(' ')) {
    return name
      .split(/( )/)
      .flatMap((word) =>
        word.includes('_') ? symbolParts(word) : [{ text: word, italic: false, sub: false }],
      );
  }
  const [base = name, ...subs] = name.split('_').filter((piece) => piece !== '');
  const letter = (text: string) => greek(text) ?? text;
  const parts: SymbolPart[] = [{ text: letter(base), italic: true, sub: false }];
  // A long name stays a word: neither "mean_pkt_size" nor "buffer" is a symbol.
  const longest = base.length > 3 && greek(base) === undefined ? 3 : 4;
  const wordy = subs.some((sub) => sub.length > longest && greek(sub) === undefined);
  const listed = subs.length > 1 && (subs[0]?.length ?? 0) <= 2;
  if ((subs.length > 1 || wordy) && !listed) {
    return [{ text: [base, ...subs].join(' '), italic: false, sub: false }];
  }
  if (base.length > 5 && greek(base) === undefined) {
    return [{ text: [base, ...subs].join(' '), italic: false, sub: false }];
  }
  subs.forEach((text, i) => {
    if (i > 0) parts.push({ text: ',', italic: false, sub: true });
    parts.push({ text: letter(text), italic: text.length === 1, sub: true });
  });
  return parts;
}
