/** What runs with several seeds say of a step's numbers and comparisons. */
import { estimate, type Estimate } from '../statistics.ts';
import { evaluate, type Comparison, type Expression } from './expression.ts';
import { valueOf, type Asked } from './quantities.ts';

/** The lanes of one seed. */
export type Lanes = readonly (Asked | null)[];

/** Over the seeds; undefined where the expression has no value. */
export function outcomeOf(expression: Expression, seeds: readonly Lanes[]): Estimate | undefined {
  const values = seeds.map((lanes) => evaluate(expression, (call) => valueOf(call, lanes)));
  return estimate(values.filter((value) => Number.isFinite(value)));
}

/** `unclear`: the mean says so, and the 95 % interval of the seeds' differences does not leave zero out. */
export type Verdict = 'holds' | 'unclear' | 'fails';

export function judge({ smaller, larger }: Comparison, seeds: readonly Lanes[]): Verdict {
  const difference = outcomeOf({ is: 'sum', sign: '-', left: larger, right: smaller }, seeds);
  if (difference === undefined || difference.mean <= 0) return 'fails';
  return difference.ci95 !== undefined && difference.ci95[0] <= 0 ? 'unclear' : 'holds';
}

/** The worst of all. */
export function judgeAll(all: readonly Comparison[], seeds: readonly Lanes[]): Verdict {
  const found = all.map((one) => judge(one, seeds));
  return found.includes('fails') ? 'fails' : found.includes('unclear') ? 'unclear' : 'holds';
}
