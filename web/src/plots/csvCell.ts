/** A cell of a file of comma-separated values (RFC 4180). */
export const quoteCell = (cell: string): string =>
  /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
