/**
 * The code of Node's worker as one script: Node 20 cannot read TypeScript in a worker, whatever runs the main thread.
 * In the bundled command line the script stands in place of this function (scripts/lib/cli.mjs).
 */
import { buildSync } from 'esbuild';
import { fileURLToPath } from 'node:url';

export function workerCode(): string {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL('./node-worker.ts', import.meta.url))],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
  });
  return outputFiles.map(({ text }) => text).join('');
}
