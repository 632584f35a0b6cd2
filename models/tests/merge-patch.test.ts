import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergePatch, patchBetween } from '../src/index.ts';

/** RFC 7396, appendix A: original, patch, result. */
const EXAMPLES: readonly [unknown, unknown, unknown][] = [
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
];

describe('mergePatch', () => {
  it.each(EXAMPLES)('turns %j with %j into %j', (original, patch, result) => {
    const before = structuredClone(original);
    expect(mergePatch(original, patch)).toEqual(result);
    expect(original).toEqual(before);
  });

  it('does the example of section 3', () => {
    const target = {
      title: 'Goodbye!',
      author: { givenName: 'John', familyName: 'Doe' },
      tags: ['example', 'sample'],
      content: 'This will be unchanged',
    };
    const patch = {
      title: 'Hello!',
      phoneNumber: '+01-123-456-7890',
      author: { familyName: null },
      tags: ['example'],
    };
    expect(mergePatch(target, patch)).toEqual({
      title: 'Hello!',
      author: { givenName: 'John' },
      tags: ['example'],
      content: 'This will be unchanged',
      phoneNumber: '+01-123-456-7890',
    });
  });

  it('leaves the prototypes of objects alone', () => {
    const patched = mergePatch({}, JSON.parse('{"__proto__": {"polluted": true}}')) as Record<
      string,
      unknown
    >;
    expect(patched.polluted).toBeUndefined();
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});

describe('patchBetween', () => {
  const plain = fc.letrec((tie) => ({
    node: fc.oneof({ maxDepth: 3 }, fc.integer(), fc.string(), fc.array(fc.integer()), tie('object')),
    object: fc.dictionary(fc.string({ maxLength: 2 }), tie('node'), { maxKeys: 4 }),
  })).object;
  it('is what makes the one of the other, and nothing where they are the same', () => {
    fc.assert(
      fc.property(plain, plain, (source, target) => {
        const patch = patchBetween(source, target);
        expect(patch === undefined ? source : mergePatch(source, patch)).toEqual(target);
        expect(patchBetween(source, structuredClone(source))).toBeUndefined();
      }),
    );
  });
});
