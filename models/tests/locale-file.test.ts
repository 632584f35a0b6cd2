import { expect, test } from 'vitest';
import { readLocaleFile } from '../src/locale-file.ts';

const known = { Undo: '', 'Mean of {{n}}': '', 'Read <1>it</1>': '', '{{count}} flows_other': '' };
const read = (texts: unknown, name = 'fr.json') => readLocaleFile(name, JSON.stringify(texts), known);

test('a language is taken from a file of the form of web/locales', () => {
  const texts = { Undo: 'Annuler', 'Mean of {{n}}': 'Moyenne de {{n}}', '{{count}} flows_one': 'un flux' };
  expect(read({ ...texts, 'Read <1>it</1>': '', 'Of another version': 'x' })).toEqual({
    ok: true,
    code: 'fr',
    texts,
    unknown: 1,
  });
});

test.each([
  ['French.json', { Undo: 'Annuler' }, /name of the file/],
  ['fr.json', ['Undo'], /no list of texts/],
  ['fr.json', { Undo: 3 }, /“Undo” has no text/],
  ['fr.json', { 'Mean of {{n}}': 'Moyenne' }, /“Mean of \{\{n\}\}” has other values/],
  ['fr.json', { 'Read <1>it</1>': 'Lire' }, /other values or elements/],
])('%s with %j is refused with its fault', (name, texts, fault) => {
  const found = read(texts, name);
  expect(found.ok ? [] : found.faults).toEqual([expect.stringMatching(fault)]);
});

test('a text that is no JSON is refused with its place', () => {
  const found = readLocaleFile('fr.json', '{"Undo": ', known);
  expect(found.ok ? '' : found.faults.join()).toMatch(/line 1/);
});
