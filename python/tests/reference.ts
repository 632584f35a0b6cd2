/**
 * The reference for Python: inputs and digests of every preset, and the parts of some studies, as Node
 * computes them. Documents have one implementation; only the JavaScript engine that runs it and the border to
 * the module could differ. Prints one JSON document.
 */
import { createHash } from 'node:crypto';
import { lanes, presets, encodeLink } from '../../models/src/index.ts';
import { loadReleases, releaseOf } from '../../models/src/released.ts';
import { chunksOf, keyText, validateStudy, type Expansion } from '../../models/src/study/index.ts';
import { laneDocument } from '../../wasm/src/fluid-document.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import type { LaneScenario } from '../../wasm/src/types.ts';
import example from '../../models/studies/red-or-codel.json' with { type: 'json' };

const engine = await loadEngine();
const sha = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex');

const documents = new Map<string, object>([['default', { version: 1 }]]);
for (const { id, load } of presets) documents.set(id, await load());
function digestOf(lane: LaneScenario): string {
  const run = engine.open(lane, { bins: 1 });
  while (!run.advance(1_000_000));
  const { digest } = run.result();
  run.close();
  return digest;
}

/** What the module reads of a lane, of which one interval is recorded. */
const bytesOf = (lane: LaneScenario) =>
  new Uint8Array(Float64Array.from(engine.encode(lane, { bins: 1 })).buffer);

/** So short that all of them take a few seconds; what begins later never does. */
const shortened = (lane: LaneScenario): LaneScenario => ({ ...lane, duration: 3, warmup: 0 });

const scenarios = [...documents].map(([name, document]) => ({
  name,
  document,
  lanes: lanes(document as Parameters<typeof lanes>[0]).map((lane) => ({
    input: sha(bytesOf(lane)),
    digest: digestOf(shortened(lane)),
  })),
}));

const inputs = ({ points, lanes: count, laneAt }: Expansion): Uint8Array =>
  Buffer.concat(
    Array.from({ length: points * count }, (_, i) => bytesOf(laneAt(Math.floor(i / count), i % count, 5))),
  );

