// Programs that npm does not install: they are found, installed if allowed, or named with the command that
// installs them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { findEmcc } from '../../wasm/build.mjs';
import { bin, firstLine, Refusal, run, say } from './project.mjs';

/**
 * @typedef {object} Tool
 * @property {string} what for whoever has to install it
 * @property {() => Promise<boolean> | boolean} found
 * @property {string} apt @property {string} dnf @property {string} brew package names
 * @property {string} [after] the tool that may bring it along
 */

const runs = (/** @type {string} */ program) => () => firstLine(program, ['--version']) !== undefined;
const anyOf = (/** @type {readonly string[]} */ paths) => paths.find((path) => existsSync(path));

/** The headless shell comes first: it has the same engine, and a test takes a quarter less processor time. */
const browsers = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** A Chromium of the system. @returns {string | undefined} */
export const systemBrowser = () =>
  anyOf([...(process.env.CHROMIUM_PATH === undefined ? [] : [process.env.CHROMIUM_PATH]), ...browsers]);

/** A Firefox of the system, or the one that FIREFOX_PATH names. @returns {string | undefined} */
export const firefox = () =>
  [process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find(
    (path) => path !== undefined && existsSync(path),
  );

async function browserFound() {
  if (systemBrowser() !== undefined) return true;
  const { chromium } = await import('playwright-core');
  return existsSync(chromium.executablePath());
}

/** Some distributions have the libraries of clang's sanitizers in a separate package. */
function sanitizersFound() {
  const folder = firstLine('clang++', ['-print-runtime-dir']);
  return (
    folder !== undefined && existsSync(folder) && readdirSync(folder).some((name) => name.includes('asan'))
  );
}

/** @satisfies {Record<string, Tool>} */
const tools = {
  emcc: {
    what: 'Emscripten 3.1.6 or newer',
    found: async () => (await findEmcc()) !== undefined,
    apt: 'emscripten',
    dnf: 'emscripten',
    brew: 'emscripten',
  },
  cmake: { what: 'CMake 3.22 or newer', found: runs('cmake'), apt: 'cmake', dnf: 'cmake', brew: 'cmake' },
  ninja: { what: 'Ninja', found: runs('ninja'), apt: 'ninja-build', dnf: 'ninja-build', brew: 'ninja' },
  gxx: {
    what: 'g++ 12 or newer',
    found: runs('g++'),
    apt: 'g++',
    dnf: 'gcc-c++',
    brew: 'gcc',
  },
  clang: { what: 'clang++ 14 or newer', found: runs('clang++'), apt: 'clang', dnf: 'clang', brew: 'llvm' },
  sanitizers: {
    what: 'the sanitizers of clang++',
    found: sanitizersFound,
    apt: 'libclang-rt-dev',
    dnf: 'compiler-rt',
    brew: 'llvm',
    after: 'clang',
  },
  clangFormat: {
    what: 'clang-format 14',
    found: runs('clang-format'),
    apt: 'clang-format',
    dnf: 'clang-tools-extra',
    brew: 'clang-format',
  },
  gtest: {
    what: 'GoogleTest',
    found: () =>
      anyOf(['/usr', '/usr/local', '/opt/homebrew'].map((p) => `${p}/include/gtest/gtest.h`)) !== undefined,
    apt: 'libgtest-dev',
    dnf: 'gtest-devel',
    brew: 'googletest',
  },
  armGxx: {
    what: 'g++ for 64-bit ARM',
    found: runs('aarch64-linux-gnu-g++'),
    apt: 'g++-aarch64-linux-gnu',
    dnf: '',
    brew: '',
  },
  qemu: {
    what: "QEMU's emulator of programs for 64-bit ARM",
    found: runs('qemu-aarch64'),
    apt: 'qemu-user',
    dnf: 'qemu-user',
    brew: '',
  },
  python: {
    what: 'Python 3.11 or newer with venv',
    found: () =>
      firstLine('python3', ['-c', 'import ensurepip, sys, venv; assert sys.version_info >= (3, 11)']) !==
      undefined,
    apt: 'python3-venv',
    dnf: 'python3',
    brew: 'python',
  },
  browser: {
    what: 'Chromium',
    found: browserFound,
    apt: 'chromium-headless-shell',
    dnf: 'chromium',
    brew: '--cask chromium',
  },
  fonts: {
    what: 'a font for the browser',
    // On other systems the desktop has fonts.
    found: () => process.platform !== 'linux' || existsSync('/usr/share/fonts'),
    apt: 'fonts-dejavu-core',
    dnf: 'dejavu-sans-fonts',
    brew: '',
  },
};
/** @typedef {keyof typeof tools} ToolName */

/** @param {ToolName} name */
const after = (name) => /** @type {Tool} */ (tools[name]).after;

/** @param {readonly ToolName[]} names @returns {Promise<ToolName[]>} */
async function missing(names) {
  const found = await Promise.all(names.map((name) => tools[name].found()));
  return names.filter((_, i) => !found[i]);
}

/** @param {string} id as in /etc/os-release */
const isDistribution = (id) =>
  existsSync('/etc/os-release') &&
  new RegExp(`^ID="?${id}"?$`, 'm').test(readFileSync('/etc/os-release', 'utf8'));

/** How to call apt-get without asking anybody, or undefined where that cannot be. @returns {string[] | undefined} */
function apt() {
  if (firstLine('apt-get', ['--version']) === undefined) return undefined;
  const quietly = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq'];
  if (process.getuid?.() === 0) return quietly;
  return firstLine('sudo', ['-n', '--version']) !== undefined &&
    firstLine('sudo', ['-n', 'true']) !== undefined
    ? ['sudo', '-n', ...quietly]
    : undefined;
}

/** @param {readonly string[]} packages */
async function aptInstall(packages) {
  const [program = 'apt-get', ...args] = apt() ?? [];
  say(`setup: apt-get install ${packages.join(' ')}`);
  await run(program, [...args, 'update'], { stdout: 'stderr' });
  await run(program, [...args, 'install', '-y', '--no-install-recommends', ...packages], {
    stdout: 'stderr',
  });
}

/**
 * Whether programs may be installed: in a container (as root), in continuous integration, or on request. A
 * developer's own machine is not changed.
 */
const mayInstall = () =>
  process.argv.includes('--install') || (process.env.CI ?? '') !== '' || process.getuid?.() === 0;

/** Makes sure that tools are there. @param {readonly ToolName[]} names */
export async function provide(names) {
  let absent = await missing(names);
  if (absent.length === 0) return;
  if (!mayInstall())
    throw new Refusal(`${instructions(absent)}\nOr let the tests do it: npm test -- --install`);
  // Ubuntu's package "chromium" only refers to a snap, which containers cannot install.
  const byApt = () => absent.filter((name) => name !== 'browser' || isDistribution('debian'));
  for (let before = Infinity; byApt().length > 0 && absent.length < before && apt() !== undefined;) {
    before = absent.length;
    const ready = byApt().filter((name) => !absent.some((other) => other === after(name)));
    await aptInstall(ready.map((name) => tools[name].apt));
    absent = await missing(absent);
  }
  if (absent.includes('browser')) {
    say('setup: fetching a browser for the tests');
    await run(process.execPath, [bin('playwright'), 'install', 'chromium'], { stdout: 'stderr' });
    absent = await missing(absent);
  }
  if (absent.length > 0) throw new Refusal(instructions(absent));
}

/** @param {readonly ToolName[]} absent */
function instructions(absent) {
  const list = (/** @type {'apt' | 'dnf' | 'brew'} */ manager) =>
    absent
      .map((name) => tools[name][manager])
      .filter((text) => text !== '')
      .join(' ');
  return [
    `Missing: ${absent.map((name) => tools[name].what).join(', ')}. Please install:`,
    `  Debian, Ubuntu   sudo apt-get install -y --no-install-recommends ${list('apt')}`,
    `  Fedora           sudo dnf install ${list('dnf')}`,
    `  macOS            brew install ${list('brew')}`,
    '  Windows          use WSL (wsl --install), then as on Ubuntu',
    ...(absent.includes('emcc')
      ? ['  or Emscripten from https://emscripten.org/docs/getting_started/downloads.html']
      : []),
    ...(absent.includes('browser')
      ? ['  or any Chromium, its path in CHROMIUM_PATH; or: npx playwright install chromium']
      : []),
  ].join('\n');
}
