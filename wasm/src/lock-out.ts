/**
 * Whether a few of many long transfers own the link. A full buffer lets in whoever comes just as a place becomes free, again and again
 * the same flow (Floyd and Jacobson, "On traffic phase effects in packet-switched gateways", 1992); a simulator, whose hosts take no
 * time, makes more of it than a network does.
 */
import type { LaneScenario, RowMetrics } from './types.ts';

/** Jain's index of n flows of which k share all and the others have nothing is k / n. */
export const LOCKED_OUT = 0.3;
/** Of fewer the index says little. */
const FEWEST = 4;

/** The sentence that says so; null where nobody is locked out. */
export function lockOutOf({ traffic }: LaneScenario, rows: readonly RowMetrics[]): string | null {
  // Those that could have equal shares: transfers without an end on the same way.
  const ways = new Map<string, { flows: number; sum: number; squares: number }>();
  traffic.forEach((row, i) => {
    const { goodput, fairness } = rows[i] ?? {};
    if (row.kind !== 'ftp' || row.bytes !== undefined || goodput == null || !fairness) return;
    const way = JSON.stringify([row.direction, row.from, row.to]);
    const { flows, sum, squares } = ways.get(way) ?? { flows: 0, sum: 0, squares: 0 };
    ways.set(way, {
      flows: flows + row.flows,
      sum: sum + goodput,
      squares: squares + goodput ** 2 / (row.flows * fairness),
    });
  });
  for (const { flows, sum, squares } of ways.values()) {
    const index = sum ** 2 / (flows * squares);
    if (flows < FEWEST || !(index < LOCKED_OUT)) continue;
    const few = Math.max(1, Math.round(index * flows));
    return (
      `Locked out: ${flows} long TCP flows share the link as if ${few} had it and the others nothing (Jain’s index ${Number(index.toPrecision(2))}). ` +
      'A simulator, whose hosts take no time, exaggerates that: a processing time of the hosts, faster access links or early drops end it.'
    );
  }
  return null;
}
