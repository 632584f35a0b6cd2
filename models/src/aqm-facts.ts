/** How closely an AQM follows its source: the law as given; a stated reading of it; from memory; our own construction. */
export const FIDELITIES = ['exact', 'reading', 'recollected', 'reconstruction'] as const;
export type Fidelity = (typeof FIDELITIES)[number];

/** What is known of an AQM besides its parameters, which are the engine's. */
export interface AqmFacts {
  readonly id: string;
  readonly name: string;
  readonly citation: string;
  readonly year: number;
  readonly doi?: string;
  readonly fidelity: Fidelity;
  readonly fidelityNote: string;
  readonly equationTex: string;
}

export interface AqmText extends AqmFacts {
  /** The explanation, with equations as MathML. */
  readonly html: string;
  /** The drop law as MathML. */
  readonly equationHtml: string;
}
