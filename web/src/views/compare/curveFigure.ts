/**
 * Drop probability against the (average) queue: one curve for each lane, computed by the engine's own law.
 */
import { unitWord } from '../../../../models/src/unit-words.ts';
import { t, wordList } from '../../../../models/src/language.ts';
import type { Curve, CurveLaw, Engine, RunResult } from '../../../../wasm/src/types.ts';
import type { Figure, Layer, PlotData } from '../../plots/figure.ts';
import { laneColour, laneDash } from '../../components/laneLook.ts';
import { niceDomain } from '../../plots/scale.ts';
import { curveThresholds, handleParams, type LaneModel } from '../../lanes/model.ts';
import { freely, type Hold } from './axisHold.ts';
import { cloudOf, type Cloud } from '../../lanes/cloud.ts';
import { binAt, stateOf } from '../../lanes/quantities.ts';
import { memoBy } from '../../base/memoBy.ts';

const POINTS = 160;

export interface LaneCurves {
  readonly model: LaneModel;
  /** One for each member of the family, at the initial state. */
  readonly curves: readonly Curve[];
  /** Whether recorded state moves a curve or selects one of several: then it is drawn in the moving part. */
  readonly moving: boolean;
}

/** Groups lanes by the quantity on their curves' axis: packets and prices cannot share an axis. */
export function groupByAxis(models: readonly LaneModel[]): readonly (readonly LaneModel[])[] {
  const groups = new Map<string, LaneModel[]>();
  for (const model of models) {
    if (model.info.curves.length === 0) continue;
    const unit = model.info.curveAxis.unit;
    groups.set(unit, [...(groups.get(unit) ?? []), model]);
  }
  return [...groups.values()];
}

/** The axis extends beyond the largest possible queue, so that its end is visible. */
const BEYOND_BUFFER = 1.12;

/**
 * Caches the end of a lane's axis and the last samples of its curves: a drag changes the curves of one lane
 * only.
 */
const endOf = memoBy(
  ({ info, scenario, link }: LaneModel, engine: Engine): number =>
    engine.curve({ aqm: info.id, params: scenario.aqm.params, link, which: 0, points: 2 }).x.at(-1) ?? 1,
);

const curvesOf = memoBy((model: LaneModel, engine: Engine, xMax: number): LaneCurves => {
  const { info, scenario, link } = model;
  return {
    model,
    moving: info.curves.length > 1 || info.curves.some(({ live }) => live),
    curves: info.curves.map((_, which) =>
      engine.curve({ aqm: info.id, params: scenario.aqm.params, link, which, points: POINTS, xMax }),
    ),
  };
});

const isDrawn = ({ info }: LaneModel): boolean => info.params.some(({ role }) => role === 'curve_points');

/** `whole`: to the end of every curve, even where the queue cannot reach. */
export function sampleCurves(
  engine: Engine,
  models: readonly LaneModel[],
  whole: boolean,
  hold: Hold = freely,
): readonly LaneCurves[] {
  const ends = models.map((model) => endOf(model, engine));
  const inPackets = models.every(({ info }) => info.curveAxis.unit === 'packets');
  const reachable = inPackets ? BEYOND_BUFFER * Math.max(...models.map(({ link }) => link.buffer)) : Infinity;
  const taken = models.flatMap((model) =>
    isDrawn(model) ? [Infinity] : curveThresholds(model).map(({ value }) => value),
  );
  const xMax = hold(Math.min(Math.max(...ends), whole ? Infinity : reachable), Math.max(...taken));
  return models.map((model) => curvesOf(model, engine, xMax));
}

/** The state of a run at a time, in catalogue order. */
function stateAt({ overview }: RunResult, time: number): Float64Array {
  const bin = binAt(overview, time);
  return Float64Array.from(overview.state, (column) => column[bin] ?? NaN);
}

/**
 * The curves of a lane as functions: during a replay, each frame evaluates one for the whole trail of an
 * operating point.
 */
const lawsOf = memoBy(({ info, scenario, link }: LaneModel, engine: Engine): readonly CurveLaw[] =>
  info.curves.map((_, which) => engine.curveLaw({ aqm: info.id, params: scenario.aqm.params, link, which })),
);

export interface OperatingPoint {
  /** Index of the curve that the point is on. */
  readonly which: number;
  readonly x: number;
  readonly p: number;
}

