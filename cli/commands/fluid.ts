import { complete, lanes } from '../../models/src/index.ts';
import { WIDE } from '../../models/src/agreement.ts';
import { KNOB_NAMES, knobNamed } from '../../models/src/knobs.ts';
import { laneDocument } from '../../wasm/src/fluid-document.ts';
import { wholeRange } from '../../wasm/src/fluid.ts';
import { EngineFailure } from '../../wasm/src/module.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import {
  EngineError,
  type FluidChoice,
  type FluidModel,
  type FluidOptions,
  type FluidResult,
  type CurvesRequest,
  type CyclesRequest,
  type HopfPoint,
  type MapKnob,
} from '../../wasm/src/types.ts';
import {
  Refused,
  textOption,
  wholeNumber,
  WrongUsage,
  type Command,
  type Options,
  type Table,
} from '../command.ts';
import { load } from '../input.ts';
import { note } from '../note.ts';

/** Options that choose how a lane becomes a fluid model. */
export const CHOICES = {
  form: { type: 'string' },
  delay: { type: 'string' },
  drops: { type: 'string' },
  windows: { type: 'string' },
  clock: { type: 'string' },
  losses: { type: 'string' },
} as const;

export const fluid: Command = {
  summary: 'solve and analyse the fluid model of a scenario',
  help: `aqm fluid <scenario.json | link | -> [--lane K] [--points N] [--tolerance X] [--form continuous|sampled]
          [--delay explicit|implicit] [--drops effective|law] [--windows mean|spread]
          [--clock round_trip|acknowledgements] [--losses recovery|halving] [--hopf Q] [--cycles Q=A:B]
          [--curves Q=A:B,Q=A:B] [--format json|csv]

Writes {"scenario": …, "lanes": [model, …]}: for each lane the solution of the TCP/AQM fluid model (Misra, Gong and
Towsley 2000) as columns, its equilibrium, gain, phase and delay margins (Hollot et al. 2001) and the rightmost
characteristic roots. "equilibria" has all equilibria that were found, each with its residual in the model's
equations, whether it is stable, whether the solution reaches it, and whether it is one of a set (as for a law that
adapts). "equilibrium" and all values that depend on it belong to the reached equilibrium, or else to the first.
"outlook" is the behaviour of the queue most of the time ("steady", "swing", "full", "empty"), and its "swing" is the
probability that packets swing. "band" is the random variation of the queue around a stable equilibrium: standard
deviations, the range that contains the queue with a probability of 90 %, and the power density of the queue
(packets^2 / Hz, one-sided) over "omega" (rad/s). Its "mean" and "loss" are queue and probability of the equilibrium,
or, where the law keeps the queue empty (AVQ), of the queue that chance makes there, without a density. "measured" is
the error of this scheme's model in the grid of aqm agreement, or ("wide") in its grid of large windows if a window at
rest, without the packets that wait, is at least ${WIDE.least} packets: error of the mean queue at the median and at
the 90th percentile; "approximate" means more than 10 % or 25 %, and "apart" says why. If the AQM of a lane has no fluid
counterpart, the lane states the reason. With CUBIC one root is exactly 0 (W_max is constant to first order) and does not count as a root on
the right; if it is the rightmost root, the linear analysis does not decide. If the rightmost root is not found within
about a second, "roots" is empty; "roots_in_right_half_plane" is null if the roots cannot be counted. As CSV: the
columns of the solutions.

  --lane K        only this lane; the first is 0
  --points N      times of the even grid from 0 to the duration, 2 to 1000000; default 1001
  --tolerance X   local error of the solver, 1e-13 to 0.01; default 1e-6
  --form F        controllers as differential equations (continuous, default) or with the timer of a router (sampled)
  --delay D       senders react to t - R(t) (explicit, default) or to theta with theta + R(theta) = t (implicit)
  --drops D       the drop curve with the effect of the spacing of drops (effective, default) or the curve itself
                  (law)
  --windows W     with --losses halving: every flow has the mean window (mean, default) or windows vary as with random
                  losses (spread). With recovery, windows always vary
  --clock C       with --losses halving: senders send a window evenly over a round trip (round_trip, default) or when
                  acknowledgements come (acknowledgements). With recovery, Reno always sends when acknowledgements come
  --losses L      senders repair losses by recovery and time-outs, and answer one mark in each round trip, as in
                  docs/fluid-model.md (recovery, default); or each loss or mark halves the window at once, as in the
                  literature (halving)
  --hopf Q        adds the value of Q at which stability is lost, nearest to the lane's value, and the oscillation
                  there: "hopf": {"parameter", "value", "omega"} in SI units and rad/s; null, and a "message", if
                  there is no such value: then "modelled" of the "tried" values between "from" and "to" have a
                  linear model. An oscillation of A packets grows at the rate slope (value - point) + bend A^2: it
                  begins softly if "bend" < 0, with a jump if "bend" > 0; "lyapunov" is bend / omega;
                  null, and "onset", if the law is not smooth there. Q is flows, rtt, rate, buffer, load, or a
                  parameter of the lane's AQM: aqm.params.max_p
  --cycles Q=A:B  adds rests and limit cycles along Q from A to B in SI units, evenly over the logarithm if A > 0:
                  "cycles": {"value", "queue", "growth", "points", "branches"}, as in docs/fluid-model.md
  --curves Q=A:B,Q=A:B
                  adds the curves over two quantities along which stability is lost: "curves": [{"x", "y", "omega",
                  "bend"}], x and y in SI units; "bend" as of --hopf, 0 if it is not known
`,
  options: {
    lane: { type: 'string' },
    points: { type: 'string' },
    tolerance: { type: 'string' },
    ...CHOICES,
    hopf: { type: 'string' },
    cycles: { type: 'string' },
    curves: { type: 'string' },
  },
  arguments: 1,
  async run([source], options) {
    if (source === undefined) throw new WrongUsage('a scenario is missing');
    const choice = fluidOptions(options);
    const knob = knobOption(options);
    const range = rangeOption(options);
    const plane = planeOption(options);
    for (const name of ['hopf', 'cycles', 'curves'])
      if (options.format === 'csv' && options[name] !== undefined)
        throw new WrongUsage(`--${name} is only in JSON; --format csv writes the solution over time`);
    const engine = await loadEngine();
    const scenario = await load(source, engine);
    const all = lanes(scenario);
    const only = wholeNumber(options, 'lane', 0, all.length - 1);
    const results = all
      .filter((_, i) => only === undefined || i === only)
      .map((lane) => {
        try {
          const result = engine.fluid(lane, choice);
          const along = knob && result.model && { lane, knob, choice };
          const cycles = range && result.model && engine.cycles({ lane, along: range, choice });
          const curves = plane && result.model && engine.curves({ lane, ...plane, choice }).curves;
          return { result, hopf: along && engine.hopf(along), cycles, curves };
        } catch (error) {
          if (error instanceof EngineError)
            throw new Refused(`${lane.label}: ${error.message}; --lane chooses one lane`);
          if (error instanceof EngineFailure)
            throw new Refused(`${lane.label}: the fluid model could not be solved. ${error.message}.`);
          throw error;
        }
      });
    for (const {
      result: { label, model },
    } of results) {
      if (model !== null && model.solution.message !== '')
        note(`Warning: ${label}: ${model.solution.message}\n`);
    }
    return {
      json: {
        scenario: complete(scenario),
        lanes: results.map(({ result, hopf, cycles, curves }) => ({
          ...document(result),
          ...(knob !== undefined && { hopf: hopf && lossOfStability(knob, hopf) }),
          ...(range !== undefined && { cycles }),
          ...(plane !== undefined && { curves }),
        })),
      },
      table: () => table(results.map(({ result }) => result)),
    };
  },
};

