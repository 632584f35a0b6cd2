/** The languages of the page: one for each file in web/locales/, and English, the language of the source. */
import { setLanguage, type Texts } from '../../../models/src/language.ts';
import { bound } from '../base/bound.ts';
import { browserStorage } from './storage.ts';
import { createStore } from './store.ts';

/** A language that the reader opened as a file, kept by this browser. */
interface Own {
  readonly code: string;
  readonly texts: Texts;
}
const OWN = 'aqm-language';

function kept(): Own | null {
  try {
    const found = JSON.parse(browserStorage.read(OWN) ?? 'null') as Own | null;
    return typeof found?.code === 'string' && typeof found.texts === 'object' ? found : null;
  } catch {
    return null;
  }
}
let own = kept();
/** Grows when a file is opened: the page is drawn anew, also in the same language. */
export const opened = createStore(0);

const FILES = import.meta.glob<Texts>('../../locales/*.json', { import: 'default' });
const codeOf = (file: string) => file.replace(/^.*\/|\.json$/g, '');

export const languages = (): readonly string[] => [
  'en',
  ...new Set([...Object.keys(FILES).map(codeOf), ...(own === null ? [] : [own.code])].sort()),
];

/** The texts of the page as keys: those of a language that has all of them. */
export const knownTexts = async (): Promise<Texts> => (await FILES['../../locales/de.json']?.()) ?? {};

/** Takes a language from a file; its texts go before those of a file of the page. */
export function takeLanguage(language: Own): void {
  own = language;
  browserStorage.write(OWN, JSON.stringify(language));
  opened.update((count) => count + 1);
}

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
  const has = (code: string) => languages().find((one) => one === code || code.startsWith(`${one}-`));
  return asked.map(has).find((code) => code !== undefined) ?? 'en';
}

/** Speaks a language once its file is loaded; a file that does not load leaves the language as it is. */
export async function speak(code: string): Promise<void> {
  const load = FILES[`../../locales/${code}.json`];
  const texts = load === undefined ? {} : await load().catch(() => null);
  if (texts === null) return;
  const all = own?.code === code ? { ...texts, ...own.texts } : texts;
  setLanguage(code, Object.fromEntries(Object.entries(all).map(([key, text]) => [key, bound(text)])));
  document.documentElement.lang = code;
}
