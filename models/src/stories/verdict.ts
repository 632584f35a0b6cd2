/** Evaluates a step's numbers and comparisons over runs with several seeds. */
import { estimate, type Estimate } from '../statistics.ts';
import { evaluate, type Comparison, type Expression } from './expression.ts';
import { valueOf, type Asked } from './quantities.ts';

/** The lanes of one seed. */
export type Lanes = readonly (Asked | null)[];

/** Mean over the seeds; undefined if the expression has no value. */
export function outcomeOf(expression: Expression, seeds: readonly Lanes[]): Estimate | undefined {
  const values = seeds.map((lanes) => evaluate(expression, (call) => valueOf(call, lanes)));
  return estimate(values.filter((value) => Number.isFinite(value)));
}

/**
 * `unclear`: the comparison holds for the mean, but the 95 % interval of the seeds' differences contains
 * zero.
 */
export type Verdict = 'holds' | 'unclear' | 'fails';

export function judge({ smaller, larger }: Comparison, seeds: readonly Lanes[]): Verdict {
  const difference = outcomeOf({ is: 'sum', sign: '-', left: larger, right: smaller }, seeds);
  if (difference === undefined || difference.mean <= 0) return 'fails';
  return difference.ci95 !== undefined && difference.ci95[0] <= 0 ? 'unclear' : 'holds';
}

/** The worst verdict of all. */
export function judgeAll(all: readonly Comparison[], seeds: readonly Lanes[]): Verdict {
  const found = all.map((one) => judge(one, seeds));
  return found.includes('fails') ? 'fails' : found.includes('unclear') ? 'unclear' : 'holds';
}
