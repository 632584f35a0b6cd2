// `npm test`: runs all tests, step by step. `npm test -- --only unit,e2e` runs some of the steps, `--changed`
// those that the changes since a revision can break (`--base REV`, by default HEAD), `--install` installs
// missing programs. The last line is the sum over all steps: "N passed, N failed".
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { clangFormat, prettier } from './format.mjs';
import { buildSite, isFresh } from './build.mjs';
import { checkBorders } from './borders.mjs';
import { checkColumns } from './columns.mjs';
import { checkSubjects } from './subjects.mjs';
import { changedSince, planFor } from './lib/changes.mjs';
import { fuzz, TARGETS } from './fuzz.mjs';
import { provideEngine } from './lib/engine.mjs';
import { at, bin, cores, fail, filesUnder, quietly, Refusal, run, say } from './lib/project.mjs';
import { failedInGoogleTest, failedInPlaywright, failedInVitest } from './lib/failures.mjs';
import { freePort } from './lib/ports.mjs';
import { firefox, provide, systemBrowser } from './lib/tools.mjs';
import { checkPrebuilt } from './check-wasm.mjs';
import { testPython } from './python.mjs';

/**
 * `names`: the tests that failed, as far as a runner's report names them.
 * @typedef {{ passed: number, failed: number, names?: string[] }} Count
 */
/** @typedef {import('./lib/changes.mjs').Changes} Changes */
/**
 * @typedef {object} Step
 * @property {string} name @property {string} title
 * @property {import('./lib/tools.mjs').ToolName[]} tools
 * @property {boolean} [alone] it takes all cores; the others run side by side with their neighbours
 * @property {(changes: Changes | undefined) => Promise<Count>} work of what has changed, or of everything
 */

const reports = 'build/reports';

/** One check that either holds or does not. @param {boolean} ok @returns {Count} */
const one = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1 });

/** Runs a command of a package. @param {string} name @param {...string} args @returns {Promise<number>} exit status */
const command = (name, ...args) => run(process.execPath, [bin(name), ...args]);

/** Headings go to the same stream as the output of the runners. @param {string} text */
const tell = (text) => void process.stdout.write(`${text}\n`);

/**
 * The counts of a runner's report. A runner that ended with an error but without a failed test (a crash, a
 * file that does not load) counts as one failure.
 * @param {number} status @param {Count} count @returns {Count}
 */
const withStatus = (status, { passed, failed, names = [] }) => ({
  passed,
  failed: status !== 0 && failed === 0 ? 1 : failed,
  names,
});

/** @param {string} path project path */
const readJson = (path) => (existsSync(at(path)) ? JSON.parse(readFileSync(at(path), 'utf8')) : undefined);

/** @param {string} preset @returns {Promise<boolean>} */
async function compile(preset) {
  const configured = (await run('cmake', ['--preset', preset, '--log-level=WARNING'])) === 0;
  return configured && (await run('cmake', ['--build', '--preset', preset])) === 0;
}

/** @returns {Promise<Count>} */
async function engine() {
  // GoogleTest writes a report for each part of a test program there (cmake/tests.cmake).
  const report = 'build/sanitize/reports';
  rmSync(at(report), { recursive: true, force: true });
  if (!(await compile('sanitize'))) return one(false);
  const status = await run('ctest', ['--preset', 'sanitize', '--parallel', String(cores)]);
  const reported = (existsSync(at(report)) ? filesUnder(report, /\.json$/) : []).map(readJson);
  const count = { passed: 0, failed: 0 };
  for (const { tests, failures, disabled } of reported) {
    count.passed += tests - failures - disabled;
    count.failed += failures;
  }
  return withStatus(status, { ...count, names: failedInGoogleTest(reported) });
}

/** @param {Changes | undefined} changes */
async function lint(changes) {
  const changed = changes?.files.filter((file) => /\.(tsx?|mjs|js)$/.test(file)) ?? ['.'];
  const style = changed.length === 0 || (await command('eslint', ...changed)) === 0;
  const faults = [...checkBorders(), ...checkColumns(), ...(await checkSubjects())];
  for (const fault of faults) say(fault);
  return { passed: Number(style) + Number(faults.length === 0), failed: Number(!style) + faults.length };
}

const types = async () =>
  one(
    (await run(process.execPath, [
      bin('typescript', 'tsc'),
      '--incremental',
      '--tsBuildInfoFile',
      '.cache/types.tsbuildinfo',
    ])) === 0,
  );

