import { availableParallelism } from 'node:os';
import { lanes, METRIC_NAMES, type AqmRules } from '../../models/src/index.ts';
import {
  comparisonOf,
  courseOf,
  reportOf,
  SEEDS_ASSUME,
  withinIn,
  type Comparison,
  type Course,
  type Sensitivity,
  type Within,
} from '../../models/src/statistics/index.ts';
import type { AxisValue } from '../../models/src/study/index.ts';
import { estimateWork } from '../../models/src/index.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import {
  Refused,
  textOption,
  wholeNumber,
  WrongUsage,
  type Cell,
  type Command,
  type Options,
  type Output,
  type Table,
} from '../command.ts';
import { loadText, placeOf, textOf } from '../input.ts';
import { note } from '../note.ts';
import { runJobs } from '../runner.ts';
import { FOLDER, isStudyText, runStudy, studyInText } from '../studyRows.ts';

const SEEDS = 10;
/** Intervals of the recording in which a warm-up is searched: 200 means of five. */
const BINS = 1000;
const TABLES = ['lanes', 'pairs', 'sensitivity', 'course'] as const;
type TableName = (typeof TABLES)[number];
/** The part of a report that a table shows. */
const PART_OF = { lanes: 'points', pairs: 'points', sensitivity: 'sensitivity', course: 'course' } as const;

export const statistics: Command = {
  summary: 'statistics of a study or a scenario: seeds, pairs, warm-up, indices',
  help: `aqm statistics <study.json | scenario.json | link | preset:ID | -> [--metric NAME] [--within X] [--seeds N] [--out DIR] [--jobs N] [--table TABLE] [--format json|csv]

Writes statistics of one metric: the mean of each lane with its interval; and for every pair of lanes a paired t test
over common seeds, with Holm's correction for all pairs and the effect in standard deviations of the pairs (Hedges'
correction). For a study the command does this at each point. For a study with a sample "saltelli" it writes the first
and total indices of Sobol (estimators of Jansen) instead, for a sample "morris" the effects mu*, mu and sigma, all
with bootstrap intervals. It reads the rows of aqm study in DIR, and runs missing ones. For a scenario, with the seeds
1 to N, it also writes the end of the warm-up by MSER-5 in the mean queue over time, and the mean queue after it with
an interval by batch means, with the correlation of neighbouring batches.

  --metric NAME   default queueing_delay_p95, or the first metric of the study; rows[0].goodput for a row of traffic
                  (studies)
  --within X      the wanted half width of the interval, in the metric's unit, or as a share of the mean: 5%. The
                  result has the number of seeds for each lane ("needed"), and for each pair the number of seeds that
                  finds a difference of this size with a probability of 80 % ("to_tell"). Not for a study with one of
                  these samples
  --seeds N       for a scenario; default ${SEEDS}
  --out DIR       folder with the rows of a study (${FOLDER})
  --jobs N        this many processors
  --table TABLE   the table that --format csv writes: ${TABLES.join(', ')}; left out: lanes, or sensitivity of a
                  study with one of these samples
`,
  options: {
    metric: { type: 'string' },
    within: { type: 'string' },
    seeds: { type: 'string' },
    out: { type: 'string' },
    jobs: { type: 'string' },
    table: { type: 'string' },
  },
  arguments: 1,
  async run([source], options) {
    if (source === undefined) throw new WrongUsage('a study or a scenario is missing');
    const asked = askedOf(options);
    const engine = await loadEngine();
    const text = await textOf(source);
    const report = (await isStudyText(text, engine))
      ? await ofStudy(source, text, options, asked, engine)
      : await ofScenario(source, text, options, asked, engine);
    if (asked.within !== undefined) note(`${SEEDS_ASSUME}\n`);
    for (const { lane, warning } of report.course ?? [])
      if (warning !== '') note(`Warning: ${lane}: ${warning}\n`);
    const table = asked.table ?? (report.points.length === 0 ? 'sensitivity' : 'lanes');
    if (options.format === 'csv' && (report[PART_OF[table]] ?? []).length === 0)
      throw new WrongUsage(
        `--table ${table} has no rows here: ` +
          (report.points.length === 0
            ? '--table sensitivity has those of a sampled study'
            : `--table lanes and --table pairs have${report.course === undefined ? '' : ', and --table course has'} some`),
      );
    return outputOf(report, table);
  },
};

interface Asked {
  readonly metric?: string;
  readonly within?: Within;
  readonly table?: TableName;
  readonly workers: number;
}

