/**
 * The characters of the page's own texts are a separate font of 16 kB instead of 29; other characters of the
 * font (such as accents in a title) are loaded when they first appear. Both faces are declared in tokens.css
 * with the ranges listed here.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const { resolve } = createRequire(import.meta.url);
const whole = (style: 'normal' | 'italic') =>
  resolve(`@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-${style}.woff2`);
const kept = (file: string) => fileURLToPath(new URL(`../.cache/fonts/${file}`, import.meta.url));

const codes = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, i) => from + i));
/** ASCII, and the signs of units, ranges and quotations. */
export const FIRST_TEXT = `${codes(0x20, 0x7e)}\u00a0\u2007\u2009°±²³µ·½×–—‘’“”•…−`;

/** The characters of WinAnsiEncoding (ISO 32000-1, annex D.2) that the font has. */
const FIGURE_TEXT = `${FIRST_TEXT}${codes(0xa1, 0xff)}`;

/** The faces of figures in PDF, one weight each, as TrueType: PDF 1.4 supports no newer format. */
export async function figureFaces(): Promise<Readonly<Record<'regular' | 'italic' | 'bold', Buffer>>> {
  const face = async (style: 'normal' | 'italic', wght: number) =>
    subsetFont(await readFile(whole(style)), FIGURE_TEXT, {
      targetFormat: 'truetype',
      variationAxes: { wght },
    });
  const [regular, italic, bold] = await Promise.all([
    face('normal', 400),
    face('italic', 400),
    face('normal', 600),
  ]);
  return { regular, italic, bold };
}

/** Before any module is read, so that the style sheet finds the file. */
export const font = (): Plugin => ({
  name: 'aqm-font',
  async buildStart() {
    const first = await subsetFont(await readFile(whole('normal')), FIRST_TEXT, {
      targetFormat: 'woff2',
      // The weights that the style sheets use.
      variationAxes: { wght: { min: 300, max: 700 } },
    });
    await mkdir(kept(''), { recursive: true });
    await writeFile(kept('source-sans-3-first.woff2'), first);
    for (const [name, bytes] of Object.entries(await figureFaces()))
      await writeFile(kept(`figure-${name}.ttf`), bytes);
  },
});
