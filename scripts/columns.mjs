// Checks that no comment of the C++ code is longer than 120 columns: clang-format wraps code, but not comments.
// `node scripts/columns.mjs` lists the lines.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { at, filesUnder, say } from './lib/project.mjs';

const COLUMNS = 120;

/**
 * A sentence for each line of a file that is too long and has a comment.
 * @param {string} file @param {string} text @returns {string[]}
 */
export const longComments = (file, text) =>
  text
    .split('\n')
    .flatMap((line, i) =>
      line.length > COLUMNS && /(^|\s)(\/\/|\/\*|\*\s)/.test(line)
        ? [`${file}:${i + 1} has a comment of ${line.length} columns: at most ${COLUMNS}`]
        : [],
    );

/** @returns {string[]} a sentence for each comment of the C++ code that is too long */
export const checkColumns = () =>
  ['core-cpp', 'bindings'].flatMap((folder) =>
    filesUnder(folder, /\.(cpp|hpp)$/).flatMap((file) => longComments(file, readFileSync(at(file), 'utf8'))),
  );

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const faults = checkColumns();
  for (const fault of faults) say(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
