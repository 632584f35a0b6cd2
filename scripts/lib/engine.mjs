import { isFresh, refreshPrebuilt } from '../../wasm/build.mjs';
import { say } from './project.mjs';
import { provide } from './tools.mjs';

/** @type {Promise<void> | undefined} */
let provided;

/**
 * Uses the stored module unless the C++ sources have changed: then the module is compiled once for all
 * callers.
 */
export const provideEngine = () => (provided ??= compileIfStale());

async function compileIfStale() {
  if (isFresh()) return;
  say('setup: wasm/prebuilt/ does not match the C++ sources, compiling the engine');
  await provide(['emcc', 'cmake', 'ninja']);
  await refreshPrebuilt();
}
