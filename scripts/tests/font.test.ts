import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FIRST_TEXT } from '../vite-font.ts';

/** The code points in a `unicode-range`. */
const points = (range: string): number[] =>
  range.split(',').flatMap((part) => {
    const [from = 0, to = from] = part
      .trim()
      .slice(2)
      .split('-')
      .map((hex) => Number.parseInt(hex, 16));
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  });

test('the style sheet asks the small font for the characters that it has, no fewer and no more', () => {
  const css = readFileSync(new URL('../../web/src/styles/tokens.css', import.meta.url), 'utf8');
  const face = css.split('@font-face').find((part) => part.includes('source-sans-3-first')) ?? '';
  const range = /unicode-range:\s+([^;]+);/.exec(face)?.[1] ?? '';
  const asked = points(range);
  expect(asked.toSorted((a, b) => a - b)).toEqual(
    Array.from(FIRST_TEXT, (c) => c.codePointAt(0) ?? 0).toSorted((a, b) => a - b),
  );
  expect(asked.length).toBeGreaterThan(95);
});
