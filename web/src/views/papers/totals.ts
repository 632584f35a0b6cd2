/** What the introduction to the papers counts, over several papers. */
import {
  judgedOf,
  sumOfNulls,
  type Counts,
  type PaperVerdicts,
} from '../../../../models/src/papers/index.ts';

const over = (all: readonly PaperVerdicts[], of: (verdicts: PaperVerdicts) => number): number =>
  all.reduce((sum, verdicts) => sum + of(verdicts), 0);

/** Reproduced ones of those that can be judged. */
interface Share {
  readonly reproduced: number;
  readonly judged: number;
}
const shareOf = (all: readonly PaperVerdicts[], of: (verdicts: PaperVerdicts) => Counts): Share => ({
  reproduced: over(all, (verdicts) => of(verdicts).reproduced),
  judged: over(all, (verdicts) => judgedOf(of(verdicts))),
});

/** Claims and printed numbers under one reading. */
export const totalsOf = (all: readonly PaperVerdicts[]) => ({
  claims: shareOf(all, ({ claimed }) => claimed),
  numbers: shareOf(all, ({ values }) => values),
  effects: {
    judged: over(all, ({ effects }) => judgedOf(effects)),
    reproduced: over(all, ({ effects }) => effects.reproduced),
    same_direction: over(all, ({ effects }) => effects.same_direction),
  },
  without: sumOfNulls(all.flatMap(({ tables }) => tables.map((table) => table.null))),
});
