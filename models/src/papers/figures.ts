/** What papers may ask of a run, from the run itself: on the command line and in the page. */
import { observedLink } from '../chain.ts';
import type { LaneScenario } from '../types.ts';
import type { Figures } from './quantities.ts';
import { spreadOf } from './spread.ts';

/** Enough intervals to see an empty queue between two trains of packets, few enough to cost nothing. */
export const BINS = 2000;

const QUEUES = ['queue_min', 'queue_mean', 'queue_max'] as const;

/** Of a run's result. */
interface Run {
  readonly metrics: Figures['metrics'];
  readonly rows: readonly { readonly goodput: number | null }[];
  readonly overview: Readonly<Record<(typeof QUEUES)[number], Float64Array>> & {
    readonly binSeconds: number;
    readonly bins: number;
    readonly state: readonly Float64Array[];
  };
}

/** Seven digits are stored of each number in the end. */
const short = (value: number): number => Number(value.toPrecision(8));

/** `states` are those of the lane's discipline, in the order of the recording. */
export function figuresOf(
  { overview, metrics, rows }: Run,
  lane: LaneScenario,
  states: readonly { readonly name: string; readonly role: string }[],
): Figures {
  const from = Math.ceil(lane.warmup / overview.binSeconds - 1e-9);
  const measuredBins = (column: Float64Array | undefined) =>
    Array.from(column?.subarray(from, overview.bins) ?? []);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const courseOf = (column: Float64Array | undefined) => {
    const found = spreadOf(measuredBins(column));
    return found === null ? null : { ...found, percentiles: found.percentiles.map(short) };
  };
  const average = states.findIndex(({ role }) => role === 'average');
  const averages = measuredBins(overview.state[average]).filter((value) => Number.isFinite(value));
  return {
    metrics,
    goodputs: rows.map(({ goodput }) => goodput),
    measured: lane.duration - lane.warmup,
    buffer: observedLink(lane).buffer,
    averageMean: averages.length === 0 ? null : mean(averages),
    courses: Object.fromEntries([
      ...QUEUES.map((name) => [name, courseOf(overview[name])] as const),
      ...states.map(({ name }, k) => [name, courseOf(overview.state[k])] as const),
    ]),
    emptyShare: mean(measuredBins(overview.queue_min).map((queue) => (queue === 0 ? 1 : 0))),
  };
}
