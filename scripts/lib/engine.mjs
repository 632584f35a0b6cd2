import { isFresh, refreshPrebuilt } from '../../wasm/build.mjs';
import { say } from './project.mjs';
import { provide } from './tools.mjs';

/** @type {Promise<void> | undefined} */
let provided;

/** The module that is kept in the project is used unless the C++ has changed since: then it is compiled, once for all who ask. */
export const provideEngine = () => (provided ??= compileIfStale());

async function compileIfStale() {
  if (isFresh()) return;
  say('setup: wasm/prebuilt/ does not match the C++ sources, compiling the engine');
  await provide(['emcc', 'cmake', 'ninja']);
  await refreshPrebuilt();
}
