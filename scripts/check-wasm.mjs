// Checks whether the stored modules are those that their sources produce.
import { readFileSync } from 'node:fs';
import { compile, isFresh, MODULES, prebuiltRecord, refreshPrebuilt } from '../wasm/build.mjs';
import { at, run, say } from './lib/project.mjs';

/** @returns {Promise<boolean>} */
export async function checkPrebuilt() {
  if (!isFresh()) {
    await refreshPrebuilt();
    say('wasm/prebuilt/ was older than the C++ sources; it has been built anew and belongs into the commit.');
    // On a developer's machine this is a message; in CI, committed modules must match.
    return process.env.CI === undefined;
  }
  const { folder, version } = await compile(MODULES.map(({ target }) => target));
  let ok = true;
  for (const module of MODULES) ok = (await check(module, `${folder}/${module.target}.wasm`, version)) && ok;
  return ok;
}

/**
 * @param {import('../wasm/build.mjs').Module} module
 * @param {string} rebuilt @param {string} version @returns {Promise<boolean>}
 */
async function check({ name, path }, rebuilt, version) {
  if (readFileSync(at(path)).equals(readFileSync(at(rebuilt)))) {
    say(`${path} is what Emscripten ${version} makes of the sources, byte for byte.`);
    return true;
  }
  const compiler = prebuiltRecord()?.compiler;
  if (version === compiler) {
    say(`${path} differs from what Emscripten ${version} makes of the same sources.`);
    return false;
  }
  say(`${path} was made by Emscripten ${compiler}, here is ${version}: comparing results instead of bytes.`);
  return (await run(process.execPath, ['--import', 'tsx', 'wasm/compare.ts', name, path, rebuilt])) === 0;
}
