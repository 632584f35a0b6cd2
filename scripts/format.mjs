// Formatting: `node scripts/format.mjs` checks, `--write` corrects.
import { pathToFileURL } from 'node:url';
import { at, bin, fail, filesUnder, firstLine, run, say } from './lib/project.mjs';

/** C++ of the project. */
const sources = () =>
  ['core-cpp', 'bindings'].flatMap((folder) => filesUnder(folder, /\.(cpp|hpp)$/)).map((path) => at(path));

/**
 * @param {boolean} write @param {readonly string[]} [files]
 * @returns {Promise<boolean>} whether all files are formatted
 */
export async function prettier(write, files = ['.']) {
  if (files.length === 0) return true;
  const options = [write ? '--write' : '--check', '--log-level', 'warn', '--ignore-unknown'];
  return (await run(process.execPath, [bin('prettier'), ...options, ...files])) === 0;
}

/** Each version formats slightly differently; this is the version of Debian 12. */
const VERSION = 14;

/**
 * @param {boolean} write @param {readonly string[]} [files]
 * @returns {Promise<boolean | undefined>} undefined if the installed version cannot judge it
 */
export async function clangFormat(write, files) {
  const chosen = sources().filter((path) => files === undefined || files.some((file) => at(file) === path));
  if (chosen.length === 0) return true;
  const is14 = (/** @type {string} */ name) =>
    firstLine(name, ['--version'])?.includes(` version ${VERSION}.`);
  const program = [`clang-format-${VERSION}`, 'clang-format'].find(is14);
  if (program === undefined) {
    say(`The C++ is formatted with clang-format ${VERSION}, which is not here: neither checked nor changed.`);
    return undefined;
  }
  const mode = write ? ['-i'] : ['--dry-run', '-Werror', '--ferror-limit=3'];
  return (await run(program, [...mode, ...chosen])) === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    const write = process.argv.includes('--write');
    const ok = [await prettier(write), await clangFormat(write)];
    if (ok.includes(false)) process.exit(1);
  } catch (error) {
    fail(error);
  }
}
