/** Drop probability against the (average) queue: a curve a lane, from the engine's own law. */
import type { Curve, Engine, RunResult } from '../../../../wasm/src/types.ts';
import type { Figure, Layer, PlotData } from '../../plots/figure.ts';
import { laneColour, laneDash } from '../../plots/lanes.ts';
import { niceDomain } from '../../plots/scale.ts';
import { handleParams, type LaneModel } from './lanesModel.ts';
import { binAt } from './quantities.ts';

const POINTS = 160;

export interface LaneCurves {
  readonly model: LaneModel;
  /** Index of the curve that the lane's operating point is on: the one that recorded state moves, or the only one. */
  readonly main: number;
  readonly live: boolean;
  /** One a member of the family, at the initial state. */
  readonly curves: readonly Curve[];
}

/** Lanes by what their curves are drawn against: packets and prices do not share an axis. */
export function groupByAxis(models: readonly LaneModel[]): readonly (readonly LaneModel[])[] {
  const groups = new Map<string, LaneModel[]>();
  for (const model of models) {
    if (model.info.curves.length === 0) continue;
    const unit = model.info.curveAxis.unit;
    groups.set(unit, [...(groups.get(unit) ?? []), model]);
  }
  return [...groups.values()];
}

export function mainCurve({ info }: LaneModel): number {
  const live = info.curves.findIndex((curve) => curve.live);
  return live < 0 ? 0 : live;
}

/** Room beside the largest queue that can be, so that its end is seen. */
const BEYOND_BUFFER = 1.12;

/** `whole`: to the end of every curve, also where no queue ever comes. */
export function sampleCurves(
  engine: Engine,
  models: readonly LaneModel[],
  whole: boolean,
): readonly LaneCurves[] {
  const ends = models.map(
    ({ info, scenario, link }) =>
      engine.curve({ aqm: info.id, params: scenario.aqm.params, link, which: 0, points: 2 }).x.at(-1) ?? 1,
  );
  const inPackets = models.every(({ info }) => info.curveAxis.unit === 'packets');
  const reachable = inPackets ? BEYOND_BUFFER * Math.max(...models.map(({ link }) => link.buffer)) : Infinity;
  const xMax = Math.min(Math.max(...ends), whole ? Infinity : reachable);
  return models.map((model) => {
    const { info, scenario, link } = model;
    const main = mainCurve(model);
    return {
      model,
      main,
      live: info.curves[main]?.live === true,
      curves: info.curves.map((_, which) =>
        engine.curve({ aqm: info.id, params: scenario.aqm.params, link, which, points: POINTS, xMax }),
      ),
    };
  });
}

/** The state of a run at a time, in catalogue order. */
export function stateAt({ overview }: RunResult, time: number): Float64Array {
  const bin = binAt(overview, time);
  return Float64Array.from(overview.state, (column) => column[bin] ?? NaN);
}

export interface OperatingPoint {
  readonly x: number;
  readonly p: number;
}

/** Where a lane is on its curve at a time of its run; null while there is no run of this AQM. */
export function operatingPoint(
  engine: Engine,
  model: LaneModel,
  result: RunResult | null,
  time: number,
): OperatingPoint | null {
  const { info, scenario, link } = model;
  if (result === null || result.aqm !== info.id || info.curves.length === 0) return null;
  const { overview } = result;
  const axis = info.states.findIndex(({ name }) => name === info.curveAxis.name);
  const x = (axis < 0 ? overview.queueMean : overview.state[axis])?.[binAt(overview, time)];
  if (x === undefined || !Number.isFinite(x)) return null;
  const state = stateAt(result, time);
  const which = mainCurve(model);
  const p = engine.curveAt({ aqm: info.id, params: scenario.aqm.params, link, which, state }, x);
  return Number.isFinite(p) ? { x, p } : null;
}

/** The curve that recorded state moves, as it is at a time. */
export function liveCurve(
  engine: Engine,
  { model, main }: LaneCurves,
  result: RunResult,
  time: number,
  xMax: number,
): Curve {
  const { info, scenario, link } = model;
  const state = stateAt(result, time);
  return engine.curve({ aqm: info.id, params: scenario.aqm.params, link, which: main, state, points: POINTS, xMax });
}

/** Where the interesting part of the curves ends: above every probability that is a parameter. */
function upperEnd(all: readonly LaneCurves[]): number {
  const levels = all.flatMap(({ model }) => handleParams(model, 'probability').map(({ value }) => value));
  if (levels.length === 0) return 1;
  return Math.min(1, niceDomain(0, 1.5 * Math.max(...levels), 4)[1]);
}

interface Inputs {
  readonly all: readonly LaneCurves[];
  readonly active: number;
  readonly whole: boolean;
  /** A live lane's curve now, or null where there is no run. */
  readonly now: (curves: LaneCurves, xMax: number) => Curve | null;
}

export function curveFigure({ all, active, whole, now }: Inputs): Figure {
  const xMax = Math.max(...all.flatMap(({ curves }) => curves.map(({ x }) => x.at(-1) ?? 1)));
  const axis = all[0]?.model.info.curveAxis;
  const averaged = all.some(({ model }) => model.info.curveAxis.name === 'avg');
  const top = whole ? 1 : upperEnd(all);
  // The lane whose handles are shown is drawn last, above the others.
  const order = [...all].sort((a, b) => Number(a.model.lane === active) - Number(b.model.lane === active));
  const layers = order.flatMap((lane): Layer[] =>
    lane.curves.flatMap((curve, which): Layer[] => {
      const isMain = which === lane.main;
      // What recorded state moves is drawn with what moves.
      if (isMain && lane.live) return [];
      return [
        {
          kind: 'line',
          x: curve.x,
          y: curve.p,
          colour: laneColour(lane.model.lane),
          width: isMain ? (lane.model.lane === active ? 2.6 : 2) : 1,
          dash: laneDash(lane.model.lane),
          free: true,
          ...(isMain ? {} : { alpha: 0.6 }),
        },
      ];
    }),
  );
  const labels = all.map(({ model }) => model.scenario.label).join(', ');
  return {
    name: 'drop-curve',
    title: 'Drop probability',
    summary: `Drop probability against the queue for ${labels}, from 0 to ${xMax} ${axis?.unit ?? ''}.`,
    x: {
      label: averaged ? 'average queue' : axis?.name === 'q' ? 'queue' : '',
      ...(axis === undefined || axis.name === 'q' ? {} : { symbol: axis.name }),
      unit: axis?.unit ?? '',
      kind: 'linear',
      domain: [0, xMax],
    },
    y: { label: 'drop probability', symbol: 'p_b', unit: '1', kind: 'linear', domain: [0, top] },
    layers,
    levels: [],
    edge: false,
    data: () => all.map((lane) => numbers(lane, now(lane, xMax))),
  };
}

function numbers(lane: LaneCurves, live: Curve | null): PlotData {
  const { model, curves, main } = lane;
  const shown = live ?? curves[main];
  const x = shown?.x ?? new Float64Array(0);
  return {
    lane: model.lane,
    label: model.scenario.label,
    x: { label: model.info.curveAxis.name, unit: model.info.curveAxis.unit, values: x },
    series: [
      { label: model.info.curves[main]?.label ?? 'drop probability', unit: '1', values: shown?.p ?? [] },
    ],
  };
}
