/** The link of a chain whose queue and metrics a lane shows, in words; null if there is only one link. */
import { t } from '../../../models/src/language.ts';
import type { LaneScenario } from '../../../wasm/src/types.ts';

export function linkShown({ network: { links, observed } }: LaneScenario): string | null {
  if (links.length === 1) return null;
  const queue = managesShown({ network: { links, observed } }) ? '' : ', DropTail';
  return t('link {{observed}} of {{links}}{{queue}}', { observed: observed + 1, links: links.length, queue });
}

/** Whether the lane's AQM manages the shown queue. */
export const managesShown = ({
  network: { links, observed },
}: {
  readonly network: Pick<LaneScenario['network'], 'links' | 'observed'>;
}): boolean => links[observed]?.managed ?? true;
