import { useMemo } from 'react';
import type { Figure, Layer, PlotData } from '../../plots/figure.ts';
import { canvasSurface } from '../../plots/canvasSurface.ts';
import { laneColour, laneDash } from '../../components/laneLook.ts';
import { PlotFrame } from '../../plots/PlotFrame.tsx';
import { niceDomain } from '../../plots/scale.ts';
import { useTimeGestures } from '../../time/gestures.ts';
import { useApp } from '../../state/context.ts';
import type { LaneRun } from '../../state/runner.ts';
import { useView } from '../../state/useView.ts';
import { binAt, binTimes, quantities, type Quantity } from '../../lanes/quantities.ts';
import { timeOverlay } from '../../time/overlay.ts';

interface Props {
  readonly runs: readonly LaneRun[];
  readonly span: readonly [number, number];
}

interface Trace {
  readonly lane: number;
  readonly run: LaneRun;
  readonly times: Float64Array;
  readonly values: ArrayLike<number>;
}

/** One more quantity over time, all lanes in one plot: the congestion window, a rate, or whatever the AQMs recorded. */
export function ExtraPlot({ runs, span }: Props) {
  const app = useApp();
  const extra = useView('extra');
  const { engine } = app;
  const aqms = runs.map(({ asked }) => asked.aqm.id).join();
  const choices = useMemo(() => quantities(engine.catalogue, aqms.split(',')), [engine, aqms]);
  const chosen = choices.find(({ id }) => id === extra);

  return (
    <section className="extra" aria-label="Another quantity over time">
      <header className="lane-head">
        <label className="extra-choice">
          <span className="visually-hidden">Quantity shown below the queues</span>
          <select value={chosen?.id ?? ''} onChange={(event) => app.look({ extra: event.target.value })}>
            {choices.map(({ id, label, symbol }) => (
              <option key={id} value={id}>
                {symbol === undefined ? label : `${symbol}: ${label}`}
              </option>
            ))}
            <option value="">No further plot</option>
          </select>
        </label>
      </header>
      {chosen !== undefined && <QuantityPlot quantity={chosen} runs={runs} span={span} />}
    </section>
  );
}

function QuantityPlot({ quantity, runs, span }: Props & { readonly quantity: Quantity }) {
  const app = useApp();
  const traces = useMemo(
    () =>
      runs.flatMap((run, lane): Trace[] => {
        const values = run.result === null ? null : quantity.of(run.result);
        if (run.result === null || values === null) return [];
        return [{ lane, run, times: binTimes(run.result.overview), values }];
      }),
    [runs, quantity],
  );
  const figure = useMemo(() => quantityFigure(quantity, traces, span), [quantity, traces, span]);
  const overlay = useMemo(
    () =>
      timeOverlay(app, (context, layout, palette, time) => {
        const surface = canvasSurface(context);
        for (const { lane, run, values } of traces) {
          if (run.result === null) continue;
          const value = values[binAt(run.result.overview, time)] ?? NaN;
          if (Number.isNaN(value)) continue;
          const at = [layout.sx.map(time), layout.sy.map(value)];
          surface.marks(at, 'dot', 10 * layout.unit, palette.ground, 1);
          surface.marks(at, 'dot', 7 * layout.unit, palette[laneColour(lane)], 1);
        }
      }),
    [app, traces],
  );
  const attach = useTimeGestures();
  const stale = runs.some(({ status }) => status !== 'done');
  return (
    <PlotFrame
      figure={figure}
      overlay={overlay}
      attach={attach}
      stale={stale && traces.length > 0}
      empty={traces.length === 0 && !stale ? <p className="muted">No lane records this.</p> : undefined}
    />
  );
}

function quantityFigure(
  quantity: Quantity,
  traces: readonly Trace[],
  span: readonly [number, number],
): Figure {
  let lo = Infinity;
  let hi = -Infinity;
  for (const { values } of traces) {
    for (const value of Array.from(values)) {
      if (value < lo) lo = value;
      if (value > hi) hi = value;
    }
  }
  const domain = hi < lo ? ([0, 1] as const) : niceDomain(Math.min(0, lo), hi === lo ? lo + 1 : hi, 3);
  const layers = traces.map(({ lane, times, values }): Layer => ({
    kind: 'line',
    x: times,
    y: values,
    colour: laneColour(lane),
    width: 1.6,
    dash: laneDash(lane),
  }));
  const labels = traces.map(({ run }) => run.asked.label).join(', ');
  return {
    name: quantity.id === 'window' ? 'window' : quantity.id.replace(':', '-'),
    title: quantity.label,
    summary: `${quantity.label} over time for ${labels === '' ? 'no lane yet' : labels}.`,
    x: { label: 'time', unit: 's', kind: 'linear', domain: span },
    y: {
      label: quantity.symbol === undefined ? quantity.short : '',
      ...(quantity.symbol === undefined ? {} : { symbol: quantity.symbol }),
      unit: quantity.unit,
      kind: 'linear',
      domain,
    },
    layers,
    levels: [],
    legend: traces.map(({ lane, run }) => ({ lane, label: run.asked.label })),
    edge: true,
    data: () =>
      traces.map(({ lane, run, times, values }): PlotData => ({
        lane,
        label: run.asked.label,
        x: { label: 'time', unit: 's', values: times },
        series: [{ label: quantity.short, unit: quantity.unit, values }],
      })),
  };
}
