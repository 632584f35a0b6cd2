/**
 * The parts of the drop curves that change with time, as layers: drawn over the plot on the screen, and into
 * it in a file.
 */
import type { Engine, RunResult } from '../../../../wasm/src/types.ts';
import type { Layer } from '../../plots/figure.ts';
import { laneColour, laneDash } from '../../components/laneLook.ts';
import type { LaneModel } from '../../lanes/model.ts';
import type { LaneRun } from '../../state/runner.ts';
import { cloudAt, cloudOf } from '../../lanes/cloud.ts';
import {
  curveNow,
  operatingPoint,
  type CurvelessLane,
  type LaneCurves,
  type OperatingPoint,
} from './curveFigure.ts';
import { memoBy } from '../../base/memoBy.ts';

/** Length of an operating point's trail, in seconds and in steps. */
const TRAIL = { seconds: 6, steps: 28 };

interface Moment {
  readonly engine: Engine;
  readonly all: readonly LaneCurves[];
  readonly curveless: readonly CurvelessLane[];
  readonly runs: readonly LaneRun[];
  /** The lane on top. */
  readonly active: number;
  readonly time: number;
  readonly xMax: number;
}

/** Caches a lane's position and trail: unless a replay plays, an edit of one lane changes no other lane. */
const wayOf = memoBy(({ model }: LaneCurves, engine: Engine, result: RunResult, time: number) => {
  const point = operatingPoint(engine, model, result, time);
  return { point, trail: point === null ? [] : trailOf(engine, model, result, time, point) };
});

function trailOf(
  engine: Engine,
  model: LaneModel,
  result: RunResult,
  time: number,
  { which }: OperatingPoint,
): Layer[] {
  return Array.from({ length: TRAIL.steps }, (_, i) => i / TRAIL.steps).flatMap((age): Layer[] => {
    const then = time - TRAIL.seconds * (1 - age);
    const point = then < 0 ? null : operatingPoint(engine, model, result, then, which);
    if (point === null) return [];
    const look = { shape: 'dot', size: 5, colour: laneColour(model.lane), alpha: 0.35 * age } as const;
    return [{ kind: 'points', x: [point.x], y: [point.p], ...look }];
  });
}

/** Curves moved by state, the trail of each lane, and its position. */
export function momentLayers({ engine, all, curveless, runs, active, time, xMax }: Moment): readonly Layer[] {
  const lanes = [...all]
    .sort((a, b) => Number(a.model.lane === active) - Number(b.model.lane === active))
    .map((curves) => {
      const shown = runs[curves.model.lane]?.result ?? null;
      const result = shown?.aqm === curves.model.info.id ? shown : null;
      const way = result === null ? null : wayOf(curves, engine, result, time);
      return { curves, result, point: way?.point ?? null, trail: way?.trail ?? [] };
    });
  const badges = lanes
    .toReversed()
    .flatMap(({ curves, point }): Layer[] =>
      point === null
        ? []
        : [{ kind: 'badge', x: Math.min(point.x, xMax), y: point.p, lane: curves.model.lane }],
    );
  return [
    ...lanes.flatMap(({ curves, result, point }) =>
      curves.moving ? movingCurves(curves, result, point?.which ?? null) : [],
    ),
    ...lanes.flatMap(({ trail }) => trail),
    ...badges,
    ...curveless.flatMap(({ model, result }): Layer[] => {
      const place = result === null ? null : cloudAt(cloudOf(result.overview), time);
      return place === null
        ? []
        : [{ kind: 'badge', x: Math.min(place.x, xMax), y: place.y, lane: model.lane }];
    }),
  ];

  /**
   * The curve in use is bold, other curves moved by state are thin; before a run, all have their initial
   * shape.
   */
  function movingCurves(
    { model, curves }: LaneCurves,
    result: RunResult | null,
    used: number | null,
  ): Layer[] {
    return model.info.curves.flatMap(({ live }, which): Layer[] => {
      if (!live && which !== used) return [];
      const curve = result === null ? curves[which] : curveNow(engine, model, which, result, time, xMax);
      if (curve === undefined) return [];
      const bold = which === used || model.info.curves.length === 1;
      const width = bold ? (model.lane === active ? 2.6 : 2) : 1;
      const look = {
        colour: laneColour(model.lane),
        dash: laneDash(model.lane),
        width,
        alpha: bold ? 1 : 0.6,
      };
      return [{ kind: 'line', x: curve.x, y: curve.p, free: true, ...look }];
    });
  }
}
