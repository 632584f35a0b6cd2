// Checks whether the includes of the engine obey the walls of scripts/lib/rooms.mjs. `node
// scripts/borders.mjs` lists violations.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { at, filesUnder, say } from './lib/project.mjs';
import { ENGINE } from './lib/rooms.mjs';

/**
 * The violations in the includes of one file.
 * @param {string} room @param {string} file @param {string} text @returns {string[]}
 */
export function faultsOf(room, file, text) {
  const { may = [], why = '' } = ENGINE[room] ?? {};
  return [...text.matchAll(/^#include "([^"]+)"/gm)].flatMap(([, path = '']) => {
    const other = path.split('/')[0] ?? '';
    const crosses = path.includes('/') && Object.hasOwn(ENGINE, other) && other !== room;
    const climbs = path.startsWith('../');
    if (!climbs && (!crosses || may.includes(other))) return [];
    return [
      `${file} includes "${path}": ${room} may include ${[room, ...may].join(', ')} only, because ${why}`,
    ];
  });
}

/** @returns {string[]} a sentence for each include that crosses a wall */
export const checkBorders = () =>
  Object.entries(ENGINE).flatMap(([room, { folder }]) =>
    filesUnder(folder, /\.(cpp|hpp)$/)
      .filter((file) => !file.startsWith('bindings/tests/') && !file.startsWith('bindings/native/'))
      .flatMap((file) => faultsOf(room, file, readFileSync(at(file), 'utf8'))),
  );

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const faults = checkBorders();
  for (const fault of faults) say(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
