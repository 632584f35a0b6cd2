/** Compares the fluid model with the packets, lane by lane and scheme by scheme. */
import { isApproximate } from '../../models/src/agreement.ts';
import { medianOf } from '../../models/src/statistics.ts';
import type { Table } from '../command.ts';
import { STATES, type FluidFigures, type State } from './fluid.ts';
import type { Cell } from './lanes.ts';
import { FREQUENCIES, type PacketRun } from './packets.ts';

export interface Compared extends Omit<Cell, 'lane'> {
  readonly digests: readonly string[];
  /** Means over the seeds. */
  readonly packets: PacketFigures;
  /** Null if the model has no solution up to the end. */
  readonly fluid: FluidFigures | null;
}

export type PacketFigures = Omit<PacketRun, 'digest'> & { readonly state: State };

/** The queue oscillates if its autocorrelation one period later exceeds this. */
const RHYTHM = 0.5;
/** The least standard deviation of an oscillation, packets. */
const LEAST_STD = 1;

export function packetFigures(runs: readonly PacketRun[]): PacketFigures {
  const mean = (of: (run: PacketRun) => number) => runs.reduce((sum, run) => sum + of(run), 0) / runs.length;
  const figures = {
    queue: mean(({ queue }) => queue),
    queueStd: mean(({ queueStd }) => queueStd),
    probability: mean(({ probability }) => probability),
    window: mean(({ window }) => window),
    utilization: mean(({ utilization }) => utilization),
    empty: mean(({ empty }) => empty),
    full: mean(({ full }) => full),
    rhythm: mean(({ rhythm }) => rhythm),
    period: mean(({ period }) => period),
    spectrum: FREQUENCIES.map((_, i) => mean(({ spectrum }) => spectrum[i] ?? NaN)),
  };
  return { ...figures, state: stateOf(figures) };
}

/**
 * The state by what refuses most packets or where the queue mostly is; otherwise by whether the queue
 * oscillates.
 */
function stateOf({ empty, full, rhythm, queueStd }: Omit<PacketFigures, 'state'>): State {
  if (full > 0.5) return 'full';
  if (empty > 0.5) return 'empty';
  return rhythm > RHYTHM && queueStd > LEAST_STD ? 'swing' : 'steady';
}

/** The results of one scheme. Errors are shares of the packets' values; null if nothing could be compared. */
export interface SchemeSum {
  readonly scheme: string;
  readonly lanes: number;
  readonly rest: Errors;
  readonly queue: Errors;
  readonly probability: Errors;
  readonly window: Errors;
  /** Not a relative error: a difference in shares of the link. */
  readonly utilization: Errors;
  readonly agreed: number;
  /**
   * For lanes in which both are steady and the model has a band and has come to rest: errors of the queue's
   * standard deviation, and of its spectrum, decibels (rms over frequencies).
   */
  readonly band: { readonly lanes: number; readonly std: Errors; readonly spectrum: Errors };
  /** For lanes in which model and packets both oscillate. */
  readonly swings: { readonly lanes: number; readonly amplitude: Errors; readonly period: Errors };
}

/** Median and 90th percentile of the absolute errors, and median of the errors. */
export interface Errors {
  readonly median: number | null;
  readonly p90: number | null;
  readonly signed: number | null;
}

export function errorsOf(errors: readonly number[]): Errors {
  const finite = errors.filter(Number.isFinite);
  const sizes = finite.map(Math.abs).sort((a, b) => a - b);
  return {
    median: medianOf(sizes) ?? null,
    p90: sizes[Math.ceil(0.9 * sizes.length) - 1] ?? null,
    signed: medianOf(finite) ?? null,
  };
}

/** For queues below one packet, the error is relative to one packet. */
const ofQueue = (model: number, packets: number): number => (model - packets) / Math.max(packets, 1);
const ofShare = (model: number, packets: number): number => (model - packets) / packets;

/** A model without any density is infinitely far from packets. */
const decibelText = (median: number | null): string => `${median === null ? '∞' : median.toFixed(1)} dB`;

