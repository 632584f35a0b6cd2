import { expect, test } from 'vitest';
import { faultsOf, knownSources, locales, missing, sentencesOf } from '../languages.mjs';

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
