// Compiles the engine and its bindings to WebAssembly. `node wasm/build.mjs` refreshes wasm/prebuilt/ when it is stale;
// `--force` builds in any case. The module is kept in the project, so that nobody needs a compiler to start the app.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  at,
  capture,
  fail,
  filesUnder,
  firstLine,
  hashFiles,
  inParallel,
  Refusal,
  run,
  say,
  sha256,
} from '../scripts/lib/project.mjs';

// -ffp-contract=off: the same bits as the native build. No glue: the loader is wasm/src/module.ts.
const compileFlags = (
  '-std=c++20 -O3 -flto -DNDEBUG -ffp-contract=off -fno-exceptions -fno-rtti ' +
  '-msimd128 -mbulk-memory -mnontrapping-fptoint -Wall -Wextra -Wunused-member-function -Werror -Icore-cpp/include -Icore-cpp/src'
).split(' ');
// Why each unit has its flags: docs/engines.md, notes 8 to 10.
/** Entries of catalogues. @param {string} unit */
const isEntry = (unit) => /^core-cpp\/src\/(catalogue|schemes|sources|senders)\//.test(unit);
/** Entries that are asked for every packet. @param {string} unit */
const isLaw = (unit) => /^core-cpp\/src\/(schemes|senders)\//.test(unit);
/** What runs once a run, if at all. @param {string} unit */
const isCold = (unit) =>
  unit.startsWith('bindings/') ||
  isEntry(unit) ||
  /^core-cpp\/src\/packet\/(config_check|flow|link|link_schedule|row_stats)\.cpp$/.test(unit);
/** @param {string} unit */
const packetFlags = (unit) =>
  unit === 'core-cpp/src/packet/simulation.cpp'
    ? ['-mllvm', '-inline-threshold=2200', '-fno-slp-vectorize']
    : isLaw(unit)
      ? ['-O2']
      : isCold(unit)
        ? ['-Os']
        : [];
/** @param {string} unit */
const fluidFlags = (unit) => (isEntry(unit) ? ['-O2'] : unit.startsWith('bindings/') ? ['-Os'] : []);
// The solver's step stays a function (docs/engines.md, note 1).
const fluidLinkFlags = ['-sBINARYEN_EXTRA_PASSES=--one-caller-inline-max-function-size=200'];
const linkFlags = (
  '-O3 -flto -sSTANDALONE_WASM --no-entry -sFILESYSTEM=0 -sALLOW_MEMORY_GROWTH -sINITIAL_MEMORY=33554432 ' +
  '-sTOTAL_STACK=1048576 -msimd128 -mbulk-memory -mnontrapping-fptoint -fno-exceptions -fno-rtti'
).split(' ');

/**
 * The engine in two modules, because most visits never ask for a fluid model and its code is as large as the rest.
 * @typedef {{ name: string, path: string, holds: (unit: string) => boolean, flags: (unit: string) => string[], link: readonly string[] }} Module
 * @type {readonly Module[]}
 */
export const MODULES = [
  {
    name: 'packets',
    path: 'wasm/prebuilt/aqm.wasm',
    holds: (unit) => !/^core-cpp\/src\/fluid\/|^bindings\/fluid/.test(unit),
    flags: packetFlags,
    link: ['-sMALLOC=emmalloc'],
  },
  {
    name: 'fluid',
    path: 'wasm/prebuilt/fluid.wasm',
    holds: (unit) =>
      unit === 'core-cpp/src/packet/config_check.cpp' ||
      !/^core-cpp\/src\/packet\/|^bindings\/runs/.test(unit),
    flags: fluidFlags,
    link: fluidLinkFlags,
  },
];
const record = 'wasm/prebuilt/sources.sha256';

/** Debian's emcc looks for its own Node packages there. */
const debianModules = '/usr/share/nodejs';
const env = {
  ...(existsSync(debianModules) ? { NODE_PATH: debianModules } : {}),
  // Where ccache is installed, what was compiled once is not compiled again.
  ...(process.env.EM_COMPILER_WRAPPER === undefined && firstLine('ccache', ['--version']) !== undefined
    ? { EM_COMPILER_WRAPPER: 'ccache' }
    : {}),
};

const headers = () =>
  ['core-cpp/include', 'core-cpp/src', 'bindings'].flatMap((folder) => filesUnder(folder, /\.(hpp|h|inc)$/));
