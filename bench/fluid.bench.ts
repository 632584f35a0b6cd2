/**
 * Work and accuracy of the fluid solver, and the time of a stability map: the native program
 * core-cpp/bench/fluid.cpp and the same program in WebAssembly, in one run, beside the results of other
 * solvers for the same case (core-cpp/tests/data/fluid.json).
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createClient } from '../wasm/src/node.ts';
import { stabilityMap } from '../wasm/src/stability-map.ts';
import type { LaneScenario } from '../wasm/src/types.ts';
import { compile } from '../wasm/build.mjs';

interface Row {
  readonly tolerance: number;
  readonly seconds: number;
  /** Largest error of the queue, packets. */
  readonly error: number;
  readonly steps: number;
  readonly rejected: number;
  readonly evaluations: number;
}
interface Measured {
  readonly HOLLOT_RED_AGG_100S: readonly Row[];
  readonly map: { readonly cells: number; readonly seconds: number };
}

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const parse = (program: string, args: readonly string[]) =>
  JSON.parse(execFileSync(program, args, { encoding: 'utf8' })) as Measured;

/** In a separate process, because WASI writes to the process's standard output. */
const WASI = `
  import { readFileSync } from 'node:fs';
  import { WASI } from 'node:wasi';
  const wasi = new WASI({ version: 'preview1', args: ['fluid', '--json'] });
  const module = await WebAssembly.compile(readFileSync(process.argv[1]));
  const env = { emscripten_notify_memory_growth: () => undefined };
  wasi.start(await WebAssembly.instantiate(module, { env, wasi_snapshot_preview1: wasi.wasiImport }));
`;

const program = `${(await compile(['bench_fluid'])).folder}/bench_fluid.wasm`;
const wasm = parse(process.execPath, ['--no-warnings', '--input-type=module', '-e', WASI, at(program)]);
const natives = [
  { compiler: 'g++', program: at('build/bench/core-cpp/bench_fluid') },
  { compiler: 'clang++', program: at('build/clang/core-cpp/bench_fluid') },
]
  .filter((native) => existsSync(native.program))
  .map((native) => ({ compiler: native.compiler, ...parse(native.program, ['--json']) }));

console.log('100 s of HOLLOT_RED_AGG_100S, a limit cycle; error: the largest of the queue, packets');
console.log(
  [
    'tolerance',
    'error',
    'steps',
    'evaluations',
    'wasm ms',
    ...natives.map(({ compiler }) => `${compiler} ms (wasm/native)`),
  ].join('  '),
);
wasm.HOLLOT_RED_AGG_100S.forEach((row, i) => {
  const others = natives.map((native) => {
    const seconds = native.HOLLOT_RED_AGG_100S[i]?.seconds ?? NaN;
    return `${(1e3 * seconds).toFixed(3)} (${(row.seconds / seconds).toFixed(2)})`;
  });
  console.log(
    [
      row.tolerance.toExponential(1).padStart(9),
      row.error.toExponential(1),
      String(row.steps).padStart(5),
      String(row.evaluations).padStart(8),
      (1e3 * row.seconds).toFixed(3).padStart(8),
      ...others,
    ].join('  '),
  );
});

const { speed } = JSON.parse(readFileSync(at('core-cpp/tests/data/fluid.json'), 'utf8')) as {
  readonly speed: Readonly<
    Record<string, string | Readonly<Record<string, readonly [number, number | null]>>>
  >;
};
const others = speed.HOLLOT_RED_AGG_100S;
if (typeof others === 'object') {
  console.log(
    `other solvers, on another machine (${typeof speed.machine === 'string' ? speed.machine : 'unknown'}):`,
  );
  for (const [name, [seconds, error]] of Object.entries(others)) {
    console.log(
      `  ${name}: ${(1e3 * seconds).toFixed(1)} ms, error ${error === null ? 'unknown' : error.toExponential(1)}`,
    );
  }
}

console.log(
  `map of ${wasm.map.cells} cells on one core: wasm ${(1e3 * wasm.map.seconds).toFixed(0)} ms` +
    natives.map(({ compiler, map }) => `, ${compiler} ${(1e3 * map.seconds).toFixed(0)} ms`).join(''),
);

// The map as the page requests it: rows spread over a pool of workers.
const lane: LaneScenario = {
  label: 'RED',
  seed: 1,
  duration: 100,
  warmup: 0,
  network: {
    links: [{ rate: 30e6, delay: 0.05, buffer: 800, managed: true }],
    observed: 0,
    access: { rate: 1e9, delay: 0.01 },
    packet_size: 1000,
    random_loss: 0,
  },
  traffic: [{ kind: 'ftp', flows: 60, direction: 'forward', start: 0 }],
  aqm: { id: 'red', params: {} },
};
const client = createClient();
const request = {
  lane,
  x: { knob: 'flows', from: 10, to: 200, count: 64, scale: 'linear' },
  y: { knob: 'rtt', from: 0.06, to: 0.4, count: 64, scale: 'linear' },
} as const;
await stabilityMap(client, request);
const began = performance.now();
await stabilityMap(client, request);
console.log(`64 x 64 map through ${client.size} workers: ${(performance.now() - began).toFixed(0)} ms`);
client.close();
