/** Scenarios and near-scenarios for property tests, made from the schema so that no key is forgotten. */
import fc from 'fast-check';
import document from '../schema/scenario.v1.schema.json' with { type: 'json' };
import { resolve, type SchemaNode } from '../src/schema.ts';
import type { Scenario } from '../src/index.ts';

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
