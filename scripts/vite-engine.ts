/**
 * `npm run dev` also compiles the engine: a saved line of C++ is in the page some seconds later. It makes a
 * quick build (AQM_DEV in wasm/CMakeLists.txt) that replaces wasm/prebuilt/, which `npm run wasm` updates
 * before a commit.
 */
import { resolve } from 'node:path';
import type { Plugin, ViteDevServer } from 'vite';
import { compile, isFresh, MODULES } from '../wasm/build.mjs';
import { at, say } from './lib/project.mjs';

const SOURCES = ['core-cpp/include', 'core-cpp/src', 'bindings', 'wasm/CMakeLists.txt'].map((path) =>
  resolve(at(path)),
);
const MODULE = /\/prebuilt\/(\w+)\.wasm\?(?:.*&)?url$/;

export function engine(): Plugin {
  /** The folder of the quick build, once it was needed. */
  let folder: string | undefined;
  let builds = 0;
  let running: Promise<void> | undefined;
  let again = false;

  async function build(): Promise<void> {
    const began = performance.now();
    say('engine: compiling');
    try {
      ({ folder } = await compile(
        MODULES.map(({ target }) => target),
        true,
      ));
      builds++;
      say(`engine: compiled in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    } catch (error) {
      say(`engine: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** A file saved during a compilation is compiled after it. */
  async function rebuild(server: ViteDevServer): Promise<void> {
    again = true;
    running ??= (async () => {
      while (again) {
        again = false;
        await build();
      }
      running = undefined;
      server.moduleGraph.invalidateAll();
      server.ws.send({ type: 'full-reload' });
    })();
    await running;
  }

  return {
    name: 'engine',
    apply: 'serve',
    enforce: 'pre',
    async configureServer(server) {
      if (!isFresh()) await build();
      server.watcher.add(SOURCES);
      server.watcher.on('all', (_, path) => {
        if (SOURCES.some((source) => resolve(path).startsWith(source))) void rebuild(server);
      });
    },
    load(id) {
      const name = MODULE.exec(id)?.[1];
      if (name === undefined || folder === undefined) return null;
      // Each build has an address of its own, so that none comes from a cache.
      return `export default ${JSON.stringify(`/@fs${at(folder, name)}.wasm?build=${builds}`)};`;
    },
  };
}
