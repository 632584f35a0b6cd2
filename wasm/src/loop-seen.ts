/** What a fluid model says of its loop, for a design over a box of conditions. */
import { observedLink } from '../../models/src/chain.ts';
import type { Seen } from '../../models/src/tune/design.ts';
import type { LaneScenario } from '../../models/src/types.ts';
import type { FluidResult } from './fluid-types.ts';

/** Which of the model's linearisations has the margins; roots are always of the exact one. */
export type Linearisation = 'exact' | 'hollot';

export function loopSeen(
  lane: LaneScenario,
  { note, issues, model }: FluidResult,
  kind: Linearisation,
): Seen {
  if (model === null) return [note, ...issues.map(({ path, rule }) => `${path} ${rule}`)].join(' ');
  const { rest, stability } = model;
  if (stability === null) return REASONS[rest.kind];
  const loop = stability[kind];
  if (loop === null)
    return kind === 'hollot'
      ? 'Hollot’s linearisation is of one class of Reno flows and one link'
      : 'several links hold queues, so there is no one loop to open';
  const [first] = stability.roots;
  if (first === undefined || first.re === 0 || stability.rightHalfPlane === null)
    return 'the linear analysis cannot tell whether the rest is stable';
  return {
    phase: loop.phaseMargin,
    gain: loop.gainMargin,
    delay: loop.delayMargin,
    decay: -first.re,
    wait: (rest.queue * 8 * lane.network.packet_size) / observedLink(lane).rate,
  };
}

const REASONS: Readonly<Record<NonNullable<FluidResult['model']>['rest']['kind'], string>> = {
  interior: 'the rest cannot be linearised',
  full: 'the buffer is full at rest',
  empty: 'the queue is empty at rest',
  jump: 'the rest is at a jump of the law',
  held: 'a controller is at a bound at rest',
  none: 'there is no rest',
};

/** s; solutions are not needed here, only rests. */
const SHORT = 0.5;

/**
 * The lane with a duration that ends after every flow has started, which leaves the rest unchanged; a lane
 * with later changes keeps its duration.
 */
export function shortened(lane: LaneScenario): LaneScenario {
  const later =
    lane.network.links.some(({ changes }) => (changes ?? []).length > 0) ||
    lane.traffic.some(({ stop }) => stop !== undefined);
  if (later) return lane;
  const starts = lane.traffic.map(({ start }) => (typeof start === 'number' ? start : start[1]));
  // A warm-up must end before the run, and a rest has none.
  return { ...lane, warmup: 0, duration: Math.min(lane.duration, Math.max(0, ...starts) + SHORT) };
}
