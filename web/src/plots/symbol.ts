/** A parameter's name as papers print it: `min_th` is an italic "min" with the subscript "th"; `alpha` is the Greek letter. */
export interface SymbolPart {
  readonly text: string;
  readonly italic: boolean;
  readonly sub: boolean;
}

const GREEK: Readonly<Record<string, string>> = {
  alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', eps: 'ε', epsilon: 'ε', eta: 'η', theta: 'θ', kappa: 'κ',
  lambda: 'λ', mu: 'μ', phi: 'φ', rho: 'ρ', sigma: 'σ', tau: 'τ', omega: 'ω',
}; // prettier-ignore

export function symbolParts(name: string): readonly SymbolPart[] {
  const [base = name, ...subs] = name.split('_').filter((piece) => piece !== '');
  const letter = (text: string) => GREEK[text] ?? text;
  const parts: SymbolPart[] = [{ text: letter(base), italic: true, sub: false }];
  // What is long enough to be a word stays a word: neither "mean_pkt_size" nor "buffer" is a symbol.
  if (subs.length > 1 || (subs[0]?.length ?? 0) > 4 || (base.length > 5 && GREEK[base] === undefined)) {
    return [{ text: [base, ...subs].join(' '), italic: false, sub: false }];
  }
  for (const text of subs) parts.push({ text: letter(text), italic: text.length === 1, sub: true });
  return parts;
}

/** The same as plain text, for labels that cannot carry style. */
export const symbolText = (name: string): string => {
  const parts = symbolParts(name);
  return parts.map((part) => part.text).join(parts.some((part) => part.sub) ? '_' : '');
};