function askedOf(options: Options): Asked {
  const text = textOption(options, 'within');
  const within = text === undefined ? undefined : withinIn(text);
  if (text !== undefined && within === undefined)
    throw new WrongUsage(
      `--within takes a number above 0, or a share such as 5%, not ${JSON.stringify(text)}`,
    );
  const named = textOption(options, 'table');
  const table = TABLES.find((known) => known === named);
  if (named !== undefined && table === undefined)
    throw new WrongUsage(`--table is ${TABLES.join(', ')}, not ${JSON.stringify(named)}`);
  if (options.table !== undefined && options.format !== 'csv')
    throw new WrongUsage('--table needs --format csv, which is missing');
  const metric = textOption(options, 'metric');
  return {
    ...(metric !== undefined && { metric }),
    ...(within && { within }),
    ...(table && { table }),
    workers: wholeNumber(options, 'jobs', 1, 1024) ?? availableParallelism(),
  };
}

interface Report {
  readonly metric: string;
  readonly points: readonly ({ readonly at: Readonly<Record<string, AxisValue>> } & Comparison)[];
  readonly sensitivity: readonly Sensitivity[];
  readonly course?: readonly ({ readonly lane: string } & Course)[];
}

/** The requested metric, if it exists. */
function metricOf({ metric }: Asked, known: readonly string[]): string {
  const [first = ''] = known;
  if (metric === undefined) return known.find((name) => name === 'queueing_delay_p95') ?? first;
  if (!known.includes(metric))
    throw new Refused(`There is no metric ${JSON.stringify(metric)} here; there are ${known.join(', ')}`);
  return metric;
}

async function ofStudy(
  source: string,
  text: string,
  options: Options,
  asked: Asked,
  engine: AqmRules,
): Promise<Report> {
  if (options.seeds !== undefined)
    throw new WrongUsage('--seeds applies to a scenario only; a study has its own seeds');
  const checked = await studyInText(source, text, engine);
  if (!checked.ok) throw Refused.for(checked.issues, placeOf(source));
  const { study, expansion } = checked;
  const sample = study.axes.find(({ sample: kind }) => kind === 'saltelli' || kind === 'morris')?.sample;
  if (asked.within !== undefined && sample !== undefined)
    throw new WrongUsage(
      `--within has no effect here: a study with a sample "${sample}" has indices, not means`,
    );
  const metric = metricOf(asked, study.metrics ?? []);
  const folder = textOption(options, 'out') ?? FOLDER;
  const { columns, rows } = await runStudy(study, expansion, { folder, workers: asked.workers });
  const place = (name: string) => columns.findIndex((column) => column.name === name);
  const [lane, seed, value] = [place('lane'), place('seed'), place(metric)];
  const labels = lanes(expansion.documentAt(0)).map(({ label }) => label);
  const found = new Map<string, Map<number, number>>();
  const seen = new Map<string, number>();
  // The rows of a lane and seed are in the order of the points.
  for await (const cells of rows()) {
    const own = `${String(cells[lane])} ${String(cells[seed])}`;
    const point = seen.get(own) ?? 0;
    seen.set(own, point + 1);
    const cell = cells[value];
    if (typeof cell !== 'number') continue;
    const key = `${point} ${String(cells[lane])}`;
    const bySeed = found.get(key) ?? new Map<number, number>();
    bySeed.set(Number(cells[seed]), cell);
    found.set(key, bySeed);
  }
  const at = (point: number, of: number) =>
    found.get(`${point} ${labels[of] ?? ''}`) ?? new Map<number, number>();
  return { metric, ...reportOf(study, expansion, labels, at, asked.within) };
}

