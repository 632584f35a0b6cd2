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
import { at, root } from './project.mjs';

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
 * A source finds files of the project relative to itself, and the script lies elsewhere.
 * @param {RegExp} filter the sources @param {(path: string) => string} address of a source, as an expression
 * @returns {import('esbuild').Plugin}
 */
const places = (filter, address) => ({
  name: 'places',
  setup: ({ onLoad }) =>
    onLoad({ filter }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll('import.meta.url', address(path)),
      loader: path.endsWith('.ts') ? 'ts' : 'js',
    })),
});

/**
 * The script of the workers, in place of the function that bundles it.
 * @param {string} code @returns {import('esbuild').Plugin}
 */
const workers = (code) => ({
  name: 'workers',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[/\\]worker-code\.ts$/ }, () => ({
      contents: `export const workerCode = () => ${JSON.stringify(code)};`,
    })),
});

/**
 * @param {Pick<import('esbuild').BuildOptions, 'packages' | 'external' | 'banner'>} options
 * @param {import('esbuild').Plugin} where see `places`
 * @returns {Promise<{ text: string, inputs: string[] }>}
 */
async function bundle(options, where) {
  // Loaded only if there is something to build.
  const { build } = await import('esbuild');
  const common = /** @type {const} */ ({
    absWorkingDir: at(),
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    target: 'node20',
  });
  const worker = await build({ ...common, entryPoints: [at('wasm', 'src', 'node-worker.ts')] });
  const code = worker.outputFiles.map(({ text }) => text).join('');
  const cli = await build({
    ...common,
    entryPoints: [at('cli', 'main.ts')],
    format: 'esm',
    ...options,
    plugins: [workers(code), where],
  });
  return {
    text: cli.outputFiles.map(({ text }) => text).join(''),
    inputs: [...new Set([...Object.keys(worker.metafile.inputs), ...Object.keys(cli.metafile.inputs)])],
  };
}

/** Builds the script where it is missing or old. @returns {Promise<string>} its address */
export async function provideCli() {
  if (!isFresh()) {
    const started = new Date();
    mkdirSync(folder, { recursive: true });
    const { text, inputs } = await bundle(
      { packages: 'external' },
      places(/\.ts$/, (path) => JSON.stringify(pathToFileURL(path).href)),
    );
    writeFileSync(record, JSON.stringify(inputs));
    // Each command writes a complete script, so two can start at once. A source that changes during the
    // build makes the script outdated.
    const part = `${script}.${process.pid}`;
    writeFileSync(part, text);
    utimesSync(part, started, started);
    renameSync(part, script);
  }
  return pathToFileURL(script).href;
}

/**
 * The script of the packages. It lies in a folder `cli` beside the files of the project that it reads, and needs
 * no other package.
 */
export async function packagedCli() {
  const home = pathToFileURL(root).href;
  const { text } = await bundle(
    {
      // Pictures of the page need a browser and its driver, which stand beside the package if they are wanted.
      external: ['@playwright/test', 'playwright-core'],
      banner: {
        js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
      },
    },
    places(/[/\\](cli|models|regression|scripts|wasm)[/\\].*\.(ts|mjs)$/, (path) => {
      const inside = pathToFileURL(path).href.slice(home.length).replace(/^\//, '');
      return `new URL(${JSON.stringify(`../${inside}`)}, import.meta.url).href`;
    }),
  );
  return `#!/usr/bin/env node\n${text}`;
}
