/**
 * Rules between the keys of a chain, which a schema cannot express. They are applied to one scenario with all
 * its defaults.
 */
import type { CompleteScenario } from './complete.ts';
import type { Path } from './path.ts';
import type { Conflict } from './rules.ts';

const ONLY_A_CHAIN = 'only a chain has it: set network.topology to "chain", or leave it out';

export function findChainConflicts({
  network,
  traffic,
}: Pick<CompleteScenario, 'network' | 'traffic'>): Conflict[] {
  const found: Conflict[] = [];
  const error = (rule: string, path: Path, nearest?: number) =>
    found.push({ severity: 'error', paths: [path], rule, ...(nearest === undefined ? {} : { nearest }) });
  const { topology, links, observed } = network;

  if (topology !== 'chain') {
    if (links !== undefined) error(ONLY_A_CHAIN, ['network', 'links']);
    if (observed !== undefined) error(ONLY_A_CHAIN, ['network', 'observed']);
    for (const [i, row] of traffic.entries()) {
      if (row.from !== undefined) error(ONLY_A_CHAIN, ['traffic', i, 'from']);
      if (row.to !== undefined) error(ONLY_A_CHAIN, ['traffic', i, 'to']);
    }
    return found;
  }
  if (links === undefined) {
    error('a chain must have its links given, at least one', ['network', 'links']);
    return found;
  }

  const last = links.length - 1;
  if (observed !== undefined && observed > last)
    error(
      `this chain has ${links.length} links, so observed is from 0 to ${last}`,
      ['network', 'observed'],
      last,
    );
  for (const [i, { from = 0, to = links.length }] of traffic.entries()) {
    if (to > links.length)
      error(
        `a chain of ${links.length} links has the routers 0 to ${links.length}`,
        ['traffic', i, 'to'],
        links.length,
      );
    else if (from >= to) error(`must be less than to (${to})`, ['traffic', i, 'from'], to - 1);
  }

  const warn = (rule: string, ...paths: Path[]) => found.push({ severity: 'warning', paths, rule });
  if (!links.some(({ managed }) => managed))
    warn('no link is managed, so no AQM is at work in any lane', ['network', 'links']);
  else if (links[observed ?? 0]?.managed === false)
    warn(
      'the observed link is not managed: its queue is DropTail in every lane',
      ['network', 'observed'],
      ['network', 'links'],
    );
  return found;
}
