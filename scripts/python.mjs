// Runs the tests of python/ in python/.venv, with the packages of the lock files; nothing is installed into
// the system. The wheel is built and installed in the same way as by its users, so that the tests check what
// users get.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { at, fail, filesUnder, firstLine, hashFiles, Refusal, run, say } from './lib/project.mjs';

const LOCK = 'python/requirements.txt';
const RAY = 'python/requirements-ray.txt';
const record = at('python', '.venv', 'installed');
const wheels = 'build/python';
const report = 'build/reports/python.xml';

/** @param {string} name */
const program = (name) => at('python', '.venv', process.platform === 'win32' ? 'Scripts' : 'bin', name);

/** Cached data is stored there, too. */
const env = {
  XDG_CACHE_HOME: at('python', '.venv', 'cache'),
  MYPY_CACHE_DIR: at('python', '.venv', 'mypy'),
  RUFF_CACHE_DIR: at('python', '.venv', 'ruff'),
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
};

/** @param {...string} args */
const pip = (...args) => run(program('python'), ['-m', 'pip', '--quiet', ...args], { env, stdout: 'stderr' });

/** The environment with the packages of the lock files. */
async function provideEnvironment() {
  const wanted = hashFiles([LOCK, RAY], firstLine('python3', ['--version']));
  if (existsSync(record) && readFileSync(record, 'utf8') === wanted) return;
  say(`setup: installing the packages of ${LOCK} into python/.venv`);
  rmSync(at('python', '.venv'), { recursive: true, force: true });
  if ((await run('python3', ['-m', 'venv', 'python/.venv'], { stdout: 'stderr' })) !== 0)
    throw new Refusal(
      'python3 -m venv failed: Python 3.11 or newer with venv is needed (Debian: python3-venv).',
    );
  if ((await pip('install', '-r', LOCK)) !== 0)
    throw new Refusal(`The packages of ${LOCK} cannot be installed. Is the network reachable?`);
  // Ray does not exist for every platform.
  if ((await pip('install', '-c', LOCK, '-r', RAY)) !== 0)
    say('Ray cannot be installed here: its test is left out.');
  writeFileSync(record, wanted);
}

async function provideWheel() {
  rmSync(at(wheels), { recursive: true, force: true });
  const built = await pip('wheel', '--no-build-isolation', '--no-deps', '-w', wheels, './python');
  const [wheel] = existsSync(at(wheels)) ? filesUnder(wheels, /\.whl$/) : [];
  if (built !== 0 || wheel === undefined) throw new Refusal('The wheel cannot be built.');
  if ((await pip('install', '--force-reinstall', '--no-deps', wheel)) !== 0)
    throw new Refusal('The wheel cannot be installed.');
}

/** Form, types and tests. @returns {Promise<{ passed: number, failed: number }>} */
export async function testPython() {
  await provideEnvironment();
  await provideWheel();
  const count = { passed: 0, failed: 0 };
  const folders = ['python/src', 'python/tests', 'python/hatch_build.py'];
  for (const [name, ...args] of [
    ['ruff', 'format', '--check', '--quiet', ...folders],
    ['ruff', 'check', '--quiet', ...folders],
    ['mypy', '--config-file', 'python/pyproject.toml', '--no-error-summary'],
  ]) {
    const status = await run(program(name ?? ''), args, { env });
    count[status === 0 ? 'passed' : 'failed']++;
  }
  mkdirSync(at('build', 'reports'), { recursive: true });
  rmSync(at(report), { force: true });
  const status = await run(
    program('python'),
    [
      '-m',
      'pytest',
      '-q',
      '-c',
      'python/pyproject.toml',
      `--junitxml=${report}`,
      '-p',
      'no:cacheprovider',
      'python/tests',
    ],
    { env },
  );
  const text = existsSync(at(report)) ? readFileSync(at(report), 'utf8') : '';
  const number = (/** @type {string} */ key) =>
    Number(new RegExp(`<testsuite[^>]* ${key}="(\\d+)"`).exec(text)?.[1] ?? 0);
  const failed = number('failures') + number('errors');
  count.passed += number('tests') - failed - number('skipped');
  count.failed += status !== 0 && failed === 0 ? 1 : failed;
  return count;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    const { passed, failed } = await testPython();
    say(`${passed} passed, ${failed} failed`);
    process.exitCode = failed === 0 ? 0 : 1;
  } catch (error) {
    fail(error);
  }
}
