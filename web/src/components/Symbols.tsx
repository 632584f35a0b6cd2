import { bound } from '../base/bound.ts';
import { Sym } from './Sym.tsx';

const SYMBOL = /\b((?:min|max|mid|AC)_(?:th|p)|[a-z]_[a-z]{1,3})\b/;

/** A sentence with its symbols as papers print them and its numbers beside their units. */
export function Symbols({ text }: { readonly text: string }) {
  return bound(text)
    .split(SYMBOL)
    .map((part, i) => (i % 2 === 1 ? <Sym key={i} name={part} /> : part));
}
