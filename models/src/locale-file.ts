/** A language in one file, as those in web/locales: `{ "English text": "its translation" }`, checked when opened. */
import { parseJson } from './json.ts';
import { t, type Texts } from './language.ts';
import { told } from './told.ts';

/** The key of the source: without the ending of a form of number. */
export const sourceOf = (key: string, known: Readonly<Record<string, unknown>>): string =>
  Object.hasOwn(known, key) ? key : key.replace(/_(zero|one|two|few|many|other)$/, '');

const marks = (text: string): string => (text.match(/\{\{\w+\}\}|<\/?\d+>/g) ?? []).sort().join(' ');

/** Whether a translation has the values and elements of its source. A form for one may leave its number out. */
export function keepsMarks(source: string, text: string, isForm: boolean): boolean {
  const bare = (one: string) => marks(isForm ? one.replaceAll('{{count}}', '') : one);
  return bare(text) === bare(source);
}

export type LocaleFile =
  | { readonly ok: true; readonly code: string; readonly texts: Texts; readonly unknown: number }
  | { readonly ok: false; readonly faults: readonly string[] };

const MOST_FAULTS = 5;

/** `name` is the file's, which names the language; `known` has the texts of the page as its keys. */
export function readLocaleFile(name: string, content: string, known: Texts): LocaleFile {
  const code = /^([a-z]{2,4}(?:-[A-Za-z]{2,4})?)\.json$/.exec(name)?.[1];
  if (code === undefined)
    return { ok: false, faults: [t('The name of the file is the language, as in “fr.json”.')] };
  const parsed = parseJson(content);
  if (!parsed.ok) return { ok: false, faults: [told(parsed.issue.message)] };
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { ok: false, faults: [t('It is no list of texts: {"English text": "its translation"}.')] };
  const faults: string[] = [];
  const texts: Record<string, string> = {};
  let unknown = 0;
  for (const [key, text] of Object.entries(value)) {
    if (text === '') continue;
    const source = sourceOf(key, known);
    const has = Object.hasOwn(known, source) || Object.hasOwn(known, `${source}_other`);
    if (typeof text !== 'string') faults.push(t('“{{key}}” has no text as its translation.', { key }));
    else if (!has) unknown += 1;
    else if (keepsMarks(source, text, source !== key)) texts[key] = text;
    else faults.push(t('“{{key}}” has other values or elements: {{text}}', { key, text }));
  }
  return faults.length > 0
    ? { ok: false, faults: faults.slice(0, MOST_FAULTS) }
    : { ok: true, code, texts, unknown };
}
