import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { didYouMean, estimateWork } from '../../models/src/index.ts';
import { CARD_LINES, cardLine, isCardLine } from '../../models/src/cards/index.ts';
import { PACKET } from '../../models/src/cards/lines.ts';
import {
  beatsOf,
  STAND_FIGURES,
  standingOf,
  standPlan,
  type KeptStanding,
  type StandFigures,
} from '../../models/src/tune/stand.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import { textOption, wholeNumber, WrongUsage, type Command } from '../command.ts';
import { engineId } from '../kept.ts';
import { needProject } from '../project.ts';
import { runJobs } from '../runner.ts';

const ROWS = 32;
const FOLDER = new URL('../../models/stand/', import.meta.url);
/** Digits of stored figures. */
const DIGITS = 4;

export const defaults: Command = {
  summary: 'how much the parameters of a scheme matter, and where its defaults beat RED and CoDel',
  help: `aqm defaults <scheme | all> [--line ID] [--rows N] [--store] [--json] [--format json|csv]

Varies the parameters of a scheme at random from half to twice their defaults, together with the number of flows (from
2 to the bandwidth-delay product in packets) and the round trip (20 to 200 ms). For waiting, goodput and loss it
writes the first and total indices of Sobol with 95 % intervals, the share of the random values that are better than
the defaults under the same conditions, and the share of the conditions in which the defaults are better than those of
RED and CoDel. Every run has the same seed. At most eight parameters vary, those of the law first. As CSV: the
indices. "all", with --store, makes the study of every scheme again that has one in models/stand/.

  --line ID   the line: ${CARD_LINES.map(({ id, name }) => `${id} (${name})`).join(', ')}. Left out: ${CARD_LINES[0].id}
  --rows N    rows of Saltelli's design; a row has two runs more than there are quantities; default ${ROWS}
  --store     writes models/stand/SCHEME.json, which the page shows
  --json      JSON also at a terminal, which otherwise gets sentences
`,
  options: {
    line: { type: 'string' },
    rows: { type: 'string' },
    store: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  arguments: 1,
  async run([scheme = ''], options) {
    if (options.store === true) needProject();
    if (scheme === 'all') return everyScheme(options);
    const wanted = textOption(options, 'line') ?? CARD_LINES[0].id;
    if (!isCardLine(wanted))
      throw new WrongUsage(
        `--line is ${CARD_LINES.map(({ id }) => id).join(', ')}, not ${JSON.stringify(wanted)}`,
      );
    const rows = wholeNumber(options, 'rows', 4, 4096) ?? ROWS;
    const line = cardLine(wanted);
    const engine = await loadEngine();
    const known = engine.catalogue.map(({ id }) => id).filter((id) => id !== 'drawn' && id !== 'program');
    if (!known.includes(scheme)) {
      const nearest = didYouMean(scheme, known);
      throw new WrongUsage(
        `there is no scheme ${JSON.stringify(scheme)}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`,
      );
    }
    const link = { rate: line.rate, buffer: line.buffer, packetSize: PACKET };
    const plan = standPlan(scheme, line, rows, engine.resolve(scheme, {}, link).params, engine);
    if (!plan.runs.some(({ role }) => role === 'default'))
      throw new WrongUsage(`the defaults of ${scheme} do not fit this line; --line has others`);
    const found: StandFigures[] = plan.runs.map(() => []);
    const digests: string[] = [];
    await runJobs(
      plan.runs.map(({ lane }, i) => ({
        lane,
        bins: 1,
        done: ({ metrics, digest }) => {
          digests[i] = digest;
          const { queueing_delay_p95, goodput, loss_ratio } = metrics;
          found[i] = [queueing_delay_p95, goodput === null ? null : goodput / line.rate, loss_ratio];
        },
      })),
      {
        workers: Math.min(availableParallelism(), plan.runs.length),
        runs: plan.runs.length,
        packets: plan.runs.reduce((sum, { lane }) => sum + estimateWork(lane), 0),
        stopped: () => 'Stopped.',
      },
    );
    const { figures, conditions } = standingOf(plan, found);
    const beats = beatsOf(conditions);
    const digest = createHash('sha256').update(digests.join('\n')).digest('hex').slice(0, 16);
    const quantities = plan.quantities.map(({ name, span: { from, to } }) => ({ name, from, to }));
    if (options.store === true) {
      const kept: KeptStanding = {
        engine: await engineId(),
        line: wanted,
        rows,
        runs: plan.runs.length,
        digest,
        quantities,
        figures,
        conditions,
      };
      await mkdir(FOLDER, { recursive: true });
      await writeFile(new URL(`${scheme}.json`, FOLDER), keptText(kept));
    }
    const names = plan.quantities.map(({ name }) => name);
    const percent = (share: number | null) =>
      share === null ? 'none observed' : `${Math.round(100 * share)} %`;
    return {
      json: {
        scheme,
        line: line.id,
        rows,
        runs: plan.runs.length,
        refused: plan.refused,
        digest,
        quantities,
        figures,
        beats,
      },
      table: () => ({
        columns: [
          'figure',
          'quantity',
          'first',
          'first_low',
          'first_high',
          'total',
          'total_low',
          'total_high',
        ],
        rows: figures.flatMap(({ figure, indices }) =>
          names.map((name, i) => {
            const [first, total] = [indices?.first[i], indices?.total[i]];
            return [
              figure,
              name,
              first?.value,
              ...(first?.ci95 ?? [null, null]),
              total?.value,
              ...(total?.ci95 ?? [null, null]),
            ];
          }),
        ),
      }),
      ...(options.json === true
        ? {}
        : {
            text: [
              ...STAND_FIGURES.flatMap(({ label }, f) => {
                const { indices = null, better = null } = figures[f] ?? {};
                if (indices === null) return [`${label}: too few complete rows, or nothing varies`];
                const order = names
                  .flatMap((name, i) => {
                    const total = indices.total[i];
                    return total === undefined ? [] : [{ name, total }];
                  })
                  .sort((a, b) => b.total.value - a.total.value);
                return [
                  `${label}: share of the variance that goes with each quantity (total index), ${indices.rows} rows`,
                  ...order.map(
                    ({ name, total: { value, ci95 } }) =>
                      `  ${name.padEnd(20)} ${value.toFixed(2)} (${ci95.map((end) => end.toFixed(2)).join(' to ')})`,
                  ),
                  ...(better === null
                    ? []
                    : [`  ${percent(better)} of the drawn values are better than the defaults`]),
                ];
              }),
              'Conditions in which the defaults are better (waiting, goodput, loss):',
              ...beats.map(
                ({ other, flows, rtt, of, better }) =>
                  `  than ${other}, ${flows} flows, ${rtt} round trips: ${better.map(percent).join(', ')} of ${of}`,
              ),
              '',
            ].join('\n'),
          }),
    };
  },
};

/** The stored studies, made again one after the other. */
async function everyScheme(options: Parameters<Command['run']>[1]): ReturnType<Command['run']> {
  if (options.store !== true) throw new WrongUsage('"all" writes the stored studies again: it needs --store');
  const schemes = (await readdir(FOLDER)).map((file) => file.replace(/\.json$/, '')).sort();
  const made: { readonly scheme: string; readonly runs: number; readonly digest: string }[] = [];
  for (const scheme of schemes) {
    await defaults.run([scheme], options);
    const { runs, digest } = JSON.parse(
      await readFile(new URL(`${scheme}.json`, FOLDER), 'utf8'),
    ) as KeptStanding;
    made.push({ scheme, runs, digest });
  }
  return {
    json: made,
    table: () => ({
      columns: ['scheme', 'runs', 'digest'],
      rows: made.map(({ scheme, runs, digest }) => [scheme, runs, digest]),
    }),
  };
}

/** Numbers with few digits, one condition a line. */
function keptText(kept: KeptStanding): string {
  const short = (value: unknown): string =>
    JSON.stringify(value, (key, one: unknown) =>
      // The round trip belongs to the document of the run.
      typeof one === 'number' && key !== 'trip' ? Number(one.toPrecision(DIGITS)) : one,
    );
  const fields = Object.entries(kept).map(([name, value]) => {
    const text =
      name === 'figures' || name === 'conditions'
        ? `[\n    ${(value as readonly unknown[]).map(short).join(',\n    ')}\n  ]`
        : JSON.stringify(value);
    return `  ${JSON.stringify(name)}: ${text}`;
  });
  return `{\n${fields.join(',\n')}\n}\n`;
}
