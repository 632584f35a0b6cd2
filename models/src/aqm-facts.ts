/**
 * How closely an AQM follows its source: the law as given; a stated reading of it; from memory; our own
 * construction.
 */
export const FIDELITIES = ['exact', 'reading', 'recollected', 'reconstruction'] as const;
export type Fidelity = (typeof FIDELITIES)[number];

/**
 * The families of schemes, by the quantity that they decide from, in the order in which the page lists them.
 */
export const FAMILIES = [
  'plain',
  'average queue',
  'average queue that tunes itself',
  'load and rate',
  'controllers',
  'delay',
  'queue for each flow',
  'others',
] as const;
export type Family = (typeof FAMILIES)[number];

/** Facts about an AQM besides its parameters, which the engine describes. */
export interface AqmFacts {
  readonly id: string;
  readonly name: string;
  readonly citation: string;
  /** Of the scheme's first publication; absent where it has none. */
  readonly year?: number;
  readonly family: Family;
  readonly doi?: string;
  readonly fidelity: Fidelity;
  readonly fidelityNote: string;
  readonly equationTex: string;
  /**
   * Sentences that explain why a packet was accepted, and why one was dropped or marked. Names in braces are
   * replaced by the packet's values.
   */
  readonly decision: { readonly accepted: string; readonly dropped: string };
}

export interface AqmText extends AqmFacts {
  /** Of explanation and note, as the page has them. */
  readonly language: string;
  /** The problem that it solves, as plain text. */
  readonly problem: string;
  /** The explanation, with equations as MathML. */
  readonly html: string;
  /** The note on its fidelity, as HTML. */
  readonly noteHtml: string;
  /** The drop law as MathML. */
  readonly equationHtml: string;
}

/** The data by which a search finds an AQM, besides its name: authors, year, purpose. */
export interface AqmIndexEntry extends Pick<AqmFacts, 'id' | 'citation' | 'year' | 'family'> {
  /** The problem that it solves, as plain text. */
  readonly problem: string;
}
