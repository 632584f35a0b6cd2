// Formatting: `node scripts/format.mjs` checks, `--write` corrects.
import { pathToFileURL } from 'node:url';
import { at, bin, fail, filesUnder, firstLine, run, say } from './lib/project.mjs';

/** C++ of the project. */
const sources = () =>
  ['core-cpp', 'bindings'].flatMap((folder) => filesUnder(folder, /\.(cpp|hpp)$/)).map((path) => at(path));

/** @param {boolean} write @returns {Promise<boolean>} true when everything is in form */
export async function prettier(write) {
  const mode = write ? '--write' : '--check';
  return (await run(process.execPath, [bin('prettier'), mode, '--log-level', 'warn', '.'])) === 0;
}

/** Each version formats a little differently: this is Debian 12's. */
const VERSION = 14;

/** @param {boolean} write @returns {Promise<boolean | undefined>} undefined: not to be judged with what is installed */
export async function clangFormat(write) {
  const is14 = (/** @type {string} */ name) =>
    firstLine(name, ['--version'])?.includes(` version ${VERSION}.`);
  const program = [`clang-format-${VERSION}`, 'clang-format'].find(is14);
  if (program === undefined) {
    say(`The C++ is formatted with clang-format ${VERSION}, which is not here: neither checked nor changed.`);
    return undefined;
  }
  const mode = write ? ['-i'] : ['--dry-run', '-Werror', '--ferror-limit=3'];
  return (await run(program, [...mode, ...sources()])) === 0;
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