const { scenario } = example;
const studies = [
  example,
  { version: 1, scenario: { version: 1 }, axes: [] },
  {
    version: 1,
    scenario,
    axes: [
      { name: 'load', cases: { 'light "\u00e9"': { traffic: [{ flows: 3 }] }, heavy: {} } },
      { name: 'mix', path: 'traffic[0].packet_size', values: [1000, 1500] },
      {
        sample: 'sobol',
        count: 37,
        over: [
          { path: 'duration', from: 5.3, to: 70, scale: 'log' },
          { path: ['network.bottleneck.rate', 'network.access.rate'], from: 123_456, to: 9.87e8 },
          { path: 'network.bottleneck.buffer', from: 200, to: 4000, scale: 'log', whole: true },
        ],
      },
    ],
    seeds: { first: 7, count: 2 },
    metrics: ['goodput', 'rows[0].loss_ratio'],
    keep: { trace: 10 },
  },
  {
    // What a run costs, by which studies are cut: a link that changes, and a way back of its own.
    version: 1,
    scenario: {
      version: 1,
      duration: 30,
      network: {
        bottleneck: {
          changes: [
            { time: 5, rate: 1e6 },
            { time: 20, rate: 4e6 },
          ],
          reverse: { rate: 2e6, delay: 0.004, buffer: 150, aqm: 'lane' },
        },
      },
      traffic: [{ flows: 5 }, { flows: 2, direction: 'reverse' }],
    },
    axes: [{ path: 'traffic[1].flows', values: [1, 2, 30] }],
    seeds: { first: 1, count: 40 },
    metrics: ['goodput'],
  },
  {
    version: 1,
    scenario: {
      version: 1,
      duration: 30,
      lanes: [{ aqm: { id: 'red' } }, { label: 'Gentle', aqm: { id: 'gred' } }],
    },
    axes: [
      { path: 'lanes[*].aqm.params.max_p', from: 0.01, to: 0.5, count: 9, scale: 'log' },
      { sample: 'latin', count: 50, seed: 3, over: [{ path: 'network.bottleneck.delay', from: 0, to: 0.1 }] },
      { path: 'traffic[0].flows', from: 1, to: 400, count: 5, whole: true },
    ],
    metrics: ['goodput'],
  },
  {
    version: 1,
    scenario: {
      version: 1,
      duration: 20,
      network: { packet_size: 1200, access: { delay: [0.003, 0.011] } },
      traffic: [
        { flows: 7, packet_size: 900 },
        { flows: 16, access: { delay: 0.02, rate: 5e6 } },
        { kind: 'pareto', flows: 3, on: 0.4, off: [0.5, 0.8], rate: 2e5 },
        { flows: 2, direction: 'reverse' },
      ],
      lanes: [{ aqm: { id: 'red' } }, { aqm: { id: 'pie' }, set: { duration: 15 } }],
    },
    axes: [
      { knob: 'load', values: [0, 0.05, 0.3333] },
      { knob: 'flows', from: 2, to: 301, count: 6, scale: 'log' },
      { name: 'reverse', path: 'traffic[3].flows', values: [1, 5] },
      {
        sample: 'latin',
        count: 9,
        over: [
          { knob: 'rtt', from: 0.09, to: 0.7, scale: 'log' },
          { knob: 'rate', from: 1e6, to: 9e7 },
          { name: 'room', knob: 'buffer', from: 150, to: 900.4 },
        ],
      },
    ],
    metrics: ['goodput'],
  },
  {
    version: 1,
    scenario: {
      version: 1,
      duration: 5,
      network: {
        topology: 'chain',
        observed: 1,
        links: [{ rate: 2e7 }, { rate: 8e6, delay: 0.013 }, { delay: 0.002 }],
      },
      traffic: [{ flows: 5 }, { flows: 9, from: 1 }, { kind: 'cbr', rate: 1e5, to: 2 }],
    },
    axes: [
      { knob: 'rtt', from: 0.09, to: 0.3, count: 7 },
      { knob: 'load', from: 0.01, to: 1.2, count: 4 },
      { knob: 'rate', values: [3e6, 12_345_678] },
    ],
    metrics: ['goodput'],
  },
].map((given) => {
  const checked = validateStudy(given, engine);
  if (!checked.ok) throw new Error(checked.issues.map(({ message }) => message).join('\n'));
  const { study, expansion } = checked;
  const chunks = [...chunksOf(expansion)];
  return {
    study: given,
    runs: expansion.runs,
    inputs: sha(inputs(expansion)),
    chunks: chunks.map(({ seed, lane, from, to }) => [seed, lane, from, to]),
    keys: chunks.map((chunk) => sha(keyText(study, expansion, chunk, 'engine')).slice(0, 32)),
  };
});

const red = engine.curve({
  aqm: 'red',
  params: { max_p: 0.2 },
  link: { rate: 10e6, buffer: 140, packetSize: 1500 },
  which: 0,
  points: 50,
});
const [lane] = lanes({ version: 1 });
const fluid = lane && engine.fluid(lane, { form: 'sampled' });
const { band, ...document } = fluid ? laneDocument(fluid) : { band: null };

// A link on a preset holds what differs from its release.
const [first] = presets;
if (first === undefined) throw new Error('there is no preset');
const begun = await first.load();
const release = releaseOf(await loadReleases(), first.title);

process.stdout.write(
  JSON.stringify({
    scenarios,
    studies,
    links: [
      encodeLink({ version: 1, title: 'Ümlaut', duration: 33 }),
      ...(release ? [encodeLink({ ...begun, duration: 33 }, 'fluid', engine.catalogue, release)] : []),
    ],
    curve: { x: [...red.x], p: [...red.p] },
    fluid: { queue: [...(fluid?.model?.solution.queue ?? [])], document, band: band?.queue },
  }),
);
