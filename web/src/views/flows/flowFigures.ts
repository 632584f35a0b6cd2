/** The pictures of flows, as data. */
import { decimal, t, wordList } from '../../../../models/src/language.ts';
import { laneColour, laneDash } from '../../components/laneLook.ts';
import { binTimes } from '../../lanes/quantities.ts';
import { rowName } from '../../lanes/rows.ts';
import type { Figure, Layer, PlotData } from '../../plots/figure.ts';
import { niceDomain } from '../../plots/scale.ts';
import type { Interval } from '../../plots/scale.ts';
import type { LaneScenario, RunResult } from '../../../../wasm/src/types.ts';
import { examples, fairness, quantile, rateOfRow, waitsOf, type FlowData } from './flowData.ts';

/** A lane whose packets have arrived. */
export interface Shown {
  readonly lane: number;
  readonly label: string;
  readonly scenario: LaneScenario;
  readonly data: FlowData;
  /** The rows that are shown. */
  readonly rows: readonly number[];
}

const line = (lane: number, x: ArrayLike<number>, y: ArrayLike<number>, free = false): Layer => ({
  kind: 'line',
  x,
  y,
  colour: laneColour(lane),
  dash: laneDash(lane),
  width: 1.8,
  ...(free && { free }),
});
const legendOf = (all: readonly Shown[]) => all.map(({ lane, label }) => ({ lane, label }));
const part = (
  { lane, label }: Pick<Shown, 'lane' | 'label'>,
  x: readonly [string, string, ArrayLike<number>],
  y: readonly [string, string, ArrayLike<number>],
): PlotData => ({
  lane,
  label,
  x: { label: x[0], unit: x[1], values: x[2] },
  series: [{ label: y[0], unit: y[1], values: y[2] }],
});

/** Room beside a plot for "flow 150", units. */
const NAMES = 58;

/**
 * Names at the ends of lines, beside the plot. They are placed from the lowest up, so that names that move up
 * keep the order of the lines.
 */
const endNames = (
  ends: readonly { readonly x: number; readonly y: number; readonly text: string }[],
): Layer[] => [...ends].sort((a, b) => a.y - b.y).map((end) => ({ kind: 'text', ...end, side: 'right' }));

/** The most points of a distribution that can be distinguished. */
const SHARES = 400;
/** The axis ends at this share of the packets: the last ones depend on chance. */
const TAIL = 0.995;

/** Share of the packets that waited at most this long, as Flent draws it. */
export function delayFigure(all: readonly Shown[]): Figure {
  const curves = all.map((shown) => {
    const waits = waitsOf(shown.data, shown.rows);
    const shares = Float64Array.from({ length: SHARES + 1 }, (_, i) => i / SHARES);
    return { shown, shares, waits: shares.map((share) => 1e3 * quantile(waits, share)), whole: waits };
  });
  const end = Math.max(1e-3, ...curves.map(({ whole }) => 1e3 * (quantile(whole, TAIL) || 0)));
  return {
    name: 'delay-cdf',
    title: t('Waits in the queue'),
    summary: t('Share of the packets that waited at most so long. {{curves}}', {
      curves: curves
        .map(({ shown, whole }) =>
          t('{{label}}: half below {{median}} ms, 95 % below {{high}} ms.', {
            label: shown.label,
            median: decimal((1e3 * quantile(whole, 0.5)).toFixed(1)),
            high: decimal((1e3 * quantile(whole, 0.95)).toFixed(1)),
          }),
        )
        .join(' '),
    }),
    x: { label: t('wait'), unit: 'ms', kind: 'linear', domain: niceDomain(0, end, 4) },
    y: { label: t('share of packets'), unit: '1', kind: 'linear', domain: [0, 1] },
    layers: curves.map(({ shown, shares, waits }) => line(shown.lane, waits, shares, true)),
    levels: [],
    legend: legendOf(all),
    edge: false,
    data: () =>
      curves.map(({ shown, shares, waits }) =>
        part(shown, [t('wait'), 'ms', waits], [t('share of packets'), '1', shares]),
      ),
  };
}

/** Fairness among the shown flows, over time. */
export function fairnessFigure(all: readonly Shown[], span: Interval): Figure {
  const curves = all.map((shown) => ({ shown, values: fairness(shown.data, shown.rows) }));
  return {
    name: 'fairness',
    title: t('Fairness over time'),
    summary: t("Jain's index of what the flows got in the last two seconds, for {{all}}.", {
      all: wordList(all.map(({ label }) => label)),
    }),
    x: { label: t('time'), unit: 's', kind: 'linear', domain: span },
    y: { label: t('fairness'), unit: '1', kind: 'linear', domain: [0, 1] },
    layers: curves.map(({ shown, values }) => line(shown.lane, shown.data.times, values)),
    levels: [],
    legend: legendOf(all),
    edge: false,
    data: () =>
      curves.map(({ shown, values }) =>
        part(shown, [t('time'), 's', shown.data.times], [t('fairness'), '1', values]),
      ),
  };
}