/** Over frequencies where the packets' density is at least a hundredth of its maximum. */
function decibels(model: readonly number[], packets: readonly number[]): number {
  const least = Math.max(...packets) / 100;
  const apart = model.flatMap((density, i) => {
    const seen = packets[i] ?? NaN;
    return seen < least ? [] : [10 * Math.log10(density / seen)];
  });
  return Math.sqrt(apart.reduce((sum, dB) => sum + dB * dB, 0) / apart.length);
}

export function sumOf(scheme: string, all: readonly Compared[]): SchemeSum {
  const solved = all.flatMap(({ fluid, packets }) => (fluid === null ? [] : [{ fluid, packets }]));
  const errors = (of: (pair: (typeof solved)[number]) => number, among = solved) => errorsOf(among.map(of));
  const swings = solved.filter(({ fluid, packets }) => fluid.swing !== null && packets.state === 'swing');
  const banded = solved.flatMap(({ fluid, packets }) =>
    fluid.band !== null && fluid.settled && fluid.state === 'steady' && packets.state === 'steady'
      ? [[fluid.band, packets] as const]
      : [],
  );
  return {
    scheme,
    lanes: all.length,
    rest: errors(({ fluid, packets }) => ofQueue(fluid.rest, packets.queue)),
    queue: errors(({ fluid, packets }) => ofQueue(fluid.queue, packets.queue)),
    probability: errors(({ fluid, packets }) => ofShare(fluid.probability, packets.probability)),
    window: errors(({ fluid, packets }) => ofShare(fluid.window, packets.window)),
    utilization: errors(({ fluid, packets }) => fluid.utilization - packets.utilization),
    agreed: solved.filter(({ fluid, packets }) => fluid.state === packets.state).length,
    band: {
      lanes: banded.length,
      std: errorsOf(banded.map(([band, packets]) => ofShare(band.std, packets.queueStd))),
      spectrum: errorsOf(
        banded.flatMap(([{ spectrum }, packets]) =>
          spectrum === null ? [] : [decibels(spectrum, packets.spectrum)],
        ),
      ),
    },
    swings: {
      lanes: swings.length,
      amplitude: errors(({ fluid, packets }) => ofShare(fluid.queueStd, packets.queueStd), swings),
      period: errors(({ fluid, packets }) => ofShare(fluid.period ?? NaN, packets.period), swings),
    },
  };
}

/** Scheme by scheme, the best first. */
export function sumsOf(all: readonly Compared[]): readonly SchemeSum[] {
  const schemes = [...new Set(all.map(({ scheme }) => scheme))];
  const sums = schemes.map((id) =>
    sumOf(
      id,
      all.filter(({ scheme }) => scheme === id),
    ),
  );
  return sums.sort((a, b) => (a.queue.median ?? Infinity) - (b.queue.median ?? Infinity));
}

/** The number of lanes for each state in the model (rows) and in the packets (columns). */
export const statesOf = (all: readonly Compared[]): readonly (readonly number[])[] =>
  STATES.map((model) =>
    STATES.map(
      (packets) =>
        all.filter((one) => (one.fluid?.state ?? 'unknown') === model && one.packets.state === packets)
          .length,
    ),
  );

/** The lanes that model and packets call steady or a swing, by the model's probability of a swing. */
export interface Chance {
  /** The probability is at least `from` and below `to`. */
  readonly from: number;
  readonly to: number;
  readonly lanes: number;
  /** Lanes in which packets swing. */
  readonly swings: number;
  /** Mean of the model's probabilities; null without lanes. */
  readonly stated: number | null;
}

const moves = (state: State) => state === 'steady' || state === 'swing';

export function chancesOf(all: readonly Compared[]): readonly Chance[] {
  const open = all.flatMap(({ fluid, packets }) =>
    fluid !== null && moves(fluid.state) && moves(packets.state)
      ? [{ chance: fluid.chance, swings: packets.state === 'swing' }]
      : [],
  );
  return [0, 0.25, 0.5, 0.75].map((from) => {
    const to = from + 0.25;
    const inside = open.filter(({ chance }) => chance >= from && (chance < to || to === 1));
    return {
      from,
      to,
      lanes: inside.length,
      swings: inside.filter(({ swings }) => swings).length,
      stated:
        inside.length === 0 ? null : inside.reduce((sum, { chance }) => sum + chance, 0) / inside.length,
    };
  });
}

