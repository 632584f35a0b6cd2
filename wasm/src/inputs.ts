/**
 * The composition of the module's inputs, as data: bindings/layout.hpp in a form for programs. The encoder
 * follows it; the module names the fields and their order (aqm_layout).
 */

/** Tables of fields in the layout. */
export type FieldTable =
  'link' | 'curve' | 'run' | 'network' | 'record' | 'chainLink' | 'change' | 'row' | 'tcp' | 'fluid';

export type Part =
  /**
   * The numbers of a table's fields, members of the object at `at` ('': here); `besides` are members that
   * other parts read.
   */
  | {
      readonly kind: 'fields';
      readonly table: FieldTable;
      readonly at: string;
      readonly besides?: readonly string[];
    }
  /** The number of entries of a list, then the parts of each entry. */
  | { readonly kind: 'each'; readonly at: string; readonly parts: readonly Part[] }
  /**
   * Index of a word in a catalogue, then number and ranges of its own parameters, members of the object at
   * `values`.
   */
  | {
      readonly kind: 'entry';
      readonly table: 'sources' | 'controls';
      readonly at: string;
      readonly values: string;
      readonly otherwise?: string;
    }
  /** The number of values at `at`, then the values. */
  | { readonly kind: 'numbers'; readonly at: string }
  /** Index of the scheme `id` of the object at `at` in the catalogue, then its `params`. */
  | { readonly kind: 'scheme'; readonly at: string };

const scheme: Part = { kind: 'scheme', at: 'aqm' };
/** The position on a curve, and the state that the curve is drawn for. */
const place: readonly Part[] = [
  { kind: 'fields', table: 'curve', at: 'curve' },
  { kind: 'numbers', at: 'state' },
];
const onLink: readonly Part[] = [{ kind: 'fields', table: 'link', at: 'link' }, scheme];

/** A lane (LaneScenario), with `record`. */
const scenario: readonly Part[] = [
  { kind: 'fields', table: 'run', at: '' },
  { kind: 'fields', table: 'network', at: 'network', besides: ['links'] },
  { kind: 'fields', table: 'record', at: 'record', besides: ['windows'] },
  { kind: 'numbers', at: 'record.windows' },
  {
    kind: 'each',
    at: 'network.links',
    parts: [
      { kind: 'fields', table: 'chainLink', at: '' },
      { kind: 'each', at: 'changes', parts: [{ kind: 'fields', table: 'change', at: '' }] },
    ],
  },
  {
    kind: 'each',
    at: 'traffic',
    // Fields of all rows, then the source, then fields of TCP rows, then the congestion control.
    parts: [
      { kind: 'fields', table: 'row', at: '' },
      { kind: 'entry', table: 'sources', at: 'kind', values: '' },
      { kind: 'fields', table: 'tcp', at: '' },
      { kind: 'entry', table: 'controls', at: 'tcp', values: 'tcp_params', otherwise: 'newreno' },
    ],
  },
  scheme,
];

export const INPUTS = {
  /** aqm_open */
  scenario,
  /** aqm_fluid_begin: a lane with `options`. */
  fluid: [{ kind: 'fields', table: 'fluid', at: 'options' }, ...scenario],
  /** aqm_check and aqm_resolve: a scheme on a `link`. */
  scheme: onLink,
  /** aqm_curve: a scheme on a `link`, with `curve` and `state`. */
  curve: [...place, ...onLink],
  /** The part of it that changes between positions on one curve. */
  place,
} as const satisfies Readonly<Record<string, readonly Part[]>>;
