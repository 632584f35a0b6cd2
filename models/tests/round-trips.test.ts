/**
 * Documents are unchanged after a text, a file, a link or a migration. Damaged input is refused with a
 * sentence, or gives another valid document; nothing throws. The documents are generated from the schemas, so
 * that no key is forgotten.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadEngine } from '../../wasm/src/node.ts';
import {
  complete,
  decodeLink,
  encodeLink,
  migrate,
  normalise,
  parseScenario,
  validate,
  type Issue,
  type Scenario,
} from '../src/index.ts';
import { without } from '../src/path.ts';
import { canonical } from '../src/study/canonical.ts';
import { axesIn, chunksOf, keyText, looksLikeStudy, parseStudy, validateStudy } from '../src/study/index.ts';
import example from '../studies/red-or-codel.json' with { type: 'json' };
import { nearStudies, studies, wellFormed } from './arbitrary.ts';

const engine = await loadEngine();
const rules = engine;

/**
 * Valid documents, different ones in each run of the tests. Most well-formed documents break a rule between
 * keys, so valid ones are searched once.
 */
const valid = fc.constantFrom(
  ...fc.sample(
    wellFormed.filter((document) => validate(document).ok),
    60,
  ),
);

/** A few characters of a text gone, changed or added, or its end lost. */
interface Damage {
  readonly at: number;
  readonly lost: number;
  readonly put: string;
  readonly cut: boolean;
}
const damage: fc.Arbitrary<Damage> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  lost: fc.nat(4),
  put: fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom('{', '}', '"', ',', '-', '0', '1e999', '\\u')),
  cut: fc.boolean(),
});
const damaged = (text: string, { at, lost, put, cut }: Damage) => {
  const place = Math.floor(at * text.length);
  return text.slice(0, place) + put + (cut ? '' : text.slice(place + lost));
};

/** Says where, what and why, as a sentence or a question. */
const explained = (issues: readonly Issue[]) => {
  expect(issues.length).toBeGreaterThan(0);
  for (const { message, rule } of issues) {
    expect(message).toMatch(/^.{10,}[.?]$/s);
    expect(rule).not.toBe('');
  }
};

/** Keys in another order, at every depth; but cases, which are points in the order in which they are written. */
const turned = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(turned)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .toReversed()
            .map(([key, member]) => [key, key === 'cases' ? member : turned(member)]),
        )
      : value;

describe('a scenario', () => {
  it('comes back from its file, pretty or not', () => {
    fc.assert(
      fc.property(valid, fc.constantFrom(0, 2, '\t'), (document, space) => {
        const read = parseScenario(JSON.stringify(document, null, space));
        expect(read).toMatchObject({ ok: true, scenario: document });
      }),
    );
  });

  it('has one normal form, which means what it meant', () => {
    fc.assert(
      fc.property(valid, (document) => {
        const normal = normalise(document);
        expect(normalise(normal)).toEqual(normal);
        // A normal form names no schema for an editor.
        expect(complete(normal)).toEqual(complete(without(document, '$schema')));
        expect(normalise(turned(document) as Scenario)).toEqual(normal);
        expect(validate(normal).ok).toBe(true);
      }),
    );
  });

  it('is migrated once: a document of the present version stays as it is', () => {
    fc.assert(
      fc.property(valid, (document) => {
        const once = migrate(document);
        expect(once).toMatchObject({ ok: true, document });
        expect(migrate(once.ok && once.document)).toEqual(once);
      }),
    );
  });

  it('whose file is damaged is refused with a reason, or is another one that holds', () => {
    let refused = 0;
    fc.assert(
      fc.property(valid, damage, (document, how) => {
        const read = parseScenario(damaged(JSON.stringify(document), how));
        if (read.ok) expect(validate(read.scenario).ok).toBe(true);
        else {
          refused += 1;
          explained(read.issues);
        }
      }),
      { numRuns: 1000 },
    );
    expect(refused).toBeGreaterThan(100);
  });

  it('whose link is damaged is refused with a reason, or is the same', () => {
    fc.assert(
      fc.property(valid, damage, (document, how) => {
        const link = encodeLink(document);
        const changed = '#s=' + damaged(link.slice('#s='.length), how);
        const read = decodeLink(changed);
        if (read.ok) expect(read.scenario).toEqual(normalise(document));
        else explained(read.issues);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a study', () => {
  it('comes back from its file, and the parts of its results have the names that they had', () => {
    fc.assert(
      fc.property(studies(example), (document) => {
        const checked = validateStudy(document, rules);
        if (!checked.ok) throw new Error(checked.issues.map(({ message }) => message).join(' '));
        expect(looksLikeStudy(document)).toBe(true);
        const read = parseStudy(JSON.stringify(turned(checked.study), null, 2), rules);
        if (!read.ok) throw new Error('it is refused when it comes back');
        expect(read.study).toEqual(checked.study);
        expect(canonical(read.study)).toBe(canonical(checked.study));
        const names = ({ study, expansion }: typeof checked) =>
          [...chunksOf(expansion)].map((chunk) => keyText(study, expansion, chunk, 'engine'));
        expect(names(read)).toEqual(names(checked));
      }),
      { numRuns: 50 },
    );
  });

  it('whose file is damaged is refused with a reason, or is another one that holds', () => {
    fc.assert(
      fc.property(studies(example), damage, (document, how) => {
        const read = parseStudy(damaged(JSON.stringify(document), how), rules);
        if (read.ok) expect(validateStudy(read.study, rules).ok).toBe(true);
        else explained(read.issues);
      }),
      { numRuns: 300 },
    );
  });

  it('has axes that are told from anything else', () => {
    fc.assert(
      fc.property(studies(example), fc.anything(), ({ axes }, other) => {
        expect(axesIn(axes)).toEqual(axes);
        expect(axesIn([...axes, null])).toBeUndefined();
        for (const axis of axesIn([other]) ?? []) expect(typeof axis).toBe('object');
      }),
    );
  });

  it('of the right form, with whatever in it, is judged and never throws', () => {
    fc.assert(
      fc.property(nearStudies(example), (document) => {
        const read = validateStudy(document, rules);
        if (!read.ok) explained(read.issues);
      }),
      { numRuns: 500 },
    );
  });
});
