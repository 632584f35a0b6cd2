/** Several figures as one file, and all figures at once. Loaded when the reader saves them. */
import { strToU8, zipSync } from 'fflate';
import { drawFigure } from './drawFigure.ts';
import type { ColumnWidth } from './columnWidths.ts';
import { figureCsv, figureSvg, pageOf, withStyle, type Words } from './export.ts';
import type { Figure } from './figure.ts';
import { readPalette } from './palette.ts';
import { pdfSurface, type Faces } from './pdfSurface.ts';

/** Figures below each other: a shared axis and the caption stand once, below the last figure. */
const stacked = (figures: readonly Figure[], widthMm: ColumnWidth, { caption }: Words) =>
  figures.map((figure, i) => {
    const below = figures[i + 1];
    return { page: pageOf(figure, widthMm, below), caption: below === undefined ? caption : '' };
  });

/** Figures below each other on one page. */
export function figuresPdf(
  figures: readonly Figure[],
  widthMm: ColumnWidth,
  words: Words,
  faces: Faces,
): Uint8Array {
  const pages = stacked(figures, widthMm, words);
  const height = pages.reduce((sum, { page }) => sum + page.height, 0);
  const surface = pdfSurface(pages[0]?.page.width ?? 1, height, faces);
  const ink = { palette: readPalette('light'), ratio: 2 };
  let top = 0;
  for (const { page, caption } of pages) {
    surface.lowered(top, () => drawFigure(surface, page.figure, page.layout, ink, caption));
    top += page.height;
  }
  return surface.finish({
    title: figures.map(({ title }) => title).join('; '),
    subject: `${words.caption}. ${words.link}`,
  });
}

/** The same as SVG, in which each figure is a nested picture. */
export function figuresSvg(
  figures: readonly Figure[],
  widthMm: ColumnWidth,
  words: Words,
  style: string,
): string {
  const palette = readPalette('light');
  let top = 0;
  const inside = stacked(figures, widthMm, words).map(({ page, caption }) => {
    const { figure, height, width } = page;
    const svg = figureSvg(figure, widthMm, words, palette, page, caption).replace(
      /^<svg ([^>]*?)width="[^"]*" height="[^"]*"/,
      `<svg $1x="0" y="${top.toFixed(2)}" width="${width.toFixed(2)}" height="${height.toFixed(2)}"`,
    );
    top += height;
    return svg;
  });
  const width = (widthMm * 96) / 25.4;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthMm}mm" height="${((top * 25.4) / 96).toFixed(2)}mm" ` +
    `viewBox="0 0 ${width.toFixed(2)} ${top.toFixed(2)}">${style}${inside.join('')}</svg>\n`
  );
}

/** Every figure as SVG with this style, as PDF with these fonts, and as CSV, and the other files given. */
export function everything(
  figures: readonly Figure[],
  words: Words,
  style: string,
  faces: Faces,
  more: Readonly<Record<string, string>>,
): Uint8Array {
  const nameOf = ({ name, lane }: Figure) => (lane === undefined ? name : `${name}-${lane + 1}`);
  const files = figures.flatMap((figure) => [
    [
      `${nameOf(figure)}.svg`,
      strToU8(withStyle(figureSvg(figure, 178, words, readPalette('light')), style)),
    ] as const,
    [`${nameOf(figure)}.pdf`, figuresPdf([figure], 178, words, faces)] as const,
    [`${nameOf(figure)}.csv`, strToU8(figureCsv(figure, words))] as const,
  ]);
  const texts = Object.entries(more).map(([name, text]) => [name, strToU8(text)] as const);
  return zipSync(Object.fromEntries([...files, ...texts]));
}