async function ofScenario(
  source: string,
  text: string,
  options: Options,
  asked: Asked,
  engine: AqmRules,
): Promise<Report> {
  if (options.out !== undefined)
    throw new WrongUsage('--out applies to a study only; runs of a scenario are not kept');
  const scenario = await loadText(text, engine, placeOf(source));
  const metric = METRIC_NAMES.find((name) => name === metricOf(asked, METRIC_NAMES)) ?? 'goodput';
  const seeds = wholeNumber(options, 'seeds', 1, 10_000) ?? SEEDS;
  const all = lanes(scenario);
  // Runs end in any order; sums are computed in the order of the seeds, so that the bits are the same.
  const ended = all.map(
    () => new Map<number, { readonly value: number | null; readonly queue: Float64Array }>(),
  );
  const jobs = all.flatMap((lane, i) =>
    Array.from({ length: seeds }, (_, k) => ({
      lane: { ...lane, seed: k + 1 },
      bins: BINS,
      done: ({
        metrics,
        overview,
      }: {
        metrics: Readonly<Record<string, number | null>>;
        overview: { queue_mean: Float64Array };
      }) => {
        ended[i]?.set(k + 1, { value: metrics[metric] ?? null, queue: overview.queue_mean });
      },
    })),
  );
  await runJobs(jobs, {
    workers: Math.min(asked.workers, jobs.length),
    runs: jobs.length,
    packets: jobs.reduce((sum, { lane }) => sum + estimateWork(lane), 0),
    stopped: () => 'Stopped.',
  });
  const labels = all.map(({ label }) => label);
  const inOrder = ended.map((runs) => [...runs].sort(([a], [b]) => a - b));
  const values = inOrder.map(
    (runs) => new Map(runs.flatMap(([seed, { value }]) => (value === null ? [] : [[seed, value] as const]))),
  );
  const queues = inOrder.map((runs) =>
    Array.from({ length: BINS }, (_, bin) =>
      runs.reduce((sum, [, { queue }]) => sum + (queue[bin] ?? 0) / seeds, 0),
    ),
  );
  return {
    metric,
    points: [{ at: {}, ...comparisonOf(values, labels, asked.within) }],
    sensitivity: [],
    course: all.map(({ label, duration, warmup }, i) => ({
      lane: label,
      ...courseOf(queues[i] ?? [], duration / BINS, warmup),
    })),
  };
}

function outputOf(report: Report, table: TableName): Output {
  const axes = Object.keys(report.points[0]?.at ?? report.sensitivity[0]?.at ?? {});
  const cells = (at: Readonly<Record<string, AxisValue>>): Cell[] => axes.map((name) => at[name]);
  const tables: Readonly<Record<TableName, () => Table>> = {
    lanes: () => ({
      columns: [
        ...axes,
        'lane',
        'n',
        'mean',
        'ci95_low',
        'ci95_high',
        'deviation',
        'within',
        'seeds',
        'cautious',
      ],
      rows: report.points.flatMap(({ at, lanes: own }) =>
        own.map(({ lane, n, mean, ci95, deviation, needed }) => [
          ...cells(at),
          lane,
          n,
          mean,
          ci95?.[0],
          ci95?.[1],
          deviation,
          needed?.within,
          needed?.seeds,
          needed?.cautious,
        ]),
      ),
    }),
    pairs: () => ({
      columns: [
        ...axes,
        'a',
        'b',
        'n',
        'difference',
        'ci95_low',
        'ci95_high',
        'p',
        'holm',
        'effect',
        'to_tell',
      ],
      rows: report.points.flatMap(({ at, pairs }) =>
        pairs.map(({ a, b, n, difference, ci95, p, holm, effect, to_tell }) => [
          ...cells(at),
          a,
          b,
          n,
          difference,
          ci95?.[0],
          ci95?.[1],
          p,
          holm,
          effect,
          to_tell,
        ]),
      ),
    }),
    sensitivity: () => ({
      columns: [...axes, 'lane', 'quantity', 'index', 'value', 'ci95_low', 'ci95_high'],
      rows: report.sensitivity.flatMap(({ at, lane, quantities, sobol, morris }) =>
        quantities.flatMap((quantity, q) =>
          Object.entries({ first: sobol?.first, total: sobol?.total, mu_star: morris?.mu_star })
            .flatMap(([name, own]) => {
              const index = own?.[q];
              return index === undefined
                ? []
                : [[...cells(at), lane, quantity, name, index.value, ...index.ci95]];
            })
            .concat(
              Object.entries({ mu: morris?.mu, sigma: morris?.sigma }).flatMap(([name, own]) => {
                const value = own?.[q];
                return value === undefined
                  ? []
                  : [[...cells(at), lane, quantity, name, value, undefined, undefined]];
              }),
            ),
        ),
      ),
    }),
    course: () => ({
      columns: [
        'lane',
        'warmup',
        'warmup_found',
        'mean_queue',
        'ci95_low',
        'ci95_high',
        'batches',
        'lag1',
        'independent',
        'warning',
      ],
      rows: (report.course ?? []).map(({ lane, warmup, warmup_found, steady, warning }) => [
        lane,
        warmup,
        warmup_found,
        steady?.mean,
        steady?.ci95[0],
        steady?.ci95[1],
        steady?.batches,
        steady?.lag1,
        steady?.independent,
        warning,
      ]),
    }),
  };
  return { json: report, table: tables[table] };
}
