// The steps that a change can break: `npm test -- --changed` runs these, and lists the omitted steps with
// reasons.
import { existsSync, readdirSync } from 'node:fs';
import { at, capture, Refusal } from './project.mjs';

/**
 * @typedef {object} Room
 * @property {string} name
 * @property {RegExp} files the first room whose pattern fits has the file
 * @property {readonly string[]} steps that a change there can break, besides the form of the changed file
 * itself
 * @property {'related' | 'all' | readonly string[]} [unit] files of the unit tests: those that import what
 * has changed, all, or these
 * @property {'all' | 'itself' | readonly string[]} [pages] specs of the browser tests
 * @property {string} [deferred] other tests that a change there can break, which only a complete run includes
 */

const typescript = ['lint', 'types', 'unit'];
const page = [...typescript, 'build', 'e2e'];
const REST_OF_PAGE =
  'Not run: the other browser tests, and Firefox, which it can break too. All of them: npm test -- ' +
  '--only build,e2e,firefox';

/** A view of the page has specs of its own. @param {string} view @param {...string} pages @returns {Room} */
const view = (view, ...pages) => ({
  name: `the view ${view}`,
  files: new RegExp(`^web/src/(views/)?${view}/`),
  steps: page,
  unit: 'related',
  pages: ['smoke', ...pages],
  deferred: REST_OF_PAGE,
});

