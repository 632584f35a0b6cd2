/**
 * A chain of links: values that a document leaves out, the observed link, and the links that the AQM manages.
 */
import { rateOfPackets } from './framing.ts';
import type { ChainLink, LaneScenario, LinkInfo } from './types.ts';
import type { CompleteNetwork, CompleteScenario } from './complete.ts';
import type { Scenario } from './generated/scenario.ts';
import { without } from './path.ts';

/**
 * Fills in the values that depend on the chain and have no default in the schema: those of the links,
 * `observed`, `from` and `to`.
 */
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

/** Leaves out `observed` and `from` if they are 0, which is their default. */
export function shortenChain(scenario: Scenario): Scenario {
  const { network, traffic } = scenario;
  if (network?.topology !== 'chain' || network.links === undefined) return scenario;
  return {
    ...scenario,
    network: network.observed === 0 ? without(network, 'observed') : network,
    ...(traffic && { traffic: traffic.map((row) => (row.from === 0 ? without(row, 'from') : row)) }),
  };
}

/** The network in the engine's form: a single bottleneck is a chain of one link. */
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

/** The link of a lane's metrics and columns. */
export function observedLink({ network: { links, observed } }: Pick<LaneScenario, 'network'>): ChainLink {
  const link = links[observed];
  if (link === undefined) throw new Error(`a network of ${links.length} links has no link ${observed}`);
  return link;
}

/** A lane as seen at link `shown`, or at its last link if it has fewer. */
export function seenAtLink(lane: LaneScenario, shown: number): LaneScenario {
  const { links, observed } = lane.network;
  const link = Math.min(shown, links.length - 1);
  return link === observed ? lane : { ...lane, network: { ...lane.network, observed: link } };
}

export interface NamedLink extends LinkInfo {
  /** The link's place in the document. */
  readonly name: string;
}

/**
 * The links for which a lane's parameters must be valid: all that its AQM manages, or the observed link if
 * there are none.
 */
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
