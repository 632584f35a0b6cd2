/** The fluid solution of one lane over its packet trace: queue, mean window, drop probability. */
import { decimal, t } from '../../../../models/src/language.ts';
import type { Overview } from '../../../../wasm/src/types.ts';
import type { Column, Figure, Layer, Level, PlotData } from '../../plots/figure.ts';
import { laneColour } from '../../components/laneLook.ts';
import { niceDomain, type Interval } from '../../plots/scale.ts';
import { queueLevels } from '../../lanes/model.ts';
import { binAt, binTimes } from '../../lanes/quantities.ts';
import { averageOf, extent, meanRestWindow, meanWindow, type Modelled } from './modelled.ts';
import { memoBy } from '../../base/memoBy.ts';

interface Inputs {
  readonly shown: Modelled;
  readonly span: Interval;
  /** The plot below shows the axis' label. */
  readonly quiet: boolean;
}

const packets = 'packets';
/** The fluid model is drawn in the text's colour, the packets in the lane's colour. */
const FLUID = { kind: 'line', colour: 'ink', width: 1.8, alpha: 0.85 } as const;

export function fluidQueueFigure({ shown, span, quiet }: Inputs): Figure {
  const { lane, label, fluid, model, run } = shown;
  const { time, queue, law } = fluid.solution;
  const colour = laneColour(lane);
  const average = averageOf(shown);
  const seen = run === null ? [] : [run.overview.queue_max];
  const largest = extent([queue, ...seen])?.[1] ?? 1;
  const named = queueLevels(model);
  const rest: Level[] = ['interior', 'jump', 'held'].includes(fluid.rest.kind)
    ? [{ axis: 'y', name: 'q_0', value: fluid.rest.queue }]
    : [];
  const top = Math.max(10, largest, ...named.map(({ value }) => value).filter((at) => at <= 2.5 * largest));
  const told = {
    label,
    duration: model.scenario.duration,
    end: decimal((queue.findLast(Number.isFinite) ?? 0).toFixed(1)),
    rest: decimal(fluid.rest.queue.toFixed(1)),
  };
  return {
    name: 'fluid-queue',
    lane,
    title: t('Queue of {{label}}: fluid model over packets', { label }),
    summary:
      run === null
        ? t(
            'Queue of {{label}} over {{duration}} s: the fluid model ends at {{end}} packets and rests at {{rest}}; there is no packet simulation yet.',
            told,
          )
        : t(
            "Queue of {{label}} over {{duration}} s: the fluid model ends at {{end}} packets and rests at {{rest}}; the packets' mean is {{mean}}.",
            { ...told, mean: decimal((run.metrics.queue_mean ?? NaN).toFixed(1)) },
          ),
    x: { label: t('time'), unit: 's', kind: 'linear', domain: span, quiet },
    y: { label: t('queue'), unit: packets, kind: 'linear', domain: niceDomain(0, top, 4) },
    layers: [
      ...(run === null ? [] : queueOf(run.overview, colour)),
      ...(average === undefined
        ? []
        : [{ kind: 'line', x: time, y: average, colour: 'ink', width: 1.2, dash: [4, 2.5] } satisfies Layer]),
      ...chance(fluid, model.link.buffer),
      { ...FLUID, x: time, y: queue },
    ],
    levels: [...named, ...rest],
    edge: true,
    data: () => [
      numbers(shown, [
        { label: t('fluid queue'), unit: packets, values: queue },
        ...law.map(({ name, unit, values }) => ({ label: t('fluid {{name}}', { name }), unit, values })),
        ...onGrid(shown, t('packet queue mean'), packets, run?.overview.queue_mean),
        ...onGrid(shown, t('packet queue min'), packets, run?.overview.queue_min),
        ...onGrid(shown, t('packet queue max'), packets, run?.overview.queue_max),
      ]),
    ],
  };
}

/** A band around the solution at its equilibrium, which contains the queue with probability 0.9. */
function chance({ band, rest, solution: { time, queue } }: Modelled['fluid'], buffer: number): Layer[] {
  if (band === null) return [];
  // Of a queue that chance makes, the solution knows nothing.
  const filled = rest.kind === 'empty';
  const from = filled ? 0 : queue.findLastIndex((q) => Math.abs(q - rest.queue) > band.queue) + 1;
  if (from >= queue.length) return [];
  const settled = queue.subarray(from);
  return [
    {
      kind: 'band',
      x: time.subarray(from),
      low: settled.map((q) => (filled ? band.low : Math.max(0, q + band.low - rest.queue))),
      high: settled.map((q) => (filled ? band.high : Math.min(buffer, q + band.high - rest.queue))),
      colour: 'ink',
      alpha: 0.14,
    },
  ];
}

function queueOf(overview: Overview, colour: ReturnType<typeof laneColour>): Layer[] {
  const x = binTimes(overview);
  return [
    { kind: 'band', x, low: overview.queue_min, high: overview.queue_max, colour, alpha: 0.3 },
    { kind: 'line', x, y: overview.queue_mean, colour, width: 1, alpha: 0.55 },
  ];
}

