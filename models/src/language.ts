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
/** Absent for English, which needs no Intl: the interpreter in the Python package has none. */
let rules: Intl.PluralRules | undefined;
let point = '.';

/** The language of the sentences from now on. English needs no texts. */
export function setLanguage(language: string, found: Texts): void {
  code = language;
  texts = found;
  if (language === 'en') {
    rules = undefined;
    point = '.';
    return;
  }
  rules = new Intl.PluralRules(language);
  point =
    new Intl.NumberFormat(language).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';
}

export const language = (): string => code;

/** What `make` makes in English: a file for programs is the same for all readers. */
export function inEnglish<Made>(make: () => Made): Made {
  const kept = [code, texts] as const;
  setLanguage('en', {});
  try {
    return make();
  } finally {
    setLanguage(...kept);
  }
}

/** A printed number with the decimal sign of the language. */
export const decimal = (printed: string): string => printed.replace('.', point);

/** Thin spaces between the thousands of a printed whole number. */
export const grouped = (whole: string): string => whole.replace(/\B(?=(\d{3})+$)/g, '\u2009');

/** Whether the language has signs as wide as its letters, and no space after them. */
const isWide = (): boolean => /^(zh|ja)/.test(code);

/** Sentences one after the other. */
export const joined = (sentences: readonly string[]): string =>
  sentences.filter((text) => text !== '').join(isWide() ? '' : ' ');

export const fullStop = (): string => (isWide() ? '。' : '.');

/** Words one after the other. */
export const wordList = (words: readonly string[]): string => words.join(wordMark());
export const wordMark = (): string => (isWide() ? '、' : ', ');

/** Parts with commas of their own, one after the other. */
export const partList = (parts: readonly string[]): string => parts.join(isWide() ? '；' : '; ');

/** A name, and what is said of it. */
export const titled = (name: string, text: string): string => `${name}${titleMark()}${text}`;
export const titleMark = (): string => (isWide() ? '：' : ': ');

/** Between the numbers of a list: a comma, but not where it is the decimal sign. */
export const listMark = (): string => (point === ',' ? '; ' : ', ');

/** The parts of a typed list. In a language with a decimal comma, a comma before a digit separates nothing. */
export const listParts = (text: string): readonly string[] =>
  text
    .split(point === ',' ? /;|,(?!\d)/ : /[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** A typed number with a decimal point; null if a point may separate thousands where the sign is a comma. */
export function withPoint(typed: string): string | null {
  if (point !== ',') return typed;
  return /(?<![\d.])[1-9]\d{0,2}(\.\d{3})+(?![\d.])/.test(typed)
    ? null
    : typed.replaceAll(/(\d*),(?=\d)/g, (_, whole: string) => `${whole || '0'}.`);
}

const found = (key: string): string | undefined => (Object.hasOwn(texts, key) ? texts[key] : undefined);

const HAN = /[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]/u;

/**
 * Whether the space between a sentence and a value in it is left out: Chinese has one at a Latin word or a number, and
 * none between two of its own signs. The sentence has it, because most values are names and numbers.
 */
export const isTight = (before: string | undefined, after: string | undefined): boolean =>
  before !== undefined && after !== undefined && HAN.test(before) && HAN.test(after);

const filled = (text: string, values: Values): string =>
  text.replaceAll(
    /( ?)\{\{(\w+)\}\}( ?)/g,
    (whole, left: string, name: string, right: string, at: number) => {
      const value = values[name];
      if (value === undefined) return whole;
      const shown = typeof value === 'number' ? decimal(String(value)) : value;
      const [before, after] = [text[at - 1], text[at + whole.length]];
      return `${isTight(before, shown[0]) ? '' : left}${shown}${isTight(shown.at(-1), after) ? '' : right}`;
    },
  );

/** An English sentence in the language of the page, with its values. */
export function t(english: string, values?: Values): string {
  const text = found(english) ?? english;
  return values === undefined ? text : filled(text, values);
}

/**
 * A sentence whose words depend on a number: `other` is the key of all its forms. A form that a file lacks is its
 * `_other`: Spanish has one of its own for a million.
 */
export function plural(count: number, one: string, other: string, values: Values = {}): string {
  const text =
    found(`${other}_${rules?.select(count) ?? ''}`) ??
    found(`${other}_other`) ??
    found(other) ??
    (count === 1 ? one : other);
  return filled(text, { count, ...values });
}
