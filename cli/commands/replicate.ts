import { open, writeFile } from 'node:fs/promises';
import { didYouMean, encodeLink } from '../../models/src/index.ts';
import { medianOf, standAlone } from '../../models/src/statistics.ts';
import {
  BEST,
  judge,
  PAPERS,
  scenarioOf,
  sumOfNulls,
  type Counts,
  type EffectCounts,
  type NullModel,
  type Paper,
  type PaperResults,
  type PaperVerdicts,
} from '../../models/src/papers/index.ts';
import { validatePaper } from '../../models/src/papers/check.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import {
  Refused,
  textOption,
  wholeNumber,
  WrongUsage,
  type Command,
  type Options,
  type Table,
} from '../command.ts';
import { openIn } from '../folder.ts';
import { engineId, KeptRuns } from '../kept.ts';
import { printed, searched } from '../paperText.ts';
import { resultsOf, runAll, type Asked } from '../replicate.ts';
import { rankingTable, search, seedsOf } from '../search.ts';
import { note } from '../note.ts';
import { needProject } from '../project.ts';
import { version } from '../version.ts';
import { toldBySystem } from '../told-by-system.ts';

const FOLDER = 'build/replicate';
/** The version of a stored run: it changes with the stored data. */
const FORM = 3;
const RESULTS = new URL('../../models/papers/results/', import.meta.url);

