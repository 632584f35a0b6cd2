// The first step of `npm start`, `npm run build` and `npm test`: installs the packages of the lock file and
// provides the compiled engine. If both are present, it takes a moment.
import { existsSync, readFileSync } from 'node:fs';
import { at, fail, Refusal, run, say } from './lib/project.mjs';
import { provideEngine } from './lib/engine.mjs';

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const oldest = new Map([
    [20, 19],
    [21, Infinity],
    [22, 13],
  ]);
  if (major >= 20 && minor >= (oldest.get(major) ?? 0)) return;
  throw new Refusal(
    `Node ${process.versions.node} is too old: AQM Explorer needs Node 20.19, 22.13 or newer.\n` +
      'Debian and Ubuntu: https://github.com/nodesource/distributions, macOS: brew install node, ' +
      'Windows: winget install OpenJS.NodeJS.LTS',
  );
}

/** @param {string} path @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>} */
const packagesOf = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;

/** Whether node_modules has the packages of the lock file. Packages for other platforms are optional. */
function packagesMatch() {
  const installed = at('node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const have = packagesOf(installed);
  return Object.entries(packagesOf(at('package-lock.json'))).every(
    ([path, wanted]) =>
      path === '' || wanted.optional || wanted.devOptional || have[path]?.version === wanted.version,
  );
}

async function installPackages() {
  if (packagesMatch()) return;
  say('setup: installing the packages of package-lock.json');
  const npm = process.env.npm_execpath;
  const [program, ...args] = npm === undefined ? ['npm', 'ci'] : [process.execPath, npm, 'ci'];
  const status = await run(program, args, { stdout: 'stderr' });
  if (status !== 0) throw new Refusal('npm ci failed. Is the network reachable?');
}

try {
  checkNode();
  await installPackages();
  // The tests compare the stored module with a new build before anything replaces it; `npm run dev` makes a
  // quick build of its own.
  if (!['test', 'dev'].includes(process.argv[2] ?? '')) await provideEngine();
} catch (error) {
  fail(error);
}
