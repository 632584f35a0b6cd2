// Formatting: `node scripts/format.mjs` checks, `--write` corrects.
import { pathToFileURL } from 'node:url';
import { at, bin, fail, filesUnder, run } from './lib/project.mjs';

/** C++ of the project. */
const sources = () =>
  ['core-cpp', 'wasm'].flatMap((folder) => filesUnder(folder, /\.(cpp|hpp)$/)).map((path) => at(path));

/** @param {boolean} write @returns {Promise<boolean>} true when everything is in form */
export async function prettier(write) {
  const mode = write ? '--write' : '--check';
  return (await run(process.execPath, [bin('prettier'), mode, '--log-level', 'warn', '.'])) === 0;
}

/** @param {boolean} write @returns {Promise<boolean>} */
export async function clangFormat(write) {
  const mode = write ? ['-i'] : ['--dry-run', '-Werror', '--ferror-limit=3'];
  return (await run('clang-format', [...mode, ...sources()])) === 0;
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
