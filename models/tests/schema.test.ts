import Ajv2020 from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { TrafficRow } from '../../wasm/src/types.ts';
import document from '../schema/scenario.v1.schema.json' with { type: 'json' };
import type { Traffic } from '../src/index.ts';
import { KINDS, nodeAt, resolve, type SchemaNode } from '../src/schema.ts';
import { checkShape } from '../src/shape.ts';
import { generate } from '../tools/generate.ts';
import { nearlyFormed, wellFormed } from './arbitrary.ts';

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
ajv.addVocabulary(['unit', 'label', 'without', 'names']);
/** The schema as any other program would read it, with its `oneOf` over the kinds of traffic. */
const accepts = ajv.compile(document);

describe('the schema', () => {
  it('is what the engine describes, and has been generated into types and validators since it last changed', async () => {
    for (const [path, contents] of Object.entries(await generate())) {
      const stored = await readFile(new URL(`../tools/${path}`, import.meta.url), 'utf8');
      expect(stored === contents, `${path} is old: run npm run generate`).toBe(true);
    }
  });

  it('accepts the example of the public contract', () => {
    const example = {
      version: 1,
      title: 'SARED 2021, moderate load',
      seed: 1,
      duration: 200,
      warmup: 20,
      network: {
        topology: 'dumbbell',
        bottleneck: { rate: 10e6, delay: 0.02, buffer: 140 },
        access: { rate: 10e6, delay: [0.005, 0.01] },
        packet_size: 1500,
      },
      traffic: [
        { kind: 'ftp', flows: 50, tcp: 'newreno', start: [0, 1] },
        { kind: 'cbr', flows: 5, rate: 1e5, start: 10, stop: 60 },
      ],
      lanes: [
        { label: 'RED', aqm: { id: 'red', params: { min_th: 20, max_th: 120, w_q: 0.002, max_p: 0.1 } } },
        { label: 'SARED', aqm: { id: 'sared', params: { k: 2, epsilon: 2 } } },
        {
          label: 'RED, 150 flows',
          aqm: { id: 'red' },
          set: { traffic: [{ kind: 'ftp', flows: 150, tcp: 'newreno' }] },
        },
      ],
    };
    expect(accepts(example)).toBe(true);
    expect(checkShape(example)).toEqual([]);
  });

  it('describes every key, and gives every number a unit or a plain count, and bounds', () => {
    const visit = (node: SchemaNode, path: string) => {
      const own = resolve(node, undefined);
      for (const [key, child] of Object.entries(own.properties ?? {})) {
        expect(child.description, `${path}.${key}`).toMatch(/\S/);
        const type = [child.type ?? []].flat();
        if (type.includes('number') && !type.includes('string')) {
          expect(child.unit, `${path}.${key}`).toBeDefined();
          expect(child.minimum ?? child.exclusiveMinimum, `${path}.${key}`).toBeDefined();
          expect(child.maximum ?? child.exclusiveMaximum, `${path}.${key}`).toBeDefined();
        }
        visit(child, `${path}.${key}`);
      }
    };
    visit(document, '');
    for (const kind of KINDS) visit({ $ref: `#/$defs/${kind}` }, kind);
  });

  it('has defaults that it accepts itself', () => {
    const filled = (node: SchemaNode): unknown => {
      const own = resolve(node, undefined);
      return Object.fromEntries(
        Object.entries(own.properties ?? {})
          .filter(([, child]) => child.default !== undefined)
          .map(([key, child]) => [key, child.default]),
      );
    };
    expect(accepts({ version: 1, ...(filled(document) as object) })).toBe(true);
    for (const kind of KINDS) {
      const row = { kind, ...(filled({ $ref: `#/$defs/${kind}` }) as object) };
      expect(accepts({ version: 1, traffic: [row] }), kind).toBe(true);
    }
  });

  it('knows no kind of traffic and no key that the engine does not', () => {
    // Judged by the compiler: a kind or key of the schema that TrafficRow lacks does not compile.
    const rowOf = (row: Traffic): Partial<TrafficRow> => row;
    expect(rowOf({ kind: 'cbr' })).toEqual({ kind: 'cbr' });
  });

  it('finds the node of a place by the kind of the row', () => {
    const scenario = { traffic: [{ kind: 'onoff', on: 2 }, {}] };
    expect(nodeAt(scenario, ['traffic', 0, 'on'])?.unit).toBe('s');
    expect(nodeAt(scenario, ['traffic', 1, 'on'])).toBeUndefined();
    expect(nodeAt(scenario, ['traffic', 1, 'tcp'])?.enum).toContain('newreno');
  });
});

describe('the check of a shape', () => {
  it('accept whatever the schema allows', () => {
    fc.assert(
      fc.property(wellFormed, (scenario) => {
        expect(checkShape(scenario)).toEqual([]);
      }),
    );
  });

  it('agree with the whole schema, read by Ajv, on documents that are slightly wrong', () => {
    let refused = 0;
    fc.assert(
      fc.property(nearlyFormed, (scenario) => {
        const valid = accepts(scenario);
        refused += valid ? 0 : 1;
        expect(checkShape(scenario).length === 0).toBe(valid);
      }),
      { numRuns: 4000 },
    );
    expect(refused).toBeGreaterThan(100);
  });
});
