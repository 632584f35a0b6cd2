/**
 * The link of a lane in the words of Linux's `tc`: a class of `htb`, what the link adds to packets as `stab`, and
 * what is not in them.
 */
import { LEFT_OUT } from './generated/facts.ts';
import type { ChainLink, LaneScenario } from './types.ts';

/** On Ethernet the kernel counts 14 bytes more than the IP packet has. */
export const ETHERNET = 14;

export function tcRate(bits: number): string {
  const bps = Math.round(bits);
  const [unit, size] = (
    [
      ['Gbit', 1e9],
      ['Mbit', 1e6],
      ['Kbit', 1e3],
    ] as const
  ).find(([, one]) => bps % one === 0) ?? ['bit', 1];
  return `${bps / size}${unit}`;
}

const percent = (share: number) => `${Number((100 * share).toPrecision(6))}%`;

type Network = LaneScenario['network'];
const linkOf = ({ links, observed }: Network): ChainLink | undefined =>
  links.find(({ managed }) => managed) ?? links[observed];

/**
 * The commands that make the link, without its queue. `packets` is its rate for full packets, what the link adds left
 * out.
 */
export function tcLink(network: Network | undefined, packets: number): readonly string[] {
  const link = network && linkOf(network);
  const frame = link?.frame;
  const lines = (stab: string, rate: number) => [
    `tc qdisc add dev DEV root handle 1: ${stab}htb default 1`,
    `tc class add dev DEV parent 1: classid 1:1 htb rate ${tcRate(rate)}`,
  ];
  if (link === undefined || frame === undefined) return lines('', packets);
  const { overhead = 0, mpu = 0, cells = 'none' } = frame;
  const layer = cells === 'atm' ? 'atm' : 'ethernet';
  // tc counts from the Ethernet frame, the document from the IP packet.
  const stab = `stab overhead ${overhead - ETHERNET} mpu ${mpu} linklayer ${layer} `;
  return lines(stab, cells === 'ptm' ? (link.rate * 64) / 65 : link.rate);
}

/** What of the link the commands do not make. */
export function tcLinkDiffers(network: Network | undefined): readonly string[] {
  const link = network && linkOf(network);
  if (network === undefined || link === undefined) return [];
  const found: string[] = [];
  const { frame, policer, grant_period = 0, jitter = 0, changes = [] } = link;
  if (frame?.cells === 'ptm')
    found.push('tc has PTM only in cake; here the rate includes the 65th byte for each 64');
  if (policer?.rate !== undefined)
    found.push(
      `the policer is a filter where packets come in: police rate ${tcRate(policer.rate)} burst ${policer.burst ?? LEFT_OUT['policer.burst']} conform-exceed drop`,
    );
  if (grant_period > 0) found.push('Linux sends at any time, not in grants');
  if (jitter > 0) found.push('jitter is netem’s, on another device, and may change the order there');
  if (changes.length > 0) found.push('the link changes over time: tc class change at each of these times');
  const losses = lossWords(network);
  if (losses !== undefined) found.push(`random losses are netem’s, on another device: netem loss ${losses}`);
  return found;
}

/** netem's words for the losses of a link; undefined: it has none. */
function lossWords({ random_loss: loss, loss_run: run, gemodel }: Network): string | undefined {
  const chain = (...shares: number[]) => `gemodel ${shares.map(percent).join(' ')}`;
  if (gemodel?.p !== undefined) {
    const {
      p,
      r = LEFT_OUT['gemodel.r'],
      bad = LEFT_OUT['gemodel.bad'],
      good = LEFT_OUT['gemodel.good'],
    } = gemodel;
    return chain(p, r, bad, good);
  }
  if (loss === 0) return undefined;
  // The chain whose runs and whose share these are (RunsOfLoss of the engine).
  return run === undefined ? `random ${percent(loss)}` : chain(loss / (run * (1 - loss)), 1 / run);
}
