/**
 * The queue of one lane over time: thin envelope, bold average, named thresholds, and a strip of drops and
 * marks.
 */
import { groupedNumber } from '../../lanes/metrics.ts';
import { decimal, t, wordList } from '../../../../models/src/language.ts';
import {
  FATES,
  type AqmInfo,
  type LaneScenario,
  type PacketWindow,
  type RunPart,
  type RunResult,
} from '../../../../wasm/src/types.ts';
import type { Figure, Layer, Level, Strip } from '../../plots/figure.ts';
import { formatLevel } from '../../plots/draw.ts';
import { lowerBound } from '../../plots/m4.ts';
import { laneColour } from '../../components/laneLook.ts';
import type { Colour } from '../../plots/palette.ts';
import type { Interval } from '../../plots/scale.ts';
import type { LaneRun } from '../../state/runner.ts';
import { linkShown } from '../../lanes/linkShown.ts';
import { averageColumn, binTimes, endOf, statesOf } from '../../lanes/quantities.ts';
import { memoBy } from '../../base/memoBy.ts';

/** The partial result of a run in progress. */
export interface Beginning {
  readonly part: RunPart;
  /** Whether it belongs to the present document, and not to one from earlier in the drag. */
  readonly fresh: boolean;
}

interface Inputs {
  readonly lane: number;
  readonly run: LaneRun;
  /** Replaces the beginning of the last run. */
  readonly begun?: Beginning | null;
  readonly catalogue: readonly AqmInfo[];
  /** Parameter values with defaults, and values that the scheme computes. */
  readonly levels: readonly Level[];
  readonly span: Interval;
  readonly top: number;
  /** Every packet of the window, if the window is short enough. */
  readonly closeUp: PacketWindow | null;
  readonly marks: boolean;
  /** The rate of drops and marks that fills the strip, per second; the same for all lanes. */
  readonly most: number;
  /** The plot below shows the axis' label. */
  readonly quiet: boolean;
}

/** Fates in the order of FATES, on the strip. */
const STRIP_WORDS = [
  { label: 'marked', shape: 'ring', fate: 1, event: 1, certain: false },
  { label: 'early', shape: 'dot', fate: 2, event: 2, certain: false },
  { label: 'forced', shape: 'square', fate: 3, event: 3, certain: true },
  { label: 'overflow', shape: 'triangle', fate: 4, event: 4, certain: true },
] as const;

/** The events of a run for its strip; if single packets are shown, all events of the window. */
export function stripEvents(
  result: RunPart,
  closeUp: PacketWindow | null,
  marks: boolean,
): Pick<Strip, 'kinds' | 'weight'> {
  const rows = STRIP_WORDS.filter(({ fate }) => fate !== 1 || marks);
  if (closeUp !== null) {
    const { time, event } = closeUp;
    const kinds = rows.map((row) => ({ ...row, times: time.filter((_, i) => event[i] === row.event) }));
    return { kinds, weight: 1 };
  }
  const dots = dotsByFate(result);
  return {
    kinds: rows.map((row) => ({ ...row, times: dots[row.fate] ?? [] })),
    weight: result.dots.thinning,
  };
}

export function traceFigure(inputs: Inputs): Figure {
  const { lane, run, begun = null, catalogue, levels, span, top, closeUp, marks, most, quiet } = inputs;
  const { result, asked: scenario } = run;
  const colour = laneColour(lane);
  const until = begun === null ? 0 : endOf(begun.part.overview);
  const layers =
    result !== null && closeUp !== null
      ? packetLayers(closeUp, result, catalogue, colour)
      : [
          ...(result === null ? [] : later(overviewLayers(result, catalogue, colour), until)),
          ...(begun === null ? [] : overviewLayers(begun.part, catalogue, colour)),
        ];
  // The rate of drops cannot be shown before the rate that fills the strip is known.
  const events = result === null ? { kinds: [], weight: 1 } : stripEvents(result, closeUp, marks);
  const strip =
    result === null || begun === null
      ? events
      : followed(stripEvents(begun.part, null, marks), events, until);
  return {
    name: 'queue',
    lane,
    title: titleOf(scenario),
    summary: describe(run, levels),
    x: { label: t('time'), unit: 's', kind: 'linear', domain: span, quiet },
    y: { label: t('queue'), unit: 'packets', kind: 'linear', domain: [0, top] },
    layers,
    levels,
    strip: { ...strip, most, ...(strip !== events && { mixed: true }) },
    ...(begun?.fresh === true && { olderFrom: until }),
    edge: true,
    headed: true,
    data: () => (result === null ? [] : [numbers(lane, scenario.label, result, catalogue, closeUp)]),
  };
}