export function fluidWindowFigure({ shown, span, quiet }: Inputs): Figure {
  const { lane, label, fluid, run } = shown;
  const { time, windows } = fluid.solution;
  const mean = meanWindow(shown);
  const cwnd = run?.overview.cwnd_mean;
  const rest = meanRestWindow(shown);
  const top = extent([mean, ...windows, ...(cwnd === undefined ? [] : [cwnd])])?.[1] ?? 1;
  return {
    name: 'fluid-window',
    lane,
    title: t('Mean congestion window of {{label}}: fluid model and packets', { label }),
    summary: t(
      "Mean congestion window of {{label}} over time; the fluid model's rests at {{rest}} packets.",
      { label, rest: decimal(rest.toFixed(2)) },
    ),
    x: { label: t('time'), unit: 's', kind: 'linear', domain: span, quiet },
    y: { label: t('window'), unit: packets, kind: 'linear', domain: niceDomain(0, top, 3) },
    layers: [
      ...(run === null || cwnd === undefined
        ? []
        : [
            {
              kind: 'line',
              x: binTimes(run.overview),
              y: cwnd,
              colour: laneColour(lane),
              width: 1.6,
              alpha: 0.75,
            } satisfies Layer,
          ]),
      ...(windows.length < 2
        ? []
        : windows.map((y): Layer => ({ kind: 'line', x: time, y, colour: 'ink', width: 1, alpha: 0.45 }))),
      { ...FLUID, x: time, y: mean },
    ],
    levels: Number.isFinite(rest) ? [{ axis: 'y', name: 'W_0', value: rest }] : [],
    edge: true,
    data: () => [
      numbers(shown, [
        { label: t('fluid window'), unit: packets, values: mean },
        ...(windows.length < 2
          ? []
          : windows.map((values, k) => ({
              label: t('fluid window, class {{k}}', { k: k + 1 }),
              unit: packets,
              values,
            }))),
        ...onGrid(shown, t('packet window mean'), packets, cwnd),
      ]),
    ],
  };
}

/** Packets are counted over this many seconds, because a ratio of few packets is not meaningful. */
const RATIO_WINDOW = 1;

export function fluidProbabilityFigure({ shown, span, quiet }: Inputs): Figure {
  const { lane, label, fluid, run } = shown;
  const { time, probability, overflow } = fluid.solution;
  const total = probability.map((p, i) => 1 - (1 - p) * (1 - (overflow[i] ?? 0)));
  const overflows = overflow.some((share) => share > 0);
  const ratio = run === null ? undefined : lossRatio(run.overview);
  const rest = 1 - (1 - fluid.rest.probability) * (1 - fluid.rest.overflow);
  const duration = fluid.solution.time.at(-1) ?? 1;
  const within = (column: Float64Array, from: number) =>
    column.slice(
      Math.floor(((span[0] - from) / duration) * column.length),
      Math.max(2, Math.ceil(((span[1] - from) / duration) * column.length)),
    );
  const top = Math.max(
    quantile(within(total, 0), 0.985),
    ratio === undefined ? 0 : quantile(within(ratio, 0), 0.985),
    rest,
  );
  return {
    name: 'fluid-probability',
    lane,
    title: t('Drop or mark probability of {{label}}: fluid model and packets', { label }),
    summary: t("Drop or mark probability of {{label}} over time; the fluid model's rests at {{rest}}.", {
      label,
      rest: decimal(rest.toPrecision(3)),
    }),
    x: { label: t('time'), unit: 's', kind: 'linear', domain: span, quiet },
    y: {
      label: t('probability'),
      unit: '',
      kind: 'linear',
      domain: [0, Math.min(1, niceDomain(0, top > 0 ? 1.15 * top : 1, 3)[1])],
    },
    layers: [
      ...(run === null || ratio === undefined
        ? []
        : [
            {
              kind: 'line',
              x: binTimes(run.overview),
              y: ratio,
              colour: laneColour(lane),
              width: 1.4,
              alpha: 0.75,
            } satisfies Layer,
          ]),
      ...(overflows
        ? [{ kind: 'line', x: time, y: total, colour: 'ink', width: 1.2, dash: [4, 2.5] } satisfies Layer]
        : []),
      { ...FLUID, x: time, y: probability },
    ],
    levels: [{ axis: 'y', name: 'p_0', value: rest }],
    edge: true,
    data: () => [
      numbers(shown, [
        { label: t('fluid probability'), unit: '', values: probability },
        { label: t('fluid overflow'), unit: '', values: overflow },
        ...onGrid(shown, t('packet drop and mark ratio'), '', ratio),
      ]),
    ],
  };
}

/**
 * Drops and marks per arrival over a trailing window, computed once for each run, which is drawn many times
 * over other windows.
 */
const lossRatio = memoBy((o: Overview): Float64Array => {
  const bins = Math.max(1, Math.round(RATIO_WINDOW / o.binSeconds));
  const out = new Float64Array(o.bins);
  let lost = 0;
  let came = 0;
  const count = (i: number, sign: 1 | -1) => {
    const early = (o.drops_early[i] ?? 0) + (o.marks[i] ?? 0);
    lost += sign * (early + (o.drops_forced[i] ?? 0) + (o.drops_overflow[i] ?? 0));
    came += sign * (o.arrivals[i] ?? 0);
  };
  for (let i = 0; i < o.bins; ++i) {
    count(i, 1);
    if (i >= bins) count(i - bins, -1);
    out[i] = came > 0 ? lost / came : NaN;
  }
  return out;
});

/**
 * The value below which this share of the values is: the peaks at the start must not compress the rest of the
 * plot.
 */
function quantile(values: Float64Array, share: number): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** A column of the packets' bins, at the times of the fluid solution. */
function onGrid(shown: Modelled, label: string, unit: string, column: Float64Array | undefined): Column[] {
  const { fluid, run } = shown;
  if (run === null || column === undefined) return [];
  return [{ label, unit, values: fluid.solution.time.map((at) => column[binAt(run.overview, at)] ?? NaN) }];
}

const numbers = ({ lane, label, fluid }: Modelled, series: readonly Column[]): PlotData => ({
  lane,
  label,
  x: { label: t('time'), unit: 's', values: fluid.solution.time },
  series,
});
