/**
 * The language in which sentences are shown. An English sentence is its own key; a locale file
 * (web/locales/) has its translation, in the form of i18next's JSON v4: {{name}} is a value, <1>…</1> an element, and
 * a key that ends in _one or _other is the form for a number. What a file lacks is shown in English. The files' form
 * is i18next's so that the tools of translators read it; its code is 16 kB compressed, and would come into the first
 * load, the command line and both packages, which need a look-up only.
 */
export type Values = Readonly<Record<string, string | number>>;
export type Texts = Readonly<Record<string, string>>;

let code = 'en';
let texts: Texts = {};
let rules = new Intl.PluralRules('en');
let point = '.';

/** The language of the sentences from now on. English needs no texts. */
export function setLanguage(language: string, found: Texts): void {
  code = language;
  texts = found;
  rules = new Intl.PluralRules(language);
  point =
    new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
}

export const language = (): string => code;

/** A printed number with the decimal sign of the language. */
export const decimal = (printed: string): string => printed.replace('.', point);

const found = (key: string): string | undefined => (Object.hasOwn(texts, key) ? texts[key] : undefined);

const filled = (text: string, values: Values): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? decimal(String(value)) : (value ?? whole);
  });

/** An English sentence in the language of the page, with its values. */
export function t(english: string, values?: Values): string {
  const text = found(english) ?? english;
  return values === undefined ? text : filled(text, values);
}

/** A sentence whose words depend on a number: `other` is the key of all its forms. */
export function plural(count: number, one: string, other: string, values: Values = {}): string {
  const text = found(`${other}_${rules.select(count)}`) ?? found(other) ?? (count === 1 ? one : other);
  return filled(text, { count, ...values });
}
