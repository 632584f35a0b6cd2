/** A stability map, computed row by row. */
import type { Client } from './client.ts';
import { mapBuilder } from './fluid.ts';
import type { MapRequest, StabilityMap } from './fluid-types.ts';
import type { JobOptions } from './types.ts';

/** Rows are distributed over the pool; progress counts cells. */
export async function stabilityMap(
  client: Pick<Client, 'ask' | 'size'>,
  request: MapRequest,
  { signal, onProgress }: JobOptions = {},
): Promise<StabilityMap> {
  const { map, put } = mapBuilder(request);
  const x = Array.from(map.x);
  const total = map.growth.length;
  let next = 0;
  let done = 0;
  // Each worker takes row after row, so that other jobs get a turn between two rows.
  const take = async () => {
    for (let row = next++; row < map.y.length; row = next++) {
      const input = { request, x, y: map.y[row] ?? NaN };
      const answer = client.ask('mapRow', input, signal === undefined ? {} : { signal });
      put(row, await answer.catch(giveUp));
      onProgress?.({ done: (done += x.length), total });
    }
  };
  // After an error there is no map, so nobody takes a further row.
  const giveUp = (error: unknown): never => {
    next = map.y.length;
    throw error;
  };
  await Promise.all(Array.from({ length: client.size }, take));
  return map;
}
