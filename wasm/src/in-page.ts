/**
 * Does a worker's work in the page itself, slice by slice: a frame in which the host page allows only scripts
 * has no origin, and cannot start a worker from an address. Loaded only there.
 */
import { createEngine } from './engine.ts';
import { createPause } from './pause.ts';
import type { Port } from './pool.ts';
import type { FromWorker } from './protocol.ts';
import { serve } from './serve.ts';

export function inPage(): Port {
  let tell: ((message: FromWorker) => void) | undefined;
  let ended = false;
  const pause = createPause();
  const never = new Promise<void>(() => undefined);
  const receive = serve({
    post: (message) => {
      // Delivered later, like a message, and not while the caller that sent the question is still running.
      queueMicrotask(() => tell?.(message));
    },
    // After termination there is no next slice.
    pause: () => (ended ? never : pause()),
    clock: () => performance.now(),
    createEngine,
  });
  return {
    post: (message) => {
      queueMicrotask(() => void receive(message));
    },
    listen: (onMessage) => {
      tell = onMessage;
    },
    terminate: () => {
      ended = true;
      tell = undefined;
    },
    hold: () => {
      // A page lives as long as its tab, so it need not be kept alive.
    },
  };
}
