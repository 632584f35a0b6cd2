/** A drawn curve that is RED's is RED: the same packets, the same rest, the same loss of stability. */
import { expect, it } from 'vitest';
import { createClient } from '../src/node.ts';
import { lane } from './lane.ts';

const traffic = lane.traffic.map((row) => ({ ...row, flows: 30 }));
const red = { ...lane, traffic, aqm: { id: 'red', params: { min_th: 20, max_th: 120, max_p: 0.1 } } };
const drawn = {
  ...red,
  aqm: {
    id: 'drawn',
    params: {
      points: [
        [20, 0],
        [120, 0.1],
      ],
      beyond: 'drop',
    },
  },
};

it('packet by packet, and in the fluid model', async () => {
  const client = createClient({ size: 2 });
  try {
    const [one, other] = await Promise.all(
      [red, drawn].map((each) => client.ask('run', { lane: each, bins: 50 })),
    );
    expect(other?.digest).toBe(one?.digest);
    expect(other?.metrics).toEqual(one?.metrics);
    expect(one?.metrics.loss_ratio).toBeGreaterThan(0.01);
    const [law, points] = await Promise.all([red, drawn].map((each) => client.ask('fluid', { lane: each })));
    expect(law?.model?.rest.queue).toBeGreaterThan(20);
    expect({ ...points, aqm: 'red' }).toEqual(law);
  } finally {
    client.close();
  }
});
