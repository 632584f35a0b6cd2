import type { Cell, Table } from './command.ts';

/** Comma-separated values after RFC 4180, but with line feeds: quoted where a comma, quote or line break needs it. */
export async function* csvLines({ columns, rows }: Table): AsyncGenerator<string> {
  yield line(columns);
  for await (const row of rows) yield line(row);
}

function line(cells: readonly Cell[]): string {
  return `${cells.map(cell).join(',')}\n`;
}

function cell(value: Cell): string {
  // What was not observed is an empty cell, whether JavaScript says null, undefined or NaN.
  if (value === null || value === undefined || Number.isNaN(value)) return '';
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