function fluidOptions(options: Options): FluidOptions {
  const points = wholeNumber(options, 'points', 2, 1_000_000);
  const tolerance = textOption(options, 'tolerance');
  const value = Number(tolerance);
  if (tolerance !== undefined && !(value >= 1e-13 && value <= 0.01))
    throw new WrongUsage(`--tolerance is a number from 1e-13 to 0.01, not ${JSON.stringify(tolerance)}`);
  return {
    ...(points !== undefined && { points }),
    ...(tolerance !== undefined && { tolerance: value }),
    ...fluidChoice(options),
  };
}

export function fluidChoice(options: Options): FluidChoice {
  const form = oneOf(options, 'form', ['continuous', 'sampled']);
  const delay = oneOf(options, 'delay', ['explicit', 'implicit']);
  const drops = oneOf(options, 'drops', ['effective', 'law']);
  const windows = oneOf(options, 'windows', ['mean', 'spread']);
  const clock = oneOf(options, 'clock', ['round_trip', 'acknowledgements']);
  const losses = oneOf(options, 'losses', ['recovery', 'halving']);
  for (const name of ['windows', 'clock'])
    if (options[name] !== undefined && losses !== 'halving')
      throw new WrongUsage(`--${name} needs --losses halving: with recovery it has no effect`);
  return {
    ...(form !== undefined && { form }),
    ...(delay !== undefined && { delay }),
    ...(drops !== undefined && { drops }),
    ...(windows !== undefined && { windows }),
    ...(clock !== undefined && { clock }),
    ...(losses !== undefined && { losses }),
  };
}