/** The rate of each row of one lane, over time; line style and name distinguish the rows. */
export function ratesFigure({ lane, label, scenario, data }: Shown, span: Interval): Figure {
  const rates = scenario.traffic.map((_, row) => rateOfRow(data, scenario, row).map((rate) => rate / 1e6));
  const there = rates.flatMap((rate, row) => (rate.some((value) => value > 0) ? [{ rate, row }] : []));
  const top = niceDomain(0, Math.max(0.01, ...rates.flatMap((rate) => Array.from(rate))), 4);
  return {
    name: 'row-rates',
    lane,
    title: t('Throughput by row of traffic, {{label}}', { label }),
    summary: t('What each row of traffic got from the link of {{label}}, in steps of half a second.', {
      label,
    }),
    x: { label: t('time'), unit: 's', kind: 'linear', domain: span },
    y: { label: t('throughput'), unit: 'Mbit/s', kind: 'linear', domain: top },
    layers: [
      ...there.map(({ rate, row }): Layer => ({
        kind: 'line',
        x: data.times,
        y: rate,
        colour: laneColour(lane),
        dash: laneDash(row),
        width: 1.8,
        alpha: 1,
      })),
      ...(rates.length < 2
        ? []
        : endNames(
            there.map(({ rate, row }) => ({
              x: span[1],
              y: rate.at(-1) ?? 0,
              text: t('row {{row}}', { row: row + 1 }),
            })),
          )),
    ],
    levels: [],
    edge: NAMES,
    data: () =>
      scenario.traffic.map((row, i) =>
        part(
          { lane, label: rowName(scenario, row) },
          [t('time'), 's', data.times],
          [t('throughput'), 'Mbit/s', rates[i] ?? []],
        ),
      ),
  };
}

/** The sequence numbers of three flows over time; rings are retransmitted segments. */
export function sequenceFigure({ lane, label, data, rows }: Shown, span: Interval): Figure {
  const flows = examples(data, rows);
  const shown = flows.flatMap((flow) => {
    const segments = data.segments[flow];
    if (segments === undefined) return [];
    const first = segments.seq[0] ?? 0;
    const seq = segments.seq.map((one) => one - first);
    const again = segments.again.flatMap((is, i) => (is ? [i] : []));
    return [{ flow, time: segments.time, seq, again }];
  });
  const top = Math.max(1, ...shown.map(({ seq }) => seq.reduce((most, one) => Math.max(most, one), 0)));
  return {
    name: 'sequence',
    lane,
    title: t('Sequence numbers, {{label}}', { label }),
    summary: t(
      'Segments of flows {{flows}} of {{label}} as they leave the queue: the fastest, the middle and the slowest; rings are segments sent again.',
      { flows: flows.join(', '), label },
    ),
    x: { label: t('time'), unit: 's', kind: 'linear', domain: span },
    y: { label: t('segments'), unit: '', kind: 'linear', domain: niceDomain(0, top, 4) },
    layers: [
      ...shown.map(({ time, seq, again }): Layer => ({
        kind: 'points',
        x: again.map((i) => time[i] ?? NaN),
        y: again.map((i) => seq[i] ?? NaN),
        shape: 'ring',
        size: 6,
        colour: 'ink',
        alpha: 0.5,
      })),
      ...shown.map(({ time, seq }, k): Layer => ({
        kind: 'line',
        x: time,
        y: seq,
        colour: laneColour(lane),
        dash: laneDash(k),
        width: 1.6,
        free: true,
      })),
      ...endNames(
        shown.map(({ flow, seq }) => ({
          x: span[1],
          y: seq.at(-1) ?? 0,
          text: t('flow {{flow}}', { flow: flow + 1 }),
        })),
      ),
    ],
    levels: [],
    edge: NAMES,
    data: () =>
      shown.map(({ flow, time, seq }) =>
        part(
          { lane, label: t('flow {{flow}}', { flow: flow + 1 }) },
          [t('time'), 's', time],
          [t('segments'), '', seq],
        ),
      ),
  };
}

export interface Ran {
  readonly lane: number;
  readonly label: string;
  readonly result: RunResult;
}

/** Mean window against queue: a steady loop is a spot, an oscillating one a ring. */
export function planeFigure(all: readonly Ran[], span: Interval): Figure {
  const ways = all.map(({ lane, label, result: { overview } }) => {
    const times = binTimes(overview);
    const inside = Array.from(times.keys()).filter(
      (i) =>
        (times[i] ?? 0) >= span[0] &&
        (times[i] ?? 0) <= span[1] &&
        !Number.isNaN(overview.cwnd_mean[i] ?? NaN),
    );
    const x = Float64Array.from(inside, (i) => overview.queue_mean[i] ?? NaN);
    const y = Float64Array.from(inside, (i) => overview.cwnd_mean[i] ?? NaN);
    return { lane, label, x, y };
  });
  const most = (of: 'x' | 'y') =>
    Math.max(1, ...ways.map((way) => way[of].reduce((a, b) => Math.max(a, b), 0)));
  return {
    name: 'plane',
    title: t('Window against queue'),
    summary: t('Mean congestion window against the queue, for {{all}}.', {
      all: wordList(all.map(({ label }) => label)),
    }),
    x: { label: t('queue'), unit: 'packets', kind: 'linear', domain: niceDomain(0, most('x'), 4) },
    y: { label: t('mean window'), unit: 'packets', kind: 'linear', domain: niceDomain(0, most('y'), 4) },
    layers: ways.map(({ lane, x, y }): Layer => ({
      kind: 'line',
      x,
      y,
      colour: laneColour(lane),
      width: 1,
      alpha: 0.6,
      free: true,
    })),
    levels: [],
    legend: all.map(({ lane, label }) => ({ lane, label })),
    edge: false,
    data: () =>
      ways.map((way) => part(way, [t('queue'), 'packets', way.x], [t('mean window'), 'packets', way.y])),
  };
}
