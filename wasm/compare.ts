/**
 * Compares the results of two modules. `tsx wasm/compare.ts packets|fluid a.wasm b.wasm`: every AQM of the
 * catalogue is run (or solved) and sampled.
 */
import { readFileSync } from 'node:fs';
import { createEngine } from './src/engine.ts';
import { compile } from './src/module.ts';
import type { LaneScenario } from './src/types.ts';

const lane = (aqm: string): LaneScenario => ({
  label: aqm,
  seed: 7,
  duration: 20,
  warmup: 2,
  network: {
    links: [{ rate: 10e6, delay: 0.02, buffer: 140, managed: true }],
    observed: 0,
    access: { rate: 10e6, delay: [0.005, 0.01] },
    packet_size: 1500,
    random_loss: 0,
  },
  traffic: [
    { kind: 'ftp', flows: 20, direction: 'forward', start: [0, 1] },
    { kind: 'poisson', flows: 2, direction: 'forward', start: 0, rate: 5e5 },
  ],
  aqm: { id: aqm, params: {} },
});
const link = { rate: 10e6, buffer: 140, packetSize: 1500 };

const [, , name, ...paths] = process.argv;

/** What the module is for: a run of packets, or a fluid model. */
function computed(engine: ReturnType<typeof createEngine>, aqm: string): unknown {
  if (name === 'fluid') return engine.fluid(lane(aqm));
  const run = engine.open(lane(aqm));
  while (!run.advance(50_000));
  const { metrics, digest } = run.result();
  run.close();
  return { metrics, digest };
}

/** Everything that a module computes for one AQM, as text. */
function results(engine: ReturnType<typeof createEngine>, aqm: string): string {
  const curves = engine.catalogue.find(({ id }) => id === aqm)?.curves ?? [];
  const samples = curves.map((_, which) => [
    ...engine.curve({ aqm, params: {}, link, which, points: 101 }).p,
  ]);
  return JSON.stringify({
    computed: computed(engine, aqm),
    resolved: engine.resolve(aqm, {}, link),
    samples,
  });
}

const engines = await Promise.all(
  paths.map(async (path) => createEngine(await compile(new Uint8Array(readFileSync(path))))),
);
const [first, second] = engines;
if (first === undefined || second === undefined)
  throw new Error('usage: compare.ts packets|fluid a.wasm b.wasm');

const differing = first.catalogue
  .filter(({ id }) => results(first, id) !== results(second, id))
  .map(({ id }) => id);
const sameCatalogue = JSON.stringify(first.catalogue) === JSON.stringify(second.catalogue);
if (!sameCatalogue) console.error('The catalogues differ.');
if (differing.length > 0) console.error(`Results differ for ${differing.join(', ')}.`);
if (!sameCatalogue || differing.length > 0) process.exit(1);
console.error(`The same catalogue and the same results for ${first.catalogue.length} AQMs.`);
