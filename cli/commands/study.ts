import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseJson, type AqmRules } from '../../models/src/index.ts';
import { refusal } from '../../models/src/issue.ts';
import {
  axisCells,
  axisColumns,
  canonical,
  chunksOf,
  columnsOf,
  FIXED,
  keyText,
  parseStudy,
  readPlan,
  rowOf,
  sizeOf,
  sizeText,
  studyOf,
  TRACE_COLUMNS,
  validateStudy,
  type Cell,
  type Chunk,
  type Column,
  type Expansion,
  type Study,
  type StudyValidation,
} from '../../models/src/study/index.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import type { RunResult } from '../../wasm/src/types.ts';
import { Refused, textOption, wholeNumber, WrongUsage, type Command } from '../command.ts';
import { openIn } from '../folder.ts';
import { decoded, placeOf, textOf } from '../input.ts';
import { engineId } from '../kept.ts';
import { Parts, partName } from '../parts.ts';
import { runJobs, type RunJob } from '../runner.ts';
import { traceTable } from '../trace.ts';
import { note } from '../note.ts';

const FOLDER = 'build/study';

export const study: Command = {
  summary: 'run a study: every point of its axes, every lane, every seed',
  help: `aqm study <study.json | link | -> [--out DIR] [--jobs N] [--size] [--format json|csv]

Runs a study (models/schema/study.v1.schema.json, docs/scale.md), or the one in a link of the page, on all processors. What it takes is told first. The results are
Parquet files in DIR/parts, a row a run: the axes, lane, aqm, seed, digest, and the study's metrics; DuckDB, pandas and Polars read the
folder as one table. Interrupted, the same command goes on where it stopped. A study that has changed keeps what it has in common with
the one before; the rest of that goes to DIR/other. A file that is damaged goes to DIR/damaged, and its runs are run again.

On standard output {"study", "engine", "out", "runs", "points", "lanes", "seeds", "columns"}; as CSV all rows, in the order of the study.

  --out DIR    where the results are (${FOLDER})
  --jobs N     this many processors
  --size       only tells what it would take: {"runs", "points", "lanes", "seeds", "packets", "seconds", "bytes"}
`,
  options: { out: { type: 'string' }, jobs: { type: 'string' }, size: { type: 'boolean' } },
  arguments: 1,
  async run([source], options) {
    if (source === undefined) throw new WrongUsage('a study is missing');
    const workers = wholeNumber(options, 'jobs', 1, 1024) ?? availableParallelism();
    const folder = textOption(options, 'out') ?? FOLDER;
    const engine = await loadEngine();
    const checked = await studyIn(source, engine);
    if (!checked.ok) throw Refused.for(checked.issues, placeOf(source));
    const { study: document, expansion } = checked;
    const size = sizeOf(document, expansion);
    note(`${sizeText(size, workers)}\n`);
    if (options.size === true) return { json: size, table: () => sizeTable(size) };

    const id = await engineId();
    const columns = columnsOf(document, expansion);
    const names = (chunk: Chunk) => partName(keyText(document, expansion, chunk, id));
    const parts = await openIn(folder, () => Parts.open(folder));
    await settle(folder, document, id, parts, () => new Set([...chunksOf(expansion)].map(names)));

    let kept = 0;
    const missing: { readonly chunk: Chunk; readonly name: string }[] = [];
    for (const chunk of chunksOf(expansion)) {
      const name = names(chunk);
      if (await parts.whole(name, columns, chunk.to - chunk.from)) kept += chunk.to - chunk.from;
      else missing.push({ chunk, name });
    }
    const finished = { runs: kept };
    note(`${expansion.runs} runs, of which ${kept} are in ${folder} from before\n`);
    if (missing.length > 0) {
      const left = expansion.runs - kept;
      await runJobs(jobsOf(document, expansion, parts, missing, finished), {
        workers: Math.min(workers, left),
        runs: left,
        packets: (size.packets * left) / expansion.runs,
        stopped: () =>
          `Stopped: ${finished.runs} of ${expansion.runs} runs are in ${folder}; the same command goes on from there.`,
      });
    }
    async function* rows(): AsyncGenerator<readonly Cell[]> {
      for (const chunk of chunksOf(expansion)) yield* await parts.read(names(chunk), columns);
    }
    const { points, lanes, seeds, runs } = size;
    return {
      json: {
        study: document.title ?? '',
        engine: id,
        out: folder,
        runs,
        points,
        lanes,
        seeds,
        columns: columns.map(({ name }) => name),
      },
      table: () => ({ columns: columns.map(({ name }) => name), rows: rows() }),
    };
  },
};