const COLUMNS = [
  'scheme',
  'lanes',
  'rest %',
  'queue %',
  'probability %',
  'window %',
  'utilization',
  'verdict',
  'band',
  'swings',
];

function cellsOf({ scheme, lanes, agreed, band, swings, ...sum }: SchemeSum): readonly string[] {
  const percent = (share: number | null) =>
    share === null ? '' : (100 * share).toFixed(0).replace('-0', '0');
  const two = ({ median, p90 }: Errors) => `${percent(median)}, ${percent(p90)}`;
  const signed = ({ signed: value }: Errors) => {
    const text = percent(value);
    return text === '' || text.startsWith('-') || text === '0' ? text : `+${text}`;
  };
  const far = scheme !== ALL && isApproximate(sum.queue.median ?? 1, sum.queue.p90 ?? 1);
  return [
    far ? `${scheme}, approximate` : scheme,
    String(lanes),
    two(sum.rest),
    `${two(sum.queue)} (${signed(sum.queue)})`,
    `${two(sum.probability)} (${signed(sum.probability)})`,
    percent(sum.window.median),
    `${(sum.utilization.median ?? NaN).toFixed(3)}, ${(sum.utilization.p90 ?? NaN).toFixed(3)}`,
    `${agreed}/${lanes}`,
    band.lanes === 0
      ? '0'
      : `${band.lanes}: ${two(band.std)} (${signed(band.std)}), ${decibelText(band.spectrum.median)}`,
    swings.lanes === 0 ? '0' : `${swings.lanes}: ${signed(swings.amplitude)}, ${signed(swings.period)}`,
  ];
}

const ALL = 'all';

/** All schemes together and each scheme, as a Markdown table that is also readable in a terminal. */
export function textOf(all: readonly Compared[]): string {
  const sums = sumsOf(all);
  const rows = [sumOf(ALL, all), ...sums].map(cellsOf);
  const table = (head: readonly string[], body: readonly (readonly string[])[]) =>
    [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const states = statesOf(all).map((row, i) => [STATES[i] ?? '', ...row.map(String)]);
  const shown = states.filter((row) => row.slice(1).some((count) => count !== '0'));
  const chances = chancesOf(all).map(({ from, to, lanes, swings, stated }) => [
    `${100 * from} to ${100 * to} %`,
    String(lanes),
    stated === null ? '' : `${(100 * stated).toFixed(0)} %`,
    lanes === 0 ? '' : `${((100 * swings) / lanes).toFixed(0)} %`,
  ]);
  return [
    table(COLUMNS, rows),
    table(['verdict of the model / of packets', ...STATES], shown),
    table(['probability of a swing', 'lanes', 'mean of the model', 'packets swing'], chances),
  ]
    .join('\n\n')
    .concat('\n');
}

/** One row for each lane. */
export const tableOf = (all: readonly Compared[]): Table => ({
  columns: [
    'scheme',
    'flows',
    'round_trip',
    'rate',
    ...[
      'queue',
      'queue_std',
      'probability',
      'window',
      'utilization',
      'empty',
      'full',
      'rhythm',
      'period',
      'state',
    ].map((name) => `packets_${name}`),
    ...[
      'rest',
      'queue',
      'queue_std',
      'probability',
      'window',
      'utilization',
      'period',
      'swing',
      'state',
      'band_std',
    ].map((name) => `fluid_${name}`),
  ],
  rows: all.map(({ scheme, point, packets: p, fluid: f }) => [
    scheme,
    point.flows,
    point.roundTrip,
    point.rate,
    ...[
      p.queue,
      p.queueStd,
      p.probability,
      p.window,
      p.utilization,
      p.empty,
      p.full,
      p.rhythm,
      p.period,
      p.state,
    ],
    ...(f === null
      ? Array.from({ length: 10 }, () => null)
      : [
          f.rest,
          f.queue,
          f.queueStd,
          f.probability,
          f.window,
          f.utilization,
          f.period,
          f.swing,
          f.state,
          f.band?.std,
        ]),
  ]),
});