/**
 * A lane's position on its curves at a time of its run; null while there is no run of this AQM. If there are
 * several curves, the one in use is the one that gives the recorded probability p_b; with `which` no search
 * is needed.
 */
export function operatingPoint(
  engine: Engine,
  model: LaneModel,
  result: RunResult | null,
  time: number,
  which?: number,
): OperatingPoint | null {
  const { info } = model;
  if (result?.aqm !== info.id || info.curves.length === 0) return null;
  const { overview } = result;
  const index = (name: string) => info.states.findIndex((state) => state.name === name);
  const axis = index(info.curveAxis.name);
  const x = (axis < 0 ? overview.queue_mean : overview.state[axis])?.[binAt(overview, time)];
  if (x === undefined || !Number.isFinite(x)) return null;
  const state = stateAt(result, time);
  const at = (curve: number): OperatingPoint => ({
    which: curve,
    x,
    p: lawsOf(model, engine)[curve]?.(x, state) ?? NaN,
  });
  if (which !== undefined) return finite(at(which));

  const recorded = state[index(stateOf(info, 'base_probability')?.name ?? '')] ?? NaN;
  const candidates = info.curves
    .map(({ live }, curve) => ({ live, ...at(curve) }))
    .sort((a, b) => distance(a.p, recorded) - distance(b.p, recorded) || Number(b.live) - Number(a.live));
  const [best] = candidates;
  return best === undefined ? null : finite({ which: best.which, x, p: best.p });
}

const finite = (point: OperatingPoint): OperatingPoint | null => (Number.isFinite(point.p) ? point : null);
const distance = (p: number, recorded: number): number =>
  Number.isNaN(recorded) ? 0 : Math.abs(p - recorded);

/** A curve at a time, with the state recorded then. */
export function curveNow(
  engine: Engine,
  { info, scenario, link }: LaneModel,
  which: number,
  result: RunResult,
  time: number,
  xMax: number,
): Curve {
  const state = stateAt(result, time);
  const { params } = scenario.aqm;
  return engine.curve({ aqm: info.id, params, link, which, state, points: POINTS, xMax });
}

/**
 * The upper end of the probability axis: above every probability that is a parameter, or else above every
 * probability that a curve reaches before it jumps to 1.
 */
function upperEnd(all: readonly LaneCurves[], hold: Hold): number {
  const levels = all.flatMap(({ model, curves }) => {
    const drawn = model.info.params.find(({ role }) => role === 'curve_points');
    const points = drawn === undefined ? [] : (model.scenario.aqm.params[drawn.name] ?? drawn.default);
    const heights = Array.isArray(points)
      ? (points as readonly (readonly number[])[]).map(([, p = 0]) => p)
      : [];
    const params = [...handleParams(model, 'probability').map(({ value }) => value), ...heights];
    return params.length > 0
      ? params
      : curves.flatMap(({ p }) => Array.from(p.filter((value) => value < 0.999)));
  });
  const highest = levels.reduce((a, b) => Math.max(a, b), 0);
  return hold(highest === 0 ? 1 : Math.min(1, niceDomain(0, 1.5 * highest, 4)[1]), highest);
}

/** A lane whose scheme has no curve, and its run. */
export interface CurvelessLane {
  readonly model: LaneModel;
  readonly result: RunResult | null;
}

interface Inputs {
  readonly all: readonly LaneCurves[];
  readonly curveless: readonly CurvelessLane[];
  readonly active: number;
  readonly whole: boolean;
  /** The curve that a lane is on now; null if there is no run. */
  readonly now: (model: LaneModel, xMax: number) => Curve | null;
  /** Holds the axis of probabilities during a drag. */
  readonly hold?: Hold;
}

/** The share below which nearly all dots are. */
function cloudTop(clouds: readonly Cloud[]): number {
  const shares = clouds.flatMap(({ y }) => Array.from(y.filter((share) => share > 0))).sort((a, b) => a - b);
  const most = shares[Math.floor(0.98 * shares.length)] ?? 0;
  return most === 0 ? 1 : Math.min(1, niceDomain(0, most, 4)[1]);
}

