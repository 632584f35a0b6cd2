/** What a document asks that does not ask by itself, or no longer what its preset did: made of what it holds. */
import { formatQuantity, observedLink } from '../../../models/src/index.ts';
import type { LaneScenario } from '../../../wasm/src/types.ts';
import { and } from './answer.ts';
import { flowsOf } from './rows.ts';

/** More rows and lanes than this are counted, not named. */
const NAMED = 3;

/** Of lanes whose networks or traffic differ, what they share is asked of. */
export function questionOf(lanes: readonly LaneScenario[], labels: readonly string[]): string {
  const [first] = lanes;
  if (first === undefined) return '';
  const same = (of: (lane: LaneScenario) => unknown) =>
    lanes.every((lane) => JSON.stringify(of(lane)) === JSON.stringify(of(first)));
  const { links } = first.network;
  const rows = first.traffic.filter(({ flows }) => flows > 0);
  if (lanes.every(({ traffic }) => traffic.every(({ flows }) => flows === 0)))
    return 'Nobody sends: with 0 flows nothing waits and nothing is measured. Give the traffic at least one flow.';
  const who = !same(({ traffic }) => traffic)
    ? 'Flows'
    : rows.length <= NAMED
      ? and(rows.map(flowsOf))
      : `${rows.reduce((sum, { flows }) => sum + flows, 0)} flows`;
  const where = !same(({ network }) => network)
    ? 'a network'
    : links.length === 1
      ? `a link of ${formatQuantity(observedLink(first).rate, 'bit/s')}`
      : `a chain of ${links.length} links`;
  const verb = rows.length === 1 && rows[0]?.flows === 1 && who !== 'Flows' ? 'uses' : 'share';
  const [only = ''] = labels;
  const ask =
    labels.length === 1
      ? `what does ${only} do with the queue?`
      : labels.length <= NAMED
        ? `how do ${and(labels)} compare?`
        : `how do ${labels.length} lanes compare?`;
  return `${who} ${verb} ${where}: ${ask}`;
}
