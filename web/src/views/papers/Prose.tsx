import { Sym } from '../../components/Sym.tsx';

const SYMBOL = /\b((?:min|max|mid|AC)_(?:th|p)|p_[ab])\b/;

/** A sentence of a paper's document, its symbols set as papers print them. */
export function Prose({ text }: { readonly text: string }) {
  return text.split(SYMBOL).map((part, i) => (i % 2 === 1 ? <Sym key={i} name={part} /> : part));
}
