/**
 * Verdicts. No verdict is stored anywhere: all are computed from the values of the runs by the rules below, the same
 * on the command line and in the page.
 */
import type { Check, Claim, Paper, PaperTable, Reason } from '../generated/paper.ts';
import { estimate, type Estimate } from '../statistics.ts';
import { judgeEffect, type Effect, type EffectVerdict } from './effect.ts';
import { placeKey, type Place } from './experiment.ts';
import { nullModel, type NullModel } from './null-model.ts';
import { limitOf } from './tolerance.ts';

export const VERDICTS = ['reproduced', 'same_order', 'different', 'cannot_be_judged'] as const;
export type Verdict = (typeof VERDICTS)[number];
export type Counts = Readonly<Record<Verdict, number>>;

/** Values of one lane's runs, in the order of the seeds. */
export interface StoredRuns {
  readonly digests: readonly string[];
  /** By the experiment's names of metrics; null where a run had nothing to measure. */
  readonly values: Readonly<Record<string, readonly (number | null)[]>>;
}

/** What `aqm replicate` keeps in models/papers/results. */
export interface PaperResults {
  readonly paper: string;
  /** Of the program. */
  readonly version: string;
  /** Of the engine's sources. */
  readonly engine: string;
  readonly seeds: readonly number[];
  readonly runs: Readonly<Record<string, StoredRuns>>;
}

export interface CellResult {
  readonly condition: string;
  readonly scheme: string;
  /** Absent where the paper draws a figure. */
  readonly published?: number;
  readonly ours?: Estimate;
  /** One for each seed, in their order; NaN where a run had nothing to measure. */
  readonly values: readonly number[];
  readonly digests: readonly string[];
  /** Absent where nothing was published to be judged. */
  readonly verdict?: Verdict;
  /** Beside the paper's own baseline; absent where print has no effect, and for the baseline itself. */
  readonly effect?: Effect;
  readonly reason?: Reason;
}
export interface TableResult {
  readonly table: PaperTable;
  readonly cells: readonly CellResult[];
  readonly counts: Counts;
  /** What a model without any AQM would reproduce; absent where nothing can be judged. */
  readonly null?: NullModel;
}
export interface ClaimResult {
  readonly claim: Claim;
  readonly verdict: Verdict;
  readonly reason?: Reason;
}

/**
 * Printed values that are nearer than this share of each other have no order: they may be rounded, or one seed's
 * chance.
 */
const TIE = 0.01;

export function valuesOf(results: PaperResults, place: Place, metric: string): readonly number[] {
  return (results.runs[placeKey(place)]?.values[metric] ?? []).map((value) => value ?? NaN);
}

const finite = (values: readonly number[]): number[] => values.filter((value) => Number.isFinite(value));

/**
 * Whether our mean lies within the tolerance, or the published value in our interval. An interval that is wider than
 * the tolerance would reward noise, so it does not count.
 */
function isNear(published: number, ours: Estimate, table: PaperTable): boolean {
  const limit = limitOf(published, table);
  if (Math.abs(ours.mean - published) <= limit) return true;
  const [low, high] = ours.ci95 ?? [ours.mean, ours.mean];
  return (high - low) / 2 <= limit && published >= low && published <= high;
}

/** Whether a scheme stands to all others of its condition as in print; undefined where print has no order. */
function keepsOrder(
  scheme: string,
  published: Readonly<Record<string, number>>,
  ours: ReadonlyMap<string, number>,
): boolean | undefined {
  const own = published[scheme] ?? NaN;
  const mine = ours.get(scheme) ?? NaN;
  const others = Object.entries(published).filter(
    ([name, value]) =>
      name !== scheme && Math.abs(value - own) > TIE * Math.max(Math.abs(value), Math.abs(own)),
  );
  if (others.length === 0) return undefined;
  return others.every(
    ([name, value]) => Math.sign(mine - (ours.get(name) ?? NaN)) === Math.sign(own - value),
  );
}

function judgeCell(
  table: PaperTable,
  published: number,
  ours: Estimate | undefined,
  ordered: () => boolean | undefined,
): Verdict {
  if (table.unjudged !== undefined || ours === undefined) return 'cannot_be_judged';
  if (isNear(published, ours, table)) return 'reproduced';
  return ordered() === true ? 'same_order' : 'different';
}

/** How many of the verdicts judge something. */
export const judgedOf = (counts: Readonly<Record<string, number>> & { readonly cannot_be_judged: number }) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0) - counts.cannot_be_judged;

