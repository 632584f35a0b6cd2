import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { didYouMean, estimateWork } from '../../models/src/index.ts';
import {
  beaten,
  CARD_LINES,
  CARD_ROWS,
  cardFigures,
  cardLane,
  cardLine,
  cellsOf,
  figuresOf,
  knobsOf,
  tiltOf,
  frontDistance,
  isCardLine,
  type Card,
  type CardAqm,
  type CardBook,
  type CardLine,
  type CardLineId,
  type Cell,
  type Cost,
  type CostBook,
  type Knobs,
} from '../../models/src/cards/index.ts';
import { marginLane, marginPlaces } from '../../models/src/cards/margins.ts';
import { loopSeen, shortened } from '../../wasm/src/loop-seen.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import type { Engine, LaneScenario } from '../../wasm/src/types.ts';
import { textOption, wholeNumber, WrongUsage, type Command } from '../command.ts';
import { engineId, KeptRuns } from '../kept.ts';
import { openIn } from '../folder.ts';
import { readProgram } from '../programs.ts';
import { needProject } from '../project.ts';
import { runJobs } from '../runner.ts';
import { senderCards } from './senderCards.ts';

const FOLDER = 'build/cards';
const SEEDS = 5;
/** Of what a kept run holds: those of another form are run again. */
const FORM = 1;
const bookOf = (name: string) => new URL(`../../models/cards/${name}.json`, import.meta.url);

/** The books of all lines, made one after the other. */
async function allLines(...[names, options]: Parameters<Command['run']>): ReturnType<Command['run']> {
  if (options.store !== true)
    throw new WrongUsage('--line all writes the files of all lines: it needs --store');
  const made: { readonly line: string; readonly scheme: string; readonly digest: string }[] = [];
  for (const { id } of CARD_LINES) {
    await card.run(names, { ...options, line: id });
    for (const [scheme, one] of Object.entries((await keptBook(id)).schemes))
      if (one !== undefined) made.push({ line: id, scheme, digest: one.digest });
  }
  return {
    json: made,
    table: () => ({
      columns: ['line', 'scheme', 'digest'],
      rows: made.map(({ line, scheme, digest }) => [line, scheme, digest]),
    }),
  };
}

/** Of one run. */
interface CardRun {
  readonly digest: string;
  readonly figures: readonly (number | null)[];
}

/** One run to be made or found. */
interface Place {
  readonly scheme: string;
  readonly row: number;
  readonly lane: LaneScenario;
}

