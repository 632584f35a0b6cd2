import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  faultsOf,
  faultsOfPassages,
  knownSources,
  locales,
  missing,
  SCHEMES,
  sentencesOf,
} from '../languages.mjs';

test('the sentences of a file are found, each as one key', () => {
  const code = `const NAMES = { a: 'As the system', id: 'no' };
    const f = (n: number) => [t('Undo'), plural(n, '{{count}} seed', '{{count}} seeds'), t(NAMES.a), t(other)];
    const E = () => <T en={'Read <1>the paper</1>.'} tags={[<a key="1" />]} />;`;
  expect([...sentencesOf('a.tsx', code)].sort()).toEqual([
    'As the system',
    'Read <1>the paper</1>.',
    'Undo',
    '{{count}} seeds',
  ]);
});

test('a wrong key, a lost value and a lost element are told; a missing text is not a fault', () => {
  const known = { 'Mean of {{n}}': '', 'A <1>b</1>': '', '{{count}} seeds': '' };
  expect(faultsOf({ 'Mean of {{n}}': 'Mittel von {{n}}', '{{count}} seeds_one': 'ein Lauf' }, known)).toEqual(
    [],
  );
  expect(missing({ '{{count}} seeds_one': 'ein Lauf' }, known)).toEqual(['Mean of {{n}}', 'A <1>b</1>']);
  expect(faultsOf({ Mean: 'x', 'Mean of {{n}}': 'Mittel', 'A <1>b</1>': 'A b' }, known)).toHaveLength(3);
});

test.each(Object.entries(locales()))(
  '%s has the texts of the page, with their values and elements',
  (_, texts) => {
    expect(faultsOf(texts, knownSources())).toEqual([]);
  },
);

test.each(Object.entries(locales(SCHEMES)))(
  '%s has the passages on schemes, with their formulas and names',
  (_, texts) => {
    expect(faultsOfPassages(texts, knownSources(SCHEMES))).toEqual([]);
  },
);

test('a lost formula and an unknown passage are told', () => {
  const known = { 'The weight `w_q` of $q$': 'red.md' };
  expect(faultsOfPassages({ 'The weight `w_q` of $q$': '$q$ hat das Gewicht `w_q`' }, known)).toEqual([]);
  expect(faultsOfPassages({ 'The weight `w_q` of $q$': 'Gewicht `w_q`', other: '' }, known)).toHaveLength(2);
});

/** The rows of web/locales/terms.md: a term, and its words in German, Spanish and Chinese. */
const TERMS = new Map(
  readFileSync('web/locales/terms.md', 'utf8')
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter((cells) => cells.length === 4)
    .map(([term = '', ...words]) => [term, words]),
);
/** Without accents, so that a plural has its singular in it: Fluss and Flüsse, margen and márgenes. */
const bare = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\{[^{}]*\}|`[^`]*`/g, '')
    .toLowerCase();

/** Terms that every translation of a text with them contains. */
const KEPT_TERMS = [
  ...['bottleneck', 'congestion window', 'flow', 'gain margin', 'goodput', 'limit cycle'],
  ...['phase margin', 'queue', 'seed', 'slow start', 'threshold', 'utilization'],
];

test.each(KEPT_TERMS)('"%s" is the word of web/locales/terms.md in every language', (term) => {
  const [de = '', es = '', zh = ''] = TERMS.get(term) ?? [];
  // A translation contains one of them: a plural need not contain its singular.
  const words: Readonly<Record<string, readonly string[]>> = {
    de: de.split(', ').map(bare),
    es: [bare(es.split(' ')[0] ?? '')],
    zh: [zh.split(',')[0] ?? ''],
  };
  for (const word of Object.values(words).flat()) expect(word).not.toBe('');
  const told = new RegExp(`\\b${term}s?\\b`, 'i');
  const others = [...Object.entries(locales()), ...Object.entries(locales(SCHEMES))].flatMap(
    ([code, texts]) => {
      const known = words[code];
      return Object.entries(texts)
        .filter(
          ([key, text]) =>
            known !== undefined && told.test(bare(key)) && !known.some((word) => bare(text).includes(word)),
        )
        .map(([key, text]) => `${code}: ${key}: ${text}`);
    },
  );
  expect(others).toEqual([]);
});
