/** Which link of a chain a lane's queue and metrics belong to, in words; null where there is only one link. */
import type { LaneScenario } from '../../../wasm/src/types.ts';

export function linkShown({ network: { links, observed } }: LaneScenario): string | null {
  if (links.length === 1) return null;
  const queue = managesShown({ network: { links, observed } }) ? '' : ', DropTail';
  return `link ${observed + 1} of ${links.length}${queue}`;
}

/** Whether the shown queue is managed by the lane's AQM. */
export const managesShown = ({
  network: { links, observed },
}: {
  readonly network: Pick<LaneScenario['network'], 'links' | 'observed'>;
}): boolean => links[observed]?.managed ?? true;
