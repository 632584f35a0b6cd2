/**
 * The search for a reading, as a command. Every combination of a paper's unstated details is applied to its
 * printed set-up and judged by the paper's own numbers, with seeds that only the search uses. The best
 * combinations are then judged with the seeds of the page.
 */
import { mergePatch } from '../models/src/merge-patch.ts';
import {
  BEST,
  judge,
  PRINTED,
  type Paper,
  type PaperResults,
  type PaperVerdicts,
  type Reading,
} from '../models/src/papers/index.ts';
import type { JsonObject } from '../models/src/path.ts';
import { Refused, type Table } from './command.ts';
import type { Asked } from './replicate.ts';

interface Candidate {
  /** The option of each assumption, by the assumption's name. */
  readonly options: Readonly<Record<string, string>>;
  readonly reading: Reading;
}

/** The number of the best combinations that are judged again with the other seeds. */
const AGAIN = 5;

/**
 * The combinations of the search space, and their number; if there are more than `most`, that many are evenly
 * spaced over the list.
 */
function candidatesOf(
  { search }: Paper,
  most: number,
): { readonly candidates: readonly Candidate[]; readonly of: number } {
  const space = search?.space ?? [];
  const of = space.reduce((product, { options }) => product * options.length, 1);
  const count = Math.min(of, most);
  const candidates = Array.from({ length: count }, (_, k): Candidate => {
    let rest = Math.floor((k * of) / count);
    const options: Record<string, string> = {};
    let patch: JsonObject = {};
    for (const assumption of space) {
      const option = assumption.options[rest % assumption.options.length];
      rest = Math.floor(rest / assumption.options.length);
      if (option === undefined) continue;
      options[assumption.name] = option.label;
      patch = mergePatch(patch, option.patch) as JsonObject;
    }
    const label = Object.values(options).join(', ');
    const reading = { id: `search-${k}`, label, text: label, over: PRINTED, patch } as Reading;
    return { options, reading };
  });
  return { candidates, of };
}

/** The paper with the candidates as additional readings. */
const withCandidates = (paper: Paper, candidates: readonly Candidate[]): Paper => ({
  ...paper,
  readings: [...paper.readings, ...candidates.map(({ reading }) => reading)] as Paper['readings'],
});

interface Ranked {
  readonly options: Readonly<Record<string, string>>;
  readonly reading: string;
  readonly numbers: PaperVerdicts['values'];
  readonly claims: PaperVerdicts['claimed'];
  readonly effects: PaperVerdicts['effects'];
  /** The least and the largest number of values within the tolerance with a single seed. */
  readonly spread: readonly [number, number];
}

/** The results of the seed with this index only. */
const ofSeed = (results: PaperResults, k: number): PaperResults => ({
  ...results,
  seeds: results.seeds.slice(k, k + 1),
  runs: Object.fromEntries(
    Object.entries(results.runs).map(([place, { digests, values }]) => [
      place,
      {
        digests: digests.slice(k, k + 1),
        values: Object.fromEntries(Object.entries(values).map(([name, all]) => [name, all.slice(k, k + 1)])),
      },
    ]),
  ),
});

/** First by printed numbers reproduced, then by claims; equal ones keep their order. */
function rankingOf(paper: Paper, candidates: readonly Candidate[], results: PaperResults): readonly Ranked[] {
  const alone = results.seeds.map((_, k) => ofSeed(results, k));
  const ranked = candidates.map(({ options, reading: { id } }): Ranked => {
    const { values, claimed, effects } = judge(paper, id, results);
    const each = alone.map((one) => judge(paper, id, one).values.reproduced);
    const spread = [Math.min(...each), Math.max(...each)] as const;
    return { options, reading: id, numbers: values, claims: claimed, effects, spread };
  });
  return ranked.sort(
    (a, b) =>
      b.numbers.reproduced - a.numbers.reproduced ||
      b.claims.reproduced - a.claims.reproduced ||
      b.claims.same_order - a.claims.same_order,
  );
}

/** The candidates that are judged again: the best ones, and the paper's own best reading. */
const judgedAgain = (ranking: readonly Ranked[], candidates: readonly Candidate[]): readonly Candidate[] => [
  ...ranking
    .slice(0, AGAIN)
    .flatMap(({ reading }) => candidates.filter((candidate) => candidate.reading.id === reading)),
  { options: {}, reading: { id: BEST, label: 'Best reading', text: '', patch: {} } },
];

export interface Search {
  readonly paper: string;
  readonly search: {
    /** The number of combinations tried, and of all combinations. */
    readonly readings: number;
    readonly of: number;
    readonly seeds: readonly number[];
  };
  readonly ranking: readonly Ranked[];
  readonly held_out: { readonly seeds: readonly number[]; readonly ranking: readonly Ranked[] };
}

export const seedsOf = ({
  first,
  count,
}: {
  readonly first: number;
  readonly count: number;
}): readonly number[] => Array.from({ length: count }, (_, i) => first + i);

export async function search(
  paper: Paper,
  most: number,
  resultsFor: (asked: Asked) => Promise<PaperResults>,
): Promise<Search> {
  if (paper.search === undefined)
    throw new Refused(`${paper.id}: the paper's document names no assumptions to search (search.space).`);
  const { candidates, of } = candidatesOf(paper, most);
  const wide = withCandidates(paper, candidates);
  const rank = async (some: readonly Candidate[], seeds: readonly number[]) => {
    const asked = { paper: wide, readings: some.map(({ reading }) => reading.id), seeds };
    return rankingOf(wide, some, await resultsFor(asked));
  };
  const seeds = seedsOf(paper.search.seeds);
  const ranking = await rank(candidates, seeds);
  const others = seedsOf(paper.seeds);
  return {
    paper: paper.id,
    search: { readings: candidates.length, of, seeds },
    ranking,
    held_out: { seeds: others, ranking: await rank(judgedAgain(ranking, candidates), others) },
  };
}

export const rankingTable = ({ ranking, held_out }: Search): Table => ({
  columns: [...RANKING_COLUMNS],
  rows: [
    ...ranking.map((entry) => ['search', entry] as const),
    ...held_out.ranking.map((entry) => ['held out', entry] as const),
  ].map(([seeds, { reading, options, numbers, claims, effects, spread }]) => [
    seeds,
    reading,
    Object.entries(options)
      .map(([name, label]) => `${name}: ${label}`)
      .join('; '),
    numbers.reproduced,
    numbers.same_order,
    numbers.different,
    ...spread,
    claims.reproduced,
    claims.same_order,
    claims.different,
    effects.reproduced,
    effects.same_direction,
    effects.different,
  ]),
});
const RANKING_COLUMNS = [
  'seeds',
  'reading',
  'options',
  'numbers_reproduced',
  'numbers_same_order',
  'numbers_different',
  'one_seed_least',
  'one_seed_most',
  'claims_reproduced',
  'claims_same_order',
  'claims_different',
  'effects_reproduced',
  'effects_same_direction',
  'effects_different',
] as const;
