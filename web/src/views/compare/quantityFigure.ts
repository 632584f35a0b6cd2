/** A recorded quantity over time, all lanes in one plot. */
import { t, wordList } from '../../../../models/src/language.ts';
import { laneColour, laneDash } from '../../components/laneLook.ts';
import { binAt, binTimes, type Quantity } from '../../lanes/quantities.ts';
import type { Figure, Layer, PlotData } from '../../plots/figure.ts';
import { niceDomain } from '../../plots/scale.ts';
import { lowerBound } from '../../plots/m4.ts';
import type { PacketWindow, RunResult } from '../../../../wasm/src/types.ts';
import type { LaneRun } from '../../state/runner.ts';
import type { Dot } from '../../time/overlay.ts';
import { capacities } from './capacity.ts';
import { memoBy } from '../../base/memoBy.ts';

export interface Trace {
  readonly lane: number;
  readonly run: LaneRun;
  readonly times: Float64Array;
  readonly values: ArrayLike<number>;
  /** Index of the value at a time. */
  readonly indexAt: (time: number) => number;
}

/** The traces of the lanes that have recorded the quantity: packet by packet if the packets are available. */
export const tracesOf = (
  quantity: Quantity,
  runs: readonly LaneRun[],
  windows: readonly (PacketWindow | null)[] = [],
): readonly Trace[] =>
  runs.flatMap((run, lane): Trace[] => {
    const { result } = run;
    if (result === null) return [];
    const window = windows[lane] ?? null;
    const exact = window === null ? null : (quantity.close?.(result, window) ?? null);
    if (window !== null && exact !== null) {
      const { time: times } = window;
      return [{ lane, run, times, values: exact, indexAt: (time) => lowerBound(times, time) - 1 }];
    }
    const values = columnOf(quantity, result);
    if (values === null) return [];
    const { overview } = result;
    return [{ lane, run, times: binTimes(overview), values, indexAt: (time) => binAt(overview, time) }];
  });

/** Caches the column of each quantity, so that a run always gives the same object. */
const columnsOf = memoBy<RunResult, [], Map<string, ArrayLike<number> | null>>(() => new Map());

function columnOf(quantity: Quantity, result: RunResult): ArrayLike<number> | null {
  const known = columnsOf(result);
  const found = known.get(quantity.id);
  if (found !== undefined) return found;
  const made = quantity.of(result);
  known.set(quantity.id, made);
  return made;
}

/** Whether two sets of traces hold the same values: before the new runs arrive, an edit changes none. */
export const sameTraces = (a: readonly Trace[], b: readonly Trace[]): boolean =>
  a.length === b.length &&
  a.every(
    ({ lane, times, values }, i) => lane === b[i]?.lane && times === b[i].times && values === b[i].values,
  );

/** Minimum and maximum of each column, cached because they are needed again whenever another lane changes. */
const rangeOf = memoBy((values: ArrayLike<number>): readonly [number, number] => {
  let lo = Infinity;
  let hi = -Infinity;
  for (const value of Array.from(values)) {
    if (value < lo) lo = value;
    if (value > hi) hi = value;
  }
  return [lo, hi];
});

/** The position of each lane at a time. */
export const dotsOf = (traces: readonly Trace[], time: number): readonly Dot[] =>
  traces.map(({ lane, values, indexAt }) => ({
    value: values[indexAt(time)] ?? NaN,
    colour: laneColour(lane),
  }));

/** Emphasis of one lane, which is drawn over the others. */
interface Emphasis {
  readonly active: number;
  /** The approximate number of ticks along the axis. */
  readonly ticks: number;
}

export function quantityFigure(
  quantity: Quantity,
  traces: readonly Trace[],
  span: readonly [number, number],
  { active, ticks }: Partial<Emphasis> = {},
): Figure {
  let lo = Infinity;
  let hi = -Infinity;
  for (const { values } of traces) {
    const [least, most] = rangeOf(values);
    lo = Math.min(lo, least);
    hi = Math.max(hi, most);
  }
  const rates = quantity.id === 'throughput' ? capacities(traces.map(({ run }) => run.asked)) : [];
  for (const { y } of rates) hi = Math.max(hi, ...y);
  const domain =
    hi < lo
      ? ([0, 1] as const)
      : niceDomain(Math.min(0, lo), hi === lo ? lo + 1 : Math.max(0, hi), ticks ?? 3);
  const inOrder = [...traces].sort((a, b) => Number(a.lane === active) - Number(b.lane === active));
  const layers = inOrder.map(({ lane, times, values }): Layer => ({
    kind: 'line',
    x: times,
    y: values,
    colour: laneColour(lane),
    width: active === undefined ? 1.6 : lane === active ? 2 : 1.4,
    alpha: active === undefined || lane === active ? 1 : 0.85,
    dash: laneDash(lane),
    cached: true,
  }));
  layers.push(
    ...rates.map(({ x, y }): Layer => ({ kind: 'line', x, y, colour: 'muted', width: 1.2, dash: [1, 3] })),
  );
  const labels = wordList(traces.map(({ run }) => run.asked.label));
  return {
    name: quantity.id === 'window' ? 'window' : quantity.id.replace(':', '-'),
    title: quantity.label,
    summary: t('{{label}} over time for {{labels}}.', {
      label: quantity.label,
      labels: labels === '' ? t('no lane yet') : labels,
    }),
    x: { label: t('time'), unit: 's', kind: 'linear', domain: span, quiet: true },
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
    data: () => [
      ...traces.map(({ lane, run, times, values }): PlotData => ({
        lane,
        label: run.asked.label,
        x: { label: t('time'), unit: 's', values: times },
        series: [{ label: quantity.short, unit: quantity.unit, values }],
      })),
      ...rates.map(({ x, y }): PlotData => ({
        label: t('rate of the link'),
        x: { label: t('time'), unit: 's', values: x },
        series: [{ label: t('rate'), unit: quantity.unit, values: y }],
      })),
    ],
  };
}
