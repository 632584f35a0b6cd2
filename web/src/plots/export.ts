/** A figure as a file: CSV, SVG with real text, PNG; always in ink on white, at the widths of a journal's columns. */
import { canvasSurface } from './canvasSurface.ts';
import { drawFigure, HEADER } from './draw.ts';
import { layoutFigure, type Figure } from './figure.ts';
import { readPalette, type Palette } from './palette.ts';
import { svgSurface } from './svgSurface.ts';

/** Single and double column, millimetres. */
export const COLUMN_WIDTHS = [85, 178] as const;
export type ColumnWidth = (typeof COLUMN_WIDTHS)[number];

const PIXELS_PER_MM = 96 / 25.4;
const CAPTION = 14;

function sizeOf(widthMm: ColumnWidth) {
  const width = widthMm * PIXELS_PER_MM;
  return { width, height: width * (widthMm === 85 ? 0.62 : 0.36) + HEADER };
}

export function figureSvg(figure: Figure, widthMm: ColumnWidth, caption: string, palette: Palette): string {
  const { width, height } = sizeOf(widthMm);
  const surface = svgSurface(width, height + CAPTION);
  const layout = layoutFigure(loud(figure), width, height, 1, HEADER);
  drawFigure(surface, loud(figure), { ...layout, height: height + CAPTION }, { palette, ratio: 2 }, caption);
  return surface.finish({ widthMm, title: figure.title, description: `${figure.summary} ${caption}` });
}

export async function figurePng(figure: Figure, widthMm: ColumnWidth, caption: string): Promise<Blob> {
  const palette = readPalette('light');
  const { width, height } = sizeOf(widthMm);
  const ratio = 300 / 96;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round((height + CAPTION) * ratio);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser gives no canvas to draw the picture on.');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(ratio, ratio);
  const layout = layoutFigure(loud(figure), width, height, 1, HEADER);
  const surface = canvasSurface(context);
  drawFigure(surface, loud(figure), { ...layout, height: height + CAPTION }, { palette, ratio }, caption);
  const blob = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, 'image/png');
  });
  if (blob === null) throw new Error('This browser could not encode the picture.');
  return blob;
}

/** A figure on its own needs the label that on the screen its neighbour carries. */
const loud = (figure: Figure): Figure => ({ ...figure, x: { ...figure.x, quiet: false } });

/** One row a point; several lanes follow each other, told apart by the first column. */
export function figureCsv(figure: Figure): string {
  const parts = figure.data();
  const several = parts.length > 1;
  const [first] = parts;
  if (first === undefined) return '';
  const head = [...(several ? ['lane'] : []), ...[first.x, ...first.series].map(columnTitle)];
  const lines = [head.map(quote).join(',')];
  for (const part of parts) {
    const columns = [part.x, ...part.series];
    for (let i = 0; i < part.x.values.length; ++i) {
      const row = columns.map((column) => printNumber(column.values[i]));
      lines.push([...(several ? [quote(part.label ?? '')] : []), ...row].join(','));
    }
  }
  return lines.join('\r\n') + '\r\n';
}

const columnTitle = (column: { label: string; unit: string }): string =>
  column.unit === '' || column.unit === '1' ? column.label : `${column.label} (${column.unit})`;
/** Shortest digits that read back as the same number; nothing where nothing was observed. */
const printNumber = (value: number | undefined): string =>
  value === undefined || Number.isNaN(value) ? '' : String(value);
const quote = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export function download(name: string, content: Blob | string, type = 'text/plain'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  // The browser has begun to read by then; keeping the address would keep the file in memory.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 10_000);
}
