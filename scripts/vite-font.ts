/**
 * The characters that the page itself is written in are a font of their own, 16 kB in place of 29; what else the font has (accents in
 * a title, say) is fetched when it is first on the page. Both faces are declared in tokens.css, whose ranges are the ones here.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const { resolve } = createRequire(import.meta.url);
const WHOLE = resolve('@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2');
const FIRST = fileURLToPath(new URL('../.cache/fonts/source-sans-3-first.woff2', import.meta.url));

const codes = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, i) => from + i));
/** ASCII, and the signs of units, ranges and quotations. */
export const FIRST_TEXT = `${codes(0x20, 0x7e)}\u00a0°±²³µ·½×–—‘’“”…−`;

/** Before anything is read, so that the style sheet finds the file. */
export const font = (): Plugin => ({
  name: 'aqm-font',
  async buildStart() {
    const first = await subsetFont(await readFile(WHOLE), FIRST_TEXT, {
      targetFormat: 'woff2',
      // The weights that the style sheets ask for.
      variationAxes: { wght: { min: 300, max: 700 } },
    });
    await mkdir(dirname(FIRST), { recursive: true });
    await writeFile(FIRST, first);
  },
});