/** @param {Changes | undefined} changes */
async function unit(changes) {
  await provideEngine();
  const file = `${reports}/unit.json`;
  rmSync(at(file), { force: true });
  const what =
    changes === undefined || changes.unit === 'all'
      ? ['run']
      : ['related', '--run', '--passWithNoTests', ...changes.unit];
  const status = await command(
    'vitest',
    ...what,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  );
  const report = readJson(file) ?? {};
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = report;
  return withStatus(status, { passed, failed, names: failedInVitest(report) });
}

async function build() {
  await provideEngine();
  if (!isFresh()) await buildSite();
  return one(true);
}

/** @param {Changes | undefined} changes */
async function pages(changes) {
  await provideEngine();
  if (!isFresh()) await buildSite();
  const file = `${reports}/e2e.json`;
  rmSync(at(file), { force: true });
  const browser = systemBrowser();
  const specs = changes === undefined || changes.pages === 'all' ? [] : changes.pages;
  const status = await run(process.execPath, [bin('@playwright/test', 'playwright'), 'test', ...specs], {
    env: { E2E_PORT: String(await freePort()), ...(browser === undefined ? {} : { CHROMIUM_PATH: browser }) },
  });
  const report = readJson(file) ?? {};
  const { expected = 0, flaky = 0, unexpected = 0 } = report.stats ?? {};
  return withStatus(status, {
    passed: expected + flaky,
    failed: unexpected,
    names: failedInPlaywright(report),
  });
}

/** @type {readonly Step[]} */
const steps = [
  {
    name: 'prettier',
    title: 'Format: prettier',
    tools: [],
    work: async (changes) => one(await prettier(false, changes?.files)),
  },
  {
    name: 'clang-format',
    title: 'Format: clang-format',
    tools: ['clangFormat'],
    work: async (changes) => {
      const ok = await clangFormat(false, changes?.files);
      return ok === undefined ? { passed: 0, failed: 0 } : one(ok);
    },
  },
  {
    name: 'lint',
    title: 'ESLint, who may import what, long comments, and subjects of commits',
    tools: [],
    work: lint,
  },
  { name: 'types', title: 'TypeScript', tools: [], work: types },
  {
    name: 'sanitize',
    title: 'C++: clang++, the engine as it ships, and with address and undefined-behaviour sanitizers',
    tools: ['clang', 'sanitizers', 'cmake', 'ninja', 'gtest'],
    alone: true,
    work: engine,
  },
  {
    name: 'native',
    title: 'C++: g++; its digests are compared with those of the module (unit tests)',
    tools: ['gxx', 'cmake', 'ninja', 'gtest'],
    alone: true,
    work: async () => one(await compile('native')),
  },
  {
    name: 'wasm',
    title: 'WebAssembly: built anew and compared with wasm/prebuilt',
    tools: ['emcc', 'cmake', 'ninja'],
    alone: true,
    work: async () => one(await checkPrebuilt()),
  },
  {
    name: 'fuzz',
    title: 'C++: libFuzzer on the border, a few seconds each',
    tools: ['clang', 'sanitizers', 'cmake', 'ninja'],
    alone: true,
    work: async () => {
      // This needs a whole build of its own, and CI has half an hour for everything.
      if (process.env.CI !== undefined) {
        say('left out where CI is set; npm run fuzz does it');
        return { passed: 0, failed: 0 };
      }
      const found = await fuzz(TARGETS, 5);
      return {
        passed: found.filter((one) => !one.found).length,
        failed: found.filter((one) => one.found).length,
      };
    },
  },
  // Python's packages are downloaded, and its schedulers wait, while these tests run.
  { name: 'unit', title: 'Unit tests (Vitest)', tools: [], work: unit },
  {
    name: 'python',
    title: 'Python: form, types and tests of the wheel',
    tools: ['python'],
    work: async () => {
      await provideEngine();
      return testPython();
    },
  },
  { name: 'build', title: 'Build of the page', tools: [], alone: true, work: build },
  {
    name: 'e2e',
    title: 'Pages in a browser (Playwright)',
    tools: ['browser', 'fonts'],
    alone: true,
    work: pages,
  },
  {
    name: 'firefox',
    title: 'The page in Firefox, where there is one',
    tools: [],
    alone: true,
    work: async () => {
      if (firefox() === undefined) {
        say('There is no Firefox here: left out. FIREFOX_PATH says where one is.');
        return { passed: 0, failed: 0 };
      }
      await build();
      return one((await run(process.execPath, ['--import', 'tsx', at('tests', 'firefox', 'run.ts')])) === 0);
    },
  },
];

