// `npm test`: everything that can be tested, step by step; `npm test -- --only unit,e2e` does some of it.
// The last line is the sum over all steps: "N passed, N failed".
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { clangFormat, prettier } from './format.mjs';
import { buildSite, isFresh } from './build.mjs';
import { provideEngine } from './lib/engine.mjs';
import { at, bin, fail, filesUnder, Refusal, run } from './lib/project.mjs';
import { freePort } from './lib/ports.mjs';
import { provide, systemBrowser } from './lib/tools.mjs';
import { checkPrebuilt } from './check-wasm.mjs';

/** @typedef {{ passed: number, failed: number }} Count */
/** @typedef {{ name: string, title: string, tools: import('./lib/tools.mjs').ToolName[], work: () => Promise<Count> }} Step */

const reports = 'build/reports';

/** One check that either holds or does not. @param {boolean} ok @returns {Count} */
const one = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 });

/** Runs a command of a package. @param {string} name @param {...string} args @returns {Promise<number>} exit status */
const command = (name, ...args) => run(process.execPath, [bin(name), ...args]);

/** Headings stand in one stream with what the runners say. @param {string} text */
const tell = (text) => void process.stdout.write(`${text}\n`);

/**
 * The counts of a runner's report. A runner that ended badly without a failed test (a crash, a file that does not load) has
 * failed once.
 * @param {number} status @param {Count} count @returns {Count}
 */
const withStatus = (status, { passed, failed }) => ({
  passed,
  failed: status !== 0 && failed === 0 ? 1 : failed,
});

/** @param {string} path project path */
const readJson = (path) => (existsSync(at(path)) ? JSON.parse(readFileSync(at(path), 'utf8')) : undefined);

/** Builds a preset and runs its tests. @param {string} preset @returns {Promise<Count>} */
async function native(preset) {
  const report = `${reports}/${preset}`;
  rmSync(at(report), { recursive: true, force: true });
  for (const args of [
    ['--preset', preset, '--log-level=WARNING'],
    ['--build', '--preset', preset],
  ]) {
    if ((await run('cmake', args)) !== 0) return one(false);
  }
  // GoogleTest writes a report for each executable into the folder.
  const status = await run('ctest', ['--preset', preset], { env: { GTEST_OUTPUT: `json:${at(report)}/` } });
  const count = { passed: 0, failed: 0 };
  for (const file of existsSync(at(report)) ? filesUnder(report, /\.json$/) : []) {
    const { tests, failures, disabled } = readJson(file);
    count.passed += tests - failures - disabled;
    count.failed += failures;
  }
  return withStatus(status, count);
}

async function unit() {
  await provideEngine();
  const file = `${reports}/unit.json`;
  rmSync(at(file), { force: true });
  const status = await command(
    'vitest',
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  );
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = readJson(file) ?? {};
  return withStatus(status, { passed, failed });
}

async function build() {
  await provideEngine();
  await buildSite();
  return one(true);
}

async function pages() {
  await provideEngine();
  if (!isFresh()) await buildSite();
  const file = `${reports}/e2e.json`;
  rmSync(at(file), { force: true });
  const browser = systemBrowser();
  const status = await run(process.execPath, [bin('@playwright/test', 'playwright'), 'test'], {
    env: { E2E_PORT: String(await freePort()), ...(browser === undefined ? {} : { CHROMIUM_PATH: browser }) },
  });
  const { expected = 0, flaky = 0, unexpected = 0 } = readJson(file)?.stats ?? {};
  return withStatus(status, { passed: expected + flaky, failed: unexpected });
}

/** @type {readonly Step[]} */
const steps = [
  { name: 'prettier', title: 'Format: prettier', tools: [], work: async () => one(await prettier(false)) },
  {
    name: 'clang-format',
    title: 'Format: clang-format',
    tools: ['clangFormat'],
    work: async () => {
      const ok = await clangFormat(false);
      return ok === undefined ? { passed: 0, failed: 0 } : one(ok);
    },
  },
  { name: 'lint', title: 'ESLint', tools: [], work: async () => one((await command('eslint', '.')) === 0) },
  {
    name: 'types',
    title: 'TypeScript',
    tools: [],
    work: async () => one((await run(process.execPath, [bin('typescript', 'tsc')])) === 0),
  },
  {
    name: 'native',
    title: 'C++: g++, address and undefined-behaviour sanitizers',
    tools: ['gxx', 'cmake', 'ninja', 'gtest'],
    work: () => native('sanitize'),
  },
  {
    name: 'clang',
    title: 'C++: clang++, release',
    tools: ['clang', 'cmake', 'ninja', 'gtest'],
    work: () => native('clang'),
  },
  {
    name: 'wasm',
    title: 'WebAssembly: built anew and compared with wasm/prebuilt',
    tools: ['emcc'],
    work: async () => one(await checkPrebuilt()),
  },
  { name: 'unit', title: 'Unit tests (Vitest)', tools: [], work: unit },
  { name: 'build', title: 'Build of the page', tools: [], work: build },
  { name: 'e2e', title: 'Pages in a browser (Playwright)', tools: ['browser', 'fonts'], work: pages },
];

/** @param {readonly string[]} args @returns {readonly Step[]} */
function chosen(args) {
  const only = args.indexOf('--only');
  if (only < 0 && args.length > 0)
    throw new Refusal(`${args[0]}: the only option is --only <step>[,<step>...]`);
  if (only < 0) return steps;
  const names = (args[only + 1] ?? '').split(',');
  const unknown = names.find((name) => !steps.some((step) => step.name === name));
  if (unknown !== undefined) {
    throw new Refusal(`--only ${unknown}: the steps are ${steps.map(({ name }) => name).join(', ')}`);
  }
  return steps.filter(({ name }) => names.includes(name));
}

try {
  const plan = chosen(process.argv.slice(2));
  mkdirSync(at(reports), { recursive: true });
  const sum = { passed: 0, failed: 0 };
  /** @type {string[]} */
  const lines = [];
  for (const { name, title, tools, work } of plan) {
    tell(`\n=== ${title} (${name}) ===`);
    const began = performance.now();
    const { passed, failed } = await provide(tools)
      .then(work)
      .catch((error) => {
        tell(error instanceof Refusal ? error.message : String(error?.stack ?? error));
        return one(false);
      });
    sum.passed += passed;
    sum.failed += failed;
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    lines.push(
      `${failed === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(13)} ${passed} passed, ${failed} failed, ${seconds} s`,
    );
    tell(`--- ${title}: ${passed} passed, ${failed} failed, ${seconds} s`);
  }
  tell(`\n${lines.join('\n')}\n`);
  tell(`${sum.passed} passed, ${sum.failed} failed`);
  process.exitCode = sum.failed === 0 && sum.passed > 0 ? 0 : 1;
} catch (error) {
  fail(error);
}
