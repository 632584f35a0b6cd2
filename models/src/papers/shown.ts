/** The texts of a paper in the language of the page. */
import { decimal, language, t } from '../language.ts';

/** A symbol, or a unit that is the same in every language. */
const SIGN = /\w+_\w+|\b(?:[kMG]?bit\/s|ms)\b/g;

/** Whether there is something to translate: "2.097 Mbit/s" and "max_th 18" have no words. */
export const hasWords = (text: string): boolean => /\p{Ll}{2,}/u.test(text.replace(SIGN, ''));

export const shown = (text: string): string =>
  hasWords(text) ? t(text) : text.replaceAll(/\d\.\d/g, decimal);

/** What a metric is called at an axis. */
export const metricWords = (metric: string): string => metric.replaceAll('_', ' ');

/** The label of a reading within a sentence: German nouns and names such as "RED" keep their capital. */
export function inSentence(label: string): string {
  const text = shown(label);
  return language() !== 'de' && /^\p{Lu}\p{Ll}/u.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}
