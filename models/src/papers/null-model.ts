/**
 * What a model without any AQM would reproduce: it gives every scheme the value that the paper prints for its
 * baseline in the same condition. A share of reproduced values is evidence only as far as it exceeds this one.
 */
import type { PaperTable } from '../generated/paper.ts';
import { limitOf } from './tolerance.ts';
import type { TableResult } from './verdicts.ts';

export interface NullModel {
  readonly judged: number;
  readonly reproduced: number;
  /** The same without the baseline's own values, which the model meets by its making. */
  readonly others: { readonly judged: number; readonly reproduced: number };
}

/** Undefined for a table whose values cannot be judged or that has no baseline; `times` the table's tolerance. */
export function nullModel(table: PaperTable, times = 1): NullModel | undefined {
  const { baseline, published, unjudged } = table;
  if (published === undefined || baseline === undefined || unjudged !== undefined) return undefined;
  const count = { judged: 0, reproduced: 0 };
  const others = { judged: 0, reproduced: 0 };
  for (const row of Object.values(published)) {
    const given = row[baseline] ?? NaN;
    for (const [scheme, value] of Object.entries(row)) {
      const hit = Math.abs(given - value) <= limitOf(value, table, times) ? 1 : 0;
      for (const sum of scheme === baseline ? [count] : [count, others]) {
        sum.judged += 1;
        sum.reproduced += hit;
      }
    }
  }
  return { ...count, others };
}

/** The null models of several tables as one. */
export const sumOfNulls = (models: readonly (NullModel | undefined)[]): NullModel =>
  models.reduce<NullModel>(
    (sum, model) =>
      model === undefined
        ? sum
        : {
            judged: sum.judged + model.judged,
            reproduced: sum.reproduced + model.reproduced,
            others: {
              judged: sum.others.judged + model.others.judged,
              reproduced: sum.others.reproduced + model.others.reproduced,
            },
          },
    { judged: 0, reproduced: 0, others: { judged: 0, reproduced: 0 } },
  );

export interface ToleranceShares {
  /** Multiples of each table's own tolerance. */
  readonly times: readonly number[];
  /** Shares of all judged values, 0 to 1: our means, and the null model's. */
  readonly ours: readonly number[];
  readonly without: readonly number[];
}

/** How the share of values within the tolerance grows with it. */
export function sharesByTolerance(
  results: readonly TableResult[],
  times: readonly number[],
): ToleranceShares {
  const judged = results.filter((result) => result.null !== undefined);
  const cells = judged.flatMap(({ table, cells: all }) =>
    all.flatMap(({ published, ours }) => (published === undefined ? [] : [{ table, published, ours }])),
  );
  return {
    times,
    ours: times.map(
      (factor) =>
        cells.filter(
          ({ table, published, ours }) =>
            ours !== undefined && Math.abs(ours.mean - published) <= limitOf(published, table, factor),
        ).length / cells.length,
    ),
    without: times.map(
      (factor) => sumOfNulls(judged.map(({ table }) => nullModel(table, factor))).reproduced / cells.length,
    ),
  };
}