function titleOf(scenario: LaneScenario): string {
  const link = linkShown(scenario);
  return t('Queue of {{label}}{{link}}', { label: scenario.label, link: link === null ? '' : `, ${link}` });
}

type TimeLayer = Extract<Layer, { kind: 'line' | 'band' }>;

/** A view without a copy: during a drag, a copy would be made many times a second. */
const from = (values: ArrayLike<number>, index: number): ArrayLike<number> =>
  values instanceof Float64Array ? values.subarray(index) : Array.prototype.slice.call(values, index);

/** The part of time layers after a time. */
function later(layers: readonly TimeLayer[], time: number): readonly TimeLayer[] {
  if (time === 0) return layers;
  return layers.map((layer) => {
    const first = lowerBound(layer.x, time);
    const rest = (values: ArrayLike<number>) => from(values, first);
    return layer.kind === 'line'
      ? { ...layer, x: rest(layer.x), y: rest(layer.y) }
      : { ...layer, x: rest(layer.x), low: rest(layer.low), high: rest(layer.high) };
  });
}

type Events = ReturnType<typeof stripEvents>;

/**
 * The events of a partial run, followed by those of the run before it. If the two list different shares of
 * their events, only the partial run's are used.
 */
function followed(begun: Events, before: Events, until: number): Events {
  if (before.weight !== begun.weight) return begun;
  const kinds = begun.kinds.map((kind, i) => {
    const old = before.kinds[i]?.times ?? [];
    const rest = from(old, lowerBound(old, until));
    const times = new Float64Array(kind.times.length + rest.length);
    times.set(kind.times);
    times.set(rest, kind.times.length);
    return { ...kind, times };
  });
  return { ...begun, kinds };
}

function overviewLayers(
  result: RunPart,
  catalogue: readonly AqmInfo[],
  colour: Colour,
): readonly TimeLayer[] {
  const { overview } = result;
  const x = binTimes(overview);
  const average = averageColumn(catalogue, result);
  return [
    { kind: 'band', x, low: overview.queue_min, high: overview.queue_max, colour, alpha: 0.38 },
    average === null
      ? { kind: 'line', x, y: overview.queue_mean, colour, width: 1, alpha: 0.9 }
      : { kind: 'line', x, y: average, colour, width: 2.2 },
    ...movingLevels(result, catalogue).map((y): TimeLayer => ({
      kind: 'line',
      x,
      y,
      colour: 'ink',
      width: 1,
      dash: [3, 2],
      alpha: 0.75,
    })),
  ];
}

/** Thresholds that the scheme itself moves: state variables that are queue levels. */
function movingLevels(result: RunPart, catalogue: readonly AqmInfo[]): readonly Float64Array[] {
  const states = statesOf(catalogue, result);
  return states.flatMap(({ role }, i) => {
    const column = result.overview.state[i];
    return role === 'queue_threshold' && column !== undefined ? [column] : [];
  });
}

/** The times of a run's dots by fate, sorted once. */
const dotsByFate = memoBy((result: RunPart): readonly (readonly number[])[] => {
  const { time, fate } = result.dots;
  const made = FATES.map((): number[] => []);
  time.forEach((at, i) => made[fate[i] ?? 0]?.push(at));
  return made;
});

/** From this many drops on, their rings would cover the queue's line. */
const MANY_DROPS = 150;

