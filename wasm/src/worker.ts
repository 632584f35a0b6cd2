/** A worker of the browser. */
import { createEngine } from './engine.ts';
import type { FromWorker, ToWorker } from './protocol.ts';
import { serve } from './serve.ts';

/** The part of DedicatedWorkerGlobalScope that is used; the project compiles against the page's types. */
interface WorkerScope {
  postMessage(message: FromWorker, transfer: ArrayBuffer[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToWorker>) => void): void;
}
const scope = globalThis as unknown as WorkerScope;

/** A message to oneself comes back after those that wait already, and is not held back as a timer is. */
function createPause(): () => Promise<void> {
  const { port1, port2 } = new MessageChannel();
  let resume: (() => void) | undefined;
  port1.onmessage = () => resume?.();
  return () =>
    new Promise((resolve) => {
      resume = resolve;
      port2.postMessage(null);
    });
}

const receive = serve({
  post: (message, transfer) => scope.postMessage(message, transfer),
  pause: createPause(),
  clock: () => performance.now(),
  createEngine,
});
scope.addEventListener('message', ({ data }) => void receive(data));
