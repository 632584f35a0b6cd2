/** Widths of a single and of a double column, millimetres. */
export const COLUMN_WIDTHS = [85, 178] as const;
export type ColumnWidth = (typeof COLUMN_WIDTHS)[number];
