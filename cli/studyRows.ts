/** The rows of a study: stored rows are used, missing ones are run. Also reads a command's study. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson, type AqmRules } from '../models/src/index.ts';
import { refusal } from '../models/src/issue.ts';
import {
  axisCells,
  axisColumns,
  canonical,
  chunksOf,
  columnsOf,
  FIXED,
  IS_SCENARIO,
  keyText,
  looksLikeScenario,
  looksLikeStudy,
  parseStudy,
  readPlan,
  rowOf,
  sizeOf,
  studyOf,
  TRACE_COLUMNS,
  validateStudy,
  type Cell,
  type Chunk,
  type Column,
  type Expansion,
  type Study,
  type StudyValidation,
} from '../models/src/study/index.ts';
import type { RunResult } from '../wasm/src/types.ts';
import { Refused } from './command.ts';
import { openIn } from './folder.ts';
import { decoded, placeOf, textOf } from './input.ts';
import { engineId } from './kept.ts';
import { note } from './note.ts';
import { Parts, partName } from './parts.ts';
import { runJobs, type RunJob } from './runner.ts';
import { traceTable } from './trace.ts';

/** The default folder of results. */
export const FOLDER = 'build/study';

export interface StudyRows {
  /** The id of the engine that made the results. */
  readonly id: string;
  readonly columns: readonly Column[];
  /** All rows, in the order of the study. */
  readonly rows: () => AsyncGenerator<readonly Cell[]>;
}

/** Runs what is missing in the folder. */
export async function runStudy(
  document: Study,
  expansion: Expansion,
  { folder, workers }: { readonly folder: string; readonly workers: number },
): Promise<StudyRows> {
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
      packets: (sizeOf(document, expansion).packets * left) / expansion.runs,
      stopped: () =>
        `Stopped: ${finished.runs} of ${expansion.runs} runs are in ${folder}; run the same command again to continue.`,
    });
  }
  async function* rows(): AsyncGenerator<readonly Cell[]> {
    for (const chunk of chunksOf(expansion)) yield* await parts.read(names(chunk), columns);
  }
  return { id, columns, rows };
}

/**
 * Stores the study beside its results. If the folder has another study or results of another engine, their
 * parts are moved aside.
 */
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

/** The runs of the missing chunks; the last run of a chunk writes the chunk's part. */
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
          // The trace is written first, because an existing part means that its whole chunk is complete.
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

/** One row for each interval: the axes, the columns of every row, then the link's columns. */
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

/** A study's document, or the study in a link of the page. */
export async function studyIn(source: string, rules: AqmRules): Promise<StudyValidation> {
  return studyInText(source, await textOf(source), rules);
}

/** Whether a text is a study, or a link that contains one. */
export async function isStudyText(text: string, rules: AqmRules): Promise<boolean> {
  const link = await decoded(text, rules);
  if (link !== undefined) return link.ok && (link.view.study ?? '') !== '';
  const parsed = parseJson(text);
  return parsed.ok && looksLikeStudy(parsed.value);
}

/** `source`: the name used in messages. */
export async function studyInText(source: string, text: string, rules: AqmRules): Promise<StudyValidation> {
  const link = await decoded(text, rules);
  if (link === undefined) {
    const parsed = parseJson(text);
    if (parsed.ok && looksLikeScenario(parsed.value))
      throw new Refused(`${placeOf(source)}${IS_SCENARIO}; aqm run runs a scenario.`);
    return parseStudy(text, rules);
  }
  if (!link.ok) return link;
  const plan = readPlan(link.view.study ?? '');
  return plan.axes.length > 0
    ? validateStudy(studyOf(link.scenario, plan), rules)
    : { ok: false, issues: [refusal({ path: 'link', rule: 'holds no study: nothing varies' })] };
}
