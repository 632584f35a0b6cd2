// Code shared by the packages' tarballs: declarations, and `npm pack`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, bin, Refusal, run } from './project.mjs';

const DECLARE = [
  ...['--ignoreConfig', '--declaration', '--emitDeclarationOnly', '--allowImportingTsExtensions'],
  ...['--rewriteRelativeImportExtensions', '--resolveJsonModule', '--target', 'es2022', '--module', 'esnext'],
  ...['--moduleResolution', 'bundler', '--skipLibCheck', '--strict', '--types', 'node'],
];

/**
 * Declarations of a file and of all that it imports, in folders as those of the project.
 * @param {string} entry @param {string} out folder
 */
export async function declare(entry, out) {
  const program = [bin('typescript', 'tsc'), ...DECLARE, '--rootDir', at('.'), '--outDir', out, entry];
  if ((await run(process.execPath, program)) !== 0)
    throw new Refusal(`The declarations of ${entry} cannot be made.`);
}

/** @param {string} folder of the package @param {string} out @returns {Promise<string>} path of the tarball */
export async function tarball(folder, out) {
  if ((await run('npm', ['pack', '--silent', '--pack-destination', out, folder], { stdout: 'stderr' })) !== 0)
    throw new Refusal('npm pack failed.');
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(out, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
}
