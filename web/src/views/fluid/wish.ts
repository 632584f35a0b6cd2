/** What the dialog of a design by wish starts with, and the search in the worker. */
import type { Scenario } from '../../../../models/src/index.ts';
import { KNOBS, KNOB_INFO, knobAt } from '../../../../models/src/knobs.ts';
import { lanes } from '../../../../models/src/lanes.ts';
import {
  design,
  gridOf,
  hardestCorner,
  RULES,
  scenarioAt,
  type At,
  type Side,
  type Varied,
  type Wishes,
  type WishName,
  type Wrought,
} from '../../../../models/src/tune/design.ts';
import { rangesOf, rounded } from '../../../../models/src/tune/ranges.ts';
import { validate } from '../../../../models/src/validate.ts';
import { loopSeen, shortened } from '../../../../wasm/src/loop-seen.ts';
import { EngineError, type RunResult } from '../../../../wasm/src/types.ts';
import type { LaneModel } from '../../lanes/model.ts';
import type { App } from '../../state/app.ts';
import { optionsOf } from './fluidState.ts';

export interface VariedRow extends Varied {
  /** "max_p", "a − b". */
  readonly name: string;
  readonly unit: string;
  readonly chosen: boolean;
}
export interface SideRow extends Side {
  readonly chosen: boolean;
}

/** Factor on each side of the present value of a parameter; weights may have to fall by far. */
const WIDE = 16;
const WEIGHT = 1e4;
/** The parameters of a loop's gain and pole, where the scheme has them. */
const GAINS: readonly string[] = ['a', 'b', 'alpha', 'beta'];

/** A controller with gains `a` and `b` has the integral gain a - b, which must stay positive. */
export function variedRows({ info, resolved }: LaneModel): readonly VariedRow[] {
  const ranges = rangesOf(info.params, resolved.params, WIDE);
  const isLoop = ({ param: { name, role } }: (typeof ranges)[number]) =>
    role === 'probability' || role === 'weight' || GAINS.includes(name);
  const some = ranges.some(isLoop);
  const difference = Number(resolved.params.a) - Number(resolved.params.b);
  return ranges.map((range): VariedRow => {
    const { param, span } = range;
    const base = { param: param.name, unit: param.unit, chosen: some ? isLoop(range) : range.chosen };
    if (param.name === 'b' && difference > 0) {
      const own = {
        from: rounded(difference / WIDE),
        to: rounded(difference * WIDE),
        scale: 'log',
      } as const;
      return { ...base, name: 'a − b', minuend: 'a', span: own };
    }
    const low =
      param.role === 'weight' ? Math.max(param.min ?? 0, rounded((span.from * WIDE) / WEIGHT)) : span.from;
    return { ...base, name: param.name, minuend: null, span: { ...span, from: low } };
  });
}

const BOX = 1.5;
const FIRST = ['flows', 'rtt', 'rate'];

/** The quantities that the lane has, from two thirds to three halves of their values. */
export const sideRows = ({ scenario }: LaneModel): readonly SideRow[] =>
  KNOBS.flatMap((knob): SideRow[] => {
    const { present, limits, edits } = knobAt(scenario, knob);
    if (present === null || !(present > 0) || typeof edits === 'string') return [];
    const short = (value: number) =>
      KNOB_INFO[knob].whole ? Math.max(1, Math.round(value)) : Number(value.toPrecision(3));
    const [from, to] = [Math.max(limits[0], present / BOX), Math.min(limits[1], present * BOX)].map(short);
    return [{ knob, from: from ?? present, to: to ?? present, chosen: FIRST.includes(knob) }];
  });

/** Values that a wish starts with when it is chosen. */
export const FIRST_WISHES: Readonly<Record<WishName, number>> = {
  phase: 45,
  gain: 2,
  delay: 0.02,
  decay: 0.1,
  wait: 0.05,
};

/** The same numbers of points and places as `aqm design` takes when none are given. */
const POINTS = 32;
const GRID = 3;

export interface Asked {
  readonly scenario: Scenario;
  readonly lane: number;
  readonly model: LaneModel;
  readonly varied: readonly Varied[];
  readonly wishes: Wishes;
  readonly box: readonly Side[];
}

/** `onPlace`: called after each place of the box that the worker has looked at, with their number. */
export async function wrought(
  app: App,
  { model, ...asked }: Asked,
  signal: AbortSignal,
  onPlace: (count: number) => void,
): Promise<Wrought> {
  const { scenario, lane, box } = asked;
  const choice = optionsOf(app.view.get());
  const hardest = lanes(scenarioAt(scenario, box, hardestCorner(box)))[lane];
  const rule = RULES.find((one) => one === hardest?.aqm.id);
  const orMessage = (error: unknown): string => {
    // A place of the box may be outside of what the scheme takes.
    if (error instanceof EngineError) return error.message;
    throw error;
  };
  const started =
    hardest === undefined || rule === undefined
      ? ''
      : await app.client.ask('design', { lane: hardest, rule }, { signal }).catch(orMessage);
  let count = 0;
  return design(
    {
      ...asked,
      points: POINTS,
      grid: GRID,
      present: model.resolved.params,
      starts: typeof started === 'string' ? [] : [started.params],
    },
    {
      check: (changed) => validate(changed, app.engine),
      look: async (at) => {
        const seen = await app.client
          .ask('fluid', { lane: shortened(at), options: { ...choice, points: 2 } }, { signal })
          .then((found) => loopSeen(at, found, 'exact'))
          .catch(orMessage);
        onPlace(++count);
        return seen;
      },
    },
  );
}

export interface Corner {
  readonly at: At;
  readonly run: RunResult;
}

/** Packets at the corners of the box. */
export const atCorners = (
  app: App,
  { lane, box }: Pick<Asked, 'lane' | 'box'>,
  made: Scenario,
  signal: AbortSignal,
): Promise<readonly Corner[]> =>
  Promise.all(
    gridOf(box, 2).map(async (at) => {
      const there = lanes(scenarioAt(made, box, at))[lane];
      if (there === undefined) throw new RangeError(`There is no lane ${lane}.`);
      return { at, run: await app.client.ask('run', { lane: there, bins: 1 }, { signal }) };
    }),
  );
