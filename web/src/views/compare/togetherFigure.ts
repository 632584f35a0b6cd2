/** The queues of all lanes in one plot, or what the others' queues are more or less than that of one lane. */
import { laneColour, laneDash, laneLetter } from '../../components/laneLook.ts';
import type { Quantity } from '../../lanes/quantities.ts';
import type { Figure, Layer, PlotData } from '../../plots/figure.ts';
import { niceDomain } from '../../plots/scale.ts';
import type { Trace } from './quantityFigure.ts';

/** Lanes are drawn from their bins: what a pixel cannot show is not compared. */
export const QUEUE: Quantity = {
  id: 'queues',
  label: 'Queue',
  short: 'queue',
  unit: 'packets',
  of: ({ overview }) => overview.queue_mean,
};

/** Each trace less that of `lane`, at its own times; of what has no value there: nothing. */
export function differencesTo(traces: readonly Trace[], lane: number): readonly Trace[] {
  const reference = traces.find((trace) => trace.lane === lane);
  if (reference === undefined) return [];
  const end = reference.run.result?.overview;
  const until = end === undefined ? 0 : end.bins * end.binSeconds;
  return traces
    .filter((trace) => trace.lane !== lane)
    .map((trace) => {
      const values = Float64Array.from(trace.times, (time, i) =>
        time > until ? NaN : (trace.values[i] ?? NaN) - (reference.values[reference.indexAt(time)] ?? NaN),
      );
      return { ...trace, values };
    });
}

function reach(traces: readonly Trace[]): readonly [number, number] {
  let [lo, hi] = [0, 0];
  for (const { values } of traces) {
    for (const value of Array.from(values)) {
      if (value < lo) lo = value;
      if (value > hi) hi = value;
    }
  }
  return niceDomain(lo, hi === lo ? lo + 1 : hi, 4);
}

/** `against`: the lane that is taken from the others; null: each as it is. The `active` lane is drawn over the others. */
export function togetherFigure(
  traces: readonly Trace[],
  against: number | null,
  active: number,
  span: readonly [number, number],
): Figure {
  const shown = against === null ? traces : differencesTo(traces, against);
  const title = against === null ? 'Queues' : `Queues less that of ${laneLetter(against)}`;
  const labels = shown.map(({ run }) => run.asked.label).join(', ');
  const order = [...shown].sort((a, b) => Number(a.lane === active) - Number(b.lane === active));
  return {
    name: against === null ? 'queues' : 'queue-differences',
    title,
    summary: `${title} over time: ${labels === '' ? 'no lane yet' : labels}.`,
    x: { label: 'time', unit: 's', kind: 'linear', domain: span, quiet: true },
    y: {
      label: against === null ? 'queue' : 'difference',
      unit: 'packets',
      kind: 'linear',
      domain: reach(shown),
    },
    layers: order.map(({ lane, times, values }): Layer => ({
      kind: 'line',
      x: times,
      y: values,
      colour: laneColour(lane),
      width: lane === active ? 2 : 1.4,
      dash: laneDash(lane),
      alpha: lane === active ? 1 : 0.85,
    })),
    levels: against === null ? [] : [{ axis: 'y', name: `as ${laneLetter(against)}`, value: 0, shown: '' }],
    legend: shown.map(({ lane, run }) => ({ lane, label: run.asked.label })),
    edge: true,
    data: () =>
      shown.map(({ lane, run, times, values }): PlotData => ({
        lane,
        label: run.asked.label,
        x: { label: 'time', unit: 's', values: times },
        series: [{ label: against === null ? 'queue' : 'difference', unit: 'packets', values }],
      })),
  };
}
