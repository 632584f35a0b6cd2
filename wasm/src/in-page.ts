/**
 * A worker's work in the page itself, slice by slice: a frame that another page allows no more than scripts has no origin, and may not have
 * a worker of an address. Loaded there alone.
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
      // As a message it comes later, and not while who sent the question is still at it.
      queueMicrotask(() => tell?.(message));
    },
    // Of what was ended there is no next slice.
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
      // A page lives as long as its tab.
    },
  };
}
