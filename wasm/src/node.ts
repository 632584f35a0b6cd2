/** The engine in Node: for the command line, tests and benchmarks. */
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { createPoolClient, type Client } from './client.ts';
import { createEngine } from './engine.ts';
import { compile, once } from './module.ts';
import type { Port } from './pool.ts';
import type { FromWorker } from './protocol.ts';
import { workerCode } from './worker-code.ts';

const read = (name: string) =>
  once(async () => compile(new Uint8Array(await readFile(new URL(`../prebuilt/${name}`, import.meta.url)))));
const module = read('aqm.wasm');
const fluidModule = read('fluid.wasm');

/** The engine in this thread, both modules together. */
export async function loadEngine(): Promise<ReturnType<typeof createEngine>> {
  const packets = createEngine(await module());
  const fluid = createEngine(await fluidModule());
  return {
    ...packets,
    fluid: (...asked) => fluid.fluid(...asked),
    openFluid: (...asked) => fluid.openFluid(...asked),
    openHopf: (...asked) => fluid.openHopf(...asked),
    openCurves: (...asked) => fluid.openCurves(...asked),
    openCycles: (...asked) => fluid.openCycles(...asked),
    openMapRow: (...asked) => fluid.openMapRow(...asked),
    mapRow: (...asked) => fluid.mapRow(...asked),
    hopf: (...asked) => fluid.hopf(...asked),
    curves: (...asked) => fluid.curves(...asked),
    cycles: (...asked) => fluid.cycles(...asked),
    design: (...asked) => fluid.design(...asked),
  };
}

/** Workers for runs; they keep the process alive only while they work. */
export function createClient(options: { readonly size?: number } = {}): Client {
  return createPoolClient({ spawn, size: options.size ?? availableParallelism(), module, fluidModule });
}

let code: string | undefined;

function spawn(): Port {
  const worker = new Worker((code ??= workerCode()), { eval: true, execArgv: [] });
  return {
    post: (message) => worker.postMessage(message),
    listen: (onMessage, onFailure) => {
      worker.on('message', (message: FromWorker) => onMessage(message));
      worker.on('error', onFailure);
      worker.on('messageerror', onFailure);
      worker.on('exit', (status) => onFailure(new Error(`The worker ended with status ${status}.`)));
    },
    terminate: () => void worker.terminate(),
    hold: (busy) => {
      if (busy) worker.ref();
      else worker.unref();
    },
  };
}
