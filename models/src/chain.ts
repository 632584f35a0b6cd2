/** A chain of links: what a document leaves out of it, which of its links is observed, and which of them the AQM manages. */
import type { ChainLink, LaneScenario, LinkInfo } from './types.ts';
import type { CompleteScenario } from './complete.ts';
import type { Scenario } from './generated/scenario.ts';
import { without } from './path.ts';

type Network = LaneScenario['network'];

/** Fills in what depends on the chain and so has no default in the schema: its links' values, `observed`, `from` and `to`. */
export function fillChain(scenario: CompleteScenario): CompleteScenario {
  const { network, traffic } = scenario;
  if (network.topology !== 'chain' || network.links === undefined) return scenario;
  const links = network.links.map((link): ChainLink => ({ ...network.bottleneck, ...link }));
  return {
    ...scenario,
    network: { ...network, links, observed: network.observed ?? 0 },
    traffic: traffic.map((row) => ({ ...row, from: row.from ?? 0, to: row.to ?? links.length })),
  };
}

/** Without `observed` and `from` where they are 0, which is what they are when left out. */
export function shortenChain(scenario: Scenario): Scenario {
  const { network, traffic } = scenario;
  if (network?.topology !== 'chain' || network.links === undefined) return scenario;
  return {
    ...scenario,
    network: network.observed === 0 ? without(network, 'observed') : network,
    ...(traffic && { traffic: traffic.map((row) => (row.from === 0 ? without(row, 'from') : row)) }),
  };
}

/** The network with the observed link's values as those of the bottleneck, as the engine takes it. */
export function throughObserved(network: Network): Network {
  const link = network.links?.[network.observed ?? 0];
  if (link === undefined) return network;
  return { ...network, bottleneck: without(link, 'managed') };
}

/** A lane as it is seen at link `shown` of its chain; the last where it has fewer, as it is where it has one alone. */
export function seenAtLink(lane: LaneScenario, shown: number): LaneScenario {
  const { links, observed = 0 } = lane.network;
  if (links === undefined) return lane;
  const link = Math.min(shown, links.length - 1);
  return link === observed
    ? lane
    : { ...lane, network: throughObserved({ ...lane.network, observed: link }) };
}

export interface NamedLink extends LinkInfo {
  /** Place in the document. */
  readonly name: string;
}

/** The links on which a lane's parameters must hold: all that its AQM manages, or if there are none the observed one. */
export function managedLinks({ bottleneck, links, observed = 0, packet_size }: Network): NamedLink[] {
  if (links === undefined) {
    const { rate, buffer } = bottleneck;
    return [{ name: 'network.bottleneck', rate, buffer, packetSize: packet_size }];
  }
  const idle = !links.some(({ managed }) => managed);
  return links.flatMap(({ rate, buffer, managed }, i) =>
    managed || (idle && i === observed)
      ? [{ name: `network.links[${i}]`, rate, buffer, packetSize: packet_size }]
      : [],
  );
}
