// What python/hatch_build.py adds to a wheel: models/ bundled as one script for Python (python/documents/main.ts),
// the command line, and the files of the project that both read.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { stageCli } from './cli-package.mjs';
import { at, fail } from './lib/project.mjs';

const folder = at('build', 'python-documents');

async function collect() {
  rmSync(folder, { recursive: true, force: true });
  await build({
    entryPoints: [at('python', 'documents', 'main.ts')],
    outfile: join(folder, 'documents.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2023',
  });
  await stageCli(folder);
}

await collect().catch(fail);
