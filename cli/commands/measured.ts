import { lanes } from '../../models/src/index.ts';
import { managedLinks } from '../../models/src/chain.ts';
import { beside, bestOffset, figuresOfSeries, type Beside } from '../../models/src/measured/beside.ts';
import { comparable, courseOf } from '../../models/src/measured/course.ts';
import { spectraOf } from '../../models/src/measured/spectrum.ts';
import {
  between,
  MeasuredError,
  READERS,
  type Measured,
  type Series,
} from '../../models/src/measured/index.ts';
import { didYouMean } from '../../models/src/nearest.ts';
import { createClient, loadEngine } from '../../wasm/src/node.ts';
import type { LaneScenario, RunResult } from '../../wasm/src/types.ts';
import { Refused, textOption, wholeNumber, WrongUsage, type Command, type Options } from '../command.ts';
import { load } from '../input.ts';
import { measuredIn } from '../measured.ts';
import { note } from '../note.ts';

export const measured: Command = {
  summary: 'read measured data, alone or beside a scenario',
  help: `aqm measured FILE... [--against SCENARIO] [--lane K] [--series NAME] [--offset S] [--pair] [--format json|csv]

Reads files of ${READERS.map(({ name }) => name).join(', ')}, packed by gzip or not, of any size, and writes
{"files": [{"file", "format", "begin", "series": [{"name", "quantity", "unit", "samples", "from", "to", "mean", "p95"}], "counts",
"notes"}]}: SI units, times in s since the file's first ("begin": s since 1970). A file with a fault is refused with its place, as a whole.
"mean" and "p95" of a queue, a backlog and a window are over time: a value holds until the next sample.
As CSV every sample: file, series, unit, time, value.

  --against SCENARIO  runs it, and lays each series beside what a lane has of its kind: queue, queueing delay (of a measured delay what
                      exceeds its least), throughput, window. Each series has "beside": {"lane", "what", "offset", "from", "to", "measured":
                      {"mean", "p95"}, "simulated", "difference": {"mean", "p95", "rms"}, "spectrum": {"peak": {"measured", "simulated"},
                      "octaves"}}: in Hz the strongest oscillation of each, and how their variance is spread over octaves
  --lane K            beside this lane; the first is 0, which is the default
  --offset S          adds S seconds to the measured times; left out: what fits best (least mean square)
  --series NAME       this series alone
  --pair              two captures of the same packets, first where they are sent, then where they arrive: the delay between them
`,
  options: {
    against: { type: 'string' },
    lane: { type: 'string' },
    offset: { type: 'string' },
    series: { type: 'string' },
    pair: { type: 'boolean' },
  },
  arguments: 1,
  optional: 1000,
  async run(files, options) {
    const against = textOption(options, 'against');
    for (const name of ['lane', 'offset'] as const)
      if (options[name] !== undefined && against === undefined)
        throw new WrongUsage(`--${name} needs --against SCENARIO, which is missing`);
    const offset = offsetOption(options);
    const found = options.pair === true ? [await pairOf(files)] : [];
    if (options.pair !== true) for (const file of files) found.push(await measuredIn(file));
    const chosen = choose(found, textOption(options, 'series'));
    for (const { file, notes } of chosen) for (const one of notes) note(`${file}: ${one}\n`);
    const run = against === undefined ? undefined : await runOf(against, options);
    return {
      json: {
        files: chosen.map(({ file, format, begin, series, counts, notes, arrivals }) => ({
          ...{ file, format, begin, counts, notes },
          ...(arrivals === undefined ? {} : { arrivals: arrivals.length }),
          series: series.map((one) => ({
            ...about(one),
            ...(run === undefined ? {} : { beside: laidBeside(one, run, offset) }),
          })),
        })),
      },
      table: () => ({
        columns: ['file', 'series', 'unit', 'time', 'value'],
        rows: chosen.flatMap(({ file, series }) =>
          series.flatMap(({ name, unit, times, values }) =>
            times.map((time, i) => [file, name, unit, time, values[i]]),
          ),
        ),
      }),
    };
  },
};

async function pairOf(files: readonly string[]): Promise<Measured> {
  const [near, far, ...more] = files;
  if (near === undefined || far === undefined || more.length > 0)
    throw new WrongUsage('--pair takes two captures: where packets are sent, and where they arrive');
  const sides = [await measuredIn(near), await measuredIn(far)] as const;
  try {
    return between(...sides);
  } catch (error) {
    if (error instanceof MeasuredError) throw new Refused(`${near}, ${far}: ${error.message}`);
    throw error;
  }
}

function choose(found: readonly Measured[], name: string | undefined): readonly Measured[] {
  if (name === undefined) return found;
  const names = found.flatMap(({ series }) => series.map((one) => one.name));
  if (!names.includes(name)) {
    const near = didYouMean(name, names);
    throw new WrongUsage(
      `there is no series ${JSON.stringify(name)}${near === undefined ? '' : `; did you mean ${near}?`}; ` +
        `there are ${names.join(', ')}`,
    );
  }
  return found
    .map((one) => ({ ...one, series: one.series.filter((series) => series.name === name) }))
    .filter(({ series }) => series.length > 0);
}

function about(series: Series) {
  const { name, quantity, unit, times } = series;
  return {
    name,
    quantity,
    unit,
    samples: times.length,
    from: times[0],
    to: times.at(-1),
    ...figuresOfSeries(series),
  };
}

interface Simulated {
  readonly lane: LaneScenario;
  readonly result: RunResult;
}

async function runOf(source: string, options: Options): Promise<Simulated> {
  const all = lanes(await load(source, await loadEngine()));
  const lane = all[wholeNumber(options, 'lane', 0, all.length - 1) ?? 0];
  if (lane === undefined) throw new Refused(`${source}: there is no lane`);
  const client = createClient({ size: 1 });
  try {
    return { lane, result: await client.ask('run', { lane, bins: 4096 }) };
  } finally {
    client.close();
  }
}

/** Null if a run has no such quantity, or no time in common. */
function laidBeside(series: Series, { lane, result }: Simulated, offset: number | undefined) {
  const [link] = managedLinks(lane.network);
  const course = link && courseOf(series, result.overview, link);
  if (course === undefined) return null;
  const own = comparable(series);
  const shift = offset ?? bestOffset(own, course);
  const found: Beside | undefined = shift === undefined ? undefined : beside(own, course, shift);
  if (found === undefined) return null;
  return {
    lane: lane.label,
    what: course.name,
    ...found,
    spectrum: spectraOf(own, course, found.offset) ?? null,
  };
}

function offsetOption(options: Options): number | undefined {
  const text = textOption(options, 'offset');
  if (text === undefined) return undefined;
  const value = text.trim() === '' ? NaN : Number(text);
  if (!Number.isFinite(value)) throw new WrongUsage(`--offset takes seconds, not ${JSON.stringify(text)}`);
  return value;
}
