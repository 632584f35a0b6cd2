/** Which quantities matter: indices from the two designs for sensitivity studies. */
import { morris, MORRIS_STEP, xorshift } from '../study/sampling.ts';
import { momentsOf } from './moments.ts';

/** A value for each point of a design, in its order; null if nothing was observed. */
export type Answers = readonly (number | null)[];

export interface Index {
  readonly value: number;
  /** The middle 95 % of the index over rows drawn again with replacement (bootstrap). */
  readonly ci95: readonly [number, number];
}

export interface SobolIndices {
  /** The share of the variance that a quantity explains by itself, and together with all others. */
  readonly first: readonly Index[];
  readonly total: readonly Index[];
  readonly variance: number;
  /** The number of rows of the design in which every point was observed. */
  readonly rows: number;
}

const DRAWN = 200;

/** The rows of a design, without incomplete ones. */
function rowsOf(answers: Answers, each: number): readonly (readonly number[])[] {
  const rows: (readonly number[])[] = [];
  for (let at = 0; at + each <= answers.length; at += each) {
    const row = answers.slice(at, at + each).filter((value) => value !== null);
    if (row.length === each) rows.push(row);
  }
  return rows;
}

/** Each number that `measure` computes from the rows, with its bootstrap interval. */
function withIntervals<T>(
  rows: readonly T[],
  measure: (rows: readonly T[]) => readonly number[],
): readonly Index[] {
  const random = xorshift(1);
  const again = Array.from({ length: DRAWN }, () =>
    measure(rows.map((row) => rows[Math.floor((random() / 2 ** 32) * rows.length)] ?? row)),
  );
  return measure(rows).map((value, i) => {
    const all = again.map((own) => own[i] ?? NaN).sort((a, b) => a - b);
    const at = (share: number) => all[Math.round(share * (DRAWN - 1))] ?? NaN;
    return { value, ci95: [at(0.025), at(0.975)] };
  });
}

/**
 * Sobol's indices from Saltelli's design with the estimators of Jansen (M. J. W. Jansen, Comput. Phys.
 * Commun. 117, 1999; rows (c) and (f) of table 2 of Saltelli et al. 2010). Undefined for fewer than four
 * complete rows, or if nothing varies.
 */
export function sobolIndices(answers: Answers, dimensions: number): SobolIndices | undefined {
  const rows = rowsOf(answers, dimensions + 2);
  const varianceOf = (own: readonly (readonly number[])[]) =>
    momentsOf(own.flatMap((row) => [row[0] ?? NaN, row.at(-1) ?? NaN])).deviation ** 2;
  const variance = varianceOf(rows);
  if (rows.length < 4 || !(variance > 0)) return undefined;
  const measure = (own: readonly (readonly number[])[]) => {
    const all = varianceOf(own);
    const apart = (from: number, d: number) =>
      own.reduce((sum, row) => sum + ((row.at(from) ?? NaN) - (row[d + 1] ?? NaN)) ** 2, 0) /
      (2 * own.length);
    const each = (of: (d: number) => number) => Array.from({ length: dimensions }, (_, d) => of(d) / all);
    return [...each((d) => all - apart(-1, d)), ...each((d) => apart(0, d))];
  };
  const found = withIntervals(rows, measure);
  return { first: found.slice(0, dimensions), total: found.slice(dimensions), variance, rows: rows.length };
}

export interface MorrisIndices {
  /** Mean of the absolute effects, each over the whole range of the quantity. */
  readonly mu_star: readonly Index[];
  /** Mean of the effects. If an effect changes its sign, it is smaller than mu_star or negative. */
  readonly mu: readonly number[];
  /** Standard deviation of the effects: it shows interactions or curvature. */
  readonly sigma: readonly number[];
  /** The number of paths in which every point was observed. */
  readonly paths: number;
}

/**
 * Elementary effects (Morris 1991), and the mean of their absolute values (F. Campolongo, J. Cariboni, A.
 * Saltelli, An effective screening design for sensitivity analysis of large models, Environ. Model. Softw.
 * 22, 2007). Undefined for fewer than two complete paths.
 */
export function morrisIndices(
  answers: Answers,
  {
    dimensions,
    paths,
    seed = 1,
  }: { readonly dimensions: number; readonly paths: number; readonly seed?: number },
): MorrisIndices | undefined {
  const { stepAt } = morris(dimensions, paths, seed);
  const each = dimensions + 1;
  const effects = Array.from({ length: paths }, (_, path) => {
    const own: number[] = [];
    for (let i = path * each + 1; i < (path + 1) * each; i++) {
      const [before, after] = [answers[i - 1] ?? null, answers[i] ?? null];
      const step = stepAt(i);
      if (before === null || after === null || step === null) return null;
      own[step.dimension] = (after - before) / (step.up ? MORRIS_STEP : -MORRIS_STEP);
    }
    return own;
  }).filter((own) => own !== null);
  if (effects.length < 2) return undefined;
  const column = (own: readonly (readonly number[])[], d: number) => own.map((row) => row[d] ?? NaN);
  const all = Array.from({ length: dimensions }, (_, d) => momentsOf(column(effects, d)));
  return {
    mu_star: withIntervals(effects, (own) =>
      Array.from({ length: dimensions }, (_, d) => momentsOf(column(own, d).map(Math.abs)).mean),
    ),
    mu: all.map(({ mean }) => mean),
    sigma: all.map(({ deviation }) => deviation),
    paths: effects.length,
  };
}
