import { symbolParts } from './symbol.ts';

/** The name of a parameter as papers print it: min_th with an italic "min" and the subscript "th". */
export function Sym({ name }: { readonly name: string }) {
  return (
    <span className="sym">
      {symbolParts(name).map((part, i) => {
        const text = part.italic ? <i>{part.text}</i> : part.text;
        return part.sub ? <sub key={i}>{text}</sub> : <span key={i}>{text}</span>;
      })}
    </span>
  );
}
