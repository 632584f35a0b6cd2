import { useMemo } from 'react';
import type { Palette } from '../../plots/palette.ts';
import { canvasSurface } from '../../plots/canvasSurface.ts';
import { spread, type Layout } from '../../plots/figure.ts';
import { formatLevel } from '../../plots/draw.ts';
import { Handle } from '../../plots/Handle.tsx';
import { laneColour, laneDash, laneLetter } from '../../plots/lanes.ts';
import { PlotFrame, type Overlay } from '../../plots/PlotFrame.tsx';
import { plain } from '../../plots/surface.ts';
import { vars } from '../../components/vars.ts';
import { Sym } from '../../components/Sym.tsx';
import { useApp } from '../../state/context.ts';
import { shownTime } from '../../state/replay.ts';
import { useSelected, useStore } from '../../state/store.ts';
import type { LaneRun } from '../../state/runner.ts';
import { curveFigure, curveNow, operatingPoint, sampleCurves, type LaneCurves } from './curveFigure.ts';
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

  const all = useMemo(() => sampleCurves(engine, models, wholeCurve), [engine, models, wholeCurve]);
  const figure = useMemo(
    () =>
      curveFigure({
        all,
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
    [all, active, wholeCurve, runs, engine, replay],
  );

  const overlay = useMemo((): Overlay => {
    const draw = (context: CanvasRenderingContext2D, layout: Layout, palette: Palette) => {
      const surface = canvasSurface(context);
      const { sx, sy, unit, left, right, top, bottom } = layout;
      const time = shownTime(replay.get());
      const order = [...all].sort(
        (a, b) => Number(a.model.lane === active) - Number(b.model.lane === active),
      );
      const points = order.map((lane) => {
        const result = runs[lane.model.lane]?.result ?? null;
        return { lane, result, point: operatingPoint(engine, lane.model, result, time) };
      });
      surface.clipped(left, top - 1, right - left, bottom - top + 2, () => {
        for (const { lane, result, point } of points) {
          if (lane.moving) drawMoving(lane, result, point?.which ?? null);
          if (point !== null) drawTrail(lane.model, result, point.which);
        }
      });
      const placed: { readonly x: number; readonly y: number }[] = [];
      for (const { lane, point } of points.toReversed()) {
        if (point === null) continue;
        const { model } = lane;
        const y = Math.max(top, sy.map(point.p));
        let x = sx.map(Math.min(point.x, sx.domain[1]));
        // Lanes that are in the same place stand beside each other, not behind.
        while (placed.some((other) => Math.hypot(other.x - x, other.y - y) < 12 * unit)) x += 16 * unit;
        placed.push({ x, y });
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

      /** The curve in use bold, others that state moves thin; before a run, all as they begin. */
      function drawMoving({ model, curves }: LaneCurves, result: LaneRun['result'], used: number | null) {
        const usable = result?.aqm === model.info.id ? result : null;
        model.info.curves.forEach(({ live }, which) => {
          if (!live && which !== used) return;
          const curve =
            usable === null ? curves[which] : curveNow(engine, model, which, usable, time, sx.domain[1]);
          if (curve === undefined) return;
          const path = new Float64Array(2 * curve.x.length);
          curve.x.forEach((x, i) => {
            path[2 * i] = sx.map(x);
            path[2 * i + 1] = sy.map(curve.p[i] ?? NaN);
          });
          const bold = which === used || model.info.curves.length === 1;
          surface.line(path, {
            colour: palette[laneColour(model.lane)],
            width: (bold ? (model.lane === active ? 2.6 : 2) : 1) * unit,
            alpha: bold ? 1 : 0.6,
            dash: laneDash(model.lane),
          });
        });
      }
      function drawTrail(model: LaneModel, result: LaneRun['result'], which: number) {
        for (let i = TRAIL.steps; i > 0; --i) {
          const then = time - (TRAIL.seconds * i) / TRAIL.steps;
          if (then < 0) continue;
          const point = operatingPoint(engine, model, result, then, which);
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
            <CurveHandles role="queue_threshold" {...{ model, layout }} hint={!hintSeen} />
            <CurveHandles role="probability" {...{ model, layout }} hint={false} />
          </>
        )
      }
    </PlotFrame>
  );
}

interface HandlesProps {
  readonly role: 'queue_threshold' | 'probability';
  readonly model: LaneModel;
  readonly layout: Layout;
  /** Says that this can be dragged, until somebody has. */
  readonly hint: boolean;
}

/** Room that a name in its frame takes along x and along y, in units. */
const GRIP = { x: 64, y: 20 };

/** The handles along one axis: thresholds along x, probabilities along y; their names do not cover each other. */
function CurveHandles({ role, model, layout, hint }: HandlesProps) {
  const axis = role === 'queue_threshold' ? 'x' : 'y';
  const scale = axis === 'x' ? layout.sx : layout.sy;
  const [lo, hi] = scale.domain;
  const shown = handleParams(model, role)
    .filter(({ value }) => value >= lo && value <= hi)
    .sort((a, b) => scale.map(a.value) - scale.map(b.value));
  const [from, to] = [Math.min(...scale.range), Math.max(...scale.range)];
  const gap = GRIP[axis] * layout.unit;
  const places = spread(
    shown.map(({ value }) => scale.map(value)),
    gap,
    from,
    axis === 'x' ? layout.width - gap / 2 : to,
  );
  return shown.map((handle, i) => (
    <CurveHandle
      key={handle.param.name}
      handle={handle}
      model={model}
      layout={layout}
      axis={axis}
      shift={(places[i] ?? 0) - scale.map(handle.value)}
      hint={hint && i === shown.length - 1}
    />
  ));
}

interface HandleProps {
  readonly handle: HandleParam;
  readonly model: LaneModel;
  readonly layout: Layout;
  readonly axis: 'x' | 'y';
  /** Pixels from the value to the middle of its name. */
  readonly shift: number;
  readonly hint: boolean;
}

function CurveHandle({ handle: { param, value }, model, layout, axis, shift, hint }: HandleProps) {
  const app = useApp();
  const scale = axis === 'x' ? layout.sx : layout.sy;
  const [lo, hi] = scale.domain;
  const at = scale.map(value);
  const { left, right, top, bottom } = layout;
  const style =
    axis === 'x' ? { left: at, top, height: bottom - top } : { left, top: at, width: right - left };
  const grain = axis === 'x' ? 1 : 10 ** Math.floor(Math.log10((hi - lo) / 100));
  const least = param.min ?? -Infinity;
  return (
    <Handle
      label={`${param.name} of ${model.scenario.label}, on the curve`}
      value={value}
      valueText={`${formatLevel(value)}${param.unit === '1' ? '' : ` ${param.unit}`}`}
      min={Math.max(lo, param.minExclusive === true ? least + grain : least)}
      max={Math.min(hi, param.max ?? hi)}
      axis={axis}
      scale={scale}
      grain={grain}
      className={`curve-handle along-${axis}`}
      style={{ ...style, ...vars({ '--lane': `var(--${laneColour(model.lane)})`, '--shift': `${shift}px` }) }}
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
