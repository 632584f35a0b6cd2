import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { describe, expect, it } from 'vitest';
import { loadEngine } from '../../wasm/src/node.ts';
import { aqmTexts, indexAqmText, renderAqmText } from '../tools/aqm-texts.ts';
import { AQM_TEXTS, parseFrontMatter, readAqmFacts } from '../tools/front-matter.ts';
import { mapPassages, readPassages, schemeLanguages } from '../tools/passages.ts';

const files = (await readdir(AQM_TEXTS)).sort();
const read = (file: string) => readFile(new URL(file, AQM_TEXTS), 'utf8');

const facts = [
  'id: x',
  'name: X',
  'citation: "A: b"',
  'year: 1999',
  'fidelity: exact',
  'fidelity_note: n',
  'equation: p = 1',
  'decision: Because of {p}.',
];
const text = (lines: readonly string[], body = '') => `---\n${lines.join('\n')}\n---\n${body}`;

describe('the texts', () => {
  it('are those of the catalogue, no more and no fewer', async () => {
    const { catalogue } = await loadEngine();
    expect(files).toEqual(catalogue.map(({ id }) => `${id}.md`).sort());
  });

  it.each(files)('%s renders, equations and all', async (file) => {
    const text = renderAqmText(await read(file), file);
    expect(`${text.id}.md`).toBe(file);
    expect(text.equationHtml).toMatch(/<math .*display="block"/);
    expect(text.html).toContain('<h2>');
    // TeX that stayed TeX: outside of the annotations that MathML keeps it in, no dollar and no command is left.
    const visible = text.html.replaceAll(/<annotation.*?<\/annotation>/gs, '');
    expect(visible).not.toMatch(/\$|\\[a-z]/);
  });
});

describe('renderAqmText', () => {
  it('turns TeX within and between lines into MathML, and leaves code alone', () => {
    const { html } = renderAqmText(text(facts, 'One $a_b$ two.\n\n$$\nc\n$$\n\n`$d$` and *e*\n'), 'x.md');
    expect(html.match(/<math/g)).toHaveLength(2);
    expect(html).toMatch(/<p>One <span.*<msub>.*<\/span> two\.<\/p>/);
    expect(html).toContain('display="block"');
    expect(html).toContain('<code>$d$</code>');
    expect(html).toContain('<em>e</em>');
  });

  it('keeps the facts', () => {
    expect(parseFrontMatter(text(facts, 'B'), 'x.md')).toEqual({
      facts: {
        id: 'x',
        name: 'X',
        citation: 'A: b',
        year: 1999,
        family: 'others',
        fidelity: 'exact',
        fidelityNote: 'n',
        equationTex: 'p = 1',
        decision: { accepted: 'Because of {p}.', dropped: 'Because of {p}.' },
      },
      body: 'B',
    });
  });

  it('leaves out the year of what has no first publication, as DropTail', async () => {
    expect(parseFrontMatter(text(facts.toSpliced(3, 1)), 'x.md').facts).not.toHaveProperty('year');
    const droptail = await readFile(new URL('droptail.md', AQM_TEXTS), 'utf8');
    expect(indexAqmText(droptail, 'droptail.md')).not.toHaveProperty('year');
  });

  it.each([
    ['no facts', 'Only text', 'x.md: begins with facts between two lines of ---'],
    ['a missing key', text(facts.slice(1)), 'x.md: id is missing or no text'],
    [
      'another fidelity',
      text(facts.with(4, 'fidelity: sure')),
      'x.md: fidelity is one of exact, reading, recollected, reconstruction',
    ],
    ['no decision', text(facts.slice(0, -1)), 'x.md: decision is a sentence, or one if accepted'],
    ['a year in words', text(facts.with(3, 'year: long ago')), 'x.md: year is no number'],
  ])('refuses %s', (_, source, message) => {
    expect(() => renderAqmText(source, 'x.md')).toThrow(message);
  });

  it('refuses TeX that KaTeX cannot read', () => {
    expect(() => renderAqmText(text(facts, String.raw`$\frac{1}$`), 'x.md')).toThrow(/KaTeX/);
  });
});

describe('the passages of a text', () => {
  const body = '## A\n\nOne\ntwo\n$$\na$$\nthree.\n\n- x\n  y\n- z\n';

  it('are headings, paragraphs around equations and items of lists, each in one line', () => {
    const found: string[] = [];
    mapPassages(body, (passage) => {
      found.push(passage);
      return passage;
    });
    expect(found).toEqual(['A', 'One two', 'three.', 'x y', 'z']);
  });

  it('are translated alone: one that is missing stays, marked as English', () => {
    const source = text(facts, body);
    const { html, language } = renderAqmText(source, 'x.md', 'de', { A: 'Ä', 'x y': 'ix $b$' });
    expect(language).toBe('de');
    expect(html).toContain('<h2>Ä</h2>');
    expect(html).toContain('<span lang="en">One two</span>');
    expect(html).toMatch(/<li>ix <span class="katex">/);
    expect(html.match(/<math/g)).toHaveLength(2);
  });

  it.each(files)('keep what %s looks like', async (file) => {
    const source = await read(file);
    const same = new Proxy({}, { get: (_, passage) => passage });
    const flat = (html: string) =>
      html.replaceAll(/<annotation.*?<\/annotation>/gs, '').replaceAll(/\s+/g, ' ');
    expect(flat(renderAqmText(source, file, 'de', same).html)).toBe(flat(renderAqmText(source, file).html));
  });

  it.each(schemeLanguages().flatMap((language) => files.map((file) => [language, file] as const)))(
    'render in %s: %s',
    async (language, file) => {
      const { html } = renderAqmText(await read(file), file, language, readPassages(language));
      expect(html.replaceAll(/<annotation.*?<\/annotation>/gs, '')).not.toMatch(/\$|\\[a-z]|\*\*/);
    },
  );
});

describe('readAqmFacts', () => {
  it('knows nothing of an AQM without a text', async () => {
    expect(await readAqmFacts('red')).toMatchObject({ name: 'Random Early Detection', year: 1993 });
    expect(await readAqmFacts('../schema/x')).toBeUndefined();
  });
});

describe('what a search looks through', () => {
  it('is who, when, which family and why, as plain text', async () => {
    const entries = await Promise.all(
      files.map(async (file) => indexAqmText(await readFile(new URL(file, AQM_TEXTS), 'utf8'), file)),
    );
    for (const { id, problem, citation } of entries) {
      expect(problem.length, id).toBeGreaterThan(40);
      expect(problem, id).not.toMatch(/[$`#*]/);
      expect(citation, id).not.toBe('');
    }
    expect(entries.find(({ id }) => id === 'codel')).toMatchObject({ year: 2012, family: 'delay' });
  });
});

describe('the Vite plugin', () => {
  it('makes a chunk of each text in each language, apart from the code that loads it', async () => {
    const result = await build({
      configFile: false,
      logLevel: 'silent',
      plugins: [aqmTexts()],
      build: {
        write: false,
        lib: { entry: fileURLToPath(new URL('../src/aqm-text.ts', import.meta.url)), formats: ['es'] },
      },
    });
    const outputs = [result].flat().flatMap((bundle) => ('output' in bundle ? bundle.output : []));
    const chunks = outputs.flatMap((output) => (output.type === 'chunk' ? [output.code] : []));
    const texts = files.length * (1 + schemeLanguages().length);
    expect(chunks).toHaveLength(texts + 1);
    const [entry = ''] = chunks;
    expect(entry).not.toContain('<math');
    expect(chunks.filter((code) => code.includes('<math'))).toHaveLength(texts);
  }, 60_000);
});
