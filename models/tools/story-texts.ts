/**
 * Renders the texts of stories and of the gallery during the build: Markdown of one paragraph to HTML, TeX to
 * MathML.
 */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { mathMl, markdown } from './aqm-texts.ts';

const FOLDERS = ['../stories/', '../gallery/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

/** Members that are prose. */
const PROSE = new Set(['idea', 'see', 'ask', 'text', 'reveal', 'belief', 'finding', 'question']);

/** Scenarios and parts of them: their words are plain text. */
const DOCUMENTS = new Set(['scenario', 'change', 'lanes']);

/** Parameters that a text names, as papers print them. */
const SYMBOL = /\b(min|max|mid|d|w|p)_(th|p|q|a|b)\b/g;
const prose = (text: string): string =>
  markdown.parseInline(text, { async: false }).replace(SYMBOL, (_, base: string, sub: string) => {
    // A letter is a quantity, "th" a word.
    const below = sub.length === 1 ? `<i>${sub}</i>` : sub;
    return `<span class="sym"><i>${base}</i><sub>${below}</sub></span>`;
  });

/** The same document with HTML in place of its prose. */
export function renderStory(node: unknown, key = ''): unknown {
  if (typeof node === 'string') {
    if (key === 'equation') return mathMl(node, true);
    return PROSE.has(key) ? prose(node) : node;
  }
  if (Array.isArray(node)) return node.map((item: unknown) => renderStory(item, key));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([name, value]: [string, unknown]) => [
      name,
      DOCUMENTS.has(name) ? value : renderStory(value, name),
    ]),
  );
}

/** Vite's own plugin makes a module of what this one gives back, which is JSON again. */
export function storyTexts(): Plugin {
  return {
    name: 'story-texts',
    enforce: 'pre',
    transform(source, id) {
      if (!id.endsWith('.json') || !FOLDERS.some((folder) => id.startsWith(folder))) return undefined;
      return { code: JSON.stringify(renderStory(JSON.parse(source))), map: null };
    },
  };
}
