/** Cells of files of comma-separated values (RFC 4180). */

/** What spreadsheets take for the beginning of a formula, also as the wide characters of Asian fonts. */
const FORMULA = /^[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * One cell, quoted where a comma, quote or line break needs it. Titles and labels come from links: a text that a spreadsheet would
 * compute is led by an apostrophe, which makes it text there. A number stays one. What was not observed is an empty cell.
 */
export function csvCell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '';
  const plain = String(value);
  const text = typeof value === 'string' && FORMULA.test(plain) && !NUMBER.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The cells of a line as they are written: a comma within quotes does not end a cell. */
export const csvCells = (line: string): string[] =>
  Array.from(`,${line}`.matchAll(/,("(?:[^"]|"")*"|[^,]*)/g), ([, cell = '']) => cell);
