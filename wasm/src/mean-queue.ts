/** The mean queue that a fluid model predicts, to be compared with that of packets. */
import type { FluidBand, FluidModel } from './fluid-types.ts';

export interface Solved {
  readonly rest: Pick<FluidModel['rest'], 'kind'>;
  readonly band: Pick<FluidBand, 'mean'> | null;
  readonly solution: Pick<FluidModel['solution'], 'time' | 'queue'>;
}

/**
 * Packets: the mean of the solution from `warmup` (s) on, whether it rests or swings; its points lie evenly in time.
 * Over an empty queue chance makes a queue that is not in the solution. NaN if the solution ends before.
 */
export function meanQueue({ rest, band, solution: { time, queue } }: Solved, warmup: number): number {
  if (rest.kind === 'empty' && band !== null) return band.mean;
  let [sum, count] = [0, 0];
  time.forEach((at, i) => {
    if (at < warmup) return;
    sum += queue[i] ?? NaN;
    count++;
  });
  return sum / count;
}
