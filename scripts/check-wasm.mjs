// Is the module that the project keeps the one that its sources give?
import { readFileSync } from 'node:fs';
import { buildWasm, isFresh, prebuilt, prebuiltRecord, refreshPrebuilt } from '../wasm/build.mjs';
import { at, run, say } from './lib/project.mjs';

const rebuilt = 'build/wasm/rebuilt.wasm';

/** @returns {Promise<boolean>} */
export async function checkPrebuilt() {
  if (!isFresh()) {
    await refreshPrebuilt();
    say(`${prebuilt} was older than the C++ sources; it has been built anew and belongs into the commit.`);
    // Whoever edits the engine is told; what was committed has to match.
    return process.env.CI === undefined;
  }
  const { version } = await buildWasm(rebuilt);
  const kept = readFileSync(at(prebuilt));
  if (kept.equals(readFileSync(at(rebuilt)))) {
    say(`${prebuilt} is what Emscripten ${version} makes of the sources, byte for byte.`);
    return true;
  }
  const compiler = prebuiltRecord()?.compiler;
  if (version === compiler) {
    say(`${prebuilt} differs from what Emscripten ${version} makes of the same sources.`);
    return false;
  }
  say(
    `${prebuilt} was made by Emscripten ${compiler}, here is ${version}: comparing results instead of bytes.`,
  );
  return (await run(process.execPath, ['--import', 'tsx', 'wasm/compare.ts', prebuilt, rebuilt])) === 0;
}
