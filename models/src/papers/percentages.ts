/**
 * Printed tables that hold another table's values in % of its baseline: beside print what the paper's own values
 * give, and ours.
 */
import type { Paper, PaperTable, Percentage } from '../generated/paper.ts';
import { estimate, type Estimate } from '../statistics.ts';
import { valuesOf, type PaperResults } from './verdicts.ts';

export interface PercentageCell {
  readonly condition: string;
  readonly scheme: string;
  readonly published: number;
  /** From the printed values of the table that it is of. */
  readonly own: number;
  /** Print contradicts print: `own` is further away than rounding allows. */
  readonly misprint: boolean;
  readonly ours?: Estimate;
}

/**
 * Both tables are rounded, and a few percentages are cut off in place of rounded: a difference up to this size, in %,
 * is not a misprint.
 */
const ROUNDED = 0.15;

export function percentagesOf(
  paper: Paper,
  { of, published, reduction = false }: Percentage,
  reading: string,
  results: PaperResults,
): readonly PercentageCell[] {
  const table = paper.tables.find(({ id }) => id === of);
  const { baseline } = table ?? {};
  if (table === undefined || baseline === undefined) throw new Error(`${paper.id}: ${of} has no baseline`);
  const change = (value: number, base: number) => (reduction ? -100 : 100) * (value / base - 1);
  return Object.entries(published).flatMap(([condition, row]) => {
    const printed = (scheme: string) => table.published?.[condition]?.[scheme] ?? NaN;
    const values = (scheme: string) => ourValues(table, condition, scheme, reading, results);
    const bases = values(baseline);
    return Object.entries(row).map(([scheme, theirs]): PercentageCell => {
      const own = change(printed(scheme), printed(baseline));
      const changes = values(scheme).map((value, k) => change(value, bases[k] ?? NaN));
      const ours = estimate(changes.filter((value) => Number.isFinite(value)));
      return {
        condition,
        scheme,
        published: theirs,
        own,
        misprint: Math.abs(own - theirs) > ROUNDED,
        ...(ours !== undefined && { ours }),
      };
    });
  });
}

const ourValues = (
  { experiment, metric }: PaperTable,
  condition: string,
  scheme: string,
  reading: string,
  results: PaperResults,
) => valuesOf(results, { reading, experiment, condition, scheme }, metric);
