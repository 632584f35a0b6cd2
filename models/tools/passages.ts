/**
 * The text of a scheme as passages that are translated one by one: a heading, a paragraph or what of it is before and
 * after an equation, an item of a list. What is changed in one passage leaves the translation of the others.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const LOCALES = new URL('../../web/locales/', import.meta.url);

/** An equation of its own stands between two passages. */
const EQUATION = /(\$\$.+?\$\$)/s;
/** A heading, or an item of a list, whose lines go on to the next mark or empty line. */
const MARK = /^(?:#+|-) /;

/** Markdown with each of its passages, in one line, replaced by what `turn` makes of it. */
export function mapPassages(body: string, turn: (passage: string) => string): string {
  const one = (text: string): string => {
    const passage = text.replaceAll(/\s+/g, ' ').trim();
    return passage === '' ? '' : turn(passage);
  };
  const block = (text: string): string =>
    text
      .split(/\n(?=- )/)
      .map((piece) => {
        const [mark = ''] = MARK.exec(piece) ?? [];
        const parts = piece.slice(mark.length).split(EQUATION);
        return `${mark}${parts.map((part) => (part.startsWith('$$') ? part : one(part))).join('\n')}`.trimEnd();
      })
      .join('\n');
  return body
    .trim()
    .split(/\n{2,}/)
    .map(block)
    .join('\n\n');
}

/** The languages that have texts of schemes. */
export const schemeLanguages = (): readonly string[] =>
  readdirSync(new URL('schemes/', LOCALES)).map((file) => file.replace('.json', ''));

/** The files in which a language's passages are. Those that the page shows elsewhere too are in its own file. */
export const passageFiles = (language: string): readonly string[] =>
  [`${language}.json`, `schemes/${language}.json`]
    .map((file) => fileURLToPath(new URL(file, LOCALES)))
    .filter((file) => existsSync(file));

export const readPassages = (language: string): Readonly<Record<string, string>> =>
  Object.assign(
    {},
    ...passageFiles(language).map((file) => JSON.parse(readFileSync(file, 'utf8')) as object),
  ) as Readonly<Record<string, string>>;
