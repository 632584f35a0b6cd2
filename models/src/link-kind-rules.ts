/** Rules of kinds of links across keys: grants, policers, and losses in runs. */
import type { CompleteScenario } from './complete.ts';
import { LEFT_OUT } from './generated/facts.ts';
import type { Path } from './path.ts';
import type { Conflict } from './rules.ts';

export function findKindConflicts({
  network,
  traffic,
}: Pick<CompleteScenario, 'network' | 'traffic'>): Conflict[] {
  const found: Conflict[] = [];
  const error = (rule: string, ...paths: Path[]) => found.push({ severity: 'error', paths, rule });
  const largest = Math.max(network.packet_size, ...traffic.map((row) => row.packet_size ?? 0));
  const run = network.loss_run;
  const most = run === undefined ? 1 : run / (1 + run);
  const atMost = `runs of ${run} packets with gaps between them lose at most ${Number(most.toPrecision(3))}`;
  if (network.random_loss > most && network.random_loss < 1)
    error(atMost, ['network', 'random_loss'], ['network', 'loss_run']);
  const { gemodel } = network;
  if (gemodel !== undefined && gemodel.p === undefined)
    error('a chain of losses needs p, the probability that a good link becomes bad', ['network', 'gemodel']);
  const alone = 'gemodel excludes other losses: leave out random_loss, loss_run and the loss of changes';
  if (gemodel !== undefined && (network.random_loss > 0 || run !== undefined))
    error(alone, ['network', 'gemodel'], ['network', run === undefined ? 'random_loss' : 'loss_run']);
  const links =
    network.links === undefined
      ? [{ at: ['network', 'bottleneck'] as Path, link: network.bottleneck }]
      : network.links.map((link, i) => ({ at: ['network', 'links', i] as Path, link }));
  for (const { at, link } of links) {
    const { grant_period, policer, changes = [] } = link;
    if (grant_period !== undefined && changes.length > 0)
      error('a link that sends in grants has no changes', [...at, 'grant_period'], [...at, 'changes']);
    if (policer?.rate !== undefined && (policer.burst ?? LEFT_OUT['policer.burst']) < largest)
      error(`must be at least one packet (${largest} bytes)`, [...at, 'policer', 'burst']);
    if (gemodel !== undefined && changes.some(({ loss }) => loss !== undefined))
      error(alone, ['network', 'gemodel'], [...at, 'changes']);
    for (const [i, { loss = 0 }] of changes.entries())
      if (loss > most && loss < 1) error(atMost, [...at, 'changes', i, 'loss'], ['network', 'loss_run']);
  }
  return found;
}