export function countVerdicts(verdicts: Iterable<Verdict | undefined>): Counts {
  const counts = { reproduced: 0, same_order: 0, different: 0, cannot_be_judged: 0 };
  for (const verdict of verdicts) if (verdict !== undefined) counts[verdict]++;
  return counts;
}

const concerns = (reason: Reason, of: string, condition?: string, scheme?: string): boolean =>
  reason.of === of &&
  (condition === undefined || reason.conditions === undefined || reason.conditions.includes(condition)) &&
  (scheme === undefined || reason.schemes === undefined || reason.schemes.includes(scheme));

/** A table, judged under one reading. */
function judgeTable(paper: Paper, table: PaperTable, reading: string, results: PaperResults): TableResult {
  const { experiment, metric } = table;
  const cells = table.conditions.flatMap((condition): CellResult[] => {
    const runs = new Map(
      table.schemes.map((scheme) => {
        const place = { reading, experiment, condition, scheme };
        return [
          scheme,
          {
            values: valuesOf(results, place, metric),
            digests: results.runs[placeKey(place)]?.digests ?? [],
          },
        ];
      }),
    );
    const means = new Map(
      [...runs].flatMap(([scheme, { values }]) => {
        const found = estimate(finite(values));
        return found === undefined ? [] : [[scheme, found.mean] as const];
      }),
    );
    const printed = table.published?.[condition] ?? {};
    return table.schemes.map((scheme) => {
      const { values = [], digests = [] } = runs.get(scheme) ?? {};
      const ours = estimate(finite(values));
      const published = printed[scheme];
      const verdict =
        published === undefined
          ? undefined
          : judgeCell(table, published, ours, () => keepsOrder(scheme, printed, means));
      const reason =
        verdict === 'different' || verdict === 'same_order'
          ? paper.reasons.find((entry) => concerns(entry, table.id, condition, scheme))
          : undefined;
      const effect =
        verdict === undefined
          ? undefined
          : judgeEffect(table, printed, scheme, values, runs.get(table.baseline ?? '')?.values ?? []);
      return {
        condition,
        scheme,
        values,
        digests,
        ...(published !== undefined && { published }),
        ...(ours !== undefined && { ours }),
        ...(verdict !== undefined && { verdict }),
        ...(effect !== undefined && { effect }),
        ...(reason !== undefined && { reason }),
      };
    });
  });
  const without = nullModel(table);
  return {
    table,
    cells,
    counts: countVerdicts(cells.map(({ verdict }) => verdict)),
    ...(without !== undefined && { null: without }),
  };
}

/**
 * The result of one comparison: it holds with statistical significance (the interval excludes the opposite), only
 * for the means, or not at all; undefined without runs.
 */
type Outcome = 'sure' | 'mean' | 'no' | undefined;

/** Whether `values` lie above zero. */
function positive(values: readonly number[]): Outcome {
  const found = estimate(finite(values));
  if (found === undefined) return undefined;
  if (found.mean <= 0) return 'no';
  return found.ci95 !== undefined && found.ci95[0] > 0 ? 'sure' : 'mean';
}

/** a - factor * b, seed by seed: the same seed gives both lanes the same starts and delays. */
const gaps = (a: readonly number[], b: readonly number[], factor = 1): number[] =>
  a.map((value, i) => value - factor * (b[i] ?? NaN));

/**
 * Whether two schemes differ by at most `share` of their common mean: with statistical significance if the whole
 * interval of their difference is within this bound.
 */
function equivalent(a: readonly number[], b: readonly number[], share: number): Outcome {
  const middle = estimate(finite([...a, ...b]))?.mean;
  const found = estimate(finite(gaps(a, b)));
  if (found === undefined || middle === undefined) return undefined;
  const limit = share * Math.abs(middle);
  if (Math.abs(found.mean) > limit) return 'no';
  const [low, high] = found.ci95 ?? [-Infinity, Infinity];
  return low >= -limit && high <= limit ? 'sure' : 'mean';
}

/** Seed by seed, the greatest less the least of several columns over their mean. */
const spreads = (columns: readonly (readonly number[])[]): readonly number[] =>
  (columns[0] ?? []).map((_, k) => {
    const row = columns.map((column) => column[k] ?? NaN);
    return ((Math.max(...row) - Math.min(...row)) * row.length) / row.reduce((sum, value) => sum + value, 0);
  });

/** Every two of a list, each pair once. */
const pairs = (names: readonly string[]): (readonly [string, string])[] =>
  names.flatMap((name, i) => names.slice(i + 1).map((other) => [name, other] as const));