/** The value of an option, or an error that lists the options. */
function options() {
  try {
    return parseArgs({
      options: {
        only: { type: 'string' },
        changed: { type: 'boolean' },
        base: { type: 'string' },
        install: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    throw new Refusal(
      `${error instanceof Error ? error.message : error}\n` +
        'The options are --only <step>[,<step>...], --changed, --base <revision>, --install.',
    );
  }
}

/** @returns {Promise<{ plan: readonly Step[], changes: Changes | undefined }>} */
async function chosen() {
  const { only, changed, base } = options();
  const names = only?.split(',');
  const unknown = names?.find((name) => !steps.some((step) => step.name === name));
  if (unknown !== undefined) {
    throw new Refusal(`--only ${unknown}: the steps are ${steps.map(({ name }) => name).join(', ')}`);
  }
  const wanted = steps.filter(({ name }) => names?.includes(name) ?? true);
  if (changed !== true && base === undefined) return { plan: wanted, changes: undefined };

  const since = base ?? 'HEAD';
  const files = await changedSince(since);
  const changes = planFor(files);
  tell(`Changed since ${since}: ${files.length === 0 ? 'nothing' : files.join(', ')}`);
  for (const { name } of wanted) {
    const room = changes.because.get(name);
    const parts = name === 'unit' ? changes.unit : name === 'e2e' ? changes.pages : 'all';
    const narrowed = parts === 'all' ? '' : `, of it ${parts.join(', ')} and what depends on it`;
    tell(
      room === undefined
        ? `skip ${name}: no change there can break it`
        : `run  ${name}: there is a change in ${room}${narrowed}`,
    );
  }
  for (const sentence of changes.deferred) tell(sentence);
  return { plan: wanted.filter(({ name }) => changes.because.has(name)), changes };
}

/** Runs a step and passes its output through. @param {Step} step @param {Changes | undefined} changes */
async function take({ name, title, tools, work }, changes) {
  const began = performance.now();
  const {
    passed,
    failed,
    names = [],
  } = await provide(tools)
    .then(() => work(changes))
    .catch((error) => {
      say(error instanceof Refusal ? error.message : String(error?.stack ?? error));
      return one(false);
    });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const line =
    `${failed === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(13)} ${passed} passed, ${failed} failed, ` +
    [`${seconds} s`, ...names.map((one) => `         ${one}`)].join('\n');
  return { passed, failed, line, last: `--- ${title}: ${passed} passed, ${failed} failed, ${seconds} s` };
}

/** Groups neighbouring steps that use one core each. @param {readonly Step[]} plan @returns {Step[][]} */
function groups(plan) {
  /** @type {Step[][]} */
  const all = [];
  for (const step of plan) {
    const last = all.at(-1);
    if (last === undefined || step.alone || last[0]?.alone) all.push([step]);
    else last.push(step);
  }
  return all;
}

try {
  const { plan, changes } = await chosen();
  mkdirSync(at(reports), { recursive: true });
  const sum = { passed: 0, failed: 0 };
  /** @type {string[]} */
  const lines = [];
  const began = performance.now();
  for (const group of groups(plan)) {
    const heading = (/** @type {Step} */ { title, name }) => tell(`\n=== ${title} (${name}) ===`);
    const [only] = group;
    // Missing programs are installed before any steps run in parallel.
    if (group.length > 1) await provide(group.flatMap(({ tools }) => tools)).catch(() => undefined);
    const done = await Promise.all(
      only !== undefined && group.length === 1
        ? [(heading(only), take(only, changes))]
        : group.map(async (step) => {
            const { result, output } = await quietly(() => take(step, changes));
            heading(step);
            if (output !== '') tell(output.trimEnd());
            return result;
          }),
    );
    for (const { passed, failed, line, last } of done) {
      sum.passed += passed;
      sum.failed += failed;
      lines.push(line);
      tell(last);
    }
  }
  tell(`\n${lines.join('\n')}\n`);
  for (const sentence of changes?.deferred ?? []) tell(sentence);
  tell(`${((performance.now() - began) / 60_000).toFixed(1)} minutes`);
  tell(`${sum.passed} passed, ${sum.failed} failed`);
  const nothing = changes !== undefined && plan.length === 0;
  process.exitCode = sum.failed === 0 && (sum.passed > 0 || nothing) ? 0 : 1;
} catch (error) {
  fail(error);
}
