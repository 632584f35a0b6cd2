/** A chain of links: what a document leaves out of it, which of its links is observed, and which of them the AQM manages. */
import { rateOfPackets } from './framing.ts';
import type { ChainLink, LaneScenario, LinkInfo } from './types.ts';
import type { CompleteNetwork, CompleteScenario } from './complete.ts';
import type { Scenario } from './generated/scenario.ts';
import { without } from './path.ts';

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

/** The network as the engine takes it: a single bottleneck is a chain of one link. */
export function asChain({
  topology,
  bottleneck,
  links,
  observed = 0,
  ...rest
}: CompleteNetwork): LaneScenario['network'] {
  const chained = topology === 'chain' && links !== undefined;
  return {
    ...rest,
    links: chained ? links : [{ ...bottleneck, managed: true }],
    observed: chained ? observed : 0,
  };
}

/** The link that a lane's metrics and columns are taken from. */
export function observedLink({ network: { links, observed } }: Pick<LaneScenario, 'network'>): ChainLink {
  const link = links[observed];
  if (link === undefined) throw new Error(`a network of ${links.length} links has no link ${observed}`);
  return link;
}

/** A lane as it is seen at link `shown`; the last where it has fewer. */
export function seenAtLink(lane: LaneScenario, shown: number): LaneScenario {
  const { links, observed } = lane.network;
  const link = Math.min(shown, links.length - 1);
  return link === observed ? lane : { ...lane, network: { ...lane.network, observed: link } };
}

export interface NamedLink extends LinkInfo {
  /** Place in the document. */
  readonly name: string;
}

/** The links on which a lane's parameters must hold: all that its AQM manages, or if there are none the observed one. */
export function managedLinks({ links, observed, packet_size }: LaneScenario['network']): NamedLink[] {
  const idle = !links.some(({ managed }) => managed);
  return links.flatMap(({ rate, buffer, managed, reverse, frame }, i) => {
    const name = links.length === 1 ? 'network.bottleneck' : `network.links[${i}]`;
    const packets = (wire: number) => rateOfPackets(wire, frame, packet_size);
    const own = { name, rate: packets(rate), buffer, packetSize: packet_size };
    const back = {
      ...own,
      name: `${name}.reverse`,
      rate: packets(reverse?.rate ?? rate),
      buffer: reverse?.buffer ?? buffer,
    };
    return [
      ...(managed || (idle && i === observed) ? [own] : []),
      ...(reverse?.aqm === 'lane' ? [back] : []),
    ];
  });
}
