import { availableParallelism } from 'node:os';
import { lanes, parseQuantity, validate, type Scenario } from '../../models/src/index.ts';
import { observedLink } from '../../models/src/chain.ts';
import { infoOf } from '../../models/src/info-of.ts';
import { KNOB_INFO, KNOBS } from '../../models/src/knobs.ts';
import { isKnob } from '../../models/src/lesson/task.ts';
import {
  design as designed,
  extremes,
  gridOf,
  hardestCorner,
  RULES,
  scenarioAt,
  WISH_NAMES,
  WISHES,
  type At,
  type Side,
  type Varied,
  type Wishes,
} from '../../models/src/tune/design.ts';
import { rangesOf } from '../../models/src/tune/ranges.ts';
import type { LaneScenario, Params } from '../../models/src/types.ts';
import { loopSeen, shortened } from '../../wasm/src/loop-seen.ts';
import { createClient, loadEngine } from '../../wasm/src/node.ts';
import { EngineError, type FluidEngine } from '../../wasm/src/types.ts';
import { Refused, textOption, wholeNumber, WrongUsage, type Command, type Options } from '../command.ts';
import { load } from '../input.ts';
import { note } from '../note.ts';
import { CHOICES, fluidChoice, oneOf } from './fluid.ts';
import { parts } from './tune.ts';

const POINTS = 32;
const GRID = 3;

