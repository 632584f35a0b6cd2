import { availableParallelism } from 'node:os';
import { lanes, parseQuantity, validate, type Scenario } from '../../models/src/index.ts';
import { KNOB_INFO, KNOBS } from '../../models/src/knobs.ts';
import { BINS, faultsOfTask, SEEDS } from '../../models/src/lesson/goals.ts';
import { isKnob, type Task } from '../../models/src/lesson/task.ts';
import { infoOf } from '../../models/src/info-of.ts';
import { search, type Found, type Judged, type Tuned } from '../../models/src/tune/search.ts';
import { createClient, loadEngine } from '../../wasm/src/node.ts';
import { Refused, textOption, wholeNumber, WrongUsage, type Command } from '../command.ts';
import { load } from '../input.ts';
import { note } from '../note.ts';

const POINTS = 64;

export const tune: Command = {
  summary: 'search parameter values that reach given goals',
  help: `aqm tune <scenario.json | link | -> --vary LIST --goals LIST [--over KNOB=VALUES] [--points N] [--json] [--format json|csv]

Searches values of parameters that reach every goal under every condition, and says so if there are none. The search
makes the distance of the worst goal from its limit as large as possible. All points run with the same seeds, the
better ones with more seeds. ${SEEDS} other seeds judge the result; half of the smallest and twice the largest
condition show whether it also holds outside of the conditions.

  --vary LIST    parameters of the first lane (or B.name: of the second) and their ranges: "max_p=0.01..0.5:log;
                 min_th=5..40"
  --goals LIST   "queueing_delay_mean(A) < 0.02; loss_ratio(A) < 0.03", in SI units; a lane by its letter
  --over K=V     conditions: ${KNOBS.map((knob) => knob).join(', ')}, as "flows=5,30,100"
  --points N     number of points with one seed; default ${POINTS}
  --json         JSON also at a terminal, which otherwise gets sentences
`,
  options: {
    vary: { type: 'string' },
    goals: { type: 'string' },
    over: { type: 'string' },
    points: { type: 'string' },
    json: { type: 'boolean' },
  },
  arguments: 1,
  async run([source], options) {
    if (source === undefined) throw new WrongUsage('a scenario is missing');
    const engine = await loadEngine();
    const scenario = await load(source, engine);
    const names = parts(textOption(options, 'vary'), 'vary');
    const tuned = names.map((text) => tunedIn(text, scenario, engine.catalogue));
    const task: Task = {
      text: '',
      goals: parts(textOption(options, 'goals'), 'goals'),
      over: overIn(textOption(options, 'over')),
    };
    const faults = faultsOfTask(task, scenario);
    if (faults.length > 0) throw new Refused(faults.join('\n'));
    const points = wholeNumber(options, 'points', 4, 4096) ?? POINTS;
    note(
      `aqm: ${points} points of ${tuned.length} ${tuned.length === 1 ? 'parameter' : 'parameters'} are tried\n`,
    );
    const client = createClient({ size: availableParallelism() });
    const found = await search(
      { task, scenario, tuned, points },
      {
        catalogue: engine.catalogue,
        check: (changed) => validate(changed, engine),
        run: (lane) => client.ask('run', { lane, bins: BINS }),
      },
    )
      .catch((error: unknown) => {
        throw error instanceof RangeError ? new Refused(error.message) : error;
      })
      .finally(() => client.close());
    const values = Object.fromEntries(
      tuned.map(({ place }, i) => [place.join('.'), found.values[i] ?? NaN] as const),
    );
    const reportOf = (judged: readonly Judged[]) =>
      judged.flatMap(({ condition, goals }) =>
        goals.map(({ goal, verdict, left, right }) => ({
          condition: condition.value === null ? null : { [condition.label]: condition.value },
          goal,
          verdict,
          left,
          right,
        })),
      );
    const report = reportOf(found.report);
    return {
      json: {
        met: found.met,
        values,
        report,
        beyond: found.beyond === null ? null : reportOf(found.beyond),
        tried: found.tried.length,
        slack: { now: found.now.slack, found: slackAt(found) },
        refused: found.refused,
        scenario: found.scenario,
      },
      table: () => ({
        columns: [...tuned.map(({ place }) => place.join('.')), ...task.goals, 'slack', 'seeds'],
        rows: found.tried.map(({ values: at, each, slack, seeds }) => [...at, ...each, slack, seeds]),
      }),
      ...(options.json === true
        ? {}
        : {
            text: [
              found.met
                ? `These values reach every goal (${found.tried.length} points were tried):`
                : `No values of these ranges reach every goal for certain (${found.tried.length} points ` +
                  'were tried). The nearest:',
              ...Object.entries(values).map(([name, value]) => `  ${name} = ${value}`),
              `Slack of the worst goal: ${percent(slackAt(found))}; with the present values ${percent(found.now.slack)}.`,
              `With ${SEEDS} other seeds:`,
              ...report.map(lineOf),
              ...(found.beyond === null
                ? []
                : ['Beyond the conditions:', ...reportOf(found.beyond).map(lineOf)]),
              '',
            ].join('\n'),
          }),
    };
  },
};

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
/** Of the values that were found. */
const slackAt = ({ tried, values }: Found): number =>
  tried.find((one) => one.values.every((value, i) => value === values[i]))?.slack ?? NaN;

