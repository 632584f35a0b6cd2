/** What papers count, from what the engine measures. The names are those of `metrics` in a paper's experiments. */
import type { Metric } from '../generated/paper.ts';

/** The figures of one run, as far as papers ask for them. */
export interface Figures {
  /** The observed link's, by the engine's names. */
  readonly metrics: Readonly<Record<string, number | null>>;
  /** Seconds that were measured. */
  readonly measured: number;
  readonly buffer: number;
  /** Time average of the discipline's own average of the queue; null without one. */
  readonly averageMean: number | null;
  /** Share of the measured intervals in which the queue was empty at some moment. */
  readonly emptyShare: number;
}

type Quantity = (figures: Figures, argument: number) => number | null;

const number = ({ metrics }: Figures, name: string): number => metrics[name] ?? NaN;
const drops = (figures: Figures): number =>
  number(figures, 'drops_early') + number(figures, 'drops_forced') + number(figures, 'drops_overflow');

export const QUANTITIES: Readonly<Record<string, Quantity>> = {
  /** Variance of the one-way delay, s^2. */
  delay_variance: (figures) => number(figures, 'jitter') ** 2,
  /** Mean delay over data and acknowledgements, as many of one as of the other; the argument is the delay of an acknowledgement. */
  delay_with_acks: (figures, ack) => (number(figures, 'delay_mean') + ack) / 2,
  /** Its variance: half of the data's own, and half the distance of the two means, squared. */
  delay_variance_with_acks: (figures, ack) =>
    number(figures, 'jitter') ** 2 / 2 + ((number(figures, 'delay_mean') - ack) / 2) ** 2,
  /** One-way delay of flows that meet this queue alone; the argument is all that is not queueing. */
  delay_through: (figures, rest) => number(figures, 'queueing_delay_mean') + rest,
  /** Its mean over data and acknowledgements. */
  delay_through_with_acks: (figures, rest) => number(figures, 'queueing_delay_mean') / 2 + rest,
  /** Packets dropped times the bits of one (the argument), over the time. */
  drop_rate: (figures, bits) => (drops(figures) * bits) / figures.measured,
  /** Mean queue as a share of the buffer. */
  queue_share: (figures) => number(figures, 'queue_mean') / figures.buffer,
  average_mean: ({ averageMean }) => averageMean,
  empty_share: ({ emptyShare }) => emptyShare,
};

/** The value of a paper's metric; NaN where the run had nothing to measure. */
export function measure(figures: Figures, { of, scale = 1, argument = 0 }: Metric): number {
  const quantity = QUANTITIES[of];
  const value = quantity === undefined ? (figures.metrics[of] ?? NaN) : (quantity(figures, argument) ?? NaN);
  return value * scale;
}
