/** Rules of links that change at given times. */
import type { CompleteScenario } from './complete.ts';
import type { Path } from './path.ts';
import type { Conflict } from './rules.ts';
import type { LinkChange } from './types.ts';

/** Every list of link changes in a network, with its place. */
function changesOf({
  bottleneck,
  links,
}: CompleteScenario['network']): readonly { readonly at: Path; readonly changes: readonly LinkChange[] }[] {
  const all =
    links === undefined
      ? [{ at: ['network', 'bottleneck', 'changes'], changes: bottleneck.changes }]
      : links.map(({ changes }, i) => ({ at: ['network', 'links', i, 'changes'], changes }));
  return all.flatMap(({ at, changes }) => (changes === undefined ? [] : [{ at, changes }]));
}

export function findChangeConflicts({
  duration,
  network,
}: Pick<CompleteScenario, 'duration' | 'network'>): Conflict[] {
  return changesOf(network).flatMap(({ at, changes }) => {
    const found: Conflict[] = [];
    const late = changes.findIndex(({ time }, i) => time <= (changes[i - 1]?.time ?? -1));
    if (late >= 0)
      found.push({
        severity: 'error',
        paths: [[...at, late, 'time']],
        rule: `changes are in order of time (the one before is at ${changes[late - 1]?.time ?? 0} s)`,
      });
    const first = changes.findIndex(({ time }) => time >= duration);
    if (first >= 0)
      found.push({
        severity: 'warning',
        paths: [[...at, first, 'time'], ['duration']],
        rule: `this change comes after the end of the run (duration is ${duration} s)`,
      });
    return found;
  });
}
