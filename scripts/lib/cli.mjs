// The command line as one script: Node starts it in a third of the time that it needs to read the TypeScript
// files one by one.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { at } from './project.mjs';

const folder = at('build', 'cli');
const script = join(folder, 'aqm.mjs');
const record = join(folder, 'inputs.json');

/** Whether the script is newer than all of its sources. */
function isFresh() {
  if (!existsSync(script) || !existsSync(record)) return false;
  const made = statSync(script).mtimeMs;
  /** @type {string[]} */
  const inputs = JSON.parse(readFileSync(record, 'utf8'));
  return inputs.every((path) => existsSync(at(path)) && statSync(at(path)).mtimeMs < made);
}

/**
 * Files of the project are found relative to the source, not to the script.
 * @type {import('esbuild').Plugin}
 */
const places = {
  name: 'places',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll(
        'import.meta.url',
        JSON.stringify(pathToFileURL(path).href),
      ),
      loader: 'ts',
    })),
};

/** Builds the script where it is missing or old. @returns {Promise<string>} its address */
export async function provideCli() {
  if (!isFresh()) {
    const started = new Date();
    // Loaded only if there is something to build.
    const { build } = await import('esbuild');
    mkdirSync(folder, { recursive: true });
    const { metafile, outputFiles } = await build({
      entryPoints: [at('cli', 'main.ts')],
      absWorkingDir: at(),
      outfile: script,
      bundle: true,
      write: false,
      metafile: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      packages: 'external',
      plugins: [places],
    });
    writeFileSync(record, JSON.stringify(Object.keys(metafile.inputs)));
    for (const { path, contents } of outputFiles) {
      // Each command writes a complete script, so two can start at once. A source that changes during the
      // build makes the script outdated.
      const part = `${path}.${process.pid}`;
      writeFileSync(part, contents);
      utimesSync(part, started, started);
      renameSync(part, path);
    }
  }
  return pathToFileURL(script).href;
}
