/** The loop transfer function L(j omega): the two Bode plots and the Nyquist plot. */
import { t } from '../../../../models/src/language.ts';
import type { FluidLoop } from '../../../../wasm/src/fluid-types.ts';
import type { Column, Figure, Layer, PlotData } from '../../plots/figure.ts';
import { laneColour, laneDash } from '../../components/laneLook.ts';
import type { Interval } from '../../plots/scale.ts';
import { backToFront, extent, type Modelled } from './modelled.ts';
import { number } from './verdict.ts';

interface Looped {
  readonly lane: number;
  readonly label: string;
  readonly active: boolean;
  readonly exact: FluidLoop;
  readonly hollot: FluidLoop | null;
}

export const loopsOf = (all: readonly Modelled[]): readonly Looped[] =>
  backToFront(all).flatMap(({ lane, label, active, fluid: { stability } }) =>
    stability?.exact == null
      ? []
      : [{ lane, label, active, exact: stability.exact, hollot: stability.hollot }],
  );

type Reading = (loop: FluidLoop) => Float64Array;
const FREQUENCY = { symbol: 'omega', unit: 'rad/s', kind: 'log' } as const;
/**
 * The largest and the smallest visible range of a gain, dB, or of a phase, degrees, and the distance of its
 * ticks.
 */
interface Window {
  readonly most: Interval;
  readonly least: Interval;
  readonly step: number;
}
const GAINS: Window = { most: [-60, 60], least: [-20, 20], step: 20 };
const PHASES: Window = { most: [-360, 90], least: [-270, 0], step: 90 };
const DECIBEL = 20;

export function bodeFigure(loops: readonly Looped[]): Figure {
  const read: Reading = ({ gainDb }) => gainDb;
  const front = loops.find(({ active }) => active)?.exact;
  const marks: Layer[] = [];
  if (front?.phaseOmega != null) {
    marks.push(point(front.phaseOmega, 0));
  }
  if (front?.gainOmega != null && front.gainMargin !== null) {
    const below = -DECIBEL * Math.log10(front.gainMargin);
    marks.push(upright(front.gainOmega, 0, below), point(front.gainOmega, below), {
      kind: 'text',
      x: front.gainOmega,
      y: below,
      text: t('gain margin × {{number}}', { number: number(front.gainMargin) }),
      side: 'right',
    });
  }
  return {
    ...common(loops, true),
    name: 'bode',
    title: t('Bode plot: gain of the loop'),
    summary: loops
      .map(({ label, exact }) =>
        exact.phaseOmega === null
          ? t('The gain of {{label}} never is one.', { label })
          : t('The gain of {{label}} is one at {{number}} rad/s.', {
              label,
              number: number(exact.phaseOmega),
            }),
      )
      .join(' '),
    y: { label: t('gain'), unit: 'dB', kind: 'linear', domain: seen(loops, read, GAINS), step: GAINS.step },
    layers: [level(loops, 0), ...lines(loops, read), ...marks],
  };
}

export function bodePhaseFigure(loops: readonly Looped[]): Figure {
  const read: Reading = ({ phaseDeg }) => phaseDeg;
  const front = loops.find(({ active }) => active)?.exact;
  const marks: Layer[] = [];
  if (front?.phaseOmega != null && front.phaseMargin !== null) {
    const phase = front.phaseMargin - 180;
    marks.push(upright(front.phaseOmega, -180, phase), point(front.phaseOmega, phase), {
      kind: 'text',
      x: front.phaseOmega,
      y: phase,
      text: t('phase margin {{number}}°', { number: number(front.phaseMargin) }),
      side: 'right',
    });
  }
  if (front?.gainOmega != null) marks.push(point(front.gainOmega, -180));
  return {
    ...common(loops, false),
    name: 'bode-phase',
    title: t('Bode plot: phase of the loop'),
    summary: loops
      .map(({ label, exact }) =>
        exact.phaseMargin === null
          ? t('{{label}} has no phase margin.', { label })
          : t('The phase margin of {{label}} is {{number}} degrees.', {
              label,
              number: number(exact.phaseMargin),
            }),
      )
      .join(' '),
    y: { label: t('phase'), unit: '°', kind: 'linear', domain: seen(loops, read, PHASES), step: PHASES.step },
    layers: [level(loops, -180), ...lines(loops, read), ...marks],
  };
}

