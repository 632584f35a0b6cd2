import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { WIDE } from '../../models/src/agreement.ts';
import { didYouMean, estimateWork } from '../../models/src/index.ts';

import { loadEngine } from '../../wasm/src/node.ts';
import {
  chancesOf,
  packetFigures,
  sumOf,
  sumsOf,
  statesOf,
  tableOf,
  textOf,
  type Compared,
} from '../agreement/compare.ts';
import { fluidFigures, STATES } from '../agreement/fluid.ts';
import {
  cellOf,
  MOST_POINTS,
  pointsOf,
  SEEDS,
  SENDERS,
  type Cell,
  type SenderName,
  type SetName,
} from '../agreement/lanes.ts';
import { BIN_SECONDS, FORM, packetRun, WATCHED, type PacketRun } from '../agreement/packets.ts';
import { Refused, textOption, wholeNumber, WrongUsage, type Command, type Options } from '../command.ts';
import { openIn } from '../folder.ts';
import { engineId, KeptRuns } from '../kept.ts';
import { needProject } from '../project.ts';
import { runJobs } from '../runner.ts';

const FOLDER = 'build/agreement';
const DOCUMENT = new URL('../../docs/agreement.md', import.meta.url);
/**
 * The parts of the document: the whole grid and the senders that each one is about. Of those with the errors that are
 * shown wherever a model is shown, also their file.
 */
const PARTS: ReadonlyMap<string, Part> = new Map<string, Part>([
  ['now', { set: 'points', sender: 'newreno', file: 'measured.json' }],
  ['held-out', { set: 'held_out', sender: 'newreno' }],
  ['wide', { set: 'wide', sender: 'newreno', file: 'measured-wide.json' }],
  ['marks', { set: 'points', sender: 'newreno-marks' }],
  ['dctcp', { set: 'points', sender: 'dctcp' }],
]);
const PART_NAMES = [...PARTS.keys()].join(', ');
interface Part {
  readonly set: SetName;
  readonly sender: SenderName;
  readonly file?: string;
}
const QUICK = { points: 3, seeds: 1 };

