/**
 * A question made from the contents of a document that has none, or whose preset's question no longer fits.
 */
import { t } from '../../../models/src/language.ts';
import { formatQuantity, observedLink } from '../../../models/src/index.ts';
import type { LaneScenario } from '../../../wasm/src/types.ts';
import { and } from './answer.ts';
import { flowsOf } from './rows.ts';

/** More rows or lanes than this are counted and not named. */
const NAMED = 3;

/** If the lanes differ in network or traffic, the question contains only what they share. */
export function questionOf(lanes: readonly LaneScenario[], labels: readonly string[]): string {
  const [first] = lanes;
  if (first === undefined) return '';
  const same = (of: (lane: LaneScenario) => unknown) =>
    lanes.every((lane) => JSON.stringify(of(lane)) === JSON.stringify(of(first)));
  const { links } = first.network;
  const rows = first.traffic.filter(({ flows }) => flows > 0);
  if (lanes.every(({ traffic }) => traffic.every(({ flows }) => flows === 0)))
    return t('No flow sends: with 0 flows no packet waits and nothing is measured. Set at least one flow.');
  const alike = same(({ traffic }) => traffic);
  const who = !alike
    ? t('Flows')
    : rows.length <= NAMED
      ? and(rows.map(flowsOf))
      : t('{{flows}} flows', { flows: rows.reduce((sum, { flows }) => sum + flows, 0) });
  const where = !same(({ network }) => network)
    ? t('a network')
    : links.length === 1
      ? t('a link of {{rate}}', { rate: formatQuantity(observedLink(first).rate, 'bit/s') })
      : t('a chain of {{links}} links', { links: links.length });
  const [only = ''] = labels;
  const ask =
    labels.length === 1
      ? t('what does {{only}} do with the queue?', { only })
      : labels.length <= NAMED
        ? t('how do {{lanes}} compare?', { lanes: and(labels) })
        : t('how do {{number}} lanes compare?', { number: labels.length });
  return alike && rows.length === 1 && rows[0]?.flows === 1
    ? t('{{who}} uses {{where}}: {{ask}}', { who, where, ask })
    : t('{{who}} share {{where}}: {{ask}}', { who, where, ask });
}
