/** Names that are letters. */
const GREEK: Readonly<Record<string, string>> = {
  alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', eps: 'ε', epsilon: 'ε', eta: 'η', theta: 'θ', kappa: 'κ',
  lambda: 'λ', mu: 'μ', phi: 'φ', rho: 'ρ', sigma: 'σ', tau: 'τ', omega: 'ω',
}; // prettier-ignore

/** A name that every object has (`constructor`) is not a letter. */
export const greek = (name: string): string | undefined =>
  Object.hasOwn(GREEK, name) ? GREEK[name] : undefined;
