/** A worker of Node. */
import { parentPort } from 'node:worker_threads';
import { createEngine } from './engine.ts';
import type { ToWorker } from './protocol.ts';
import { serve } from './serve.ts';

if (parentPort === null) throw new Error('node-worker.ts runs as a worker');
const port = parentPort;

const receive = serve({
  post: (message, transfer) => port.postMessage(message, transfer),
  // setImmediate and not a MessageChannel, because Node delivers up to 1000 messages of a port before it
  // looks at any other.
  pause: () => new Promise((resolve) => setImmediate(resolve)),
  clock: () => performance.now(),
  createEngine,
});
port.on('message', (message: ToWorker) => void receive(message));
