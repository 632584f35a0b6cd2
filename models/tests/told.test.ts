import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { plural, setLanguage } from '../src/language.ts';
import { MEASURED_WORDS } from '../src/measured-told.ts';
import { PROGRAM_WORDS } from '../src/program-told.ts';
import { told, TOLD_WORDS } from '../src/told.ts';
import { validate } from '../src/index.ts';

afterEach(() => setLanguage('en', {}));

const german = {
  'must be above {{bound}}': 'muss größer sein als {{bound}}',
  'must be shorter than the duration ({{duration}} s)': 'muss kürzer sein als die Dauer ({{duration}} s)',
  '{{subject}} is refused: {{rule}}.': '{{subject}} wird abgelehnt: {{rule}}.',
  'Random sources send at their mean rate.': 'Zufällige Quellen senden mit ihrer mittleren Rate.',
};

test('a composed sentence keeps its parts, a number gets the decimal sign', () => {
  expect(told('must be above 0.5')).toBe('must be above 0.5');
  setLanguage('de', german);
  expect(told('must be above 0.5')).toBe('muss größer sein als 0,5');
  expect(told('must be above min_th (20)')).toBe('muss größer sein als min_th (20)');
  expect(told('Unknown. Random sources send at their mean rate.')).toBe(
    'Unknown. Zufällige Quellen senden mit ihrer mittleren Rate.',
  );
});

test('a number whose form a file lacks has the form of other numbers', () => {
  setLanguage('es', {
    '{{count}} packets_one': '{{count}} paquete',
    '{{count}} packets_other': '{{count}} paquetes',
  });
  const packets = (count: number) => plural(count, '{{count}} packet', '{{count}} packets');
  expect([1, 20, 1_000_000].map(packets)).toEqual(['1 paquete', '20 paquetes', '1000000 paquetes']);
});

test('a word of a program stays as it is, even if the page has a word like it', () => {
  setLanguage('de', { overflow: 'Überlauf', 'did you mean {{code}}?': 'gemeint war vielleicht {{code}}?' });
  expect(told('did you mean overflow?')).toBe('gemeint war vielleicht overflow?');
});

test('a fault of a program is told with its place; what is written there stays', () => {
  setLanguage('de', {
    overflow: 'Überlauf',
    'line {{line}}, column {{column}}: {{found}}: {{rule}}; {{advice}}':
      'Zeile {{line}}, Spalte {{column}}: {{found}}: {{rule}}; {{advice}}',
    'this name is taken': 'dieser Name ist vergeben',
    'choose another name': 'anderen Namen wählen',
  });
  expect(told('line 3, column 7: overflow: this name is taken; choose another name')).toBe(
    'Zeile 3, Spalte 7: overflow: dieser Name ist vergeben; anderen Namen wählen',
  );
});

test('the message of a rule is told with its rule', () => {
  const checked = validate({ version: 1, duration: 5, warmup: 9, traffic: [{ flows: 1 }], lanes: [{}] });
  setLanguage('de', german);
  expect(checked.ok ? [] : checked.issues.map(({ message }) => told(message))).toContain(
    'warmup = 9 wird abgelehnt: muss kürzer sein als die Dauer (5 s).',
  );
});

test('every form is one that the rules or the engine compose', () => {
  const files = (folder: string, kind: RegExp): readonly string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => kind.test(name) && !name.endsWith('told.ts'))
      .map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
  // Literals that stand side by side are one sentence; a percent sign is written twice in a format of C.
  const folders = [
    files('models/src', /\.ts$/),
    files('web/src/state', /\.ts$/),
    files('core-cpp/src', /\.[ch]pp$/),
  ];
  const source = folders
    .flat()
    .join('\n')
    .replaceAll(/["'`]\s*\+?\s*["'`]/g, '')
    .replaceAll('%%', '%')
    .replaceAll(/\\(["'])/g, '$1');
  /** Three words in a row, or what there is: parts of a sentence are joined at run time. */
  const threes = (form: string): readonly string[] =>
    form.split(/\{\{\w+\}\}/).flatMap((part) => {
      const words = part.trim().split(/\s+/);
      return words
        .slice(0, Math.max(1, words.length - 2))
        .map((_, i) =>
          words
            .slice(i, i + 3)
            .join(' ')
            .replace(/[.:,;?]$/, ''),
        )
        .filter((three) => three === form || three.length > 3);
    });
  const forms = [...TOLD_WORDS, ...PROGRAM_WORDS, ...MEASURED_WORDS];
  expect(forms.filter((form) => !threes(form).some((three) => source.includes(three)))).toEqual([]);
});
