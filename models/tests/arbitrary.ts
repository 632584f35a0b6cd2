/** Scenarios and near-scenarios for property tests, made from the schema so that no key is forgotten. */
import fc from 'fast-check';
import document from '../schema/scenario.v1.schema.json' with { type: 'json' };
import studyDocument from '../schema/study.v1.schema.json' with { type: 'json' };
import { resolve, type SchemaNode } from '../src/schema.ts';
import type { Scenario } from '../src/index.ts';
import type { Study } from '../src/study/index.ts';

/** Values that `node` allows. */
function allowed(node: SchemaNode): fc.Arbitrary<unknown> {
  if (node.oneOf) return fc.oneof(...node.oneOf.map((kind) => allowed(kind)));
  const own = resolve(node, undefined);
  if (own.const !== undefined) return fc.constant(own.const);
  if (own.enum) return fc.constantFrom(...own.enum);
  const { exclusiveMinimum, exclusiveMaximum } = own;
  const { minimum: min = exclusiveMinimum ?? -1e6, maximum: max = exclusiveMaximum ?? 1e6 } = own;
  const ways = [own.type ?? 'object'].flat().map((type): fc.Arbitrary<unknown> => {
    switch (type) {
      case 'number':
        return fc.double({
          min,
          max,
          noNaN: true,
          minExcluded: exclusiveMinimum !== undefined,
          maxExcluded: exclusiveMaximum !== undefined,
        });
      case 'integer':
        return fc.integer({ min, max });
      case 'string':
        return fc.string({ maxLength: Math.min(own.maxLength ?? 20, 20) });
      case 'boolean':
        return fc.boolean();
      case 'array':
        return fc.array(allowed(own.items ?? {}), {
          minLength: own.minItems ?? 0,
          maxLength: Math.min(own.maxItems ?? 3, 3),
        });
      default:
        return object(own);
    }
  });
  return fc.oneof(...ways);
}

function object(own: SchemaNode): fc.Arbitrary<unknown> {
  const values = Object.entries(own.properties ?? {}).map(([key, node]) => [key, allowed(node)] as const);
  return fc.record(Object.fromEntries(values), { requiredKeys: [...(own.required ?? [])] });
}

/** Documents that the schema accepts; rules across keys may still refuse them. */
export const wellFormed = allowed(document) as fc.Arbitrary<Scenario>;

/** Well-formed documents with something put where it may not belong. */
export const nearlyFormed: fc.Arbitrary<unknown> = fc
  .tuple(
    wellFormed,
    fc.nat(),
    fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom(-1, 1e308, 0.5, '10 ms', [2, 1])),
  )
  .map(([scenario, where, value]) => {
    const copy = structuredClone(scenario) as unknown;
    const places: (() => void)[] = [];
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      const members = node as Record<string, unknown>;
      places.push(() => (members.surprise = value));
      for (const key of Object.keys(members)) {
        places.push(() => (members[key] = value));
        visit(members[key]);
      }
    };
    visit(copy);
    places[where % places.length]?.();
    return copy;
  });

/** What of a scenario of one row an axis may vary, and between which values every point of it holds. */
const QUANTITIES = [
  { path: 'duration', from: 6, to: 60 },
  { path: 'network.bottleneck.rate', from: 1e6, to: 1e9 },
  { path: 'network.bottleneck.delay', from: 0.001, to: 0.2 },
  { path: 'network.packet_size', from: 200, to: 1500, whole: true },
  { path: 'traffic[0].flows', from: 1, to: 1000, whole: true },
];
type Quantity = (typeof QUANTITIES)[number];

const scale = fc.constantFrom('linear' as const, 'log' as const);

/** An axis over one of the quantities; of the others, the one place of a sample. */
function axisOver({ path, from, to, whole = false }: Quantity): fc.Arbitrary<Study['axes'][number]> {
  const within = whole ? fc.integer({ min: from, max: to }) : fc.double({ min: from, max: to, noNaN: true });
  return fc.oneof(
    fc.record({ path: fc.constant(path), values: fc.uniqueArray(within, { minLength: 1, maxLength: 4 }) }),
    fc.record({
      path: fc.constant(path),
      from: fc.constant(from),
      to: fc.constant(to),
      count: fc.integer({ min: 2, max: 5 }),
      scale,
      whole: fc.constant(whole),
    }),
    fc.record({
      sample: fc.constantFrom('sobol' as const, 'latin' as const),
      count: fc.integer({ min: 2, max: 8 }),
      over: fc.constant({ path, from, to, whole }).map((range) => [range]),
    }),
  );
}

/** Cases by label: patches of the scenario. */
const casesAxis = fc.record({
  name: fc.constant('load'),
  cases: fc.dictionary(
    fc.stringMatching(/^[a-z][\w ]{0,8}$/),
    fc.record({ question: fc.string({ maxLength: 9 }) }),
    { minKeys: 1, maxKeys: 3 },
  ),
});

/** Studies of the scenario of `example` that hold. */
export const studies = (example: object): fc.Arbitrary<Study> =>
  fc
    .record(
      {
        axes: fc
          .tuple(fc.subarray(QUANTITIES, { maxLength: 3 }), fc.option(casesAxis, { nil: undefined }))
          .chain(([over, cases]) =>
            fc
              .tuple(...over.map(axisOver))
              .map((axes) => [...axes, ...(cases === undefined ? [] : [cases])] as Study['axes']),
          ),
        seeds: fc.record(
          { count: fc.integer({ min: 1, max: 9 }), first: fc.nat() },
          { requiredKeys: ['count'] },
        ),
        metrics: fc.subarray(['goodput', 'queue_mean', 'rows[0].goodput', 'fairness'], { minLength: 1 }),
        keep: fc.record({ trace: fc.integer({ min: 1, max: 500 }) }),
        title: fc.string(),
      },
      { requiredKeys: ['axes'] },
    )
    .map((made) => ({ ...example, seeds: undefined, ...made }) as unknown as Study)
    .map((made) => JSON.parse(JSON.stringify(made)) as Study);

/** A schema with its references followed. */
const expanded = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(expanded);
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, ...rest } = node as { readonly $ref?: string };
  const target = $ref === undefined ? {} : studyDocument.$defs[$ref.replace('#/$defs/', '') as 'axis'];
  return Object.fromEntries(
    Object.entries({ ...target, ...rest }).map(([key, member]) => [key, expanded(member)]),
  );
};

/** Studies that the schema accepts, most of which mean nothing. */
export const nearStudies = (example: { readonly scenario: object }): fc.Arbitrary<unknown> =>
  fc.tuple(allowed(expanded(studyDocument) as SchemaNode), fc.subarray(QUANTITIES)).map(([study, named]) => {
    const made = study as { readonly axes: readonly object[] };
    const axes = made.axes.map((axis, i) => ({ ...axis, ...(named[i] && { path: named[i].path }) }));
    return { ...made, scenario: example.scenario, axes };
  });