export const replicate: Command = {
  summary: 'run a paper\u2019s experiments and judge its tables and claims',
  help: `aqm replicate [paper] [--table ID] [--seeds N] [--reading ID] [--out DIR | FILE.json] [--format json|csv]

Runs the experiments of a paper (${PAPERS.map(({ id }) => id).join(', ')}; without one, of all) on all processors,
compares the results with the published values, and judges them. On standard output {"paper", "engine", "reading",
"tables": [{"id", "title", "rows": [{"label", "condition", "metric", "published", "ours", "verdict", "effect",
"reason", "link"}], "null"}], "claims", "counts"}; on standard error the same as text. Several papers or readings:
{"papers": [...]}.

Verdicts: reproduced (our mean is within the tolerance, 10 % unless the table has another one; or the published value
is in our 95 % interval, if the interval is narrower than the tolerance), same_order (the ranking of the scheme among
all others is the printed one), different, cannot_be_judged.
Effects: the ratio to the paper's baseline minus one. reproduced (the sign is the printed one with statistical
significance, and the size is within a third), same_direction (only the sign), different, cannot_be_judged (the value
itself, or our baseline is zero); null if the paper prints no effect.
"null" of a table: the number of its values that a model without any AQM would reproduce, which gives every scheme the
printed value of the baseline; "share" counts all values, "others" all except the baseline's.

  --table ID     only this table (a claim is judged if its tables were run)
  --seeds N      this many seeds
  --reading ID   with this reading of the paper's unstated parts: printed, best (the default), another reading of the
                 paper, or all
  --search       looks for readings: ranks the combinations of the paper's unstated parts (its document lists them) by
                 the printed numbers that they reproduce with the search's own seeds; judges the first five and the
                 best reading again with the seeds of the page. {"paper", "search": {"readings", "of", "seeds"},
                 "ranking", "held_out"}
  --most N       for the search: at most this number of combinations, evenly spaced (200)
  --out DIR      folder for finished runs (${FOLDER}). After an interruption the same command continues there
  --out F.json   writes the document there too
  --store        also writes models/papers/results, which the page shows: every table and reading
  --json         no text on standard error
`,
  options: {
    table: { type: 'string' },
    seeds: { type: 'string' },
    reading: { type: 'string' },
    out: { type: 'string' },
    search: { type: 'boolean' },
    most: { type: 'string' },
    store: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  arguments: 0,
  optional: 1,
  async run([wanted], options) {
    const engine = await loadEngine();
    const store = options.store === true;
    if (store) needProject();
    const out = textOption(options, 'out');
    const file = out?.endsWith('.json') === true ? out : undefined;
    const folder = file === undefined ? (out ?? FOLDER) : FOLDER;
    if (store && (options.table !== undefined || options.reading !== undefined))
      throw new WrongUsage(
        '--store keeps every table and every reading, so that it takes neither --table nor --reading',
      );

    if (options.search === true) refuseBesides(wanted, options);
    else if (options.most !== undefined) throw new WrongUsage('--most belongs to --search');

    const papers = await Promise.all(chosen(wanted).map(({ load }) => load()));
    for (const paper of papers) {
      const checked = validatePaper(paper, engine);
      if (!checked.ok) throw Refused.for(checked.issues);
    }
    const asked = papers.map((paper) => askedOf(paper, options, store));
    const about = { version, engine: await engineId() };
    const kept = await openIn(folder, () => KeptRuns.open(folder, `${about.engine} ${FORM}`));
    if (file !== undefined) await openFile(file);
    if (options.search === true) {
      const most = wholeNumber(options, 'most', 1, 1_000_000) ?? 200;
      const found = await search(only(papers), most, async (one) =>
        resultsOf(one, await runAll([one], kept, engine.catalogue, folder), kept, about),
      );
      if (options.json !== true) note(searched(found));
      if (file !== undefined) await writeFile(file, `${JSON.stringify(found, null, 2)}\n`);
      return { json: found, table: () => rankingTable(found) };
    }
    const runs = await runAll(asked, kept, engine.catalogue, folder);

    const documents: Report[] = [];
    for (const one of asked) {
      const results = resultsOf(one, runs, kept, about);
      if (store) await writeFile(new URL(`${one.paper.id}.json`, RESULTS), `${storedText(results)}\n`);
      for (const reading of one.readings) {
        const verdicts = verdictsOf(one, reading, results);
        if (options.json !== true) note(printed(one.paper, reading, verdicts));
        documents.push(report(one, reading, verdicts, results));
      }
    }
    const json = documents.length === 1 ? documents[0] : { papers: documents };
    if (file !== undefined) await writeFile(file, `${JSON.stringify(json, null, 2)}\n`);
    return { json, table: () => table(documents) };
  },
};

function chosen(wanted: string | undefined) {
  if (wanted === undefined) return PAPERS;
  const entries = PAPERS.filter(({ id }) => id === wanted || id.startsWith(`${wanted}-`));
  if (entries.length > 0) return entries;
  throw new WrongUsage(
    unknown(
      'paper',
      wanted,
      PAPERS.flatMap(({ id }) => [id.replace(/-\d+$/, ''), id]),
    ),
  );
}

function unknown(what: string, given: string, known: readonly string[]): string {
  const nearest = didYouMean(given, known);
  return (
    `there is no ${what} ` +
    `${JSON.stringify(given)}${nearest === undefined ? '.' : `; did you mean ${nearest}?`} Known: ` +
    known.join(', ')
  );
}

function askedOf(paper: Paper, options: Options, store: boolean): Asked {
  const count = wholeNumber(options, 'seeds', 2, 10_000) ?? paper.seeds.count;
  const readings = paper.readings.map(({ id }) => id);
  const reading = store ? 'all' : (textOption(options, 'reading') ?? BEST);
  if (reading !== 'all' && !readings.includes(reading))
    throw new WrongUsage(`${paper.id}: ${unknown('reading', reading, [...readings, 'all'])}`);
  const table = textOption(options, 'table');
  const tables = paper.tables.map(({ id }) => id);
  if (table !== undefined && !tables.includes(table))
    throw new WrongUsage(`${paper.id}: ${unknown('table', table, tables)}`);
  return {
    paper,
    readings: reading === 'all' ? readings : [reading],
    ...(table !== undefined && { tables: [table] }),
    seeds: seedsOf({ first: paper.seeds.first, count }),
  };
}

function only([paper]: readonly Paper[]): Paper {
  if (paper === undefined) throw new Error('a paper was chosen');
  return paper;
}

/** Options that have no meaning together with --search. */
function refuseBesides(wanted: string | undefined, options: Options): void {
  if (wanted === undefined) throw new WrongUsage('--search takes one paper: aqm replicate PAPER --search');
  for (const name of ['table', 'reading', 'seeds', 'store'])
    if (options[name] !== undefined)
      throw new WrongUsage(`--search tries readings of its own, so it takes no --${name}`);
}

/**
 * Opened first, so that an unwritable file is reported before hours of simulation. Its contents stay until
 * the end.
 */
async function openFile(path: string): Promise<void> {
  try {
    await (await open(path, 'a')).close();
  } catch (error) {
    throw new Refused(`Cannot write ${path}: ${toldBySystem(error)}`);
  }
}

/** One line for each lane, so that a change of one lane changes one line. */
function storedText({ runs, ...rest }: PaperResults): string {
  const lines = Object.entries(runs).map(
    ([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`,
  );
  return `${JSON.stringify(rest).slice(0, -1)}, "runs": {\n${lines.join(',\n')}\n}}`;
}

/** Only the requested tables are judged. */
function verdictsOf({ paper, tables }: Asked, reading: string, results: PaperResults): PaperVerdicts {
  if (tables === undefined) return judge(paper, reading, results);
  const among = (id: string) => tables.includes(id);
  return judge(
    {
      ...paper,
      tables: paper.tables.filter(({ id }) => among(id)),
      claims: paper.claims.filter(
        ({ checks }) => checks.length > 0 && checks.every((check) => among(check.table)),
      ),
    },
    reading,
    results,
  );
}

interface Row {
  readonly label: string;
  readonly condition: string;
  readonly metric: string;
  readonly unit: string;
  readonly published: number | null;
  readonly ours: {
    readonly mean: number;
    readonly low: number;
    readonly high: number;
    readonly seeds: number;
  } | null;
  /** The median of the seeds' values. */
  readonly median: number | null;
  /** Seeds with outliers. */
  readonly alone: readonly number[];
  readonly verdict: string | null;
  readonly effect: string | null;
  /** The ratio to the baseline, minus one. */
  readonly effect_published: number | null;
  readonly effect_ours: number | null;
  readonly reason: string | null;
  readonly digests: readonly string[];
  readonly link: string;
}

interface Report {
  readonly paper: string;
  readonly version: string;
  readonly engine: string;
  readonly reading: string;
  readonly seeds: readonly number[];
  readonly tables: readonly {
    readonly id: string;
    readonly title: string;
    readonly rows: readonly Row[];
    readonly counts: Counts;
    readonly null: (NullModel & { readonly share: number }) | null;
  }[];
  readonly claims: readonly {
    readonly id: string;
    readonly text: string;
    readonly verdict: string;
    readonly reason: string | null;
    readonly link: string | null;
  }[];
  readonly counts: {
    readonly values: Counts;
    readonly claims: Counts;
    readonly effects: EffectCounts;
    readonly null: NullModel;
  };
}

function report(
  { paper, seeds }: Asked,
  reading: string,
  verdicts: PaperVerdicts,
  results: PaperResults,
): Report {
  const linkTo = (experiment: string, condition: string) =>
    encodeLink(scenarioOf(paper, reading, experiment, condition));
  return {
    paper: paper.id,
    version: results.version,
    engine: results.engine,
    reading,
    seeds,
    tables: verdicts.tables.map(
      ({ table: { id, title, experiment, metric, unit }, cells, counts, null: without }) => ({
        id,
        title,
        rows: cells.map(
          ({ scheme, condition, published, ours, values, verdict, effect, reason, digests }) => ({
            label: scheme,
            condition,
            metric,
            unit,
            published: published ?? null,
            ours:
              ours === undefined
                ? null
                : {
                    mean: ours.mean,
                    low: ours.ci95?.[0] ?? ours.mean,
                    high: ours.ci95?.[1] ?? ours.mean,
                    seeds: ours.n,
                  },
            median: medianOf(values) ?? null,
            alone: standAlone(values).map((k) => seeds[k] ?? NaN),
            verdict: verdict ?? null,
            effect: effect?.verdict ?? null,
            effect_published: effect?.published ?? null,
            effect_ours: effect?.ours?.mean ?? null,
            reason: reason?.text ?? null,
            digests,
            link: linkTo(experiment, condition),
          }),
        ),
        counts,
        null: without === undefined ? null : { ...without, share: without.reproduced / without.judged },
      }),
    ),
    claims: verdicts.claims.map(({ claim, verdict, reason }) => {
      const first = claim.checks[0];
      const of = paper.tables.find(({ id }) => id === first?.table);
      const condition = first?.conditions?.[0] ?? of?.conditions[0];
      return {
        id: claim.id,
        text: claim.text,
        verdict,
        reason: reason?.text ?? claim.unjudged ?? null,
        link: of === undefined || condition === undefined ? null : linkTo(of.experiment, condition),
      };
    }),
    counts: {
      values: verdicts.values,
      claims: verdicts.claimed,
      effects: verdicts.effects,
      null: sumOfNulls(verdicts.tables.map((one) => one.null)),
    },
  };
}

function table(documents: readonly Report[]): Table {
  return {
    columns: [
      'paper',
      'reading',
      'table',
      'condition',
      'scheme',
      'unit',
      'published',
      'mean',
      'low',
      'high',
      'seeds',
      'verdict',
      'effect',
      'effect_published',
      'effect_ours',
      'reason',
    ],
    rows: documents.flatMap(({ paper, reading, tables }) =>
      tables.flatMap(({ id, rows }) =>
        rows.map(({ condition, label, unit, published, ours, verdict, effect, reason, ...row }) => [
          paper,
          reading,
          id,
          condition,
          label,
          unit,
          published,
          ours?.mean,
          ours?.low,
          ours?.high,
          ours?.seeds,
          verdict,
          effect,
          row.effect_published,
          row.effect_ours,
          reason,
        ]),
      ),
    ),
  };
}
