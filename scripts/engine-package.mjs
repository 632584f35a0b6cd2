// The package of engine/ as a tarball: `node scripts/engine-package.mjs [FOLDER]`, by default build/engine.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { declare, tarball } from './lib/package.mjs';
import { at, fail, filesUnder } from './lib/project.mjs';

/** What a program loads: one script, and the module beside it. @param {string} folder */
export async function bundleEngine(folder) {
  mkdirSync(folder, { recursive: true });
  cpSync(at('wasm', 'prebuilt', 'aqm.wasm'), join(folder, 'aqm.wasm'));
  await build({
    entryPoints: [at('engine', 'src', 'index.ts')],
    outfile: join(folder, 'index.js'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    // Loaded only if the module is a file.
    external: ['node:fs/promises'],
  });
}

/** @param {string} out folder @returns {Promise<string>} path of the tarball */
export async function packEngine(out) {
  const folder = at('build', 'engine', 'package');
  const dist = join(folder, 'dist');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  mkdirSync(out, { recursive: true });
  for (const file of ['package.json', 'README.md', 'API.md']) cpSync(at('engine', file), join(folder, file));
  cpSync(at('LICENSE'), join(folder, 'LICENSE'));
  await bundleEngine(dist);
  await declare(at('engine', 'src', 'index.ts'), join(dist, 'types'));
  // Declarations import each other by module names.
  for (const file of filesUnder('build/engine/package/dist/types', /\.d\.ts$/)) {
    const text = readFileSync(at(file), 'utf8');
    writeFileSync(at(file), text.replace(/(from '|import\(')(\.[^']*)\.ts'/g, "$1$2.js'"));
  }
  return tarball(folder, out);
}

if (process.argv[1] === import.meta.filename)
  await packEngine(resolve(process.argv[2] ?? at('build', 'engine'))).then((path) => console.log(path), fail);
