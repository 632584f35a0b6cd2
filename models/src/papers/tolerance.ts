import type { PaperTable } from '../generated/paper.ts';

const TOLERANCE = 0.1;

/**
 * How far a value may lie from a published one, counted beyond what all have in common; `times` the table's
 * tolerance.
 */
export const limitOf = (
  published: number,
  { tolerance = TOLERANCE, beyond = 0 }: PaperTable,
  times = 1,
): number => times * tolerance * Math.abs(published - beyond);
