/** A plot's SVG file in a form that can be compared, and its differences: words, styles, shapes. */
import { crc32 } from '../../models/src/crc32.ts';

/** One element on each line, without mere names: titles, descriptions, the ids of clip paths. */
export function normaliseSvg(svg: string): string {
  const ids = new Map<string, string>();
  const named = (id: string) => {
    const known = ids.get(id) ?? `clip${ids.size + 1}`;
    ids.set(id, known);
    return known;
  };
  return svg
    .replace(/<(title|desc)>[^<]*<\/\1>/g, '')
    .replace(/\bid="([^"]*)"/g, (_, id: string) => `id="${named(id)}"`)
    .replace(/url\(#([^)]*)\)/g, (_, id: string) => `url(#${named(id)})`)
    .replace(/\r/g, '')
    .replace(/\n(?=<)/g, '')
    .replace(/<(?!\/text|\/?tspan|\/svg)/g, '\n<')
    .trim();
}

/**
 * The words of a drawing, its styles and its positions: `styles` counts the elements of each style and has a
 * checksum of their positions.
 */
export interface Facets {
  readonly words: readonly string[];
  readonly styles: Readonly<Record<string, string>>;
}

/** Attributes of an element's position, as opposed to its look. */
const PLACE = new Set(['d', 'x', 'y', 'width', 'height', 'transform', 'dy', 'id', 'clip-path']);
const ENTITY: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

const checksum = (text: string): string => (crc32(new TextEncoder().encode(text)) >>> 8).toString(36);

export function facetsOf(svg: string): Facets {
  const words: string[] = [];
  const groups = new Map<string, string[]>();
  for (const line of normaliseSvg(svg).split('\n')) {
    const [, tag = '', attributes = ''] = /^<(\w+)([^>]*)>/.exec(line) ?? [];
    if (tag === '' || tag === 'g' || tag === 'clipPath') continue;
    const style: string[] = [];
    const place: string[] = [];
    for (const [, name = '', value = ''] of attributes.matchAll(/([\w:-]+)="([^"]*)"/g)) {
      if (tag === 'svg' ? name === 'font-family' : !PLACE.has(name)) style.push(`${name}=${value}`);
      else place.push(value);
    }
    if (tag === 'text') words.push(textOf(line));
    const key = [tag, ...style].join(' ');
    groups.set(key, [...(groups.get(key) ?? []), place.join(' ')]);
  }
  const styles = [...groups].map(
    ([style, places]) => [style, `${places.length} ${checksum(places.join('\n'))}`] as const,
  );
  return { words, styles: Object.fromEntries(styles.sort(([a], [b]) => (a < b ? -1 : 1))) };
}

const textOf = (line: string): string =>
  line.replace(/<[^>]*>/g, '').replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITY[entity] ?? entity);

/** The changes of a drawing, in words; empty if there are none. */
export function compareFacets(was: Facets, now: Facets): string[] {
  const said: string[] = [];
  const [gone, come] = apart(was.words, now.words);
  if (gone.length > 0 || come.length > 0) said.push(`words: ${quoted(gone)} became ${quoted(come)}`);
  const lost = Object.keys(was.styles).filter((style) => !(style in now.styles));
  const found = Object.keys(now.styles).filter((style) => !(style in was.styles));
  const paired = lost.map((style) => [style, closest(style, found)] as const);
  for (const [style, next] of paired) {
    said.push(
      next === undefined
        ? `no element is drawn as ${style} any more (there were ${count(was, style)})`
        : `style: ${attributesApart(style, next)} of ${count(now, next)} ${tagOf(style)} elements`,
    );
  }
  for (const style of found) {
    if (!paired.some(([, next]) => next === style))
      said.push(`${count(now, style)} elements are new: ${style}`);
  }
  for (const [style, summary] of Object.entries(was.styles)) {
    const next = now.styles[style];
    if (next === undefined || next === summary) continue;
    const [before, after] = [count(was, style), count(now, style)];
    said.push(
      before === after
        ? `${before === '1' ? 'the element' : `elements among the ${before}`} drawn as ${style} stand ` +
            'elsewhere or have another shape'
        : `${after} elements are drawn as ${style}, there were ${before}`,
    );
  }
  return said;
}

const count = ({ styles }: Facets, style: string): string => styles[style]?.split(' ')[0] ?? '0';
const tagOf = (style: string): string => style.split(' ')[0] ?? '';
const quoted = (words: readonly string[]): string =>
  words.length === 0
    ? 'nothing'
    : words
        .slice(0, 6)
        .map((word) => JSON.stringify(word))
        .join(', ') + (words.length > 6 ? `, and ${words.length - 6} more` : '');

/** The entries that one list has and the other does not, counted with multiplicity. */
function apart(was: readonly string[], now: readonly string[]): [string[], string[]] {
  const left = [...now];
  const gone = was.filter((word) => {
    const at = left.indexOf(word);
    if (at < 0) return true;
    left.splice(at, 1);
    return false;
  });
  return [gone, left];
}

const attributes = (style: string): string[] => style.split(/ (?=[\w:-]+=)/);
const common = (a: string, b: string): number => {
  const others = attributes(b);
  return attributes(a).filter((attribute) => others.includes(attribute)).length;
};

/** The most likely new form of an old style: the same element with the most attributes in common. */
function closest(style: string, candidates: readonly string[]): string | undefined {
  const same = candidates.filter((other) => tagOf(other) === tagOf(style) && common(style, other) > 1);
  return same.sort((a, b) => common(style, b) - common(style, a))[0];
}

function attributesApart(style: string, next: string): string {
  const [gone, come] = apart(attributes(style), attributes(next));
  return `${gone.join(' ') || 'nothing'} became ${come.join(' ') || 'nothing'}`;
}
