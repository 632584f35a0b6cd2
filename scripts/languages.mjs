// The sentences of the page, and the passages of the texts of schemes: `npm run languages` counts what each language
// lacks, `npm run languages -- de` lists it as a locale file to fill in, `npm run languages -- de schemes` for schemes.
// `npm run generate` writes web/locales/source: each sentence and each passage with its first place.
import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { keepsMarks, sourceOf } from '../models/src/locale-file.ts';
import { at, filesUnder, say } from './lib/project.mjs';

export const LOCALES = 'web/locales';
/** The two catalogues: their sources, and where a language's file is. */
export const PAGE = { source: `${LOCALES}/source/en.json`, folder: LOCALES };
export const SCHEMES = { source: `${LOCALES}/source/schemes.json`, folder: `${LOCALES}/schemes` };

/** Tables of the documents whose texts the page shows. */
const TABLES = [
  'views',
  'generated/facts',
  'senders',
  'hosts',
  'knobs',
  'program-told',
  'measured-told',
  'stories/quantities',
  'tune/design',
].map((name) => `models/src/${name}.ts`);
/** Members of tables that are no text. */
const NO_TEXT =
  /^(id|unit|better|kind|key|icon|className|shape|path|href|file|role|type|look|keys|code|link|source)$/;

/** Tables whose values are words without a capital. */
const WORDS = /_(NAMES|WORDS|LABELS)$/;

