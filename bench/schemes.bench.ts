/**
 * The cost of a bottleneck packet with each AQM, relative to RED in the same run: 10 Mbit/s, 50 flows, 60 s,
 * WebAssembly in Node.
 */
import { loadEngine } from '../wasm/src/node.ts';
import type { LaneScenario } from '../wasm/src/types.ts';

const engine = await loadEngine();

const lane = (id: string): LaneScenario => ({
  label: id,
  seed: 1,
  duration: 60,
  warmup: 0,
  network: {
    links: [{ rate: 10e6, delay: 0.02, buffer: 400, managed: true }],
    observed: 0,
    access: { rate: 10e6, delay: [0.005, 0.01] },
    packet_size: 1000,
    random_loss: 0,
  },
  traffic: [{ kind: 'ftp', flows: 50, direction: 'forward', start: [0, 1] }],
  aqm: { id, params: {} },
});

/** CPU seconds for each arrival at the bottleneck; the minimum of several runs. */
function cost(id: string): number {
  let least = Infinity;
  for (let i = 0; i < 5; i++) {
    const run = engine.open(lane(id));
    const begin = process.cpuUsage();
    while (!run.advance(50_000));
    const { user, system } = process.cpuUsage(begin);
    least = Math.min(least, (user + system) / 1e6 / (run.result().metrics.arrivals ?? NaN));
    run.close();
  }
  return least;
}

cost('red');
const red = cost('red');
const rows = engine.catalogue.map(({ id }) => ({ id, ratio: cost(id) / red }));
for (const { id, ratio } of rows.sort((a, b) => b.ratio - a.ratio)) {
  console.log(`${id.padEnd(12)} ${ratio.toFixed(2)} times RED`);
}
