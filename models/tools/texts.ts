/**
 * The texts of documents that the page shows in the reader's language, for the list of translators
 * (scripts/languages.mjs): each place with its texts. First what everybody sees, last what teachers read.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { LocalEngine } from '../../wasm/src/engine.ts';
import { FAMILIES, FIDELITIES } from '../src/aqm-facts.ts';
import { CARD_LINES, CARD_ROWS, figuresOf, NEEDS } from '../src/cards/index.ts';
import { SENDER_ROWS } from '../src/cards/senders.ts';
import { GLOSSARY } from '../src/glossary.ts';
import type { Paper } from '../src/generated/paper.ts';
import { presets } from '../src/index.ts';
import type { LawPicture } from '../src/law-picture.ts';
import { mapWords } from '../src/law-picture-words.ts';
import { hasWords, metricWords } from '../src/papers/shown.ts';
import type { AqmInfo } from '../src/types.ts';
import { problemOf } from './aqm-texts.ts';
import { fluidNotes } from './fluid-notes.ts';
import { AQM_TEXTS, parseFrontMatter } from './front-matter.ts';
import { mapPassages } from './passages.ts';

type Part = readonly [place: string, texts: readonly string[]];

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The strings of these members, wherever they are in a document. */
function membersOf(node: unknown, wanted: RegExp, besides: RegExp, key = ''): readonly string[] {
  if (typeof node === 'string') return wanted.test(key) ? [node] : [];
  if (typeof node !== 'object' || node === null) return [];
  return Array.isArray(node)
    ? node.flatMap((item: unknown) => membersOf(item, wanted, besides, key))
    : Object.entries(node).flatMap(([name, value]) =>
        besides.test(name) ? [] : membersOf(value, wanted, besides, name),
      );
}

function folder(name: string, wanted: RegExp, besides = /^$/): readonly Part[] {
  return readdirSync(here(`../${name}/`))
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const document: unknown = JSON.parse(readFileSync(here(`../${name}/${file}`), 'utf8'));
      return [`models/${name}/${file}`, membersOf(document, wanted, besides)];
    });
}

/** The labels and sentences of the form's fields. */
function form(): Part {
  const place = '../schema/scenario.v1.schema.json';
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { label, description, names, without, properties } = node as Record<string, unknown>;
    const shown = [label, ...(properties === undefined ? [description] : []), without];
    for (const text of [...shown, ...Object.values((names ?? {}) as Record<string, unknown>)])
      if (typeof text === 'string') found.push(text);
    Object.values(node).forEach(visit);
  };
  visit(JSON.parse(readFileSync(here(place), 'utf8')));
  return ['models/schema/scenario.v1.schema.json', found.filter((text) => /\p{L}{2}/u.test(text))];
}

const decisions = (): readonly string[] =>
  readdirSync(AQM_TEXTS)
    .sort()
    .flatMap((file) => {
      const source = readFileSync(new URL(file, AQM_TEXTS), 'utf8');
      const { facts, body } = parseFrontMatter(source, file);
      return [facts.decision.accepted, facts.decision.dropped, problemOf(body)];
    });