export const design: Command = {
  summary: 'parameters whose margins hold over a box of flows, round trips and rates',
  help: `aqm design <scenario.json | link | -> --box LIST --wish LIST [--vary LIST] [--lane K] [--points N] [--grid N]
          [--packets] [--linearisation exact|hollot] [--form continuous|sampled] [--delay explicit|implicit]
          [--drops effective|law] [--windows mean|spread] [--clock round_trip|acknowledgements]
          [--losses recovery|halving] [--json] [--format json|csv]

Searches parameters of a lane with which the fluid model has the wished margins at every point of a box. If there are
several, the command takes those whose slowest point returns to equilibrium fastest; if there are none, it says so and
writes the nearest. The certificate has the worst point and the smallest of each margin, over corners, a grid inside,
and a descent from the worst points of the grid. As CSV: every point that was examined.

  --box LIST     sides of the box: "flows=60..200; rtt=50ms..200ms; rate=10Mbit/s..20Mbit/s", of
                 ${KNOBS.join(', ')}
  --wish LIST    "phase=45; gain=2; delay=20ms; decay=0.2; wait=50ms": the least phase margin (degrees), gain margin
                 (factor), delay margin (s), decay rate (1/s), and the largest queueing delay at rest
  --vary LIST    parameters and their ranges: "w_q=1e-7..0.01:log; max_p=0.02..0.5". "a-b=1e-8..1e-4:log" sets b from
                 the difference, which is PI's integral gain. Default: the parameters of the law, from a quarter to
                 four times their present values
  --lane K       the lane; the first is 0
  --points N     number of values before the search narrows; default ${POINTS}
  --grid N       points on each side of the box in the search; default ${GRID}. The certificate has 2 N - 1
  --packets      simulates packets at the corners of the box with the found values, to compare with the model's
                 equilibrium
  --linearisation L   margins by the exact linearisation (default) or by Hollot's (2001)
  --json         JSON also at a terminal, which otherwise gets sentences
`,
  options: {
    box: { type: 'string' },
    wish: { type: 'string' },
    vary: { type: 'string' },
    lane: { type: 'string' },
    points: { type: 'string' },
    grid: { type: 'string' },
    packets: { type: 'boolean' },
    linearisation: { type: 'string' },
    json: { type: 'boolean' },
    ...CHOICES,
  },
  arguments: 1,
  async run([source], options) {
    if (source === undefined) throw new WrongUsage('a scenario is missing');
    const choice = fluidChoice(options);
    const kind = oneOf(options, 'linearisation', ['exact', 'hollot']) ?? 'exact';
    const engine = await loadEngine();
    const scenario = await load(source, engine);
    const index = wholeNumber(options, 'lane', 0, lanes(scenario).length - 1) ?? 0;
    const lane = lanes(scenario)[index];
    if (lane === undefined) throw new WrongUsage(`--lane: there is no lane ${index}`);
    const box = parts(textOption(options, 'box'), 'box').map(sideIn);
    const wishes = wishesIn(parts(textOption(options, 'wish'), 'wish'));
    const varied = variedIn(options, lane, engine);
    const wish = {
      scenario,
      lane: index,
      varied,
      wishes,
      box,
      points: wholeNumber(options, 'points', 4, 4096) ?? POINTS,
      grid: wholeNumber(options, 'grid', 2, 9) ?? GRID,
      present: presentOf(lane, engine),
      starts: ruleOf(scenario, index, box, engine),
    };
    const client = createClient({ size: availableParallelism() });
    try {
      const found = await designed(wish, {
        check: (changed) => validate(changed, engine),
        look: (at) => {
          try {
            return Promise.resolve(loopSeen(at, engine.fluid(shortened(at), { ...choice, points: 2 }), kind));
          } catch (error) {
            // A place of the box may be outside of what the scheme takes.
            if (error instanceof EngineError) return Promise.resolve(error.message);
            throw error;
          }
        },
      });
      const { certificate } = found;
      const worst = extremes(wishes, certificate);
      const packets = options.packets === true ? await atCorners(found.scenario) : null;
      async function atCorners(made: Scenario) {
        return Promise.all(
          gridOf(box, 2).map(async (at) => {
            const there = lanes(scenarioAt(made, box, at))[index];
            if (there === undefined) throw new RangeError(`There is no lane ${index}.`);
            const { metrics } = await client.ask('run', { lane: there, bins: 1 });
            const rest = engine.fluid(shortened(there), { ...choice, points: 2 }).model?.rest.queue ?? null;
            const { queue_mean, queue_std, utilization, loss_ratio } = metrics;
            return { at, rest, queue_mean, queue_std, utilization, loss_ratio };
          }),
        );
      }
      const json = {
        met: certificate.met,
        values: found.params,
        worst: worst.map(({ wish: name, value, at }) => ({
          margin: name,
          value,
          wanted: wishes[name] ?? null,
          at,
        })),
        worst_place: certificate.worst,
        places: certificate.places.length,
        tried: found.tried,
        refused: found.refused,
        ...(packets && { packets }),
        scenario: found.scenario,
      };
      const lineOf = ({ wish: name, value, at }: (typeof worst)[number]) => {
        const { label, unit, sign } = WISHES[name];
        const wanted = wishes[name];
        const have =
          value === null
            ? 'no crossover'
            : `${Number(value.toPrecision(4))} ${unit === '1' ? '' : unit}`.trim();
        const limit =
          wanted === undefined ? '' : ` (wanted ${sign === '>' ? 'at least' : 'at most'} ${wanted})`;
        return `  ${label} ${have}${limit} at ${placeText(at)}`;
      };
      return {
        json,
        table: () => ({
          columns: [...box.map(({ knob }) => knob), ...WISH_NAMES, 'reason'],
          rows: certificate.places.map(({ at, seen }) => [
            ...box.map(({ knob }) => at[knob]),
            ...WISH_NAMES.map((name) => (typeof seen === 'string' ? null : seen[name])),
            typeof seen === 'string' ? seen : '',
          ]),
        }),
        ...(options.json === true
          ? {}
          : {
              text: [
                certificate.met
                  ? `These values keep every margin over the box (${found.tried} values were tried):`
                  : `No values that were tried keep every margin over the box (${found.tried}). The nearest:`,
                ...Object.entries(found.params).map(([name, value]) => `  ${name} = ${value}`),
                `Worst of ${certificate.places.length} places:`,
                ...worst.map(lineOf),
                ...(typeof certificate.worst.seen === 'string'
                  ? [`  at ${placeText(certificate.worst.at)}: ${certificate.worst.seen}`]
                  : []),
                ...(packets === null ? [] : ['Packets at the corners:', ...packets.map(packetLine)]),
                '',
              ].join('\n'),
            }),
      };
    } catch (error) {
      if (error instanceof RangeError || (error instanceof Error && error.name === 'PointError'))
        throw new Refused(error.message);
      throw error;
    } finally {
      client.close();
    }
  },
};

const placeText = (at: At): string =>
  Object.entries(at)
    .map(([knob, value]) => `${knob} ${value}`)
    .join(', ');

const short = (value: number | null): string =>
  value === null ? 'none' : String(Number(value.toPrecision(4)));

function packetLine(one: {
  readonly at: At;
  readonly rest: number | null;
  readonly queue_mean: number | null;
  readonly queue_std: number | null;
  readonly utilization: number | null;
}): string {
  return (
    `  ${placeText(one.at)}: queue ${short(one.queue_mean)} packets, standard deviation ${short(one.queue_std)} ` +
    `(rest of the model ${short(one.rest)}), utilization ${short(one.utilization)}`
  );
}

