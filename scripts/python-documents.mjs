// What python/hatch_build.py adds to a wheel: models/ bundled as one script for Python (python/documents/main.ts),
// the command line, the files of the project that both read, and the page with the widget that shows it.
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildSite, isFresh } from './build.mjs';
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
  await build({
    entryPoints: [at('python', 'widget', 'widget.ts')],
    outfile: join(folder, 'widget.js'),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
  });
  await stageCli(folder);
  if (!isFresh()) await buildSite();
  // The gallery's pages are for programs that follow addresses of a site.
  const isOfSite = (/** @type {string} */ path) => /[\\/]dist[\\/](?:gallery|stories)$/.test(path);
  cpSync(at('dist'), join(folder, 'page'), { recursive: true, filter: (path) => !isOfSite(path) });
}

await collect().catch(fail);