function knobOption(options: Options): MapKnob | undefined {
  const given = textOption(options, 'hopf');
  return given === undefined ? undefined : knobOf(given, '--hopf is');
}

function knobOf(given: string, what: string): MapKnob {
  const knob = knobNamed(given);
  if (knob === undefined) throw new WrongUsage(`${what} ${KNOB_NAMES}, not ${JSON.stringify(given)}`);
  return knob;
}

function rangeOption(options: Options): CyclesRequest['along'] | undefined {
  const given = textOption(options, 'cycles');
  if (given === undefined) return undefined;
  return (
    rangeNamed(given, '--cycles') ??
    refuse(`--cycles is a quantity and a range, rtt=0.05:0.5, not ${JSON.stringify(given)}`)
  );
}

function planeOption(options: Options): Pick<CurvesRequest, 'x' | 'y'> | undefined {
  const given = textOption(options, 'curves');
  if (given === undefined) return undefined;
  const [x, y, ...more] = given.split(',').map((part) => rangeNamed(part, '--curves'));
  if (x === undefined || y === undefined || more.length > 0 || x.knob === y.knob)
    refuse(
      `--curves is two quantities and their ranges, flows=4:400,rtt=0.02:1, not ${JSON.stringify(given)}`,
    );
  return { x, y };
}

function rangeNamed(given: string, option: string): CyclesRequest['along'] | undefined {
  const [, name = '', a, b] = /^([^=]*)=([^:]+):(.+)$/.exec(given) ?? [];
  const [from, to] = [Number(a), Number(b)];
  return from < to && Number.isFinite(to - from)
    ? wholeRange(knobOf(name, `${option} is along`), from, to)
    : undefined;
}

function refuse(message: string): never {
  throw new WrongUsage(message);
}

const lossOfStability = (
  knob: MapKnob,
  { value, omega, message, bend, lyapunov, slope, onset, from, to, tried, modelled }: HopfPoint,
) => ({
  parameter: knob.replace(/^params\./, 'aqm.params.'),
  value,
  omega,
  ...(message === '' ? { bend, lyapunov, slope } : { message, from, to, tried, modelled }),
  ...(onset !== '' && { onset }),
});

export function oneOf<T extends string>(options: Options, name: string, words: readonly T[]): T | undefined {
  const given = textOption(options, name);
  if (given === undefined) return undefined;
  const found = words.find((word) => word === given);
  if (found === undefined)
    throw new WrongUsage(`--${name} is ${words.join(' or ')}, not ${JSON.stringify(given)}`);
  return found;
}

/** A result without the data for plots; columns become lists. */
function document(result: FluidResult): object {
  const { label, aqm, model } = result;
  return {
    label,
    aqm,
    ...laneDocument(result),
    band: model?.band && { ...model.band, omega: [...model.band.omega], spectrum: [...model.band.spectrum] },
    solution: model && solution(model),
  };
}

function solution({ solution: { until, message, work, ...columns } }: FluidModel): unknown {
  const { time, queue, probability, overflow, inflow, windows, law } = columns;
  return {
    until,
    message,
    work,
    time: [...time],
    queue: [...queue],
    probability: [...probability],
    overflow: [...overflow],
    inflow: [...inflow],
    windows: windows.map((column) => [...column]),
    law: law.map(({ name, unit, values }) => ({ name, unit, values: [...values] })),
  };
}

function table(results: readonly FluidResult[]): Table {
  const classes = Math.max(0, ...results.map(({ model }) => model?.solution.windows.length ?? 0));
  const names = [
    ...new Set(results.flatMap(({ model }) => model?.solution.law.map(({ name }) => name) ?? [])),
  ];
  const windows = Array.from({ length: classes }, (_, i) => (i === 0 ? 'window' : `window_${i + 1}`));
  return {
    columns: ['label', 'time', 'queue', 'probability', 'overflow', 'inflow', ...windows, ...names],
    rows: results.flatMap(({ label, model }) => {
      if (model === null) return [];
      const { solution } = model;
      const law = new Map(solution.law.map(({ name, values }) => [name, values]));
      return [...solution.time].map((time, i) => [
        label,
        time,
        solution.queue[i],
        solution.probability[i],
        solution.overflow[i],
        solution.inflow[i],
        ...windows.map((_, k) => solution.windows[k]?.[i] ?? ''),
        ...names.map((name) => law.get(name)?.[i] ?? ''),
      ]);
    }),
  };
}