const units = () =>
  ['core-cpp/src', 'bindings']
    .flatMap((folder) => filesUnder(folder, /\.(cpp|c)$/))
    .filter((path) => !/^bindings\/(native|tests)\//.test(path));

/** What the modules depend on: their sources and the flags. */
export const sourcesHash = () =>
  hashFiles(
    [...headers(), ...units()],
    [
      ...compileFlags,
      ...linkFlags,
      ...MODULES.flatMap(({ holds, flags, link }) => [...link, ...units().filter(holds).flatMap(flags)]),
    ].join(' '),
  );

/** What wasm/prebuilt/sources.sha256 says of the modules beside it. */
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

/** Do the modules in wasm/prebuilt/ come from the sources as they are now, undamaged? */
export function isFresh() {
  const known = prebuiltRecord();
  return (
    known?.sources === sourcesHash() &&
    MODULES.every(({ path }, i) => known.modules[i] === sha256(readFileSync(at(path))))
  );
}

/** The compiler: in PATH, or where an activated emsdk lies. @returns {Promise<{ emcc: string, version: string } | undefined>} */
export async function findEmcc() {
  const sdk = process.env.EMSDK;
  for (const emcc of ['emcc', ...(sdk === undefined ? [] : [`${sdk}/upstream/emscripten/emcc`])]) {
    const { status, output } = await capture(emcc, ['--version'], env);
    const version = /^emcc .*?(\d+\.\d+\.\d+)/m.exec(output)?.[1];
    if (status === 0 && version !== undefined) return { emcc, version };
  }
  return undefined;
}

/** @typedef {{ unit: string, flags: string[], object: string }} Job */

/**
 * What compiles a module's units. Most units are compiled alike for both modules, and then once.
 * @param {Pick<Module, 'flags'>} module @param {readonly string[]} sources @param {{ version: string }} tool @returns {Job[]}
 */
const jobsOf = (module, sources, { version }) =>
  sources.map((unit) => {
    const flags = [...compileFlags, ...module.flags(unit)];
    return { unit, flags, object: objectOf(unit, [...flags, version].join(' ')) };
  });

/** Compiles what is not compiled yet. @param {readonly Job[]} jobs @param {{ emcc: string }} tool */
async function compile(jobs, tool) {
  const distinct = [...new Map(jobs.map((job) => [job.object, job])).values()];
  /** @type {string[]} */
  const failures = [];
  await inParallel(
    distinct.filter(({ object }) => !existsSync(at(object))),
    async ({ unit, flags, object }) => {
      mkdirSync(dirname(at(object)), { recursive: true });
      const fresh = `${object}.${process.pid}.o`;
      const { status, output } = await capture(tool.emcc, [...flags, '-c', unit, '-o', fresh], env);
      if (status !== 0) failures.push(output);
      else renameSync(at(fresh), at(object));
    },
  );
  if (failures.length > 0) throw new Refusal(failures.join('\n'));
}

/** Links into `target`. @param {string} emcc @param {readonly string[]} flags @param {readonly string[]} objects @param {string} target */
async function link(emcc, flags, objects, target) {
  mkdirSync(dirname(at(target)), { recursive: true });
  // The output's name has to end in .wasm; a rename makes the change atomic for whoever reads the old module.
  const fresh = `build/wasm/linked.${process.pid}.${sha256(target).slice(0, 8)}.wasm`;
  const status = await run(emcc, [...flags, ...objects, '-o', fresh], { env, stdout: 'stderr' });
  if (status !== 0) throw new Refusal('emcc could not link the engine.');
  renameSync(at(fresh), at(target));
}

async function needEmcc() {
  const tool = await findEmcc();
  if (tool === undefined)
    throw new Refusal('emcc (Emscripten) is needed to compile the engine and was not found.');
  return tool;
}

/**
 * Builds modules, each into its target; they are linked side by side, because a link uses one core.
 * @param {ReadonlyMap<Module, string>} targets project paths @returns {Promise<{ version: string }>}
 */
export async function buildModules(targets) {
  const tool = await needEmcc();
  const plans = [...targets].map(([module, target]) => ({
    module,
    target,
    jobs: jobsOf(module, units().filter(module.holds), tool),
  }));
  await compile(
    plans.flatMap(({ jobs }) => jobs),
    tool,
  );
  await Promise.all(
    plans.map(({ module, target, jobs }) =>
      link(
        tool.emcc,
        [...linkFlags, ...module.link],
        jobs.map(({ object }) => object),
        target,
      ),
    ),
  );
  return { version: tool.version };
}

/** Builds a program (a benchmark) on the fluid module's parts, for WASI. @param {string} source @param {string} target */
export async function buildFluidProgram(source, target) {
  const tool = await needEmcc();
  const module = MODULES[1];
  if (module === undefined) throw new Refusal('there is no fluid module');
  const parts = units().filter((unit) => module.holds(unit) && unit.startsWith('core-cpp/src/'));
  const jobs = jobsOf(module, [...parts, source], tool);
  await compile(jobs, tool);
  await link(
    tool.emcc,
    [...linkFlags.filter((flag) => flag !== '--no-entry'), ...module.link],
    jobs.map(({ object }) => object),
    target,
  );
}

/** These rooms of the engine include the public headers and their own, nothing else (house rule 1). */
const ROOMS = ['packet', 'math'].map((room) => `core-cpp/src/${room}/`);

/** The headers that a unit may depend on. @param {string} unit */
function headersOf(unit) {
  const room = ROOMS.find((folder) => unit.startsWith(folder));
  return room === undefined
    ? headers()
    : headers().filter((path) => path.startsWith('core-cpp/include/') || path.startsWith(room));
}

/** An object's name holds what it was made of, so that an old one is never taken. @param {string} unit @param {string} flags */
const objectOf = (unit, flags) =>
  `build/wasm/${unit.replaceAll('/', '_')}.${hashFiles([unit, ...headersOf(unit)], flags).slice(0, 16)}.o`;

/** Builds wasm/prebuilt/ and its record. */
export async function refreshPrebuilt() {
  const sources = sourcesHash();
  const { version } = await buildModules(new Map(MODULES.map((module) => [module, module.path])));
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
