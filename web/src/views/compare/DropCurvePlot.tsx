import { lazy, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { canvasSurface } from '../../plots/canvasSurface.ts';
import { drawLayers } from '../../plots/draw.ts';
import type { Figure, Layer, Level } from '../../plots/figure.ts';
import { PlotFrame, type Overlay } from '../../plots/PlotFrame.tsx';
import { Arriving } from '../../state/Arriving.tsx';
import { useApp } from '../../state/context.ts';
import { shownTime } from '../../state/replay.ts';
import { derivedList, useNow, useSelected } from '../../state/store.ts';
import { turns } from '../../base/turns.ts';
import { useView } from '../../state/useView.ts';
import { createHold } from './axisHold.ts';
import { curveFigure, curveNow, operatingPoint, sampleCurves } from './curveFigure.ts';
import { CurveHandles } from './CurveHandles.tsx';
import { Knee } from './Knee.tsx';
import { momentLayers } from './curveMoment.ts';
import { placesOf } from '../../lanes/useLaneResults.ts';
import { curveThresholds, handleParams, type HandleParam, type LaneModel } from '../../lanes/model.ts';

/** Loaded when the first curve is drawn. */
const DrawnPoints = lazy(() => import('./DrawnPoints.tsx').then((found) => ({ default: found.DrawnPoints })));

interface Props {
  readonly models: readonly LaneModel[];
  /** Lanes whose schemes have no curve: their recorded points are drawn in its place. */
  readonly without: readonly LaneModel[];
}

export function DropCurvePlot({ models, without }: Props) {
  const app = useApp();
  const active = useView('lane');
  const wholeCurve = useView('wholeCurve');
  const hintSeen = useView('hintSeen');
  const { engine, replay } = app;

  const dragged = useSelected(app.history, ({ gesture }) => gesture !== null);
  const [holdEnd, holdTop] = useMemo(() => [createHold(), createHold()], []);
  const all = useMemo(
    () => sampleCurves(engine, models, wholeCurve, holdEnd(dragged)),
    [engine, models, wholeCurve, holdEnd, dragged],
  );
  const places = placesOf(app);
  const runs = useCallback(() => places.get().items, [places]);
  // Results change this figure only for lanes without a curve.
  const results = useNow(
    useMemo(
      () => derivedList(() => without.map(({ lane }) => places.get().items[lane]?.result ?? null)),
      [without, places],
    ),
  );
  const curveless = useMemo(
    () =>
      without.map((model, i) => {
        const result = results[i] ?? null;
        return { model, result: result?.aqm === model.info.id ? result : null };
      }),
    [without, results],
  );
  const figure = useMemo(
    () =>
      curveFigure({
        all,
        curveless,
        active,
        whole: wholeCurve,
        hold: holdTop(dragged),
        now: (model, xMax) => {
          const result = runs()[model.lane]?.result ?? null;
          const time = shownTime(replay.get());
          const point = operatingPoint(engine, model, result, time);
          return result === null || point === null
            ? null
            : curveNow(engine, model, point.which, result, time, xMax);
        },
      }),
    [all, curveless, active, wholeCurve, runs, engine, replay, holdTop, dragged],
  );

  const moment = (xMax: number) =>
    momentLayers({ engine, all, curveless, runs: runs(), active, time: shownTime(replay.get()), xMax });
  const overlay = useMomentOverlay(moment);

  const model = models.find(({ lane }) => lane === active);
  const snapshot = (): Figure => ({
    ...figure,
    layers: [...figure.layers, ...moment(figure.x.domain[1])],
    levels: model === undefined ? [] : handleLevels(model),
  });
  const computing = useSelected(app.runner.slots, (all) =>
    all.some(({ status, result }) => status === 'running' && result === null),
  );
  return (
    <PlotFrame figure={figure} overlay={overlay} stale={computing} snapshot={snapshot}>
      {(layout) =>
        model !== undefined && (
          <>
            <CurveHandles role="queue_threshold" {...{ model, layout }} hint={!hintSeen} />
            <CurveHandles role="probability" {...{ model, layout }} hint={false} />
            <Knee {...{ model, layout }} />
            {model.info.params.some(({ role }) => role === 'curve_points') && (
              <Arriving fallback={null}>
                <DrawnPoints {...{ model, layout }} />
              </Arriving>
            )}
          </>
        )
      }
    </PlotFrame>
  );
}

/**
 * The part of the picture that changes with time, above the curves. During a drag it is drawn a frame after
 * them.
 */
function useMomentOverlay(moment: (xMax: number) => readonly Layer[]): Overlay {
  const app = useApp();
  /** The layers that are shown, and those that will be shown at their turn. */
  const shown = useRef(moment);
  const next = useRef(moment);
  const redraws = useRef(new Set<() => void>());
  const show = useCallback(() => {
    shown.current = next.current;
    for (const redraw of redraws.current) redraw();
  }, []);
  useLayoutEffect(() => {
    next.current = moment;
    if (app.history.get().gesture === null) show();
    else turns.askFirst(show);
  });
  return useMemo(
    (): Overlay => ({
      subscribe: (redraw, redrawInFrame) => {
        redraws.current.add(redrawInFrame);
        const ends = [app.replay.subscribe(redraw), placesOf(app).subscribe(redrawInFrame)];
        return () => {
          redraws.current.delete(redrawInFrame);
          for (const end of ends) end();
        };
      },
      draw: (context, layout, palette) => {
        const ink = { palette, ratio: window.devicePixelRatio };
        drawLayers(canvasSurface(context), shown.current(layout.sx.domain[1]), layout, ink);
      },
    }),
    [app],
  );
}

/** The labels of the handles on the page, for a file. */
function handleLevels(model: LaneModel): readonly Level[] {
  const along = (axis: 'x' | 'y', handles: readonly HandleParam[]) =>
    handles.map(({ param, value }): Level => ({ axis, name: param.name, value }));
  return [...along('x', curveThresholds(model)), ...along('y', handleParams(model, 'probability'))];
}
