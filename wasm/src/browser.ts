/** The engine in a page. */
import wasmUrl from '../prebuilt/aqm.wasm?url';
import fluidUrl from '../prebuilt/fluid.wasm?url';
import { createPoolClient, type Client } from './client.ts';
import { createLaws } from './laws.ts';
import { compile, NativeModule, once } from './module.ts';
import type { Port } from './pool.ts';
import type { Engine } from './types.ts';

const module = once(() => compile(wasmUrl));
/** Fetched with the first request for a fluid model. */
const fluidModule = once(() => compile(fluidUrl));

/** The page's own instance, for curves and checks. */
export async function loadEngine(): Promise<Engine> {
  return createLaws(new NativeModule(await module()));
}

/** Workers for runs: by default as many as there are cores; created when there is work. */
export function createClient(options: { readonly size?: number } = {}): Client {
  return createPoolClient({
    spawn: HAS_ORIGIN ? spawn : spawnInPage,
    size: !HAS_ORIGIN ? 1 : (options.size ?? Math.max(1, Math.min(8, navigator.hardwareConcurrency))),
    module,
    fluidModule,
    beforeLast: painted,
  });
}

/**
 * Resolves when the page has drawn its present state. A hidden page draws nothing, so there it resolves after
 * a moment.
 */
const painted = () =>
  new Promise<void>((done) => {
    setTimeout(done, HIDDEN_MS);
    requestAnimationFrame(() => setTimeout(done));
  });
const HIDDEN_MS = 50;

/** A frame that allows only scripts has an opaque origin, so no worker script has the same origin. */
const HAS_ORIGIN = globalThis.origin !== 'null';

/** Messages sent before the worker code has loaded wait for it. */
function spawnInPage(): Port {
  const port = import('./in-page.ts').then(({ inPage }) => inPage());
  const later = (act: (there: Port) => void, failed: (error: Error) => void = () => undefined) =>
    void port.then(act, () => failed(new Error('A part of the page could not be loaded.')));
  return {
    post: (message) => later((there) => there.post(message)),
    listen: (onMessage, onFailure) => later((there) => there.listen(onMessage, onFailure), onFailure),
    terminate: () => later((there) => there.terminate()),
    hold: () => {
      // A page lives as long as its tab, so it need not be kept alive.
    },
  };
}

function spawn(): Port {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  return {
    post: (message) => worker.postMessage(message),
    listen: (onMessage, onFailure) => {
      worker.addEventListener('message', (event: MessageEvent<Parameters<typeof onMessage>[0]>) =>
        onMessage(event.data),
      );
      worker.addEventListener('error', (event) =>
        onFailure(new Error(event.message || 'The worker could not be loaded.')),
      );
      worker.addEventListener('messageerror', () =>
        onFailure(new Error('A message of the worker could not be read.')),
      );
    },
    terminate: () => worker.terminate(),
    hold: () => {
      // A page lives as long as its tab, so it need not be kept alive.
    },
  };
}
