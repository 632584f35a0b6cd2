/**
 * Detects when a few of many long transfers take the whole link. A full buffer accepts the packet that
 * arrives just after a place has become free, which may repeatedly be the same flow's (Floyd and Jacobson,
 * "On traffic phase effects in packet-switched gateways", 1992). In a simulator, whose hosts take no time,
 * the effect is stronger than in a network.
 */
import type { LaneScenario, RowMetrics } from './types.ts';

/** Jain's index of n flows is k / n if k flows have equal shares and the others have nothing. */
const LOCKED_OUT = 0.3;
/** For fewer flows the index is not meaningful. */
const FEWEST = 4;

/** A sentence about the lock-out; null if there is none. */
export function lockOutOf({ traffic }: LaneScenario, rows: readonly RowMetrics[]): string | null {
  // Flows that could have equal shares: transfers without an end on the same route.
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
      `Locked out: ${flows} long TCP flows share the link as if ${few} had it and the others nothing ` +
      `(Jain’s index ${Number(index.toPrecision(2))}). ` +
      'A simulator, whose hosts take no time, exaggerates that: a processing time of the hosts, faster ' +
      'access links or early drops end it.'
    );
  }
  return null;
}
