/** The link of a chain whose queue and metrics a lane shows, in words; null if there is only one link. */
import type { LaneScenario } from '../../../wasm/src/types.ts';

export function linkShown({ network: { links, observed } }: LaneScenario): string | null {
  if (links.length === 1) return null;
  const queue = managesShown({ network: { links, observed } }) ? '' : ', DropTail';
  return `link ${observed + 1} of ${links.length}${queue}`;
}

/** Whether the lane's AQM manages the shown queue. */
export const managesShown = ({
  network: { links, observed },
}: {
  readonly network: Pick<LaneScenario['network'], 'links' | 'observed'>;
}): boolean => links[observed]?.managed ?? true;