/** `quiet`: the plot below shows the axis' label. */
function common(loops: readonly Looped[], quiet: boolean) {
  const [lo, hi] = frequencies(loops);
  return {
    x: { ...FREQUENCY, label: t('frequency'), domain: [lo, hi] as Interval, quiet },
    levels: [],
    legend: legend(loops),
    edge: false,
    data: () => numbers(loops),
  };
}

const legend = (loops: readonly Looped[]) =>
  loops.map(({ lane, label }) => ({ lane, label })).sort((a, b) => a.lane - b.lane);

/** About a decade on each side of the crossovers, or all frequencies. */
function frequencies(loops: readonly Looped[]): Interval {
  const all = extent(loops.map(({ exact }) => exact.omega)) ?? [0.1, 10];
  const crossed = loops.flatMap(({ exact }) => [exact.phaseOmega, exact.gainOmega]).filter((w) => w !== null);
  if (crossed.length === 0) return all;
  return [Math.max(all[0], Math.min(...crossed) / 15), Math.min(all[1], 5 * Math.max(...crossed))];
}

/** The range of the values at the visible frequencies, extended to whole ticks. */
function seen(loops: readonly Looped[], read: Reading, { most, least, step }: Window): Interval {
  const [from, to] = frequencies(loops);
  const columns = loops.map(({ exact }) =>
    read(exact).filter((_, i) => (exact.omega[i] ?? 0) >= from && (exact.omega[i] ?? 0) <= to),
  );
  const [lo, hi] = extent(columns) ?? least;
  return [
    Math.max(most[0], Math.floor(Math.min(lo, least[0]) / step) * step),
    Math.min(most[1], Math.ceil(Math.max(hi, least[1]) / step) * step),
  ];
}

function lines(loops: readonly Looped[], read: Reading): Layer[] {
  return loops.flatMap(({ lane, active, exact, hollot }): Layer[] => [
    ...(active && hollot !== null
      ? [
          {
            kind: 'line',
            x: hollot.omega,
            y: read(hollot),
            colour: 'muted',
            width: 1.2,
            dash: [2, 2.5],
          } satisfies Layer,
        ]
      : []),
    {
      kind: 'line',
      x: exact.omega,
      y: read(exact),
      colour: laneColour(lane),
      width: active ? 2 : 1.2,
      dash: laneDash(lane),
      alpha: active ? 1 : 0.45,
    },
  ]);
}

const level = (loops: readonly Looped[], y: number): Layer => ({
  kind: 'line',
  x: frequencies(loops),
  y: [y, y],
  colour: 'muted',
  width: 1,
});
const upright = (x: number, from: number, to: number): Layer => ({
  kind: 'line',
  x: [x, x],
  y: [from, to],
  colour: 'ink',
  width: 1.5,
  free: true,
});
const point = (x: number, y: number): Layer => ({
  kind: 'points',
  x: [x],
  y: [y],
  shape: 'dot',
  size: 8,
  colour: 'ink',
});

/** Every column of the loops: the plots of gain, of phase and of the plane show different parts of them. */
function numbers(loops: readonly Looped[]): readonly PlotData[] {
  return [...loops]
    .sort((a, b) => a.lane - b.lane)
    .map(({ lane, label, exact, hollot }) => ({
      lane,
      label,
      x: omegas(exact),
      // Not every law has Hollot's linearization.
      series: [...columnsOf(exact, ''), ...(hollot === null ? [] : columnsOf(hollot, ', Hollot'))],
    }));
}

const omegas = ({ omega }: FluidLoop): Column => ({
  label: t('frequency'),
  unit: 'rad/s',
  values: omega,
});

/** As long as the frequencies. */
const columnsOf = (loop: FluidLoop, suffix: string) =>
  [
    { label: t('gain{{suffix}}', { suffix }), unit: 'dB', values: loop.gainDb },
    { label: t('phase{{suffix}}', { suffix }), unit: '°', values: loop.phaseDeg },
    { label: t('real part{{suffix}}', { suffix }), unit: '', values: loop.re },
    { label: t('imaginary part{{suffix}}', { suffix }), unit: '', values: loop.im },
  ] as const;