export const card: Command = {
  summary: 'report cards of schemes after RFC 7928',
  help: `aqm card <scheme ... | program.aqm | all | --senders> [--line ID] [--quick] [--seeds N] [--out DIR] [--store] [--json] [--format json|csv]

Runs the scenarios of RFC 7928 with a scheme's defaults, or with a program (docs/programs.md), and writes for each
scenario the waiting, goodput, loss and its own figures with 95 % intervals; for each figure the number of stored
schemes that are better by more than the intervals; and the distance to the front of all schemes in waiting and
goodput, in units of the intervals. Then come the cost of a packet in DropTail's, the bytes of the state, the number of
parameters, and how many of these are in packets (sections 11 and 12). A card ends with the phase and gain margins of
the fluid model at three levels of congestion and three round trips, or the reason why there are none. "all" makes the cards of every scheme. Finished runs are stored in ${FOLDER};
after an interruption the same command continues.

  --line ID   the line: ${CARD_LINES.map(({ id, name }) => `${id} (${name})`).join(', ')}. Left out: ${CARD_LINES[0].id};
              "all", with --store: all lines
  --quick     one seed
  --seeds N   seeds 1 to N; ${SEEDS} if left out
  --out DIR   folder for the runs
  --store     writes models/cards/LINE.json, which the page shows: all cards, or only the cards of the named schemes
  --senders   in place of schemes: the cards of all senders after RFC 9743; --store writes models/cards/senders.json
  --json      JSON also at a terminal, which otherwise gets a table
`,
  options: {
    line: { type: 'string' },
    quick: { type: 'boolean' },
    seeds: { type: 'string' },
    out: { type: 'string' },
    senders: { type: 'boolean' },
    store: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  arguments: 0,
  optional: 65,
  async run(names, options) {
    if ((options.senders === true) === names.length > 0)
      throw new WrongUsage('card takes the names of schemes, or --senders without names');
    if (options.quick === true && options.seeds !== undefined)
      throw new WrongUsage('--quick is one seed, and --seeds N is N of them: leave one of them out');
    if (options.store === true) needProject();
    if (options.senders === true)
      return senderCards(
        wholeNumber(options, 'seeds', 1, 1000) ?? (options.quick === true ? 1 : undefined),
        options.store === true,
      );
    const wanted = textOption(options, 'line') ?? CARD_LINES[0].id;
    if (wanted === 'all') return allLines(names, options);
    if (!isCardLine(wanted))
      throw new WrongUsage(
        `--line is ${CARD_LINES.map(({ id }) => id).join(', ')} or all, not ${JSON.stringify(wanted)}`,
      );
    const line = cardLine(wanted);
    const seeds = wholeNumber(options, 'seeds', 1, 1000) ?? (options.quick === true ? 1 : SEEDS);
    const engine = await loadEngine();
    const all = names.includes('all');
    if (options.store === true && names.some((name) => name.endsWith('.aqm')))
      throw new WrongUsage('--store keeps cards of the catalogue’s schemes, not of programs');
    const aqms = await aqmsOf(names, engine);
    const folder = textOption(options, 'out') ?? FOLDER;
    const id = await engineId();
    const runs = await openIn(folder, () => KeptRuns.open<CardRun>(folder, `${id} card ${FORM}`, 1));

    const refused = new Map<string, Record<string, string>>();
    const places: Place[] = [];
    for (const [scheme, aqm] of aqms)
      for (const [i, row] of CARD_ROWS.entries()) {
        const lane = cardLane(row, line, aqm, engine);
        if (typeof lane === 'string') refused.set(scheme, { ...refused.get(scheme), [row.id]: lane });
        else for (let s = 1; s <= seeds; s++) places.push({ scheme, row: i, lane: { ...lane, seed: s } });
      }
    const found = await simulate(places, line, runs, folder);

    const cards = new Map<string, Card>();
    for (const [scheme] of aqms) {
      const own = places.flatMap((place, i) =>
        place.scheme === scheme ? [{ ...place, run: found[i] }] : [],
      );
      const rows: Record<string, readonly Cell[] | string> = { ...refused.get(scheme) };
      const tilt: Record<string, number> = {};
      for (const [i, row] of CARD_ROWS.entries()) {
        const of = own.flatMap(({ row: at, run }) => (at === i && run !== undefined ? [run.figures] : []));
        if (of.length > 0) rows[row.id] = cellsOf(row, of);
        const found = tiltOf(of);
        if (found !== null) tilt[row.id] = found;
      }
      const digest = createHash('sha256').update(own.map(({ run }) => run?.digest ?? '').join('\n'));
      cards.set(scheme, { rows, tilt, digest: digest.digest('hex').slice(0, 16) });
    }
    const book: CardBook = { engine: id, seeds, schemes: Object.fromEntries(cards) };
    const against = all ? book : await keptBook(wanted);
    if (options.store === true) {
      if (against.seeds !== seeds)
        throw new WrongUsage(`the kept cards have ${against.seeds} seeds; --store of some takes as many`);
      await writeFile(
        bookOf(wanted),
        bookText({ ...against, schemes: { ...against.schemes, ...book.schemes } }),
      );
    }
    const margins = new Map(
      [...aqms].map(([name, aqm]) => [name, marginsOf(name, aqm, line, engine)] as const),
    );
    const charges = await chargesOf(aqms, engine);
    const lines = [...cards].flatMap(([scheme, one]) => [
      ...linesOf(scheme, one, against),
      ...chargeLines(scheme, charges.get(scheme)),
    ]);
    return {
      json: {
        engine: id,
        line: line.id,
        seeds,
        cards: [...cards].map(([scheme, { digest, rows }]) => ({
          scheme,
          digest,
          rows: CARD_ROWS.map((row) => {
            const cells = rows[row.id];
            const base = { id: row.id, section: row.section };
            if (cells === undefined || typeof cells === 'string') return { ...base, none: cells ?? null };
            const one = cards.get(scheme);
            return {
              ...base,
              front: one === undefined ? null : frontDistance(against, one, row),
              figures: figuresOf(row).map((figure, k) => ({
                id: figure.id,
                unit: figure.unit,
                mean: cells[k]?.[0] ?? null,
                half: cells[k]?.[1] ?? null,
                ...(one === undefined ? {} : { better: beaten(against, one, row, figure.id)?.by ?? null }),
              })),
            };
          }),
          margins: margins.get(scheme) ?? [],
          ...charges.get(scheme),
        })),
      },
      table: () => ({
        columns: ['scheme', 'section', 'row', 'figure', 'unit', 'mean', 'half', 'better', 'of'],
        rows: lines,
      }),
      ...(options.json === true
        ? {}
        : { text: `${textOf(lines)}\n${[...margins].map(marginText).join('\n')}` }),
    };
  },
};

/** RFC 7928 sections 11 and 12; a program has no measured cost. */
interface Charges {
  readonly cost?: Cost;
  readonly knobs: Knobs;
}

async function chargesOf(
  aqms: ReadonlyMap<string, CardAqm>,
  engine: Engine,
): Promise<ReadonlyMap<string, Charges>> {
  const found = new Map<string, Charges>();
  const costs = (await keptJson<CostBook>('cost')) ?? {};
  for (const [name, { id, params = {} }] of aqms) {
    const entry = engine.catalogue.find((one) => one.id === id);
    const info = entry?.of?.(params) ?? entry;
    if (info === undefined) continue;
    const cost = costs[id];
    found.set(name, { ...(cost === undefined ? {} : { cost }), knobs: knobsOf(info) });
  }
  return found;
}

function chargeLines(scheme: string, charges: Charges | undefined): readonly Line[] {
  if (charges === undefined) return [];
  const { cost, knobs } = charges;
  const line = (section: string, row: string, figure: string, value: number): Line => [
    scheme,
    section,
    row,
    figure,
    '1',
    value,
    null,
    null,
    null,
  ];
  return [
    ...(cost === undefined
      ? []
      : [line('11', 'cost', 'time', cost.time), line('11', 'cost', 'bytes', cost.bytes)]),
    line('12', 'knobs', 'numbers', knobs.numbers),
    line('12', 'knobs', 'line', knobs.line.length),
  ];
}

/** Of the fluid model at one place of the card. */
interface Margin {
  readonly flows: number;
  /** The round trip without queueing, s. */
  readonly trip: number;
  /** Degrees; null without a crossover, or if `none` says why there is no loop. */
  readonly phase: number | null;
  /** A factor; null if the phase never is -180 degrees. */
  readonly gain: number | null;
  readonly stable: boolean | null;
  readonly none?: string;
}

const marginsOf = (
  name: string,
  aqm: CardAqm,
  line: CardLine,
  engine: Awaited<ReturnType<typeof loadEngine>>,
): readonly Margin[] =>
  marginPlaces(name, aqm, line).map((place): Margin => {
    const { flows, trip } = place;
    const lane = marginLane(place, engine);
    const seen =
      lane === undefined
        ? 'its defaults do not fit this line'
        : loopSeen(lane, engine.fluid(shortened(lane), { points: 2 }), 'exact');
    return typeof seen === 'string'
      ? { flows, trip, phase: null, gain: null, stable: null, none: seen }
      : { flows, trip, phase: seen.phase, gain: seen.gain, stable: seen.decay > 0 };
  });

/** For a terminal; one line if no place has a loop, and all for one reason. */
function marginText([scheme, all]: readonly [string, readonly Margin[]]): string {
  const [first] = all;
  if (first?.none !== undefined && all.every(({ none }) => none === first.none))
    return `${scheme}: no margins: ${first.none.replace(/\.$/, '')}`;
  return all
    .map(({ flows, trip, phase, gain, stable, none }) => {
      const value =
        none ??
        (stable === true
          ? `${phase === null ? 'no crossover' : `${phase.toFixed(0)} degrees`}, ${gain === null ? 'any gain' : `gain × ${Number(gain.toPrecision(2))}`}`
          : 'unstable');
      return `${scheme}: margins with ${flows} flows and ${1000 * trip} ms: ${value}`;
    })
    .join('\n');
}

/** The schemes and programs that are named, by a name for each. */
async function aqmsOf(names: readonly string[], engine: Engine): Promise<ReadonlyMap<string, CardAqm>> {
  // What is drawn or written by its user has no defaults to be judged.
  const known = engine.catalogue.map(({ id }) => id).filter((id) => id !== 'drawn' && id !== 'program');
  const found = new Map<string, CardAqm>();
  for (const name of names) {
    if (name === 'all') for (const id of known) found.set(id, { id });
    else if (name.endsWith('.aqm'))
      found.set(name, { id: 'program', params: { program: (await readProgram(name, engine)).text } });
    else if (known.includes(name)) found.set(name, { id: name });
    else {
      const nearest = didYouMean(name, known);
      throw new WrongUsage(
        `there is no scheme ${JSON.stringify(name)}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`,
      );
    }
  }
  return found;
}

/** The run of each place; what is kept is not run again. */
async function simulate(
  places: readonly Place[],
  line: CardLine,
  runs: KeptRuns<CardRun>,
  folder: string,
): Promise<readonly (CardRun | undefined)[]> {
  const found: (CardRun | undefined)[] = await Promise.all(
    places.map(({ lane }) => runs.find(runs.name(lane))),
  );
  const missing = places.flatMap((place, i) => (found[i] === undefined ? [{ ...place, i }] : []));
  process.stderr.write(
    `${places.length} runs, of which ${places.length - missing.length} are kept in ${folder} from before\n`,
  );
  if (missing.length > 0)
    await runJobs(
      missing.map(({ lane, row, i }) => ({
        lane,
        bins: 1,
        done: async (result) => {
          const of = CARD_ROWS[row];
          if (of === undefined) throw new Error('a place has a row');
          const run = { digest: result.digest, figures: cardFigures(of, line, result) };
          await runs.keep(runs.name(lane), run);
          found[i] = run;
        },
      })),
      {
        workers: Math.min(availableParallelism(), missing.length),
        runs: missing.length,
        packets: missing.reduce((sum, { lane }) => sum + estimateWork(lane), 0),
        stopped: () => `Stopped: run the same command again to continue from the runs kept in ${folder}.`,
      },
    );
  return found;
}

/** A scheme a line: changes of one are changes of one line. */
function bookText({ engine, seeds, schemes }: CardBook): string {
  const lines = Object.entries(schemes)
    .map(([id, one]) => `    ${JSON.stringify(id)}: ${JSON.stringify(one)}`)
    .sort();
  return `{\n  "engine": ${JSON.stringify(engine)},\n  "seeds": ${seeds},\n  "schemes": {\n${lines.join(',\n')}\n  }\n}\n`;
}

async function keptBook(line: CardLineId): Promise<CardBook> {
  return (await keptJson<CardBook>(line)) ?? { engine: '', seeds: 0, schemes: {} };
}

/** A file of models/cards; undefined if there is none. */
async function keptJson<T>(name: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(bookOf(name), 'utf8')) as T;
  } catch {
    return undefined;
  }
}

