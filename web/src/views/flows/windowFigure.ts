/** Congestion windows of chosen flows over time, and their mean. */
import { t, wordList } from '../../../../models/src/language.ts';
import { laneColour, laneDash } from '../../components/laneLook.ts';
import { binAt } from '../../lanes/quantities.ts';
import type { Figure, Layer, PlotData } from '../../plots/figure.ts';
import { niceDomain, type Interval } from '../../plots/scale.ts';
import type { Overview } from '../../../../wasm/src/types.ts';

/** A lane with the windows of flows, one column for each flow. */
export interface Windows {
  readonly lane: number;
  readonly label: string;
  /** Flow numbers from 0, in the order of the columns. */
  readonly flows: readonly number[];
  readonly overview: Overview;
}

/** Mean over the flows that send; NaN if none does. */
export function meanOf(columns: readonly Float64Array[]): Float64Array {
  return Float64Array.from(columns[0] ?? [], (_, i) => {
    const there = columns.flatMap((column) => {
      const value = column[i] ?? NaN;
      return Number.isNaN(value) ? [] : [value];
    });
    return there.reduce((sum, value) => sum + value, 0) / there.length;
  });
}

/** Ends of the bins: the recorded windows are those at the end of each bin. */
export const endsOf = ({ bins, binSeconds }: Overview): Float64Array =>
  Float64Array.from({ length: bins }, (_, i) => (i + 1) * binSeconds);

/**
 * For one lane, each flow has a line style, in the order of the title; for several lanes, the flows are faint
 * and the means stand out.
 */
export function windowFigure(all: readonly Windows[], span: Interval): Figure {
  const [single] = all;
  const alone = all.length === 1;
  const lanes = all.map((one) => ({
    ...one,
    times: endsOf(one.overview),
    columns: one.overview.windows,
    mean: meanOf(one.overview.windows),
  }));
  const inSight = ({ overview }: Windows, column: Float64Array) =>
    column.subarray(binAt(overview, span[0]), binAt(overview, span[1]) + 1);
  const most = lanes.reduce(
    (top, lane) =>
      lane.columns.reduce(
        (high, column) => inSight(lane, column).reduce((a, b) => (b > a ? b : a), high),
        top,
      ),
    1,
  );
  const domain = niceDomain(0, most, 4);
  const flows = single?.flows.map((flow) => flow + 1).join(', ') ?? '';
  const labels = wordList(all.map(({ label }) => label));
  return {
    name: 'windows',
    ...(alone && single !== undefined ? { lane: single.lane } : {}),
    title: t('Congestion windows of flows {{flows}}{{alone}}', { flows, alone: alone ? `, ${labels}` : '' }),
    summary: t('Congestion window of flows {{flows}} over time, and the mean of them, for {{labels}}.', {
      flows,
      labels,
    }),
    x: { label: t('time'), unit: 's', kind: 'linear', domain: span },
    y: { label: t('window'), unit: 'packets', kind: 'linear', domain },
    layers: [
      ...lanes.flatMap(({ lane, columns, times }) =>
        columns.map((column, k): Layer => ({
          kind: 'line',
          x: times,
          y: column,
          colour: laneColour(lane),
          dash: alone ? laneDash(k) : laneDash(lane),
          width: 1,
          alpha: alone ? 0.9 : 0.35,
        })),
      ),
      ...lanes.flatMap(({ lane, columns, mean, times }): Layer[] =>
        columns.length < 2
          ? []
          : [
              {
                kind: 'line',
                x: times,
                y: mean,
                colour: laneColour(lane),
                dash: alone ? [] : laneDash(lane),
                width: 2.6,
              },
            ],
      ),
    ],
    levels: [],
    ...(alone ? {} : { legend: all.map(({ lane, label }) => ({ lane, label })) }),
    edge: false,
    data: () =>
      lanes.map(({ lane, label, flows: of, times, columns, mean }): PlotData => ({
        lane,
        label,
        x: { label: t('time'), unit: 's', values: times },
        series: [
          ...columns.map((values, k) => ({
            label: t('flow {{of}}', { of: (of[k] ?? 0) + 1 }),
            unit: 'packets',
            values,
          })),
          { label: t('mean of them'), unit: 'packets', values: mean },
        ],
      })),
  };
}
