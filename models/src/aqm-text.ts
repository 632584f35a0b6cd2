/**
 * The texts of the AQMs in the page: one small chunk each, loaded when the text is opened. Needs the Vite
 * plugin `aqmTexts`.
 */
import type { AqmText } from './aqm-facts.ts';

const texts = import.meta.glob<{ default: AqmText }>('../aqm/*.md');

/** The text of an AQM of the catalogue; undefined if it has none yet. */
export async function loadAqmText(id: string): Promise<AqmText | undefined> {
  return (await texts[`../aqm/${id}.md`]?.())?.default;
}