/** @type {readonly Room[]} */
const ROOMS = [
  {
    name: 'the tests of the engine',
    files: /^(core-cpp|bindings)\/tests\//,
    steps: ['lint', 'sanitize'],
  },
  { name: 'the fuzz targets', files: /^core-cpp\/fuzz\//, steps: ['lint', 'fuzz'] },
  { name: 'the benchmarks of the engine', files: /^core-cpp\/bench\//, steps: ['lint', 'native'] },
  {
    name: 'the engine',
    files: /^(core-cpp|bindings|cmake)\/|^CMake|^wasm\/(prebuilt\/|build\.mjs|CMakeLists)/,
    steps: ['lint', 'sanitize', 'native', 'wasm', 'fuzz', 'unit', 'python', 'build', 'e2e', 'firefox'],
    unit: 'all',
    pages: 'all',
  },
  {
    name: 'the browser tests',
    files: /^tests\/e2e\/.*\.spec\.ts$/,
    steps: ['lint', 'types', 'build', 'e2e'],
    pages: 'itself',
  },
  {
    name: 'the browser tests',
    files: /^tests\/e2e\/|^playwright\.config\.ts$/,
    steps: [...page, 'firefox'],
    pages: 'all',
  },
  { name: 'the run in Firefox', files: /^tests\/firefox\//, steps: ['lint', 'types', 'firefox'] },
  {
    name: 'the run on 64-bit ARM',
    files: /^tests\/arm64\//,
    steps: ['lint', 'types'],
    deferred: 'Not run: what has changed itself. npm run arm64',
  },
  { name: 'unit tests', files: /\.test\.tsx?$|\/tests\/.*\.ts$/, steps: typescript, unit: 'related' },
  {
    name: 'the texts and scenarios',
    files: /^models\/(aqm|pictures|scenarios|papers|stories|gallery|studies)\//,
    steps: ['unit', 'python', 'build', 'e2e', 'firefox'],
    unit: 'all',
    pages: ['compare', 'documents', 'goldens', 'learn'],
  },
  {
    name: 'the documents',
    files: /^models\//,
    steps: [...page, 'python', 'firefox'],
    unit: 'related',
    pages: ['documents'],
  },
  {
    name: 'the module',
    files: /^wasm\//,
    steps: [...page, 'python', 'firefox'],
    unit: 'related',
    pages: ['digests'],
  },
  ...readdirSync(at('web', 'src', 'views'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => view(name, name, ...(name === 'compare' ? ['first', 'drawn'] : []))),
  // Code that all views share: minutes of browser tests for each changed line would take too long.
  {
    name: 'what the views share',
    files: /^(web|public)\//,
    steps: page,
    unit: 'related',
    pages: ['smoke'],
    deferred: REST_OF_PAGE,
  },
  { name: 'Python', files: /^python\//, steps: [...typescript, 'python'], unit: [] },
  // Its tests run it as a program, so imports do not lead from its files to the tests.
  {
    name: 'the command line',
    files: /^cli\/|^scripts\/(aqm|lib\/cli)\.mjs$/,
    steps: typescript,
    unit: ['agreement', 'aqm', 'fluid', 'study', 'measured', 'pack'].map(
      (name) => `tests/cli/${name}.test.ts`,
    ),
  },
  {
    name: 'the regression kit',
    files: /^(regression|tests\/goldens\/plots)\//,
    steps: page,
    unit: 'related',
    pages: ['goldens', 'kit'],
  },
  {
    name: 'the packages',
    files: /^(engine|embed)\//,
    steps: page,
    unit: ['tests/cli/engine-package.test.ts'],
    pages: ['embed', 'engine-package'],
  },
  { name: 'the benchmarks', files: /^bench\//, steps: typescript, unit: 'related' },
  { name: 'the documentation', files: /^docs\/|\.md$/, steps: ['unit'], unit: ['tests/unit/docs.test.ts'] },
  { name: 'the scripts', files: /^scripts\//, steps: page, unit: 'related', pages: ['documents'] },
];

/** A file outside of the rooms (package.json, ...) can break everything. @type {Omit<Room, 'files'>} */
const REST = {
  name: 'what concerns everything',
  steps: ['lint', 'types', 'sanitize', 'native', 'wasm', 'fuzz', 'unit', 'python', 'build', 'e2e', 'firefox'],
  unit: 'all',
  pages: 'all',
};

/**
 * @typedef {object} Changes
 * @property {readonly string[]} files changed or new, as they are now
 * @property {ReadonlyMap<string, string>} because step to the room that asks for it
 * @property {'all' | readonly string[]} unit what to give to Vitest: sources to find the tests of, or tests
 * @property {'all' | readonly string[]} pages specs
 * @property {readonly string[]} deferred what is left to the whole, a sentence each
 */

/** @param {readonly string[]} args of git @returns {Promise<string[]>} */
async function lines(args) {
  const { status, output } = await capture('git', args);
  if (status !== 0) throw new Refusal(`git ${args.join(' ')}: ${output.trim()}`);
  return output.split('\n').filter((line) => line !== '');
}

/**
 * Every file that differs from `base`, including removed files and files that git does not track.
 * @param {string} base
 */
export async function changedSince(base) {
  const changed = await lines(['diff', '--name-only', '--no-renames', base, '--']);
  const fresh = await lines(['ls-files', '--others', '--exclude-standard']);
  return [...new Set([...changed, ...fresh])].sort();
}

/** @param {'all' | readonly string[] | undefined} items */
const listed = (items) => (items === 'all' ? ['all'] : (items ?? []));

/** The tests to run after changes to these files. @param {readonly string[]} changed @returns {Changes} */
export function planFor(changed) {
  const files = changed.filter((file) => existsSync(at(file)));
  /** @type {Map<string, string>} */
  const because = new Map();
  /** @type {Set<string>} */
  const unit = new Set();
  /** @type {Set<string>} */
  const pages = new Set();
  /** @type {Set<string>} */
  const deferred = new Set();
  for (const file of changed) {
    const room = ROOMS.find((candidate) => candidate.files.test(file)) ?? REST;
    const form = /\.(cpp|hpp)$/.test(file) ? 'clang-format' : 'prettier';
    for (const step of [form, ...room.steps]) if (!because.has(step)) because.set(step, room.name);
    if (room.deferred !== undefined) deferred.add(room.deferred);
    // If a file is gone, its tests can no longer be found by imports, so all run.
    const there = existsSync(at(file));
    for (const item of listed(room.unit === 'related' ? (there ? [file] : 'all') : room.unit)) unit.add(item);
    for (const item of listed(room.pages === 'itself' ? (there ? [file] : 'all') : room.pages))
      pages.add(item);
  }
  return {
    files,
    because,
    unit: unit.has('all') ? 'all' : [...unit],
    pages: pages.has('all') ? 'all' : [...pages],
    deferred: [...deferred],
  };
}
