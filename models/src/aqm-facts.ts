/** How closely an AQM follows its source: the law as given; a stated reading of it; from memory; our own construction. */
export const FIDELITIES = ['exact', 'reading', 'recollected', 'reconstruction'] as const;
export type Fidelity = (typeof FIDELITIES)[number];

/** Schemes by what they decide from, in the order in which one meets them. */
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

/** What is known of an AQM besides its parameters, which are the engine's. */
export interface AqmFacts {
  readonly id: string;
  readonly name: string;
  readonly citation: string;
  readonly year: number;
  readonly family: Family;
  readonly doi?: string;
  readonly fidelity: Fidelity;
  readonly fidelityNote: string;
  readonly equationTex: string;
  /** Why a packet was let in, and why one was dropped or marked: sentences with names in braces, for which a packet has the values. */
  readonly decision: { readonly accepted: string; readonly dropped: string };
}

export interface AqmText extends AqmFacts {
  /** The explanation, with equations as MathML. */
  readonly html: string;
  /** The drop law as MathML. */
  readonly equationHtml: string;
}

/** What a search finds an AQM by, besides its name: who, when, why. */
export interface AqmIndexEntry extends Pick<AqmFacts, 'id' | 'citation' | 'year' | 'family'> {
  /** The problem that it answers, as plain text. */
  readonly problem: string;
}