type Line = readonly (string | number | null)[];

function linesOf(scheme: string, one: Card, against: CardBook): readonly Line[] {
  return CARD_ROWS.flatMap((row): Line[] => {
    const cells = one.rows[row.id];
    if (cells === undefined || typeof cells === 'string')
      return [[scheme, row.section, row.id, cells ?? '', '', null, null, null, null]];
    return figuresOf(row).map(({ id, unit }, k): Line => {
      const rank = beaten(against, one, row, id);
      const [mean, half] = cells[k] ?? [null, null];
      return [scheme, row.section, row.id, id, unit, mean, half, rank?.by ?? null, rank?.of ?? null];
    });
  });
}

/** For a terminal. */
function textOf(lines: readonly Line[]): string {
  const text = (value: string | number | null | undefined) => (value == null ? '' : String(value));
  return lines
    .map(([scheme, section, row, figure, unit, mean, half, by, of]) =>
      [
        text(scheme).padEnd(18),
        text(section).padEnd(10),
        text(row).padEnd(15),
        text(figure).padEnd(10),
        mean === null
          ? ''
          : `${text(mean)}${half === null ? '' : ` ± ${text(half)}`}${unit === 's' ? ' s' : ''}`.padEnd(24),
        by === null ? '' : `${text(by)} of ${text(of)} better`,
      ]
        .join(' ')
        .trimEnd(),
    )
    .join('\n');
}
