import { bound } from '../base/bound.ts';
import { Sym } from './Sym.tsx';
import { aroundSymbols } from './symbol.ts';

/** A sentence with its symbols as papers print them and its numbers beside their units. */
export function Symbols({ text }: { readonly text: string }) {
  return aroundSymbols(bound(text)).map((part, i) => (i % 2 === 1 ? <Sym key={i} name={part} /> : part));
}
