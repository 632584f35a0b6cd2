import { useMemo } from 'react';
import type { Palette } from '../../plots/palette.ts';
import { canvasSurface } from '../../plots/canvasSurface.ts';
import type { Layout } from '../../plots/figure.ts';
import { formatLevel } from '../../plots/draw.ts';
import { Handle } from '../../plots/Handle.tsx';
import { laneColour, laneDash, laneLetter } from '../../plots/lanes.ts';
import { PlotFrame, type Overlay } from '../../plots/PlotFrame.tsx';
import { plain } from '../../plots/surface.ts';
import { Sym } from '../../components/Sym.tsx';
import { useApp } from '../../state/context.ts';
import { shownTime } from '../../state/replay.ts';
import { useSelected, useStore } from '../../state/store.ts';
import type { LaneRun } from '../../state/runner.ts';
import { curveFigure, liveCurve, operatingPoint, sampleCurves, type LaneCurves } from './curveFigure.ts';
import { handleParams, type HandleParam, type LaneModel } from './lanesModel.ts';
import { moveParam } from './moveParam.ts';

interface Props {
  readonly models: readonly LaneModel[];
  readonly runs: readonly LaneRun[];
}

/** Seconds of the operating point's past that are drawn behind it, and in how many steps. */
const TRAIL = { seconds: 6, steps: 28 };

export function DropCurvePlot({ models, runs }: Props) {
  const app = useApp();
  const { lane: active, wholeCurve } = useStore(app.view);
  const hintSeen = useSelected(app.settings, (settings) => settings.hintSeen);
  const { engine, replay } = app;

  const all = useMemo(() => sampleCurves(engine, models), [engine, models]);
  const figure = useMemo(
    () =>
      curveFigure({
        all,
        active,
        whole: wholeCurve,
        now: (lane, xMax) => {
          const result = runs[lane.model.lane]?.result ?? null;
          if (!lane.live || result === null || result.aqm !== lane.model.info.id) return null;
          return liveCurve(engine, lane, result, shownTime(replay.get()), xMax);
        },
      }),
    [all, active, wholeCurve, runs, engine, replay],
  );

  const overlay = useMemo((): Overlay => {
    const draw = (context: CanvasRenderingContext2D, layout: Layout, palette: Palette) => {
      const surface = canvasSurface(context);
      const { sx, sy, unit, left, right, top, bottom } = layout;
      const time = shownTime(replay.get());
      const order = [...all].sort((a, b) => Number(a.model.lane === active) - Number(b.model.lane === active));
      surface.clipped(left, top - 1, right - left, bottom - top + 2, () => {
        for (const lane of order) {
          const result = runs[lane.model.lane]?.result ?? null;
          if (lane.live) drawLive(lane, result, time);
          drawTrail(lane, result, time);
        }
      });
      for (const { model } of order) {
        const point = operatingPoint(engine, model, runs[model.lane]?.result ?? null, time);
        if (point === null) continue;
        const x = sx.map(Math.min(point.x, sx.domain[1]));
        const y = Math.max(top, sy.map(point.p));
        const colour = palette[laneColour(model.lane)];
        surface.marks([x, y], 'dot', 19 * unit, palette.ground, 1);
        surface.marks([x, y], 'dot', 17 * unit, colour, 1);
        surface.marks([x, y], 'dot', 13 * unit, palette.ground, 1);
        surface.text(x, y + 3.8 * unit, plain(laneLetter(model.lane)), {
          colour: palette.ink,
          size: 11 * unit,
          weight: 650,
          anchor: 'middle',
        });
      }

      function drawLive(lane: LaneCurves, result: LaneRun['result'], at: number) {
        const usable = result !== null && result.aqm === lane.model.info.id;
        const curve = usable ? liveCurve(engine, lane, result, at, sx.domain[1]) : lane.curves[lane.main];
        if (curve === undefined) return;
        const points = new Float64Array(2 * curve.x.length);
        curve.x.forEach((x, i) => {
          points[2 * i] = sx.map(x);
          points[2 * i + 1] = sy.map(curve.p[i] ?? NaN);
        });
        surface.line(points, {
          colour: palette[laneColour(lane.model.lane)],
          width: (lane.model.lane === active ? 2.6 : 2) * unit,
          dash: laneDash(lane.model.lane),
        });
      }
      function drawTrail({ model }: LaneCurves, result: LaneRun['result'], at: number) {
        for (let i = TRAIL.steps; i > 0; --i) {
          const then = at - (TRAIL.seconds * i) / TRAIL.steps;
          if (then < 0) continue;
          const point = operatingPoint(engine, model, result, then);
          if (point === null) continue;
          const age = 1 - i / (TRAIL.steps + 1);
          const colour = palette[laneColour(model.lane)];
          surface.marks([sx.map(point.x), sy.map(point.p)], 'dot', 5 * unit, colour, 0.35 * age);
        }
      }
    };
    return { subscribe: replay.subscribe, draw };
  }, [all, active, runs, engine, replay]);

  const model = models.find(({ lane }) => lane === active);
  const stale = models.some(({ lane }) => runs[lane]?.status !== 'done');
  return (
    <PlotFrame figure={figure} overlay={overlay} stale={stale && runs.every(({ result }) => result === null)}>
      {(layout) =>
        model !== undefined && (
          <>
            {handleParams(model, 'queue_threshold').map((handle, i) => (
              <CurveHandle
                key={handle.param.name}
                handle={handle}
                model={model}
                layout={layout}
                axis="x"
                hint={!hintSeen && i === 1}
              />
            ))}
            {handleParams(model, 'probability').map((handle) => (
              <CurveHandle key={handle.param.name} handle={handle} model={model} layout={layout} axis="y" hint={false} />
            ))}
          </>
        )
      }
    </PlotFrame>
  );
}

interface HandleProps {
  readonly handle: HandleParam;
  readonly model: LaneModel;
  readonly layout: Layout;
  readonly axis: 'x' | 'y';
  /** Says that this can be dragged, until somebody has. */
  readonly hint: boolean;
}

function CurveHandle({ handle: { param, value }, model, layout, axis, hint }: HandleProps) {
  const app = useApp();
  const scale = axis === 'x' ? layout.sx : layout.sy;
  const [lo, hi] = scale.domain;
  if (value < lo || value > hi) return null;
  const at = scale.map(value);
  const { left, right, top, bottom } = layout;
  const style =
    axis === 'x'
      ? { left: at, top, height: bottom - top }
      : { left, top: at, width: right - left };
  const span = hi - lo;
  return (
    <Handle
      label={`${param.name} of ${model.scenario.label}`}
      value={value}
      valueText={`${formatLevel(value)}${param.unit === '1' ? '' : ` ${param.unit}`}`}
      min={Math.max(lo, param.min ?? lo)}
      max={Math.min(hi, param.max ?? hi)}
      axis={axis}
      scale={scale}
      grain={axis === 'x' ? 1 : 10 ** Math.floor(Math.log10(span / 100))}
      className={`curve-handle along-${axis}`}
      style={{ ...style, '--lane': `var(--${laneColour(model.lane)})` }}
      onMove={(next) => moveParam(app, model.lane, param.name, next)}
      onSettle={() => app.settle()}
    >
      <span className="grip">
        <Sym name={param.name} /> <b>{formatLevel(value)}</b>
      </span>
      {hint && <span className="hint">drag me</span>}
    </Handle>
  );
}