export const agreement: Command = {
  summary: 'compare the fluid model with the packet simulation, scheme by scheme',
  help: `aqm agreement [--schemes A,B] [--sender NAME] [--points N] [--seeds N] [--held-out] [--quick] [--out DIR] [--format json|csv]

Compares the fluid model with packets. The command solves the model of every scheme with a fluid counterpart over a
grid of lanes (models/agreement/grid.json: flows, round trips, rates), with the scheme's defaults, and simulates the
packets of the same lanes on all processors. At a terminal it writes a table with a row for each scheme: the errors of
the queue at rest, of the mean queue, of the drop or mark probability and of the window, in percent (median and 90th
percentile of the absolute error, in brackets the median with its sign); the error of the link's use; the lanes in
which model and packets have the same verdict on the queue (steady, swing, full, empty); and, for lanes in which both
oscillate, their number and the errors of amplitude and period.

As JSON {"engine", "sender", "held_out", "wide", "seeds", "digest", "all", "schemes", "states", "chances", "lanes"}; as
CSV a row for each lane.

  --schemes A,B   only these schemes
  --sender NAME   ${SENDERS.join(', ')} (newreno)
  --points N      number of points of the grid, evenly spaced, 1 to ${MOST_POINTS}
  --seeds N       runs of packets for each lane (${SEEDS})
  --held-out      another grid, to which nothing was fitted
  --wide          another grid, with windows of ${WIDE.least} to ${WIDE.most} packets
  --quick         ${QUICK.points} points, ${QUICK.seeds} seed
  --out DIR       folder for finished runs (${FOLDER}). After an interruption the same command continues there
  --store NAME    writes the table into docs/agreement.md, at the marks of this name: ${PART_NAMES}.
                  Each name is about a whole grid with its senders, and nothing less is taken. With now and wide the
                  command also writes a file of models/agreement, from which page and command line take the error of a
                  scheme's model
  --json          JSON also at a terminal
`,
  options: {
    schemes: { type: 'string' },
    sender: { type: 'string' },
    points: { type: 'string' },
    seeds: { type: 'string' },
    'held-out': { type: 'boolean' },
    wide: { type: 'boolean' },
    quick: { type: 'boolean' },
    out: { type: 'string' },
    store: { type: 'string' },
    json: { type: 'boolean' },
  },
  arguments: 0,
  async run(_, options) {
    const quick = options.quick === true ? QUICK : undefined;
    const points = wholeNumber(options, 'points', 1, MOST_POINTS) ?? quick?.points ?? MOST_POINTS;
    const seeds = wholeNumber(options, 'seeds', 1, 1000) ?? quick?.seeds ?? SEEDS;
    const set = setOption(options);
    const sender = senderOption(options);
    const mark = textOption(options, 'store');
    if (mark !== undefined) needProject();
    const part = mark === undefined ? undefined : partOf(mark);
    if (part !== undefined) {
      const whole =
        options.schemes === undefined && points >= pointsOf(set, MOST_POINTS).length && seeds === SEEDS;
      if (part.set !== set || part.sender !== sender || !whole)
        throw new WrongUsage(
          `--store ${mark} keeps all schemes and points, with ${SEEDS} seeds: ` +
            `aqm agreement${SET_OPTION[part.set]} --sender ${part.sender} --store ${mark}`,
        );
    }
    const kept = mark === undefined ? undefined : await textAround(mark);
    const folder = textOption(options, 'out') ?? FOLDER;
    const engine = await loadEngine();
    const schemes = schemesOption(
      options,
      engine.catalogue.map(({ id }) => id),
    );
    const id = await engineId();
    const runs = await openIn(folder, () =>
      KeptRuns.open<PacketRun>(folder, `${id} ${FORM}`, 1 / BIN_SECONDS),
    );

    // The models come first: a lane without a model needs no packets.
    const cells: (Cell & Pick<Compared, 'fluid'>)[] = [];
    for (const scheme of schemes)
      for (const point of pointsOf(set, points)) {
        const cell = cellOf(scheme, point, sender, engine);
        const model = cell && engine.fluid(cell.lane, { points: 12501 }).model;
        if (cell === undefined || model == null) break;
        cells.push({ ...cell, fluid: fluidFigures(model, cell.lane) });
      }
    if (cells.length === 0) throw new Refused('None of these schemes has a fluid model with these senders.');

    const packets = await simulate(cells, seeds, runs, folder);
    const all = cells.map(({ scheme, point, fluid }, i): Compared => {
      const own = packets[i] ?? [];
      return { scheme, point, fluid, digests: own.map(({ digest }) => digest), packets: packetFigures(own) };
    });
    const digest = digestOf(all);
    const text = textOf(all);
    if (kept !== undefined) {
      const about =
        `Engine ${id}, ${all.length} lanes, ${seeds} seeds, ${sender}; digest of the runs' digests ` +
        `${digest}.`;
      if (part?.file !== undefined)
        await writeFile(
          new URL(`../../models/agreement/${part.file}`, import.meta.url),
          measuredText(all, digest),
        );
      await writeFile(DOCUMENT, `${kept.before}\n${about}\n\n${text}\n${kept.after}`);
    }
    return {
      json: {
        engine: id,
        sender,
        held_out: set === 'held_out',
        wide: set === 'wide',
        seeds,
        digest,
        all: sumOf('all', all),
        schemes: sumsOf(all),
        states: { names: STATES, lanes: statesOf(all) },
        chances: chancesOf(all),
        lanes: all,
      },
      ...(options.json === true ? {} : { text }),
      table: () => tableOf(all),
    };
  },
};

const SET_OPTION: Readonly<Record<SetName, string>> = {
  points: '',
  held_out: ' --held-out',
  wide: ' --wide',
};

function setOption(options: Options): SetName {
  const heldOut = options['held-out'] === true;
  const wide = options.wide === true;
  if (heldOut && wide) throw new WrongUsage('--held-out and --wide are two grids: give one of them');
  return heldOut ? 'held_out' : wide ? 'wide' : 'points';
}