/** The largest distance from the origin in the Nyquist plot: distant points say nothing about -1. */
const FARTHEST = 2;

export function nyquistFigure(loops: readonly Looped[]): Figure {
  const front = loops.find(({ active }) => active) ?? loops[0];
  const reach =
    front === undefined
      ? 1
      : (extent([front.exact.re.map(Math.abs), front.exact.im.map(Math.abs)])?.[1] ?? 1);
  const half = Math.min(FARTHEST, Math.max(1.35, 1.1 * reach));
  const circle = Array.from({ length: 129 }, (_, i) => (i * Math.PI) / 64);
  const angle = front?.exact.phaseMargin;
  return {
    name: 'nyquist',
    title: t('Nyquist plot: the loop in the complex plane'),
    summary:
      loops
        .map(({ label, exact }) =>
          exact.gainMargin === null
            ? t('The curve of {{label}} does not cross the negative real axis.', { label })
            : t('The curve of {{label}} crosses the negative real axis at {{number}}.', {
                label,
                number: number(-1 / exact.gainMargin),
              }),
        )
        .join(' ') + t(' The point −1 and the unit circle are marked.'),
    x: { label: t('real part'), unit: '', kind: 'linear', domain: [-half, half] },
    y: { label: t('imaginary part'), unit: '', kind: 'linear', domain: [-half, half] },
    layers: [
      { kind: 'line', x: [-99, 99], y: [0, 0], colour: 'muted', width: 0.8, free: true },
      { kind: 'line', x: [0, 0], y: [-99, 99], colour: 'muted', width: 0.8, free: true },
      {
        kind: 'line',
        x: circle.map(Math.cos),
        y: circle.map(Math.sin),
        colour: 'muted',
        width: 1,
        dash: [2, 2.5],
        free: true,
      },
      ...loops.flatMap(({ lane, active, exact }): Layer[] => [
        {
          kind: 'line',
          x: exact.re,
          y: exact.im.map((im) => -im),
          colour: laneColour(lane),
          width: 1,
          alpha: active ? 0.4 : 0.15,
          free: true,
        },
        {
          kind: 'line',
          x: exact.re,
          y: exact.im,
          colour: laneColour(lane),
          width: active ? 2 : 1.2,
          dash: laneDash(lane),
          alpha: active ? 1 : 0.45,
          free: true,
        },
        ...(active
          ? [
              {
                kind: 'arrows',
                x: exact.re,
                y: exact.im,
                at: headsAt(exact, half),
                size: 9,
                colour: laneColour(lane),
              } satisfies Layer,
            ]
          : []),
      ]),
      ...(angle == null
        ? []
        : [point(-Math.cos((angle * Math.PI) / 180), -Math.sin((angle * Math.PI) / 180))]),
      ...(front?.exact.gainMargin == null ? [] : [point(-1 / front.exact.gainMargin, 0)]),
      { kind: 'points', x: [-1], y: [0], shape: 'ring', size: 11, colour: 'accent' },
      { kind: 'text', x: -1 - 0.03 * half, y: 0, text: '−1' },
    ],
    levels: [],
    legend: legend(loops),
    edge: false,
    equal: true,
    data: () =>
      loops
        .toSorted((a, b) => a.lane - b.lane)
        .map(({ lane, label, exact }) => {
          const [gain, phase, re, im] = columnsOf(exact, '');
          // The abscissa of the Nyquist plot comes first.
          return { lane, label, x: re, series: [im, omegas(exact), gain, phase] };
        }),
  };
}

/** The points where the curve enters the plot and where it crosses the unit circle. */
function headsAt({ re, im }: FluidLoop, half: number): readonly number[] {
  const radius = (i: number) => Math.hypot(re[i] ?? NaN, im[i] ?? NaN);
  const first = (within: number) => re.findIndex((_, i) => radius(i) < within);
  return [...new Set([first(0.75 * half), first(0.45)])].filter((i) => i > 0);
}
