import { csvCell } from '../models/src/csv.ts';
import type { Cell, Table } from './command.ts';

/** Comma-separated values by RFC 4180, but with line feeds. */
export async function* csvLines({ columns, rows }: Table): AsyncGenerator<string> {
  yield line(columns);
  for await (const row of rows) yield line(row);
}

const line = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\n`;
