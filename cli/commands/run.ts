import { setMaxListeners } from 'node:events';
import { open, type FileHandle } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { complete, lanes, METRIC_NAMES, ROW_METRIC_NAMES, type Scenario } from '../../models/src/index.ts';
import type { Client } from '../../wasm/src/client.ts';
import { lockOutOf } from '../../wasm/src/lock-out.ts';
import { createClient, loadEngine } from '../../wasm/src/node.ts';
import type { LaneScenario, RunResult } from '../../wasm/src/types.ts';
import {
  Refused,
  textOption,
  wholeNumber,
  WrongUsage,
  type Command,
  type Options,
  type Table,
} from '../command.ts';
import { csvLines } from '../csv.ts';
import { load, withTraceOf } from '../input.ts';
import { ProgressLine } from '../progress.ts';
import { figuresOf, summarise, type Run } from '../summary.ts';
import { traceTable } from '../trace.ts';
import { note } from '../note.ts';
import { toldBySystem } from '../told-by-system.ts';

export const run: Command = {
  summary: 'simulate a scenario',
  help: `aqm run <scenario.json | link | -> [--seed N | --seeds N] [--link-trace FILE] [--trace FILE] [--flows] [--table TABLE] [--bins N] [--format json|csv]

Simulates every lane and writes {"scenario": …, "runs": [result, …], "summary": […]}: the scenario with its defaults written
out, a result for each lane and seed (metrics of the observed link, "groups" for the rows of traffic, "links" for every link of the
path), and for each lane the mean of each metric with its 95 % confidence interval (Student's
t). As CSV: a line for each run, or for each row of traffic, flow or link of each run (--table).

  --seed N       this seed in place of the scenario's
  --seeds N      replications with the seeds 1 to N
  --link-trace FILE
                 the bottleneck (of a chain the observed link) changes as this trace does: lines of time, rate and if wanted delay and
                 loss, in s and bit/s or with units ("time_ms;rate_Mbps", "20 ms, 5 Mbit/s"), or a trace of Mahimahi
  --trace FILE   also writes the course of every run as CSV: queue, window, drops and the AQM's state by intervals of time
  --flows        also each flow: goodput, delays, loss, marks, retransmissions, completion times
  --table TABLE  the table that --format csv writes: runs (default), rows, flows or links
  --bins N       intervals of the trace, 1 to 1000000; default 4096
`,
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    'link-trace': { type: 'string' },
    trace: { type: 'string' },
    bins: { type: 'string' },
    flows: { type: 'boolean' },
    table: { type: 'string' },
  },
  arguments: 1,
  async run([source], options) {
    if (source === undefined) throw new WrongUsage('a scenario is missing');
    const seed = wholeNumber(options, 'seed', 0, Number.MAX_SAFE_INTEGER);
    const seeds = wholeNumber(options, 'seeds', 1, 10_000);
    if (seed !== undefined && seeds !== undefined)
      throw new WrongUsage('--seed and --seeds exclude each other');
    const trace = textOption(options, 'trace');
    const kind = tableOf(options);
    refuseIdle(options);
    const flows = options.flows === true || kind === 'flows';
    const bins = wholeNumber(options, 'bins', 1, 1_000_000) ?? 4096;

    const engine = await loadEngine();
    const given = await withTraceOf(await load(source, engine), options, engine);
    const scenario = seed === undefined ? given : withSeed(given, seed);
    const jobs = lanes(scenario).flatMap((lane) =>
      seeds === undefined ? [lane] : Array.from({ length: seeds }, (_, i) => ({ ...lane, seed: i + 1 })),
    );
    // Opened first, so that an unwritable file is reported before hours of simulation.
    const file = trace === undefined ? undefined : await openTrace(trace);
    const traced: RunResult[] = [];
    // Without a trace the recordings are not stored: there may be thousands of replications.
    const runs = await runAll(jobs, { bins: file === undefined ? 1 : bins, flows }, (result, job, lane) => {
      if (file !== undefined) traced[job] = result;
      return figuresOf(result, lane);
    });
    if (trace !== undefined && file !== undefined)
      await writeTrace(file, trace, traceTable(traced, engine.catalogue));

    for (const warning of new Set(jobs.flatMap((lane, i) => lockedOut(lane, runs[i])))) {
      note(`Warning: ${warning}\n`);
    }
    const each = seeds ?? 1;
    const summary = runs.flatMap((first, i) =>
      i % each === 0 ? [summarise([first, ...runs.slice(i + 1, i + each)])] : [],
    );
    return { json: { scenario: complete(scenario), runs, summary }, table: () => TABLES[kind](runs) };
  },
};