function senderOption(options: Options): SenderName {
  const given = textOption(options, 'sender') ?? 'newreno';
  const found = SENDERS.find((name) => name === given);
  if (found === undefined)
    throw new WrongUsage(`--sender is ${SENDERS.join(', ')}, not ${JSON.stringify(given)}`);
  return found;
}

function schemesOption(options: Options, known: readonly string[]): readonly string[] {
  const wanted = textOption(options, 'schemes')?.split(',') ?? known;
  for (const id of wanted) {
    if (known.includes(id)) continue;
    const nearest = didYouMean(id, known);
    throw new WrongUsage(
      `there is no scheme ${JSON.stringify(id)}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`,
    );
  }
  return wanted;
}

/** The packets of each cell, one run for each seed; stored runs are not repeated. */
async function simulate(
  cells: readonly Cell[],
  seeds: number,
  kept: KeptRuns<PacketRun>,
  folder: string,
): Promise<readonly (readonly PacketRun[])[]> {
  const found = new Map<string, PacketRun>();
  const lanesOf = ({ lane }: Cell) => Array.from({ length: seeds }, (_, i) => ({ ...lane, seed: i + 1 }));
  const all = cells.flatMap(lanesOf);
  const missing: typeof all = [];
  for (const lane of all) {
    const run = await kept.find(kept.name(lane));
    if (run === undefined) missing.push(lane);
    else found.set(kept.name(lane), run);
  }
  process.stderr.write(`${all.length} runs, of which ${found.size} are kept in ${folder} from before\n`);
  if (missing.length > 0)
    await runJobs(
      missing.map((lane) => ({
        lane,
        bins: Math.round(lane.duration / BIN_SECONDS),
        windows: Array.from({ length: Math.min(WATCHED, lane.traffic[0]?.flows ?? 0) }, (_, i) => i),
        done: async (result) => {
          const run = packetRun(result, lane);
          await kept.keep(kept.name(lane), run);
          found.set(kept.name(lane), run);
        },
      })),
      {
        workers: Math.min(availableParallelism(), missing.length),
        runs: missing.length,
        packets: missing.reduce((sum, lane) => sum + estimateWork(lane), 0),
        stopped: () =>
          `Stopped: ${found.size} of ${all.length} runs are kept in ${folder}; run the same command again to continue.`,
      },
    );
  return cells.map((cell) =>
    lanesOf(cell).map((lane) => {
      const run = found.get(kept.name(lane));
      if (run === undefined) throw new Error('every run is kept or was made');
      return run;
    }),
  );
}

/**
 * One line for each scheme: lanes, and the error of the mean queue at the median and at the 90th percentile.
 */
function measuredText(all: readonly Compared[], digest: string): string {
  const lines = sumsOf(all)
    .toSorted((a, b) => (a.scheme < b.scheme ? -1 : 1))
    .map(
      ({ scheme, lanes, queue: { median, p90 } }) =>
        `    ${JSON.stringify(scheme)}: ` +
        `[${[lanes, median, p90].map((value) => Number((value ?? 1).toFixed(3))).join(', ')}]`,
    );
  return `{\n  "digest": ${JSON.stringify(digest)},\n  "schemes": {\n${lines.join(',\n')}\n  }\n}\n`;
}

/** A digest of all runs' digests in their order. */
const digestOf = (all: readonly Compared[]): string =>
  createHash('sha256')
    .update(all.flatMap(({ digests }) => digests).join('\n'))
    .digest('hex')
    .slice(0, 16);

function partOf(name: string): Part {
  const part = PARTS.get(name);
  if (part === undefined) throw new WrongUsage(`--store is ${PART_NAMES}, not ${JSON.stringify(name)}`);
  return part;
}

/** The text before and after the named part of the document. */
async function textAround(name: string): Promise<{ readonly before: string; readonly after: string }> {
  const text = await readFile(DOCUMENT, 'utf8');
  const [begin, end] = [`<!-- aqm agreement: ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new WrongUsage(`docs/agreement.md has no part ${JSON.stringify(name)}`);
  return { before: text.slice(0, from + begin.length), after: text.slice(to) };
}
