/**
 * SARED with a load that is measured over 10 s: the fluid model says that 90 flows can rest in either load, and packets
 * do, in one or the other by chance alone.
 */
import { expect, it } from 'vitest';
import { lanes } from '../../models/src/index.ts';
import { createClient } from '../src/node.ts';

/** Relative errors, as small-windows.test.ts bounds those of a queue that a curve decides and of a probability. */
const NEAR = { queue: 0.02, probability: 0.04 };

it('packets rest where the fluid model does, in each of its two stable rests', async () => {
  const [lane] = lanes({
    version: 1,
    duration: 400,
    warmup: 200,
    network: { bottleneck: { delay: 0.03 }, access: { rate: 100e6, delay: [0.005, 0.01] } },
    traffic: [{ kind: 'ftp', flows: 90 }],
    lanes: [{ aqm: { id: 'sared', params: { rho_window: 10 } } }],
  });
  if (lane === undefined) throw new Error('there is a lane');
  const client = createClient({ size: 2 });
  try {
    const [answer, ...packets] = await Promise.all([
      client.ask('fluid', { lane }),
      ...[1, 2].map((seed) => client.ask('run', { lane: { ...lane, seed }, bins: 1 })),
    ]);
    const rests = answer.model?.rests ?? [];
    expect(rests.map(({ stable }) => stable)).toEqual([true, false, true]);
    const found = packets.map(({ metrics }) =>
      rests.findIndex(
        ({ stable, queue, probability }) =>
          stable === true &&
          Math.abs(queue / (metrics.queue_mean ?? NaN) - 1) < NEAR.queue &&
          Math.abs(probability / (metrics.loss_ratio ?? NaN) - 1) < NEAR.probability,
      ),
    );
    expect(new Set(found)).toEqual(new Set([0, 2]));
  } finally {
    client.close();
  }
});