/** Keeps the study beside its results. When another one, or another engine, was there before, its parts are sorted out. */
async function settle(
  folder: string,
  document: Study,
  engine: string,
  parts: Parts,
  names: () => ReadonlySet<string>,
): Promise<void> {
  const path = join(folder, 'study.json');
  const now = { engine, study: document };
  const before = parseJson(await readFile(path, 'utf8').catch(() => ''));
  if (before.ok && canonical(before.value) === canonical(now)) return;
  await parts.sort(names());
  await writeFile(path, `${JSON.stringify(now, null, 2)}\n`);
}

/** The runs of the chunks that are missing; whoever finishes the last run of a chunk writes its part. */
function* jobsOf(
  document: Study,
  expansion: Expansion,
  parts: Parts,
  missing: readonly { readonly chunk: Chunk; readonly name: string }[],
  finished: { runs: number },
): Generator<RunJob> {
  const columns = columnsOf(document, expansion);
  const bins = document.keep?.trace ?? 0;
  for (const { chunk, name } of missing) {
    const { seed, lane, from, to } = chunk;
    const rows: (readonly Cell[])[] = [];
    const traced: (readonly Cell[])[][] = [];
    let open = to - from;
    for (let point = from; point < to; point++)
      yield {
        lane: expansion.laneAt(point, lane, seed),
        bins: Math.max(bins, 1),
        done: async (result) => {
          rows[point - from] = rowOf(document, expansion, point, seed, result);
          if (bins > 0) traced[point - from] = tracedRows(expansion, point, result);
          if (--open > 0) return;
          // The trace first: a part that is there says that all of its chunk is.
          if (bins > 0) await parts.writeTrace(name, traceColumns(expansion), traced.flat());
          await parts.write(name, columns, rows);
          finished.runs += to - from;
        },
      };
  }
}

const traceColumns = (expansion: Expansion): readonly Column[] => [
  ...axisColumns(expansion),
  ...FIXED,
  ...TRACE_COLUMNS.map((name): Column => ({ name, type: 'number' })),
];

/** A row an interval: the axes, what every row has, then what the link did. */
function tracedRows(expansion: Expansion, point: number, result: RunResult): (readonly Cell[])[] {
  const { columns, rows } = traceTable([result], []);
  const wanted = TRACE_COLUMNS.map((name) => columns.indexOf(name));
  const { label, aqm, seed, digest } = result;
  const head = [...axisCells(expansion, point), label, aqm, seed, digest];
  return [...rows].map((row) => [
    ...head,
    ...wanted.map((c) => {
      const cell = row[c];
      return typeof cell === 'number' && Number.isFinite(cell) ? cell : null;
    }),
  ]);
}

const sizeTable = (size: object) => ({ columns: Object.keys(size), rows: [Object.values(size) as number[]] });

/** A study's document, or what a link of the page varies of its scenario. */
async function studyIn(source: string, rules: AqmRules): Promise<StudyValidation> {
  const text = await textOf(source);
  const link = await decoded(text, rules);
  if (link === undefined) {
    const parsed = parseJson(text);
    if (parsed.ok && isScenario(parsed.value))
      throw new Refused(
        `${placeOf(source)}This is a scenario, and a study is wanted here, which has "scenario" and "axes"; aqm run runs a scenario.`,
      );
    return parseStudy(text, rules);
  }
  if (!link.ok) return link;
  const plan = readPlan(link.view.study ?? '');
  return plan.axes.length > 0
    ? validateStudy(studyOf(link.scenario, plan), rules)
    : { ok: false, issues: [refusal({ path: 'link', rule: 'holds no study: nothing varies' })] };
}

const isScenario = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !('axes' in value) &&
  !('scenario' in value) &&
  ['lanes', 'traffic', 'network', 'duration'].some((key) => key in value);
