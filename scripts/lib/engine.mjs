import { isFresh, refreshPrebuilt } from '../../wasm/build.mjs';
import { say } from './project.mjs';
import { provide } from './tools.mjs';

/** The module that is kept in the project is used unless the C++ has changed since: then it is compiled. */
export async function provideEngine() {
  if (isFresh()) return;
  say('setup: wasm/prebuilt/ does not match the C++ sources, compiling the engine');
  await provide(['emcc']);
  await refreshPrebuilt();
}
