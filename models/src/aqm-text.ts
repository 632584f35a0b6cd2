/**
 * The texts of the AQMs in the page: one small chunk each, in each language, loaded when the text is opened. Needs the
 * Vite plugin `aqmTexts`.
 */
import translated from 'virtual:aqm-texts';
import type { AqmText } from './aqm-facts.ts';
import { language } from './language.ts';

const english = import.meta.glob('../aqm/*.md', { import: 'default' });

/** The text of an AQM of the catalogue, in the language of the page or in English; undefined if it has none yet. */
export async function loadAqmText(id: string): Promise<AqmText | undefined> {
  const load = translated[language()]?.[id];
  const text = load === undefined ? await english[`../aqm/${id}.md`]?.() : (await load()).default;
  return text as AqmText | undefined;
}
