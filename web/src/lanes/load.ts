/**
 * Which lanes have the same load: only their numbers differ by the AQM alone. Lanes of one document can have
 * traffic or a network of their own, such as 10 flows beside 150.
 */
import type { LaneScenario } from '../../../wasm/src/types.ts';

/** The buffer and the scheme of the other direction belong to how a lane manages its queue, not to its load. */
const QUEUE_KEYS = new Set(['buffer', 'aqm']);

function keyOf({ network, traffic }: LaneScenario): string {
  return JSON.stringify([network, traffic], (key, value: unknown) => {
    if (QUEUE_KEYS.has(key)) return undefined;
    // A reverse direction that sets nothing else is none.
    const bare = key === 'reverse' && typeof value === 'object' && value !== null;
    return bare && Object.keys(value).every((one) => QUEUE_KEYS.has(one)) ? undefined : value;
  });
}

/** For each lane the number of the first lane with the same load. */
export function loadsOf(lanes: readonly LaneScenario[]): readonly number[] {
  const keys = lanes.map(keyOf);
  return keys.map((key) => keys.indexOf(key));
}

/** The first lanes of equal load, if they are two or more. */
export function firstAlike(loads: readonly number[]): readonly number[] | null {
  const groups = loads.map((load) => loads.flatMap((other, lane) => (other === load ? [lane] : [])));
  return groups.find((group) => group.length > 1) ?? null;
}
