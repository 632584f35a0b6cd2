/**
 * The two files of the page's font must have the same weights, or a browser does not combine them; one of
 * them contains all characters that a first visit shows.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FIRST_TEXT } from '../../scripts/vite-font.ts';

const css = readFileSync(new URL('../src/styles/tokens.css', import.meta.url), 'utf8');
const faces = [...css.matchAll(/@font-face \{([^}]*)\}/g)].map(([, body = '']) => ({
  weight: /font-weight: ([^;]*);/.exec(body)?.[1],
  codes: (/unicode-range:([^;]*);/.exec(body)?.[1] ?? '').split(',').flatMap((range) => {
    const [from = NaN, to = from] = range
      .trim()
      .slice(2)
      .split('-')
      .map((end) => parseInt(end, 16));
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  }),
}));

describe('the font', () => {
  const [rest, first] = faces;
  it('is two files of the same weights, and each letter is in one of them', () => {
    expect(faces).toHaveLength(2);
    expect(rest?.weight).toBe(first?.weight);
    const all = faces.flatMap(({ codes }) => codes);
    expect(new Set(all).size).toBe(all.length);
  });
  it('has in the first what that file is made of', () => {
    const made = Array.from(FIRST_TEXT, (letter) => letter.codePointAt(0) ?? NaN);
    expect([...(first?.codes ?? [])].sort((a, b) => a - b)).toEqual(made.sort((a, b) => a - b));
  });
});
