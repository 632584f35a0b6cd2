import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '../src/language.ts';
import { hasWords, inSentence, shown } from '../src/papers/shown.ts';

afterEach(() => setLanguage('en', {}));

test('names, symbols and units are no words, and keep their form but for the decimal sign', () => {
  for (const text of ['2.097 Mbit/s', 'max_th 18', 'N=[25,100]', 'p = 0.01, 10 ms', 'RED', 'ms²', '75 %'])
    expect(hasWords(text), text).toBe(false);
  for (const text of ['low', '100 flows', 'k: nonlinear index', '% of the buffer'])
    expect(hasWords(text), text).toBe(true);
  setLanguage('de', { low: 'gering' });
  expect(['p = 0.01, 1.5 s', 'low', '100 flows'].map(shown)).toEqual([
    'p = 0,01, 1,5 s',
    'gering',
    '100 flows',
  ]);
});

test('within a sentence a label begins small, but names and German nouns do not', () => {
  expect(['Best reading', 'ARED automatic too'].map(inSentence)).toEqual([
    'best reading',
    'ARED automatic too',
  ]);
  setLanguage('de', { 'Whole frames': 'Ganze Bilder' });
  expect(inSentence('Whole frames')).toBe('Ganze Bilder');
});

test.each(['de', 'es', 'zh'])(
  '%s has every number of a text of the papers, with its decimal sign',
  (code) => {
    const folder = 'web/locales';
    const texts = JSON.parse(readFileSync(`${folder}/${code}.json`, 'utf8')) as Record<string, string>;
    const places = JSON.parse(readFileSync(`${folder}/source/en.json`, 'utf8')) as Record<string, string>;
    // English groups thousands with a comma. A number that comes twice may be said once.
    const numbers = (text: string, comma: boolean) => {
      const plain = comma ? text : text.replaceAll(/\b(\d),(\d{3})\b/g, '$1$2');
      const all = plain.match(/\d+(?:[.,]\d+)?/g) ?? [];
      return [...new Set(all.map((number) => number.replace(',', '.')))].sort();
    };
    const wrong = Object.entries(places)
      .filter(([, place]) => place.startsWith('models/papers/'))
      .filter(([text]) => numbers(text, false).join() !== numbers(texts[text] ?? text, true).join())
      .map(([text]) => `${text}: ${texts[text] ?? ''}`);
    expect(wrong).toEqual([]);
  },
);
