/** What papers count, from what the engine measures. The names are those of `metrics` in a paper's experiments. */
import type { Metric } from '../generated/paper.ts';
import { PERCENTS, type Spread } from './spread.ts';

/** The figures of one run, as far as papers ask for them. */
export interface Figures {
  /** The observed link's, by the engine's names. */
  readonly metrics: Readonly<Record<string, number | null>>;
  /** Goodput of each row of traffic, bit/s. */
  readonly goodputs: readonly (number | null)[];
  /** Seconds that were measured. */
  readonly measured: number;
  readonly buffer: number;
  /** Time average of the discipline's own average of the queue; null without one. */
  readonly averageMean: number | null;
  /**
   * Courses over the measured intervals: the queue (mean, shortest, longest of each), and each state of the
   * discipline.
   */
  readonly courses: Readonly<Record<string, Spread | null>>;
  /** Share of the measured intervals in which the queue was empty at some moment. */
  readonly emptyShare: number;
}

type Quantity = (figures: Figures, argument: number, course: Spread | null) => number | null;

const number = ({ metrics }: Figures, name: string): number => metrics[name] ?? NaN;
const drops = (figures: Figures): number =>
  number(figures, 'drops_early') + number(figures, 'drops_forced') + number(figures, 'drops_overflow');

export const QUANTITIES: Readonly<Record<string, Quantity>> = {
  /** Variance of the one-way delay, s^2. */
  delay_variance: (figures) => number(figures, 'jitter') ** 2,
  /** The same over data and acknowledgements together, s^2. */
  pooled_variance: (figures) => number(figures, 'jitter_pooled') ** 2,
  /** One-way delay of flows that meet this queue alone; the argument is all that is not queueing. */
  delay_through: (figures, rest) => number(figures, 'queueing_delay_mean') + rest,
  /** Its mean over data and acknowledgements. */
  delay_through_with_acks: (figures, rest) => number(figures, 'queueing_delay_mean') / 2 + rest,
  /** Packets dropped times the bits of one (the argument), over the time. */
  drop_rate: (figures, bits) => (drops(figures) * bits) / figures.measured,
  /** Time between two drops, on average. */
  drop_spacing: (figures) => figures.measured / drops(figures),
  /**
   * By how much the goodput of a row of traffic (the argument) exceeds that of the next one, as a share of the
   * latter.
   */
  row_advantage: ({ goodputs }, row) => (goodputs[row] ?? NaN) / (goodputs[row + 1] ?? NaN) - 1,
  /** Packets dropped, and packets that arrived, while it was measured. */
  lost: drops,
  sent: (figures) => number(figures, 'arrivals'),
  /** Of a course: its mean, its standard deviation, and the value below which it is for so many percent of the time. */
  course_mean: (_, __, course) => course?.mean ?? null,
  course_std: (_, __, course) => course?.std ?? null,
  course_percentile: (_, percent, course) => course?.percentiles[PERCENTS.indexOf(percent)] ?? null,
  /** Mean queue as a share of the buffer. */
  queue_share: (figures) => number(figures, 'queue_mean') / figures.buffer,
  average_mean: ({ averageMean }) => averageMean,
  empty_share: ({ emptyShare }) => emptyShare,
};

/** The value of a paper's metric; NaN where the run had nothing to measure. */
export function measure(
  figures: Figures,
  { of, scale = 1, argument = 0, course = 'queue_mean' }: Metric,
): number {
  const quantity = QUANTITIES[of];
  const value =
    quantity === undefined
      ? (figures.metrics[of] ?? NaN)
      : (quantity(figures, argument, figures.courses[course] ?? null) ?? NaN);
  return value * scale;
}
