import { symbolParts } from './symbol.ts';

/** A parameter's name as papers print it: min_th with an italic "min" and the subscript "th". */
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

/** The same inside an SVG label. */
export function SvgSym({ name }: { readonly name: string }) {
  return symbolParts(name).map((part, i) => (
    <tspan
      key={i}
      {...(part.italic ? { fontStyle: 'italic' } : {})}
      {...(part.sub ? { fontSize: '0.72em', dy: '0.22em' } : {})}
    >
      {part.text}
    </tspan>
  ));
}
