/**
 * Search by words, tolerant of how a word ends. A query is split into words; words without content are left out
 * ("why", "the"), and the common English endings are cut off, so that "oscillation", "oscillates" and "oscillate"
 * are one stem. A text is found if it has every stem, or another word for it, in any order. Stems that are not cut (in
 * other languages) are looked for as they are typed.
 */
const EMPTY = new Set(
  'a an and are at by can do does for from how i in is it its of on or so that the this to what when where which why with'.split(
    ' ',
  ),
);

/** Longest first: the first one that leaves enough letters is cut off. */
const ENDINGS = 'ations ation ating ated ates ate ions ion ings ing ed es s e'.split(' ');
const SHORTEST = 4;

/** Stems of words that mean the same. */
const ALIKE: readonly (readonly string[])[] = [
  ['oscill', 'swing'],
  ['voic', 'voip', 'call'],
];

/** What other forms of an English word begin with. Endings come in rows: "queueings" is "queu". */
export function stemOf(word: string): string {
  const ending = ENDINGS.find((one) => word.endsWith(one) && word.length - one.length >= SHORTEST);
  return ending === undefined ? word : stemOf(word.slice(0, -ending.length));
}

const split = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[\s,.;:?!…]+/)
    .filter((word) => word !== '');

/** The stems of a query; of one that has nothing but empty words, these. */
export function stemsOf(query: string): readonly string[] {
  const words = split(query);
  const full = words.filter((word) => !EMPTY.has(word));
  return (full.length > 0 ? full : words).map(stemOf);
}

const formsOf = (stem: string): readonly string[] => [
  stem,
  ...ALIKE.filter((group) => group.includes(stem)).flat(),
];

/** Whether a text has every stem, also inside of words: "tail" is in "DropTail". */
export function hasWithin(stems: readonly string[], text: string): boolean {
  const lower = text.toLowerCase();
  return stems.every((stem) => formsOf(stem).some((form) => lower.includes(form)));
}

/**
 * Whether a text has every stem at the beginning of a word: "red" is not in "shared". Languages without spaces
 * between words are searched within.
 */
export function hasWords(stems: readonly string[], text: string): boolean {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const begins = (form: string) =>
    /\p{Script=Han}/u.test(form)
      ? text.includes(form)
      : words.some((word) => word.startsWith(form)) || (/\W/.test(form) && text.toLowerCase().includes(form));
  return stems.every((stem) => formsOf(stem).some(begins));
}