/** "rtt=50ms..200ms" */
function sideIn(text: string): Side {
  const [, knob = '', low = '', high = ''] = /^(\w+)\s*=\s*(.+?)\.\.(.+)$/.exec(text) ?? [];
  if (!isKnob(knob))
    throw new WrongUsage(
      `--box takes KNOB=FROM..TO with one of ${KNOBS.join(', ')}, not ${JSON.stringify(text)}`,
    );
  const [from, to] = [low, high].map((one) => quantity(one, KNOB_INFO[knob].unit, `--box ${text}`));
  if (from === undefined || to === undefined || !(from <= to))
    throw new WrongUsage(`--box ${text}: FROM must not be above TO`);
  return { knob, from, to };
}

function quantity(text: string, unit: string, place: string): number {
  const parsed = parseQuantity(text.trim(), unit);
  if (!parsed.ok) throw new WrongUsage(`${place}: ${JSON.stringify(text)}: ${parsed.rule}`);
  return parsed.value;
}

/** "phase=45" */
function wishesIn(list: readonly string[]): Wishes {
  return Object.fromEntries(
    list.map((text) => {
      const [name = '', value = ''] = text.split('=').map((part) => part.trim());
      const wish = WISH_NAMES.find((one) => one === name);
      if (wish === undefined)
        throw new WrongUsage(
          `--wish takes NAME=VALUE with one of ${WISH_NAMES.join(', ')}, not ${JSON.stringify(text)}`,
        );
      const wanted =
        WISHES[wish].unit === 's'
          ? quantity(value, 's', `--wish ${text}`)
          : value === ''
            ? NaN
            : Number(value);
      if (!(wanted > 0)) throw new WrongUsage(`--wish ${text}: ${WISHES[wish].label} must be above 0`);
      return [wish, wanted];
    }),
  );
}

/** "w_q=1e-7..0.01:log", "a-b=1e-8..1e-4:log" */
function variedIn(options: Options, lane: LaneScenario, engine: FluidEngine): readonly Varied[] {
  const params = infoOf(engine.catalogue, lane.aqm)?.params ?? [];
  const numbers = params.filter(({ kind }) => kind === 'number' || kind === 'integer');
  const known = numbers.map((one) => one.name).join(', ') || 'none';
  const paramOf = (name: string, text: string) => {
    const param = numbers.find((one) => one.name === name);
    if (param === undefined)
      throw new WrongUsage(`--vary ${text}: ${lane.aqm.id} has no number ${name}; it has ${known}`);
    return param;
  };
  const given = textOption(options, 'vary');
  if (given === undefined) {
    const chosen = rangesOf(params, presentOf(lane, engine)).filter((one) => one.chosen);
    if (chosen.length === 0)
      throw new WrongUsage(`--vary is missing, and ${lane.aqm.id} has no number above 0`);
    return chosen.map(({ param, span }) => ({ param: param.name, minuend: null, span }));
  }
  return parts(given, 'vary').map((text) => {
    const [, first = '', second, low = '', high = '', log] =
      /^(\w+)\s*(?:-\s*(\w+)\s*)?=\s*(.+?)\.\.(.+?)(:log)?$/.exec(text) ?? [];
    if (first === '')
      throw new WrongUsage(`--vary takes NAME=FROM..TO or NAME=FROM..TO:log, not ${JSON.stringify(text)}`);
    const param = paramOf(second ?? first, text);
    if (second !== undefined) paramOf(first, text);
    const [from, to] = [low, high].map((one) => quantity(one, param.unit, `--vary ${text}`));
    if (from === undefined || to === undefined || !(from < to))
      throw new WrongUsage(`--vary ${text}: FROM must be below TO`);
    if (log !== undefined && from <= 0)
      throw new WrongUsage(`--vary ${text}: with :log FROM must be above 0`);
    return {
      param: param.name,
      minuend: second === undefined ? null : first,
      span: { from, to, scale: log === undefined ? 'linear' : 'log', whole: param.kind === 'integer' },
    };
  });
}

/** The values of the lane, with the defaults where it sets none. */
function presentOf(lane: LaneScenario, engine: FluidEngine): Params {
  const { rate, buffer } = observedLink(lane);
  const link = { rate, buffer, packetSize: lane.network.packet_size };
  return engine.resolve(lane.aqm.id, lane.aqm.params, link).params;
}

/** What Hollot's rule gives for the hardest corner. */
function ruleOf(
  scenario: Scenario,
  index: number,
  box: readonly Side[],
  engine: FluidEngine,
): readonly Params[] {
  const hardest = lanes(scenarioAt(scenario, box, hardestCorner(box)))[index];
  const rule = RULES.find((one) => one === hardest?.aqm.id);
  if (hardest === undefined || rule === undefined) return [];
  try {
    return [engine.design(hardest, rule).params];
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    note(`aqm: Hollot's rule does not apply to the hardest corner: ${error.message}\n`);
    return [];
  }
}
