/**
 * Changes of the topology and of a chain's links, as pure functions. References to links and routers in the
 * rest of the document are updated.
 */
import { complete, type Network, type Scenario, type Traffic } from '../../../models/src/index.ts';
import { isObject, without, type JsonObject } from '../../../models/src/path.ts';
import { withLists } from './edits.ts';

type Link = NonNullable<Network['links']>[number];

/**
 * Changes the topology. A dumbbell's bottleneck becomes the chain's only link; the shown link of a chain
 * becomes the dumbbell's bottleneck.
 */
export function changeTopology(
  document: Scenario,
  topology: NonNullable<Network['topology']>,
  hop: number | null = null,
): Scenario {
  const { links, observed = 0 } = complete(document).network;
  if ((topology === 'chain') === (links !== undefined)) return document;
  if (topology === 'chain') return { ...document, network: { ...document.network, topology, links: [{}] } };
  const full = withLists(document);
  const link = links?.[Math.min(hop ?? observed, links.length - 1)];
  return {
    ...full,
    network: {
      ...without(full.network ?? {}, 'topology', 'links', 'observed'),
      ...(link && {
        bottleneck: {
          ...without(link, 'managed', 'changes'),
          ...(link.changes && { changes: [...link.changes] }),
        },
      }),
    },
    traffic: full.traffic.map((row) => without(row, 'from', 'to')),
    lanes: full.lanes.map((lane) => (lane.set ? { ...lane, set: withoutChain(lane.set) } : lane)),
  };
}

/** A lane's patch without the fields that only a chain has. */
function withoutChain(set: JsonObject): JsonObject {
  const { network, traffic } = set;
  const rest = isObject(network) ? without(network, 'topology', 'links', 'observed') : network;
  const rows = Array.isArray(traffic)
    ? traffic.map((row: unknown) => (isObject(row) ? without(row, 'from', 'to') : row))
    : traffic;
  const empty = isObject(rest) && Object.keys(rest).length === 0;
  return {
    ...without(set, 'network'),
    ...(rest === undefined || empty ? {} : { network: rest }),
    ...(rows === undefined ? {} : { traffic: rows }),
  };
}

function changeLinks(document: Scenario, change: (links: readonly Link[]) => readonly Link[]): Scenario {
  return { ...document, network: { ...document.network, links: [...change(document.network?.links ?? [])] } };
}

/** Sets one value of one link; `undefined` restores the bottleneck's value. */
export const changeLink = (document: Scenario, link: number, key: keyof Link, value: unknown): Scenario =>
  changeLinks(document, (links) =>
    links.map((old, i) =>
      i === link ? { ...without(old, key), ...(value === undefined ? {} : { [key]: value }) } : old,
    ),
  );

/** Adds a link at the end, equal to the last. Rows without an end (`to`) cross the new link, too. */
export const addLink = (document: Scenario): Scenario =>
  changeLinks(document, (links) => [...links, { ...links.at(-1) }]);

/**
 * Removes one link, and its two routers become one. A row that crossed only this link then crosses the link
 * that takes its number.
 */
export function removeLink(document: Scenario, link: number): Scenario {
  const full = withLists(document);
  const count = full.network?.links?.length ?? 0;
  const place = { link, count };
  const shorter = changeLinks(full, (links) => links.filter((_, i) => i !== link));
  const { observed } = full.network ?? {};
  return {
    ...shorter,
    network: {
      ...shorter.network,
      ...(observed === undefined ? {} : { observed: linkAfter(observed, place) }),
    },
    traffic: full.traffic.map((row) => rowAfter(row, place)),
    lanes: full.lanes.map((lane) => (lane.set ? { ...lane, set: setAfter(lane.set, place) } : lane)),
  };
}

/** The link that is removed, and the number of links before. */
interface Removal {
  readonly link: number;
  readonly count: number;
}

const linkAfter = (link: number, removed: Removal): number =>
  link > removed.link ? link - 1 : Math.min(link, removed.count - 2);

function rowAfter<Row extends Pick<Traffic, 'from' | 'to'>>(row: Row, { link, count }: Removal): Row {
  const routerAfter = (router: number) => (router > link ? router - 1 : router);
  const from = routerAfter(row.from ?? 0);
  const to = routerAfter(row.to ?? count);
  if (from < to)
    return {
      ...row,
      ...(row.from === undefined ? {} : { from }),
      ...(row.to === undefined ? {} : { to }),
    };
  const first = Math.min(from, count - 2);
  return { ...row, from: first, to: first + 1 };
}

/** A lane's patch after the scenario has lost a link. A lane with links of its own keeps them. */
function setAfter(set: JsonObject, removed: Removal): JsonObject {
  const network = isObject(set.network) ? set.network : {};
  if (network.links !== undefined) return set;
  const { observed } = network;
  return {
    ...set,
    ...(typeof observed === 'number' && {
      network: { ...network, observed: linkAfter(observed, removed) },
    }),
    ...(Array.isArray(set.traffic) && {
      traffic: set.traffic.map((row: unknown) => (isObject(row) ? rowAfter(row, removed) : row)),
    }),
  };
}
