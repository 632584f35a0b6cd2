/** The queue of one lane over time: envelope thin, average bold, thresholds named, drops and marks on a strip. */
import {
  FATES,
  type AqmInfo,
  type LaneScenario,
  type PacketWindow,
  type RunResult,
} from '../../../../wasm/src/types.ts';
import type { Figure, Layer, Level, Strip } from '../../plots/figure.ts';
import { laneColour } from '../../components/laneLook.ts';
import type { Colour } from '../../plots/palette.ts';
import type { Interval } from '../../plots/scale.ts';
import type { LaneRun } from '../../state/runner.ts';
import { linkShown } from '../../lanes/linkShown.ts';
import { averageColumn, binTimes } from '../../lanes/quantities.ts';

interface Inputs {
  readonly lane: number;
  readonly run: LaneRun;
  readonly catalogue: readonly AqmInfo[];
  /** Values of parameters after defaults, and what the scheme computes. */
  readonly levels: readonly Level[];
  readonly span: Interval;
  readonly top: number;
  /** Every packet of the window, when it is close enough. */
  readonly closeUp: PacketWindow | null;
  readonly marks: boolean;
  /** Drops and marks per second at the upper edge of the strip, the same for all lanes. */
  readonly most: number;
  /** The plot below has the axis' label. */
  readonly quiet: boolean;
}

/** Fates in the order of FATES, on the strip. */
const STRIP = [
  { label: 'marked', shape: 'ring', fate: 1, event: 1, certain: false },
  { label: 'early', shape: 'dot', fate: 2, event: 2, certain: false },
  { label: 'forced', shape: 'square', fate: 3, event: 3, certain: true },
  { label: 'overflow', shape: 'triangle', fate: 4, event: 4, certain: true },
] as const;

/** The events of a run for its strip; where somebody looks at single packets, those of the window, all of them. */
export function stripEvents(
  result: RunResult,
  closeUp: PacketWindow | null,
  marks: boolean,
): Pick<Strip, 'kinds' | 'weight'> {
  const rows = STRIP.filter(({ fate }) => fate !== 1 || marks);
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
  const { lane, run, catalogue, levels, span, top, closeUp, marks, most, quiet } = inputs;
  const { result, asked: scenario } = run;
  const colour = laneColour(lane);
  const layers =
    result === null
      ? []
      : closeUp === null
        ? overviewLayers(result, catalogue, colour)
        : packetLayers(closeUp, result, catalogue, colour);
  const events = result === null ? { kinds: [], weight: 1 } : stripEvents(result, closeUp, marks);
  return {
    name: 'queue',
    lane,
    title: titleOf(scenario),
    summary: describe(run, levels),
    x: { label: 'time', unit: 's', kind: 'linear', domain: span, quiet },
    y: { label: 'queue', unit: 'packets', kind: 'linear', domain: [0, top] },
    layers,
    levels,
    strip: { ...events, most },
    edge: true,
    data: () => (result === null ? [] : [numbers(lane, scenario.label, result, catalogue, closeUp)]),
  };
}

function titleOf(scenario: LaneScenario): string {
  const link = linkShown(scenario);
  return `Queue of ${scenario.label}${link === null ? '' : `, ${link}`}`;
}

function overviewLayers(result: RunResult, catalogue: readonly AqmInfo[], colour: Colour): readonly Layer[] {
  const { overview } = result;
  const x = binTimes(overview);
  const average = averageColumn(catalogue, result);
  return [
    { kind: 'band', x, low: overview.queueMin, high: overview.queueMax, colour, alpha: 0.38 },
    average === null
      ? { kind: 'line', x, y: overview.queueMean, colour, width: 1, alpha: 0.9 }
      : { kind: 'line', x, y: average, colour, width: 2.2 },
    ...movingLevels(result, catalogue).map((y): Layer => ({
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

/** Thresholds that the scheme itself moves: state variables that are levels of the queue. */
function movingLevels(result: RunResult, catalogue: readonly AqmInfo[]): readonly Float64Array[] {
  const states = catalogue.find(({ id }) => id === result.aqm)?.states ?? [];
  return states.flatMap(({ role }, i) => {
    const column = result.overview.state[i];
    return role === 'queue_threshold' && column !== undefined ? [column] : [];
  });
}

const known = new WeakMap<RunResult, readonly Float64Array[]>();

/** The times of a run's dots, sorted by fate once and for all. */
function dotsByFate(result: RunResult): readonly Float64Array[] {
  const found = known.get(result);
  if (found !== undefined) return found;
  const { time, fate } = result.dots;
  const made = FATES.map((_, wanted) => time.filter((__, i) => fate[i] === wanted));
  known.set(result, made);
  return made;
}

/** Every packet: the queue steps at each event, and each drop is where it happened. */
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
      size: 7,
      colour: 'ink',
    },
  ];
}

/** A value holds until the next event: corners for a line that steps. */
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
  const states = catalogue.find(({ id }) => id === result.aqm)?.states ?? [];
  if (closeUp !== null) {
    return {
      lane,
      label,
      x: { label: 'time', unit: 's', values: closeUp.time },
      series: [
        { label: 'queue', unit: 'packets', values: closeUp.queue },
        {
          label: 'event (0 arrival, 1 mark, 2 early, 3 forced, 4 overflow, 5 departure)',
          unit: '',
          values: closeUp.event,
        },
        { label: 'flow', unit: '', values: closeUp.flow },
        { label: 'sequence number', unit: '', values: closeUp.seq },
        ...states.map(({ name, unit }, i) => ({ label: name, unit, values: closeUp.state[i] ?? [] })),
      ],
    };
  }
  const { overview: o } = result;
  const packets = 'packets';
  return {
    lane,
    label,
    x: { label: 'time', unit: 's', values: binTimes(o) },
    series: [
      { label: 'queue mean', unit: packets, values: o.queueMean },
      { label: 'queue min', unit: packets, values: o.queueMin },
      { label: 'queue max', unit: packets, values: o.queueMax },
      ...states.map(({ name, unit }, i) => ({ label: name, unit, values: o.state[i] ?? [] })),
      { label: 'early drops', unit: packets, values: o.dropsEarly },
      { label: 'forced drops', unit: packets, values: o.dropsForced },
      { label: 'overflow drops', unit: packets, values: o.dropsOverflow },
      { label: 'marks', unit: packets, values: o.marks },
    ],
  };
}

function describe({ result, asked: scenario }: LaneRun, levels: readonly Level[]): string {
  if (result === null) return `${titleOf(scenario)}: not simulated yet.`;
  const { metrics: m } = result;
  const count = (value: number | null) => (value ?? 0).toLocaleString('en');
  const named = levels.map(({ name, value }) => `${name} ${value}`).join(', ');
  return (
    `${titleOf(scenario)} over ${scenario.duration} s: mean ${(m.queue_mean ?? 0).toFixed(1)} packets, ` +
    `standard deviation ${(m.queue_std ?? 0).toFixed(1)}, largest ${count(m.queue_max)}; ` +
    `${count(m.drops_early)} early, ${count(m.drops_forced)} forced and ${count(m.drops_overflow)} overflow drops, ` +
    `${count(m.marks)} marks.${named === '' ? '' : ` Levels: ${named}.`}`
  );
}