/** A warning if a few flows of a run take the whole link. */
function lockedOut(lane: LaneScenario, run: Run | undefined): readonly string[] {
  const warning = run === undefined ? null : lockOutOf(lane, run.groups);
  return warning === null ? [] : [`${lane.label}, seed ${lane.seed}. ${warning}`];
}

/** The scenario with this seed, also in lanes that have a seed of their own. */
function withSeed(scenario: Scenario, seed: number): Scenario {
  const own = scenario.lanes?.map((lane) =>
    lane.set?.seed === undefined ? lane : { ...lane, set: { ...lane.set, seed } },
  );
  return { ...scenario, seed, ...(own ? { lanes: own } : {}) };
}

/**
 * All jobs, on as many workers as there are processors; returns the stored part of each in the order of the
 * jobs.
 */
async function runAll<T>(
  jobs: readonly LaneScenario[],
  record: { readonly bins: number; readonly flows: boolean },
  keep: (result: RunResult, job: number, lane: LaneScenario) => T,
): Promise<T[]> {
  const client: Client = createClient({ size: Math.min(availableParallelism(), jobs.length) });
  const progress = new ProgressLine(jobs.length);
  const abort = new AbortController();
  // Each job adds one listener, which is not a leak.
  setMaxListeners(0, abort.signal);
  try {
    return await Promise.all(
      jobs.map(async (lane, job) => {
        const result = await client.ask(
          'run',
          { lane, ...record },
          {
            signal: abort.signal,
            onProgress: ({ done, total }) => progress.update(job, done / total),
          },
        );
        progress.update(job, 1);
        return keep(result, job, lane);
      }),
    );
  } finally {
    abort.abort();
    progress.clear();
    client.close();
  }
}

function unwritable(path: string, error: unknown): Refused {
  return new Refused(`Cannot write ${path}: ${toldBySystem(error)}`);
}

async function openTrace(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'w');
  } catch (error) {
    throw unwritable(path, error);
  }
}

async function writeTrace(file: FileHandle, path: string, content: Table): Promise<void> {
  try {
    await pipeline(Readable.from(csvLines(content)), file.createWriteStream());
  } catch (error) {
    throw unwritable(path, error);
  }
}

type TableName = 'runs' | 'rows' | 'flows' | 'links';

const RUN_COLUMNS = ['label', 'aqm', 'seed'] as const;
const columnsOfRun = ({ label, aqm, seed }: Run) => [label, aqm, seed];

const TABLES: Readonly<Record<TableName, (runs: readonly Run[]) => Table>> = {
  runs: (runs) => ({
    columns: [...RUN_COLUMNS, ...METRIC_NAMES, 'digest'],
    rows: runs.map((run) => [...columnsOfRun(run), ...METRIC_NAMES.map((m) => run.metrics[m]), run.digest]),
  }),
  rows: (runs) => ({
    columns: [...RUN_COLUMNS, 'row', 'traffic', ...ROW_METRIC_NAMES],
    rows: runs.flatMap((run) =>
      run.groups.map((group) => [
        ...columnsOfRun(run),
        group.row,
        group.label,
        ...ROW_METRIC_NAMES.map((m) => group[m]),
      ]),
    ),
  }),
  flows: (runs) => ({
    columns: [...RUN_COLUMNS, 'flow', 'row', ...ROW_METRIC_NAMES],
    rows: runs.flatMap((run) =>
      (run.flows ?? []).map((flow, i) => [
        ...columnsOfRun(run),
        i,
        flow.row,
        ...ROW_METRIC_NAMES.map((m) => flow[m]),
      ]),
    ),
  }),
  links: (runs) => ({
    columns: [...RUN_COLUMNS, 'link', ...METRIC_NAMES],
    rows: runs.flatMap((run) =>
      run.links.map(({ metrics }, i) => [...columnsOfRun(run), i, ...METRIC_NAMES.map((m) => metrics[m])]),
    ),
  }),
};

/** Options without an effect are refused. */
function refuseIdle(options: Options): void {
  const csv = options.format === 'csv';
  if (options.table !== undefined && !csv)
    throw new WrongUsage('--table needs --format csv, which is missing');
  if (options.bins !== undefined && options.trace === undefined)
    throw new WrongUsage('--bins needs --trace FILE, which is missing');
  if (options.flows === true && csv)
    throw new WrongUsage(
      '--flows adds to the JSON only; for CSV use --table flows, which writes a line for each flow',
    );
}

function tableOf(options: Options): TableName {
  const name = textOption(options, 'table') ?? 'runs';
  if (Object.hasOwn(TABLES, name)) return name as TableName;
  throw new WrongUsage(`--table is ${Object.keys(TABLES).join(', ')}, not ${JSON.stringify(name)}`);
}
