/**
 * Lets other messages in: a message to oneself arrives after those that are waiting, and is not delayed as a
 * timer is.
 */
export function createPause(): () => Promise<void> {
  const { port1, port2 } = new MessageChannel();
  let resume: (() => void) | undefined;
  port1.onmessage = () => resume?.();
  return () =>
    new Promise((resolve) => {
      resume = resolve;
      port2.postMessage(null);
    });
}
