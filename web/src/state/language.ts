/** The languages of the page: one for each file in web/locales/, and English, the language of the source. */
import { setLanguage, type Texts } from '../../../models/src/language.ts';

const FILES = import.meta.glob<Texts>('../../locales/*.json', { import: 'default' });
const codeOf = (file: string) => file.replace(/^.*\/|\.json$/g, '');

export const LANGUAGES: readonly string[] = ['en', ...Object.keys(FILES).map(codeOf).sort()];

/** The name of a language in the language itself. */
export function ownName(code: string): string {
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/**
 * The language to show: the reader's choice, or the one that the address asks for (?lang=de, which no link of the page
 * has); else English. The browser's languages do not choose, because a translation may have only begun.
 */
export function languageFor(choice: string): string {
  const asked = [choice, new URLSearchParams(location.search).get('lang') ?? ''];
  const has = (code: string) => LANGUAGES.find((one) => one === code || code.startsWith(`${one}-`));
  return asked.map(has).find((code) => code !== undefined) ?? 'en';
}

/** Speaks a language once its file is loaded; a file that does not load leaves the language as it is. */
export async function speak(code: string): Promise<void> {
  const load = FILES[`../../locales/${code}.json`];
  const texts = load === undefined ? {} : await load().catch(() => null);
  if (texts === null) return;
  setLanguage(code, texts);
  document.documentElement.lang = code;
}
