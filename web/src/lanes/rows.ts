/** Rows of traffic in words: what they send, the number of flows, and their route. */
import { plural, t } from '../../../models/src/language.ts';
import { controlName, SOURCES } from '../../../models/src/index.ts';
import type { LaneScenario, TrafficRow } from '../../../wasm/src/types.ts';

const senderOf = ({ kind, tcp = 'newreno' }: TrafficRow): string =>
  kind === 'ftp' ? controlName(tcp) : t(SOURCES[kind].name);

/** "20 NewReno flows", "1 CBR flow". */
export const flowsOf = (row: TrafficRow): string =>
  plural(row.flows, '{{count}} {{sender}} flow', '{{count}} {{sender}} flows', { sender: senderOf(row) });

type Path = Pick<LaneScenario, 'network'>;

/**
 * The links that a row's packets cross, counted from 0; a dumbbell has one link. Reverse traffic travels
 * beside these links, in the other direction.
 */
export function linksOf(
  { network: { links } }: Path,
  { from = 0, to }: TrafficRow,
): readonly [number, number] {
  const last = links.length - 1;
  return [from, Math.max(from, (to ?? last + 1) - 1)];
}

/** The route of a row; '' if all rows have the same route. */
export function routeOf(lane: Path, row: TrafficRow): string {
  if (row.direction === 'reverse') return t('in the other direction');
  const { links } = lane.network;
  if (links.length === 1) return '';
  const [first, last] = linksOf(lane, row);
  if (first === 0 && last === links.length - 1) return t('over all {{links}} links', { links: links.length });
  return first === last
    ? t('over link {{first}}', { first: first + 1 })
    : t('over links {{first}} to {{last}}', { first: first + 1, last: last + 1 });
}

/**
 * Names that distinguish the flows of each row: "flow over link 2", "CBR flow", or "flow 2" for similar rows.
 */
export function flowNames(lane: Pick<LaneScenario, 'network' | 'traffic'>): readonly string[] {
  const differ = (of: (row: TrafficRow) => string) => new Set(lane.traffic.map(of)).size > 1;
  const route = (row: TrafficRow) => routeOf(lane, row);
  const [kinds, routes] = [differ(senderOf), differ(route)];
  const names = lane.traffic.map((row) =>
    [
      kinds ? t('{{sender}} flow', { sender: senderOf(row) }) : t('flow'),
      routes ? route(row) || t('of this link') : '',
    ]
      .filter(Boolean)
      .join(' '),
  );
  return names.map((name, i) =>
    names.indexOf(name) === names.lastIndexOf(name) ? name : t('{{name}} of row {{i}}', { name, i: i + 1 }),
  );
}

/** "25 NewReno flows over all 5 links". */
export const rowName = (lane: Path, row: TrafficRow): string =>
  [flowsOf(row), routeOf(lane, row)].filter((part) => part !== '').join(' ');