/** Whether a string of a table is a text: a sentence, or a word with a capital. @param {string} text */
const isText = (text) =>
  /^[A-Z“(]\S*[a-z]|[A-Za-z]{2,}[,:;]? [A-Za-z(]/.test(text) &&
  !/[{}]|^[a-z]+:|^:is\(|^\((max|min|forced|prefers)-|sans-serif|doi:/.test(text);

/** A string, or a sum of strings. @param {ts.Node | undefined} node @returns {string | undefined} */
function literal(node) {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [literal(node.left), literal(node.right)];
  return left === undefined || right === undefined ? undefined : left + right;
}

/**
 * The texts of a value: a string, or those of both sides of a choice.
 * @param {ts.Node | undefined} node @returns {string[]}
 */
function literals(node) {
  if (node !== undefined && ts.isConditionalExpression(node))
    return [...literals(node.whenTrue), ...literals(node.whenFalse)];
  const text = literal(node);
  return text === undefined ? [] : [text];
}

/**
 * The texts of a table of constants.
 * @param {ts.Node} node @param {(text: string) => void} add @param {boolean} [words]
 */
function tableTexts(node, add, words = false) {
  if (ts.isFunctionLike(node) || ts.isTypeNode(node) || ts.isCallExpression(node)) return;
  if (ts.isPropertyAssignment(node)) {
    if (!NO_TEXT.test(node.name.getText())) tableTexts(node.initializer, add, words);
    return;
  }
  const text = literal(node);
  if (text !== undefined) {
    if (words ? /[a-z]{2}/.test(text) : isText(text)) add(text);
    return;
  }
  ts.forEachChild(node, (child) => tableTexts(child, add, words));
}

/**
 * The sentences that one file shows: those in t(), plural() and <T>, and those of its tables of constants.
 * @param {string} file @param {string} code @returns {Set<string>}
 */
export function sentencesOf(file, code) {
  /** @type {Set<string>} */
  const found = new Set();
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const add = (/** @type {string} */ text) => void found.add(text);
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      // A text that has words, or values between words: not "{{value}}".
      if (/^(t|inWords)$/.test(node.expression.text))
        literals(node.arguments[0])
          .filter((text) => /\p{L}/u.test(text.replace(/\{\{\w+\}\}/g, '')))
          .forEach(add);
      if (node.expression.text === 'plural') literals(node.arguments[2]).forEach(add);
    }
    if (ts.isJsxAttribute(node) && node.name.getText() === 'en') {
      const value = node.initializer;
      const shown = value !== undefined && ts.isJsxExpression(value) ? value.expression : value;
      literals(shown).forEach(add);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const statement of source.statements)
    if (ts.isVariableStatement(statement))
      for (const { name, initializer } of statement.declarationList.declarations)
        if (initializer !== undefined && /^[A-Z][A-Z\d_]*$/.test(name.getText()))
          tableTexts(initializer, add, WORDS.test(name.getText()));
  return found;
}

/**
 * Each sentence with the first place that shows it: those of the page file by file, then those of `documents` (from
 * models/tools/texts.ts), a place with its texts each, in their order.
 * @param {readonly (readonly [string, readonly string[]])[]} documents @returns {Record<string, string>}
 */
export function sources(documents) {
  const files = [...filesUnder('web/src', /\.tsx?$/), ...filesUnder('models/src', /(?<!\.d)\.ts$/)].sort();
  /** @type {Map<string, string>} */
  const all = new Map();
  const add = (/** @type {string} */ place, /** @type {Iterable<string>} */ texts) => {
    for (const text of texts) if (!all.has(text)) all.set(text, place);
  };
  for (const file of files) {
    const code = readFileSync(at(file), 'utf8');
    const shown = file.startsWith('web/') || TABLES.includes(file) || /\/language\.ts'/.test(code);
    if (shown && file !== 'models/src/language.ts') add(file, sentencesOf(file, code));
  }
  for (const [place, texts] of documents) add(place, texts);
  return Object.fromEntries(all);
}

/** @param {string} file @returns {Record<string, string>} */
const read = (file) => JSON.parse(readFileSync(at(file), 'utf8'));
export const knownSources = (catalogue = PAGE) => read(catalogue.source);

/** Each language with its texts. @returns {Record<string, Record<string, string>>} */
export const locales = (catalogue = PAGE) =>
  Object.fromEntries(
    readdirSync(at(catalogue.folder))
      .filter((name) => name.endsWith('.json'))
      .map((name) => [name.replace('.json', ''), read(`${catalogue.folder}/${name}`)]),
  );

/**
 * What is wrong with a language's texts: keys that no source has, and other values or elements than the source's.
 * @param {Record<string, string>} texts @param {Record<string, string>} known @returns {string[]}
 */
export const faultsOf = (texts, known) =>
  Object.entries(texts).flatMap(([key, text]) => {
    const source = sourceOf(key, known);
    if (!Object.hasOwn(known, source)) return [`no text of the page is ${JSON.stringify(key)}`];
    return keepsMarks(source, text, source !== key)
      ? []
      : [`${JSON.stringify(key)} has other values or elements: ${text}`];
  });

/** @param {Record<string, string>} texts @param {Record<string, string>} known @returns {string[]} */
export function missing(texts, known) {
  const has = new Set(Object.keys(texts).map((key) => sourceOf(key, known)));
  return Object.keys(known).filter((key) => !has.has(key));
}

/** Formulas and names in code, which a passage keeps. @param {string} text */
const kept = (text) => (text.match(/\$[^$]+\$|`[^`]+`/g) ?? []).sort().join(' ');

/**
 * What is wrong with a language's passages: unknown ones, and other formulas or names than the source's.
 * @param {Record<string, string>} texts @param {Record<string, string>} known @returns {string[]}
 */
export const faultsOfPassages = (texts, known) =>
  Object.entries(texts).flatMap(([key, text]) => {
    if (!Object.hasOwn(known, key)) return [`no text of a scheme has ${JSON.stringify(key)}`];
    return kept(key) === kept(text) ? [] : [`${JSON.stringify(key)} has other formulas or names: ${text}`];
  });

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [asked, of] = process.argv.slice(2);
  const catalogue = of === 'schemes' ? SCHEMES : PAGE;
  if (asked === undefined)
    for (const code of Object.keys(locales())) {
      const [page, schemes] = [PAGE, SCHEMES].map((one) => {
        const [known, texts] = [knownSources(one), locales(one)[code] ?? {}];
        const faults = one === PAGE ? faultsOf(texts, known) : faultsOfPassages(texts, known);
        return `${missing(texts, known).length} of ${Object.keys(known).length} missing, ${faults.length} wrong`;
      });
      say(`${code}: texts: ${page}; passages on schemes: ${schemes}`);
    }
  else {
    const empty = missing(locales(catalogue)[asked] ?? {}, knownSources(catalogue)).map((key) => [key, '']);
    process.stdout.write(`${JSON.stringify(Object.fromEntries(empty), null, 2)}\n`);
  }
}
