/**
 * A figure as a file: CSV, SVG with real text, PNG. Always dark ink on white, at the column widths of
 * journals.
 */
import { strToU8 } from 'fflate';
import { crc32 } from '../../../models/src/crc32.ts';
import { csvCell } from '../../../models/src/csv.ts';
import { inEnglish } from '../../../models/src/language.ts';
import { canvasSurface } from './canvasSurface.ts';
import { drawFigure, headerHeight } from './drawFigure.ts';
import type { ColumnWidth } from './columnWidths.ts';
import { layoutFigure, MARGIN, type Axis, type Figure, type Layout } from './figure.ts';
import { readPalette, type Palette } from './palette.ts';
import { svgSurface } from './svgSurface.ts';

const PIXELS_PER_MM = 96 / 25.4;
const CAPTION = 14;

export interface Words {
  /** One line under the plot. */
  readonly caption: string;
  /** What is needed to reproduce the picture; inside the file, but not printed. */
  readonly link: string;
  /** The scenario, for files of numbers, which name it in columns of their own. */
  readonly origin?: { readonly scenario: string; readonly seed: number };
}

interface Page {
  readonly figure: Figure;
  readonly layout: Layout;
  readonly width: number;
  readonly height: number;
}

/**
 * A figure with the layout of a journal's column. An axis label that a neighbour shows on the screen is
 * added, unless that neighbour is `below` it.
 */
export function pageOf(shown: Figure, widthMm: ColumnWidth, below?: Figure): Page {
  const quiet = below !== undefined && sameAxis(shown.x, below.x);
  const figure = { ...shown, x: { ...shown.x, quiet } };
  const width = widthMm * PIXELS_PER_MM;
  const header = headerHeight(figure, width);
  const spared = quiet ? MARGIN.ticks + MARGIN.label - MARGIN.quietTicks : 0;
  const height = width * (widthMm === 85 ? 0.62 : 0.36) + header - spared;
  const layout = { ...layoutFigure(figure, width, height, 1, header), height: height + CAPTION };
  return { figure, layout, width, height: height + CAPTION };
}

const sameAxis = (a: Axis, b: Axis): boolean =>
  a.label === b.label && a.unit === b.unit && a.kind === b.kind && a.domain.join() === b.domain.join();

/** A figure alone, or above others with another layout and without anything below it. */
export function figureSvg(
  shown: Figure,
  widthMm: ColumnWidth,
  words: Words,
  palette: Palette,
  { figure, layout, width, height }: Page = pageOf(shown, widthMm),
  caption: string = words.caption,
): string {
  const description = `${figure.summary} ${words.caption}. ${words.link}`;
  // The name depends on the description, so that two files get different names.
  const name = crc32(strToU8(`${figure.name} ${widthMm} ${description}`)).toString(36);
  const surface = svgSurface(width, height, name);
  drawFigure(surface, figure, layout, { palette, ratio: 2 }, caption);
  return surface.finish({ widthMm, title: figure.title, description });
}

/** Adds a style (ownFont.ts) as the first element. */
export const withStyle = (svg: string, style: string): string =>
  svg.replace(/^<svg [^>]*>/, (tag) => tag + style);

export async function figurePng(shown: Figure, widthMm: ColumnWidth, words: Words): Promise<Blob> {
  const { figure, layout, width, height } = pageOf(shown, widthMm);
  const ratio = 300 / 96;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser gives no canvas to draw the picture on.');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(ratio, ratio);
  drawFigure(canvasSurface(context), figure, layout, { palette: readPalette('light'), ratio }, words.caption);
  const blob = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, 'image/png');
  });
  if (blob === null) throw new Error('This browser could not encode the picture.');
  return blob;
}

/**
 * One row for each point; lanes follow each other and are identified by the first column. What is needed to
 * reproduce the numbers is in the last columns of the first row only, because a link is long and there are
 * many points.
 */
export function figureCsv(figure: Figure, words?: Words): string {
  const parts = inEnglish(() => figure.data());
  const several = parts.length > 1;
  const [first] = parts;
  if (first === undefined) return '';
  const origin = words?.origin;
  const told =
    origin === undefined
      ? []
      : ([
          ['scenario', origin.scenario],
          ['seed', origin.seed],
          ['address', words?.link ?? ''],
        ] as const);
  const titles = [first.x, ...first.series].map(columnTitle);
  const head = [...(several ? ['lane'] : []), ...titles, ...told.map(([name]) => name)];
  const lines = [head.map(csvCell).join(',')];
  for (const part of parts) {
    const columns = [part.x, ...part.series];
    for (let i = 0; i < part.x.values.length; ++i) {
      const row = columns.map((column) => csvCell(column.values[i]));
      // Further parts may have fewer columns than the first.
      const cells = [...row, ...Array.from({ length: Math.max(0, titles.length - row.length) }, () => '')];
      const last = told.map(([, value]) => (lines.length === 1 ? csvCell(value) : ''));
      lines.push([...(several ? [csvCell(part.label)] : []), ...cells, ...last].join(','));
    }
  }
  return lines.join('\r\n') + '\r\n';
}

const columnTitle = (column: { label: string; unit: string }): string =>
  column.unit === '' || column.unit === '1' ? column.label : `${column.label} (${column.unit})`;
