// Bundles models/ as one script for Python (python/documents/main.ts), which python/hatch_build.py adds to a
// wheel.
import { build } from 'esbuild';
import { at, fail } from './lib/project.mjs';

await build({
  entryPoints: [at('python', 'documents', 'main.ts')],
  outfile: at('build', 'python-documents', 'documents.js'),
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2023',
}).catch(fail);
