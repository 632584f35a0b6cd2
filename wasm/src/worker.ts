/** A worker of the browser. */
import { createEngine } from './engine.ts';
import { createPause } from './pause.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import { serve } from './serve.ts';

/** The part of DedicatedWorkerGlobalScope that is used; the project compiles against the page's types. */
interface WorkerScope {
  postMessage(message: FromWorker, transfer: ArrayBuffer[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToWorker>) => void): void;
}
const scope = globalThis as unknown as WorkerScope;

const receive = serve({
  post: (message, transfer) => scope.postMessage(message, transfer),
  pause: createPause(),
  clock: () => performance.now(),
  createEngine,
});
scope.addEventListener('message', ({ data }) => void receive(data));
