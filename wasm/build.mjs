// Compiles the engine and its bindings to WebAssembly (wasm/CMakeLists.txt). `node wasm/build.mjs` updates
// wasm/prebuilt/ if it is outdated; `--force` always builds. The project contains the modules, so that the
// app can be started without a compiler.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { alone } from '../scripts/lib/alone.mjs';
import {
  at,
  capture,
  fail,
  filesUnder,
  firstLine,
  hashFiles,
  Refusal,
  run,
  say,
  sha256,
} from '../scripts/lib/project.mjs';

/** @typedef {{ name: string, target: string, path: string }} Module */
/** The packet simulator and the fluid model. @type {readonly Module[]} */
export const MODULES = [
  { name: 'packets', target: 'aqm', path: 'wasm/prebuilt/aqm.wasm' },
  { name: 'fluid', target: 'fluid', path: 'wasm/prebuilt/fluid.wasm' },
];
const record = 'wasm/prebuilt/sources.sha256';

/** The folder in which Debian's emcc expects its Node packages. */
const debianModules = '/usr/share/nodejs';
/** @type {Record<string, string>} */
const env = existsSync(debianModules) ? { NODE_PATH: debianModules } : {};

/** The hash of everything that determines the modules: their sources and build files. */
export const sourcesHash = () =>
  hashFiles([
    ...['core-cpp/include', 'core-cpp/src', 'bindings']
      .flatMap((folder) => filesUnder(folder, /\.(hpp|h|inc|cpp|c)$/))
      .filter((path) => !/^bindings\/(native|tests)\//.test(path)),
    'wasm/CMakeLists.txt',
  ]);

/** The entries of wasm/prebuilt/sources.sha256 about the modules. */
export function prebuiltRecord() {
  if (![record, ...MODULES.map(({ path }) => path)].every((path) => existsSync(at(path)))) return undefined;
  const lines = readFileSync(at(record), 'utf8').split('\n');
  const value = (/** @type {string} */ key) =>
    lines.find((line) => line.startsWith(`${key} `))?.slice(key.length + 1);
  return {
    sources: value('sources'),
    modules: MODULES.map(({ name }) => value(name)),
    compiler: value('emscripten'),
  };
}

/** Whether the modules in wasm/prebuilt/ come from the present sources and are undamaged. */
export function isFresh() {
  const known = prebuiltRecord();
  return (
    known?.sources === sourcesHash() &&
    MODULES.every(({ path }, i) => known.modules[i] === sha256(readFileSync(at(path))))
  );
}

/**
 * The compiler: in PATH, or in the folder of an activated emsdk.
 * @returns {Promise<{ folder: string, version: string } | undefined>}
 */
export async function findEmcc() {
  const sdk = process.env.EMSDK;
  for (const folder of ['', ...(sdk === undefined ? [] : [`${sdk}/upstream/emscripten/`])]) {
    const { status, output } = await capture(`${folder}emcc`, ['--version'], env);
    const version = /^emcc .*?(\d+\.\d+\.\d+)/m.exec(output)?.[1];
    if (status === 0 && version !== undefined) return { folder, version };
  }
  return undefined;
}

/**
 * Builds targets of wasm/CMakeLists.txt; no other process compiles there at the same time. `dev`: a quick
 * build instead of an optimised one.
 * @param {readonly string[]} targets
 * @param {boolean} [dev]
 * @returns {Promise<{ folder: string, version: string }>} the project path of the folder with the modules,
 * and the compiler's version
 */
export async function compile(targets, dev = false) {
  const tool = await findEmcc();
  if (tool === undefined)
    throw new Refusal('emcc (Emscripten) is needed to compile the engine and was not found.');
  for (const program of ['cmake', 'ninja'])
    if (firstLine(program, ['--version']) === undefined)
      throw new Refusal(`${program} is needed to compile the engine and was not found.`);
  const folder = dev ? 'build/wasm-dev' : 'build/wasm';
  await alone(`${folder}.lock`, 'the engine', async () => {
    const configure = ['cmake', '-S', 'wasm', '-B', folder, '-G', 'Ninja', `-DAQM_DEV=${dev ? 'ON' : 'OFF'}`];
    const configured = await capture(`${tool.folder}emcmake`, [...configure, '--log-level=WARNING'], env);
    if (configured.status !== 0) throw new Refusal(configured.output);
    const files = targets.map((target) => `${target}.wasm`);
    const jobs = String(availableParallelism());
    if ((await run('ninja', ['-C', folder, '-j', jobs, ...files], { env, stdout: 'stderr' })) !== 0)
      throw new Refusal('The engine cannot be compiled: the compiler says above where.');
  });
  return { folder, version: tool.version };
}

/**
 * Replaces a file in one step, so that no reader sees a part of it.
 * @param {string} from
 * @param {string} to project paths
 */
export function put(from, to) {
  mkdirSync(dirname(at(to)), { recursive: true });
  const draft = `${to}.${process.pid}`;
  writeFileSync(at(draft), readFileSync(at(from)));
  renameSync(at(draft), at(to));
}

/** Builds wasm/prebuilt/ and its record. */
export async function refreshPrebuilt() {
  const sources = sourcesHash();
  const { folder, version } = await compile(MODULES.map(({ target }) => target));
  for (const { target, path } of MODULES) put(`${folder}/${target}.wasm`, path);
  const lines = [
    `sources ${sources}`,
    ...MODULES.map(({ name, path }) => `${name} ${sha256(readFileSync(at(path)))}`),
    `emscripten ${version}`,
  ];
  writeFileSync(at(record), `${lines.join('\n')}\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    const stale = process.argv.includes('--force') || !isFresh();
    if (stale) await refreshPrebuilt();
    for (const { path } of MODULES) {
      say(`${path}: ${stale ? 'built' : 'up to date'}, ${readFileSync(at(path)).length} bytes`);
    }
  } catch (error) {
    fail(error);
  }
}