export function curveFigure({ all, curveless, active, whole, now, hold = freely }: Inputs): Figure {
  const clouds = curveless.flatMap(({ model, result }) =>
    result === null ? [] : [{ model, cloud: cloudOf(result.overview) }],
  );
  const ends = all.flatMap(({ curves }) => curves.map(({ x }) => x.at(-1) ?? 1));
  const buffers = curveless.map(({ model }) => BEYOND_BUFFER * model.link.buffer);
  const xMax = Math.max(...(ends.length > 0 ? ends : buffers));
  const axis = all[0]?.model.info.curveAxis;
  const infos = all.map(({ model }) => model.info);
  const averaged = infos.some((info) => info.curveAxis.name === stateOf(info, 'average')?.name);
  const base = infos.map((info) => stateOf(info, 'base_probability')).find((state) => state !== undefined);
  const top = whole ? 1 : all.length > 0 ? upperEnd(all, hold) : cloudTop(clouds.map(({ cloud }) => cloud));
  // The lane whose handles are shown is drawn last, on top of the others.
  const order = [...all].sort((a, b) => Number(a.model.lane === active) - Number(b.model.lane === active));
  const layers = order.flatMap((lane): Layer[] =>
    lane.curves.flatMap((curve, which): Layer[] => {
      const { info, lane: index } = lane.model;
      const described = info.curves[which];
      // Curves moved by recorded state are drawn in the moving part.
      if (described === undefined || described.live) return [];
      const line = { x: curve.x, y: curve.p, colour: laneColour(index), dash: laneDash(index) };
      if (!lane.moving) return [{ kind: 'line', ...line, width: index === active ? 2.6 : 2, free: true }];
      const member: Layer = { kind: 'line', ...line, width: 1, alpha: 0.6, free: true };
      return index === active ? [member, nameOf(curve, t(described.label), top)] : [member];
    }),
  );
  const dots = clouds.map(({ model, cloud }): Layer => ({
    kind: 'points',
    x: cloud.x,
    y: cloud.y,
    shape: 'dot',
    size: 4,
    colour: laneColour(model.lane),
    alpha: 0.35,
    cached: true,
  }));
  const shown = [...all, ...curveless].map(({ model }) => model).sort((a, b) => a.lane - b.lane);
  const labels = wordList(shown.map(({ scenario }) => scenario.label));
  return {
    name: 'drop-curve',
    title: t('Drop probability'),
    summary: t('Drop probability against the queue for {{labels}}, from 0 to {{xMax}} {{unit}}.', {
      labels,
      xMax,
      unit: unitWord(axis?.unit ?? ''),
    }),
    x: {
      label: averaged ? t('average queue') : axis === undefined || axis.name === 'q' ? t('queue') : '',
      ...(axis === undefined || axis.name === 'q' ? {} : { symbol: axis.name }),
      unit: axis?.unit ?? 'packets',
      kind: 'linear',
      domain: [0, xMax],
    },
    y: {
      label: t('drop probability'),
      symbol: base?.name ?? 'p',
      unit: '1',
      kind: 'linear',
      domain: [0, top],
    },
    layers: [...dots, ...layers],
    levels: [],
    legend: shown.map(({ lane, scenario }) => ({ lane, label: scenario.label })),
    edge: false,
    data: () => [
      ...all.map((lane) => numbers(lane, now(lane.model, xMax))),
      ...clouds.map(({ model, cloud }) => cloudNumbers(model, cloud)),
    ],
  };
}

/** A member's name, at the point where its curve leaves the picture or ends. */
function nameOf({ x, p }: Curve, label: string, top: number): Layer {
  const leaves = p.findIndex((value) => value > 0.9 * top);
  const at = leaves < 0 ? p.length - 1 : Math.max(0, leaves - 1);
  return { kind: 'text', x: x[at] ?? 0, y: p[at] ?? 0, text: label, clear: 'always' };
}

/** The curve that the lane is on; before its first run, the first curve. */
function numbers({ model, curves }: LaneCurves, now: Curve | null): PlotData {
  const { info, lane, scenario } = model;
  const shown = now ?? curves[0];
  return {
    lane,
    label: scenario.label,
    x: { label: info.curveAxis.name, unit: info.curveAxis.unit, values: shown?.x ?? [] },
    series: [{ label: t('drop probability'), unit: '1', values: shown?.p ?? [] }],
  };
}

const cloudNumbers = ({ lane, scenario }: LaneModel, { x, y }: Cloud): PlotData => ({
  lane,
  label: scenario.label,
  x: { label: t('queue, mean of half a second'), unit: 'packets', values: x },
  series: [{ label: t('share dropped or marked'), unit: '1', values: y }],
});