function outcomes(
  check: Check,
  table: PaperTable,
  of: (condition: string, scheme: string) => readonly number[],
): Outcome[] {
  const conditions = check.conditions ?? table.conditions;
  const [first = '', ...others] = check.schemes;
  const limit = check.value ?? NaN;
  switch (check.is) {
    case 'ordered':
      return conditions.flatMap((condition) =>
        others.map((scheme, i) =>
          positive(gaps(of(condition, check.schemes[i] ?? ''), of(condition, scheme), check.by)),
        ),
      );
    case 'most':
      return conditions.flatMap((condition) =>
        others.map((scheme) => positive(gaps(of(condition, first), of(condition, scheme), check.by))),
      );
    case 'least':
      return conditions.flatMap((condition) =>
        others.map((scheme) => positive(gaps(of(condition, scheme), of(condition, first), check.by))),
      );
    case 'above':
    case 'below': {
      const sign = check.is === 'above' ? 1 : -1;
      return conditions.flatMap((condition) =>
        check.schemes.map((scheme) => positive(of(condition, scheme).map((value) => sign * (value - limit)))),
      );
    }
    case 'alike':
      return conditions.flatMap((condition) =>
        pairs(check.schemes).map(([one, other]) =>
          equivalent(of(condition, one), of(condition, other), limit),
        ),
      );
    case 'rank':
      return conditions.flatMap((condition) => {
        const own = of(condition, first);
        const mine = estimate(finite(own))?.mean;
        if (mine === undefined) return [undefined];
        const above = others.filter(
          (scheme) => (estimate(finite(of(condition, scheme)))?.mean ?? NaN) > mine,
        );
        if (above.length + 1 !== limit) return ['no' as const];
        return others.map((scheme) =>
          above.includes(scheme)
            ? positive(gaps(of(condition, scheme), own))
            : positive(gaps(own, of(condition, scheme))),
        );
      });
    case 'steady': {
      const spread = (scheme: string) => spreads(conditions.map((condition) => of(condition, scheme)));
      return others.map((scheme) => positive(gaps(spread(scheme), spread(first))));
    }
    case 'rising':
    case 'falling': {
      const sign = check.is === 'rising' ? 1 : -1;
      return check.schemes.flatMap((scheme) =>
        conditions
          .slice(1)
          .map((condition, i) =>
            positive(gaps(of(condition, scheme), of(conditions[i] ?? '', scheme)).map((gap) => sign * gap)),
          ),
      );
    }
  }
}

/**
 * A claim, judged under one reading: reproduced if every comparison holds with statistical significance, same order
 * if all hold for the means.
 */
function judgeClaim(paper: Paper, claim: Claim, reading: string, results: PaperResults): ClaimResult {
  const all = claim.checks.flatMap((check): Outcome[] => {
    const table = paper.tables.find(({ id }) => id === check.table);
    if (table === undefined) return [undefined];
    const { experiment, metric } = table;
    return outcomes(check, table, (condition, scheme) =>
      valuesOf(results, { reading, experiment, condition, scheme }, metric),
    );
  });
  const verdict: Verdict =
    all.length === 0 || all.includes(undefined)
      ? 'cannot_be_judged'
      : all.includes('no')
        ? 'different'
        : all.includes('mean')
          ? 'same_order'
          : 'reproduced';
  const reason =
    verdict === 'different' ? paper.reasons.find((entry) => concerns(entry, claim.id)) : undefined;
  return { claim, verdict, ...(reason !== undefined && { reason }) };
}

/** Printed effects and how many of them are found. */
export type EffectCounts = Readonly<Record<EffectVerdict, number>>;
function countEffects(tables: readonly TableResult[]): EffectCounts {
  const counts = { reproduced: 0, same_direction: 0, different: 0, cannot_be_judged: 0 };
  for (const { effect } of tables.flatMap(({ cells }) => cells))
    if (effect !== undefined) counts[effect.verdict]++;
  return counts;
}

export interface PaperVerdicts {
  readonly tables: readonly TableResult[];
  readonly claims: readonly ClaimResult[];
  /** Of all printed values. */
  readonly values: Counts;
  readonly claimed: Counts;
  readonly effects: EffectCounts;
}

/** A whole paper under one reading. */
export function judge(paper: Paper, reading: string, results: PaperResults): PaperVerdicts {
  const tables = paper.tables.map((table) => judgeTable(paper, table, reading, results));
  const claims = paper.claims.map((claim) => judgeClaim(paper, claim, reading, results));
  return {
    tables,
    claims,
    values: countVerdicts(tables.flatMap(({ cells }) => cells.map(({ verdict }) => verdict))),
    claimed: countVerdicts(claims.map(({ verdict }) => verdict)),
    effects: countEffects(tables),
  };
}
