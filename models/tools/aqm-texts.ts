/**
 * Renders the texts of the AQMs during the build: Markdown to HTML, TeX to MathML. So the page needs neither
 * library.
 */
import katex from 'katex';
import { Marked, type TokenizerAndRendererExtension } from 'marked';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import type { AqmIndexEntry, AqmText } from '../src/aqm-facts.ts';
import { AQM_TEXTS, parseFrontMatter } from './front-matter.ts';
import { mapPassages, passageFiles, readPassages, schemeLanguages } from './passages.ts';

export function mathMl(tex: string, displayMode: boolean): string {
  return katex.renderToString(tex, { displayMode, output: 'mathml', throwOnError: true, strict: 'error' });
}

/** `$..$` within a line and `$$..$$` on lines of its own. */
function math(name: string, level: 'inline' | 'block', pattern: RegExp): TokenizerAndRendererExtension {
  return {
    name,
    level,
    start: (source) => {
      const at = source.indexOf(level === 'block' ? '$$' : '$');
      return at < 0 ? undefined : at;
    },
    tokenizer: (source) => {
      const match = pattern.exec(source);
      return match ? { type: name, raw: match[0], tex: match[1] ?? '' } : undefined;
    },
    renderer: (token) => mathMl(String(token.tex), level === 'block'),
  };
}

export const markdown = new Marked({
  extensions: [
    math('displayMath', 'block', /^\$\$(.+?)\$\$\n?/s),
    math('inlineMath', 'inline', /^\$([^$\n]+?)\$/),
  ],
});

/** What a text says of the problem, as plain text: names and short formulas without their marks. */
export function problemOf(body: string): string {
  const [, problem = ''] = /^## The problem\s+(.*?)\s*(?:^## |$(?![\s\S]))/ms.exec(body) ?? [];
  return problem
    .replaceAll(
      /\\mathit\{(\w+)\}|_\{(\w+)\}/g,
      (_, name?: string, index?: string) => name ?? `_${index ?? ''}`,
    )
    .replaceAll(/\\sqrt\s*/g, '√')
    .replaceAll(/[$`*\\{}]/g, '')
    .replaceAll(/\s+/g, ' ');
}

/**
 * One text, ready to show, in a language with its passages; a passage that the language lacks is marked as English.
 * `file` names the text in errors.
 */
export function renderAqmText(
  source: string,
  file: string,
  language = 'en',
  passages: Readonly<Record<string, string>> = {},
): AqmText {
  const { facts, body } = parseFrontMatter(source, file);
  const turn = (passage: string) => passages[passage] ?? `<span lang="en">${passage}</span>`;
  const turned = (text: string) => (language === 'en' ? text : mapPassages(text, turn));
  return {
    ...facts,
    language,
    problem: problemOf(body),
    html: markdown.parse(turned(body), { async: false }),
    noteHtml: markdown.parseInline(turned(facts.fidelityNote), { async: false }),
    equationHtml: mathMl(facts.equationTex, true),
  };
}

/** What a search looks through, of one text. */
export function indexAqmText(source: string, file: string): AqmIndexEntry {
  const { facts, body } = parseFrontMatter(source, file);
  const { id, citation, year, family } = facts;
  return { id, citation, ...(year !== undefined && { year }), family, problem: problemOf(body) };
}

/** The module that knows how to load each text in each language: by language and the scheme's id a function. */
const TRANSLATED = 'virtual:aqm-texts';

const loaders = (folder: string): string =>
  schemeLanguages()
    .map((language) => {
      const entries = readdirSync(folder).map(
        (file) =>
          `${JSON.stringify(file.replace('.md', ''))}: () => import(${JSON.stringify(`${folder}${file}?in=${language}`)})`,
      );
      return `${JSON.stringify(language)}: {${entries.join(', ')}}`;
    })
    .join(', ');

/**
 * Makes `models/aqm/*.md` modules whose default export is an AqmText, with `?in=de` in German, or with `?index` what a
 * search looks through.
 */
export function aqmTexts(): Plugin {
  const folder = fileURLToPath(AQM_TEXTS);
  return {
    name: 'aqm-texts',
    enforce: 'pre',
    resolveId: (id) => (id === TRANSLATED ? `\0${TRANSLATED}` : undefined),
    load: (id) => (id === `\0${TRANSLATED}` ? `export default {${loaders(folder)}};` : undefined),
    transform(source, id) {
      const [path = id, query] = id.split('?');
      if (!path.startsWith(folder) || !path.endsWith('.md')) return undefined;
      const file = path.slice(folder.length);
      const [, language] = /^in=([\w-]+)$/.exec(query ?? '') ?? [];
      for (const of of language === undefined ? [] : passageFiles(language)) this.addWatchFile(of);
      const text =
        query === 'index'
          ? indexAqmText(source, file)
          : renderAqmText(source, file, language, language === undefined ? {} : readPassages(language));
      return { code: `export default ${JSON.stringify(text)};`, map: null };
    },
  };
}