/** Every packet: the queue steps at each event, and each drop is drawn where it happened. */
function packetLayers(
  window: PacketWindow,
  result: RunResult,
  catalogue: readonly AqmInfo[],
  colour: Colour,
): readonly Layer[] {
  const { time, queue, event } = window;
  const [x, y] = steps(time, queue);
  const average = averageColumn(catalogue, result, window.state) ?? undefined;
  const indices = Array.from(event.keys());
  const dropped = indices.filter((i) => (event[i] ?? 0) >= 1 && (event[i] ?? 0) <= 4);
  const accepted = indices.filter((i) => event[i] === 0);
  return [
    { kind: 'line', x, y, colour, width: 1.2, alpha: 0.9 },
    ...(average === undefined
      ? []
      : ([{ kind: 'line', x, y: steps(time, average)[1], colour, width: 2.2 }] satisfies Layer[])),
    {
      kind: 'points',
      x: accepted.map((i) => time[i] ?? NaN),
      y: accepted.map((i) => queue[i] ?? NaN),
      shape: 'dot',
      size: 3.5,
      colour,
    },
    {
      kind: 'points',
      x: dropped.map((i) => time[i] ?? NaN),
      y: dropped.map((i) => queue[i] ?? NaN),
      shape: 'ring',
      size: dropped.length > MANY_DROPS ? 4 : 7,
      colour: 'ink',
    },
  ];
}

/** The corners of a step line: each value holds until the next event. */
function steps(time: ArrayLike<number>, value: ArrayLike<number>): readonly [Float64Array, Float64Array] {
  const n = time.length;
  const x = new Float64Array(Math.max(0, 2 * n - 1));
  const y = new Float64Array(x.length);
  for (let i = 0; i < n; ++i) {
    x[2 * i] = time[i] ?? NaN;
    y[2 * i] = value[i] ?? NaN;
    if (i + 1 < n) {
      x[2 * i + 1] = time[i + 1] ?? NaN;
      y[2 * i + 1] = value[i] ?? NaN;
    }
  }
  return [x, y];
}

function numbers(
  lane: number,
  label: string,
  result: RunResult,
  catalogue: readonly AqmInfo[],
  closeUp: PacketWindow | null,
) {
  const states = statesOf(catalogue, result);
  if (closeUp !== null) {
    return {
      lane,
      label,
      x: { label: t('time'), unit: 's', values: closeUp.time },
      series: [
        { label: t('queue'), unit: 'packets', values: closeUp.queue },
        {
          label: t('event (0 arrival, 1 mark, 2 early, 3 forced, 4 overflow, 5 departure)'),
          unit: '',
          values: closeUp.event,
        },
        { label: t('flow'), unit: '', values: closeUp.flow },
        { label: t('sequence number'), unit: '', values: closeUp.seq },
        ...states.map(({ name, unit }, i) => ({ label: name, unit, values: closeUp.state[i] ?? [] })),
      ],
    };
  }
  const { overview: o } = result;
  const packets = 'packets';
  return {
    lane,
    label,
    x: { label: t('time'), unit: 's', values: binTimes(o) },
    series: [
      { label: t('queue mean'), unit: packets, values: o.queue_mean },
      { label: t('queue min'), unit: packets, values: o.queue_min },
      { label: t('queue max'), unit: packets, values: o.queue_max },
      ...states.map(({ name, unit }, i) => ({ label: name, unit, values: o.state[i] ?? [] })),
      { label: t('early drops'), unit: packets, values: o.drops_early },
      { label: t('forced drops'), unit: packets, values: o.drops_forced },
      { label: t('overflow drops'), unit: packets, values: o.drops_overflow },
      { label: t('marks'), unit: packets, values: o.marks },
    ],
  };
}

function describe({ result, asked: scenario }: LaneRun, levels: readonly Level[]): string {
  if (result === null) return t('{{title}}: not simulated yet.', { title: titleOf(scenario) });
  const { metrics: m } = result;
  const count = (value: number | null) => groupedNumber(value ?? 0, 0);
  const named = wordList(levels.map(({ name, value }) => `${name} ${formatLevel(value)}`));
  return t(
    '{{title}} over {{duration}} s: mean {{mean}} packets, standard deviation {{deviation}}, largest {{largest}}; {{early}} early, {{forced}} forced and {{overflow}} overflow drops, {{marks}} marks.{{levels}}',
    {
      title: titleOf(scenario),
      duration: scenario.duration,
      mean: decimal((m.queue_mean ?? 0).toFixed(1)),
      deviation: decimal((m.queue_std ?? 0).toFixed(1)),
      largest: count(m.queue_max),
      early: count(m.drops_early),
      forced: count(m.drops_forced),
      overflow: count(m.drops_overflow),
      marks: count(m.marks),
      levels: named === '' ? '' : t(' Levels: {{named}}.', { named }),
    },
  );
}
