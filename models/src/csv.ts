/** Cells of files of comma-separated values (RFC 4180). */

/** Characters that spreadsheets take as the beginning of a formula, also in their fullwidth forms. */
const FORMULA = /^[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * One cell, quoted if it contains a comma, a quote or a line break. Titles and labels come from links, so a
 * text that a spreadsheet would compute is preceded by an apostrophe, which makes it text there. Numbers are
 * unchanged. A value that was not observed is an empty cell.
 */
export function csvCell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '';
  const plain = String(value);
  const text = typeof value === 'string' && FORMULA.test(plain) && !NUMBER.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The cells of a line as they are written: a comma inside quotes does not end a cell. */
export const csvCells = (line: string): string[] =>
  Array.from(`,${line}`.matchAll(/,("(?:[^"]|"")*"|[^,]*)/g), ([, cell = '']) => cell);
