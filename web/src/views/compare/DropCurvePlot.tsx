import { lazy, Suspense, useMemo } from 'react';
import { canvasSurface } from '../../plots/canvasSurface.ts';
import { drawLayers } from '../../plots/draw.ts';
import type { Figure, Level } from '../../plots/figure.ts';
import { PlotFrame, type Overlay } from '../../plots/PlotFrame.tsx';
import { useApp } from '../../state/context.ts';
import { shownTime } from '../../state/replay.ts';
import type { LaneRun } from '../../state/runner.ts';
import { useView } from '../../state/useView.ts';
import { curveFigure, curveNow, operatingPoint, sampleCurves } from './curveFigure.ts';
import { CurveHandles } from './CurveHandles.tsx';
import { Knee } from './Knee.tsx';
import { momentLayers } from './curveMoment.ts';
import { curveThresholds, handleParams, type HandleParam, type LaneModel } from '../../lanes/model.ts';

/** Loaded when the first curve is drawn. */
const DrawnPoints = lazy(() => import('./DrawnPoints.tsx').then((found) => ({ default: found.DrawnPoints })));

interface Props {
  readonly models: readonly LaneModel[];
  /** Lanes whose schemes have no curve: what they did is drawn in its place. */
  readonly without: readonly LaneModel[];
  readonly runs: readonly LaneRun[];
}

export function DropCurvePlot({ models, without, runs }: Props) {
  const app = useApp();
  const active = useView('lane');
  const wholeCurve = useView('wholeCurve');
  const hintSeen = useView('hintSeen');
  const { engine, replay } = app;

  const all = useMemo(() => sampleCurves(engine, models, wholeCurve), [engine, models, wholeCurve]);
  const curveless = useMemo(
    () =>
      without.map((model) => {
        const result = runs[model.lane]?.result ?? null;
        return { model, result: result?.aqm === model.info.id ? result : null };
      }),
    [without, runs],
  );
  const figure = useMemo(
    () =>
      curveFigure({
        all,
        curveless,
        active,
        whole: wholeCurve,
        now: (model, xMax) => {
          const result = runs[model.lane]?.result ?? null;
          const time = shownTime(replay.get());
          const point = operatingPoint(engine, model, result, time);
          return result === null || point === null
            ? null
            : curveNow(engine, model, point.which, result, time, xMax);
        },
      }),
    [all, curveless, active, wholeCurve, runs, engine, replay],
  );

  const moment = useMemo(
    () => (xMax: number) =>
      momentLayers({ engine, all, curveless, runs, active, time: shownTime(replay.get()), xMax }),
    [engine, all, curveless, runs, active, replay],
  );
  const overlay = useMemo(
    (): Overlay => ({
      subscribe: replay.subscribe,
      draw: (context, layout, palette) => {
        const ink = { palette, ratio: window.devicePixelRatio };
        drawLayers(canvasSurface(context), moment(layout.sx.domain[1]), layout, ink);
      },
    }),
    [moment, replay],
  );

  const model = models.find(({ lane }) => lane === active);
  const snapshot = (): Figure => ({
    ...figure,
    layers: [...figure.layers, ...moment(figure.x.domain[1])],
    levels: model === undefined ? [] : handleLevels(model),
  });
  const computing = runs.some(({ status, result }) => status === 'running' && result === null);
  return (
    <PlotFrame figure={figure} overlay={overlay} stale={computing} snapshot={snapshot}>
      {(layout) =>
        model !== undefined && (
          <>
            <CurveHandles role="queue_threshold" {...{ model, layout }} hint={!hintSeen} />
            <CurveHandles role="probability" {...{ model, layout }} hint={false} />
            <Knee {...{ model, layout }} />
            {model.info.params.some(({ role }) => role === 'curve_points') && (
              <Suspense fallback={null}>
                <DrawnPoints {...{ model, layout }} />
              </Suspense>
            )}
          </>
        )
      }
    </PlotFrame>
  );
}

/** What the handles say on the page, for a file. */
function handleLevels(model: LaneModel): readonly Level[] {
  const along = (axis: 'x' | 'y', handles: readonly HandleParam[]) =>
    handles.map(({ param, value }): Level => ({ axis, name: param.name, value }));
  return [...along('x', curveThresholds(model)), ...along('y', handleParams(model, 'probability'))];
}