const WORDS = { holds: 'reached', unclear: 'not certain', fails: 'not reached' } as const;

function lineOf({
  condition,
  goal,
  verdict,
  left,
}: {
  readonly condition: Readonly<Record<string, number>> | null;
  readonly goal: string;
  readonly verdict: keyof typeof WORDS;
  readonly left: number | null;
}): string {
  const under = Object.entries(condition ?? {}).map(([name, value]) => `${name} ${value}: `);
  return `  ${under.join('')}${goal}: ${WORDS[verdict]} (${left === null ? 'no value' : Number(left.toPrecision(4))})`;
}

export function parts(text: string | undefined, name: string): readonly string[] {
  const found = (text ?? '').split(';').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]));
  if (found.length === 0) throw new WrongUsage(`--${name} is missing`);
  return found;
}

/** "B.max_p=0.01..0.5:log" */
function tunedIn(text: string, scenario: Scenario, catalogue: Parameters<typeof infoOf>[0]): Tuned {
  const [, letter = 'A', name = '', low = '', high = '', log] =
    /^(?:([A-Z])\.)?(\w+)\s*=\s*(.+?)\.\.(.+?)(:log)?$/.exec(text) ?? [];
  if (name === '')
    throw new WrongUsage(`--vary takes NAME=FROM..TO or NAME=FROM..TO:log, not ${JSON.stringify(text)}`);
  const index = letter.charCodeAt(0) - 65;
  const lane = lanes(scenario)[index];
  if (lane === undefined) throw new WrongUsage(`--vary ${text}: there is no lane ${letter}`);
  const info = infoOf(catalogue, lane.aqm);
  const param = info?.params.find((one) => one.name === name);
  if (param === undefined || (param.kind !== 'number' && param.kind !== 'integer')) {
    const known = info?.params.flatMap((one) =>
      one.kind === 'number' || one.kind === 'integer' ? [one.name] : [],
    );
    throw new WrongUsage(
      `--vary ${text}: ${lane.aqm.id} has no number ${name}; it has ${known?.join(', ') ?? 'none'}`,
    );
  }
  const [from, to] = [low, high].map((one) => {
    const parsed = parseQuantity(one, param.unit);
    if (!parsed.ok) throw new WrongUsage(`--vary ${text}: ${JSON.stringify(one)}: ${parsed.rule}`);
    return parsed.value;
  });
  if (from === undefined || to === undefined || !(from < to))
    throw new WrongUsage(`--vary ${text}: FROM must be below TO`);
  if (log !== undefined && from <= 0) throw new WrongUsage(`--vary ${text}: with :log FROM must be above 0`);
  return {
    place: ['lanes', index, 'aqm', 'params', name],
    span: { from, to, scale: log === undefined ? 'linear' : 'log', whole: param.kind === 'integer' },
  };
}

/** "flows=5,30,100" */
function overIn(text: string | undefined): Task['over'] {
  if (text === undefined) return null;
  const [knob = '', list = ''] = text.split('=');
  if (!isKnob(knob))
    throw new WrongUsage(`--over takes one of ${KNOBS.join(', ')}, not ${JSON.stringify(knob)}`);
  const values = list.split(',').map((one) => {
    const parsed = parseQuantity(one.trim(), KNOB_INFO[knob].unit);
    if (!parsed.ok) throw new WrongUsage(`--over ${text}: ${JSON.stringify(one)}: ${parsed.rule}`);
    return parsed.value;
  });
  return { knob, values };
}
