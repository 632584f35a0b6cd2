/**
 * A reader's own reading: a reading of the paper with some of its open assumptions, or anything else, changed. It
 * stands in the link.
 */
import { t, wordList } from '../../../../models/src/language.ts';
import { fromBase64Url, toBase64Url } from '../../../../models/src/base64url.ts';
import { validate } from '../../../../models/src/index.ts';
import { mergePatch } from '../../../../models/src/merge-patch.ts';
import type { JsonObject } from '../../../../models/src/path.ts';
import {
  experimentOf,
  PRINTED,
  scenarioOf,
  type Paper,
  type PaperTable,
  type Reading,
} from '../../../../models/src/papers/index.ts';
import { told } from '../../../../models/src/told.ts';
import { shown } from '../../../../models/src/papers/shown.ts';
import type { Engine } from '../../../../wasm/src/types.ts';

export const OWN = 'own';

export interface OwnChoice {
  /** The reading that it changes. */
  readonly base: string;
  /** By the assumption's name the label of an option. */
  readonly options: Readonly<Record<string, string>>;
  /** A merge patch over the experiments, as text; '' is none. */
  readonly more: string;
  readonly table: string;
  readonly seeds: number;
}

export const MOST_SEEDS = 20;

export const beginOf = (paper: Paper): OwnChoice => ({
  base: PRINTED,
  options: {},
  more: '',
  table: paper.tables[0]?.id ?? '',
  seeds: 2,
});

export const writeOwn = (choice: OwnChoice): string =>
  toBase64Url(new TextEncoder().encode(JSON.stringify(choice)));

/** What a damaged or a foreign word leaves out has its beginning. */
export function readOwn(paper: Paper, text: string): OwnChoice {
  const begin = beginOf(paper);
  try {
    const bytes = fromBase64Url(text);
    const found = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Record<keyof OwnChoice, unknown>>;
    const { base, options, more, table, seeds } = found;
    return {
      base: paper.readings.find(({ id }) => id === base)?.id ?? begin.base,
      options:
        typeof options === 'object' && options !== null
          ? Object.fromEntries(
              Object.entries(options).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
            )
          : {},
      more: typeof more === 'string' ? more : '',
      table: paper.tables.find(({ id }) => id === table)?.id ?? begin.table,
      seeds:
        typeof seeds === 'number' && Number.isInteger(seeds) && seeds >= 1 && seeds <= MOST_SEEDS
          ? seeds
          : begin.seeds,
    };
  } catch {
    return begin;
  }
}

const isEmpty = (patch: JsonObject): boolean =>
  Object.values(patch).every((one) => Object.keys(one as JsonObject).length === 0);

/**
 * What the paper leaves open, with the options that change the base: over another reading than the printed one an
 * empty patch does not.
 */
export const openIn = (paper: Paper, base: string) =>
  (paper.search?.space ?? []).map(({ name, options }) => ({
    name,
    options: options.filter(({ patch }) => base === PRINTED || !isEmpty(patch)),
  }));

export type Made =
  { readonly ok: true; readonly paper: Paper } | { readonly ok: false; readonly problem: string };

/** The paper with this reading, and with what of it can be judged from one table; or what is wrong. */
export function withOwn(paper: Paper, choice: OwnChoice, engine: Engine): Made {
  let patch: JsonObject = {};
  for (const { name, options } of openIn(paper, choice.base)) {
    const option = options.find(({ label }) => label === choice.options[name]);
    if (option !== undefined) patch = mergePatch(patch, option.patch) as JsonObject;
  }
  let more: unknown = {};
  if (choice.more.trim() !== '') {
    try {
      more = JSON.parse(choice.more);
    } catch (error) {
      return {
        ok: false,
        problem: t('No JSON: {{error}}', { error: error instanceof Error ? error.message : '' }),
      };
    }
    const known = Object.keys(paper.experiments);
    if (typeof more !== 'object' || more === null || Object.keys(more).some((name) => !known.includes(name)))
      return {
        ok: false,
        problem: t('must be an object of patches by the experiment’s name: {{known}}', {
          known: wordList(known),
        }),
      };
  }
  const label = t('Your own reading');
  const text = Object.entries(choice.options)
    .map(([name, option]) => `${shown(name)}: ${shown(option)}`)
    .join('; ');
  // One over the other: two patches in one would lose what the second takes away.
  const readings: readonly Reading[] = [
    { id: `${OWN}-options`, label, text, over: choice.base, patch: patch as Reading['patch'] },
    { id: OWN, label, text, over: `${OWN}-options`, patch: more as Reading['patch'] },
  ];
  const tables = paper.tables.filter(({ id }) => id === choice.table);
  const made: Paper = {
    ...paper,
    readings: [...paper.readings, ...readings] as Paper['readings'],
    tables,
    claims: paper.claims.filter(
      ({ checks }) => checks.length > 0 && checks.every(({ table }) => table === choice.table),
    ),
    reasons: [],
  };
  const [problem] = tables.flatMap((table) => problemOf(made, table, engine) ?? []);
  return problem === undefined ? { ok: true, paper: made } : { ok: false, problem };
}

/** The first condition of the table that is no scenario. */
function problemOf(paper: Paper, { experiment, conditions }: PaperTable, engine: Engine): string | null {
  try {
    for (const condition of conditions) {
      experimentOf(paper, OWN, experiment, condition);
      const checked = validate(scenarioOf(paper, OWN, experiment, condition), engine);
      if (!checked.ok) return `${shown(condition)}: ${told(checked.issues[0]?.message ?? '')}`;
    }
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