/** Two words: "rtt / 20" and "max_th" are formulas, the same in every language. */
const PHRASE = /\p{L}{2,}[,:;]? \(?\p{L}{2,}/u;

/** What the engine says of its schemes: each parameter and state. */
const schemes = (catalogue: readonly AqmInfo[]): readonly string[] =>
  catalogue
    .flatMap(({ params, states }) => [
      ...params.flatMap(({ label, help, computed }) => [label, help, computed]),
      ...states.map(({ help }) => help),
    ])
    .filter((text) => text !== undefined && PHRASE.test(text)) as readonly string[];

/** Parts of drop curves: "P2: steady". */
const curves = (catalogue: readonly AqmInfo[]): readonly string[] =>
  catalogue.flatMap((info) => info.curves.map(({ label }) => label)).filter(hasWords);

/** The words of the pictures of laws. */
const pictures = (catalogue: readonly AqmInfo[]): readonly Part[] =>
  folder('pictures', /^$/).map(([place]): Part => {
    const info = catalogue.find(({ id }) => place.endsWith(`/${id}.json`)) ?? { params: [], states: [] };
    const found: string[] = [];
    mapWords(JSON.parse(readFileSync(here(`../../${place}`), 'utf8')) as LawPicture, info, (words) => {
      found.push(words);
      return words;
    });
    return [place, found.filter(hasWords)];
  });

const cards = (): readonly string[] => [
  ...CARD_LINES.map(({ name }) => name),
  ...NEEDS.flatMap(({ name, at }) => [
    name,
    ...('row' in at ? [at] : Object.values(at)).map(({ words }) => words),
  ]),
  ...CARD_ROWS.flatMap((row) => [row.title, row.about, ...figuresOf(row).map(({ label }) => label)]),
  ...SENDER_ROWS.flatMap((row) => [row.title, row.about, ...row.figures.map(({ label }) => label)]),
];

/** What the page shows of a paper besides its idea and finding. Names and citations are not translated. */
const paperTexts = (paper: Paper): readonly (string | undefined)[] => [
  paper.law?.caption,
  ...(paper.law?.curves ?? []).map(({ label }) => label),
  ...paper.setup.flatMap(({ fact, value, why }) => [fact, value, why]),
  paper.search?.told,
  ...(paper.search?.space ?? []).flatMap(({ name, options }) => [name, ...options.map(({ label }) => label)]),
  ...Object.values(paper.experiments).map(({ question }) => question),
  ...paper.readings.flatMap(({ label, text, departs = [] }) => [label, text, ...departs]),
  ...paper.tables.flatMap(({ title, metric, unit, conditions, rule, unjudged, note }) => [
    ...[title, metricWords(metric), unit, ...conditions],
    ...[rule, unjudged, note],
  ]),
  ...(paper.percentages ?? []).flatMap(({ title, note }) => [title, note]),
  ...(paper.prints ?? []).flatMap(({ title, columns, rows, note }) => [
    title,
    ...columns,
    ...rows.flat(),
    note,
  ]),
  ...(paper.courses ?? []).flatMap(({ title, told, series, levels = [] }) => [
    ...[title, told],
    ...series.map(({ label }) => label),
    ...levels.map(({ name }) => name),
  ]),
  ...paper.claims.flatMap(({ where, text, unjudged, note }) => [where, text, unjudged, note]),
  ...paper.reasons.map(({ text }) => text),
];

const papers = (): readonly Part[] =>
  folder('papers', /^id$/).map(([place]): Part => {
    const paper = JSON.parse(readFileSync(here(`../../${place}`), 'utf8')) as Paper;
    return [place, paperTexts(paper).filter((text) => text !== undefined && hasWords(text)) as string[]];
  });

export const textsOf = (engine: Pick<LocalEngine, 'catalogue' | 'fluid'>): readonly Part[] => [
  ['models/src/aqm-facts.ts', [...FAMILIES, ...FIDELITIES]],
  form(),
  ['models/src/presets.ts', presets.map(({ title }) => title)],
  ...folder('scenarios', /^(question|source)$/),
  ['models/src/cards', cards()],
  ['models/glossary.json', GLOSSARY.flatMap(({ term, text }) => [term, text])],
  ['core-cpp', [...schemes(engine.catalogue), ...curves(engine.catalogue), ...fluidNotes(engine)]],
  ['models/aqm', decisions()],
  ...pictures(engine.catalogue),
  ...folder('gallery', /^(theme|finding|title|question|source)$/),
  ...folder('stories', /^(title|idea|see|ask|text|reveal|belief|question|label)$/, /^(change|lanes)$/),
  ...folder('exercises', /^(title|text)$/),
  ...folder('papers', /^(idea|finding)$/),
  ...papers(),
  ...folder('teaching', /^(title|needs|do|answer|name)$/),
];

/**
 * The passages of the texts of schemes, each with its first place: they are files of their own
 * (web/locales/schemes), rendered when the page is built. Those that the page has anyway are not among them.
 */
export function schemeTexts(page: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const file of readdirSync(AQM_TEXTS).sort()) {
    const { facts, body } = parseFrontMatter(readFileSync(new URL(file, AQM_TEXTS), 'utf8'), file);
    const add = (passage: string): string => {
      if (!Object.hasOwn(page, passage)) found[passage] ??= `models/aqm/${file}`;
      return passage;
    };
    mapPassages(`${facts.fidelityNote}\n\n${body}`, add);
  }
  return found;
}
