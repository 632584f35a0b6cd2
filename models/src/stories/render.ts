/**
 * The texts of a story as HTML: paragraphs with *emphasis*, `code`, $TeX$, and parameters as papers print
 * them. Every other character is text, so a story from elsewhere cannot bring elements of its own.
 */
export type Maths = (tex: string, display: boolean) => string;

/** Members that are prose. */
const PROSE = new Set(['idea', 'see', 'ask', 'text', 'reveal', 'belief', 'finding', 'question', 'hints']);

/** Scenarios and parts of them: their words are plain text. */
const DOCUMENTS = new Set(['scenario', 'change', 'lanes', 'lesson']);

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** Parameters that a text names. */
const SYMBOL = /\b(min|max|mid|d|w|p)_(th|p|q|a|b)\b/g;
const symbols = (html: string): string =>
  html.replace(SYMBOL, (_, base: string, sub: string) => {
    // A letter is a quantity, "th" a word.
    const below = sub.length === 1 ? `<i>${sub}</i>` : sub;
    return `<span class="sym"><i>${base}</i><sub>${below}</sub></span>`;
  });

/** Code and TeX keep every sign that is inside them. */
const WHOLE = /(`[^`\n]+`|\$[^$\n]+\$)/;

function prose(text: string, maths: Maths): string {
  return text
    .split(WHOLE)
    .map((part, i) => {
      if (i % 2 === 0) return symbols(escaped(part).replace(/\*([^*\s](?:[^*]*[^*\s])?)\*/g, '<em>$1</em>'));
      const inside = part.slice(1, -1);
      return part.startsWith('$') ? maths(inside, false) : `<code>${escaped(inside)}</code>`;
    })
    .join('');
}

/** The same document with HTML in place of its prose and of its equations. */
export function renderStory<T>(node: T, maths: Maths): T {
  const visit = (inner: unknown, key: string): unknown => {
    if (typeof inner === 'string') {
      if (key === 'equation') return maths(inner, true);
      return PROSE.has(key) ? prose(inner, maths) : inner;
    }
    if (Array.isArray(inner)) return inner.map((item: unknown) => visit(item, key));
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(
      Object.entries(inner).map(([name, value]: [string, unknown]) => [
        name,
        DOCUMENTS.has(name) ? value : visit(value, name),
      ]),
    );
  };
  return visit(node, '') as T;
}

/** Whether a story needs the renderer of TeX. */
export const hasMaths = (story: unknown): boolean => /"equation":|\$(?!schema)/.test(JSON.stringify(story));
