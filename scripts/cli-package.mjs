// The command `aqm` as a tarball for npm: `node scripts/cli-package.mjs [FOLDER]`, by default build/command.
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { packagedCli } from './lib/cli.mjs';
import { tarball } from './lib/package.mjs';
import { at, fail, filesUnder } from './lib/project.mjs';

/** The command and the files of the project that it reads, in their folders. @param {string} folder */
export async function stageCli(folder) {
  const files = [
    'CITATION.cff',
    ...filesUnder('wasm/prebuilt', /./),
    ...filesUnder('models/aqm', /\.md$/),
    ...filesUnder('models/cards', /\.json$/),
  ];
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(at(file), join(folder, file));
  }
  const script = join(folder, 'cli', 'aqm.mjs');
  mkdirSync(dirname(script), { recursive: true });
  writeFileSync(script, await packagedCli());
  chmodSync(script, 0o755);
}

/** @param {string} out folder @returns {Promise<string>} path of the tarball */
export async function packCli(out) {
  const folder = at('build', 'command', 'package');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  mkdirSync(out, { recursive: true });
  for (const file of ['package.json', 'README.md']) cpSync(at('cli', file), join(folder, file));
  cpSync(at('LICENSE'), join(folder, 'LICENSE'));
  await stageCli(folder);
  return tarball(folder, out);
}

if (process.argv[1] === import.meta.filename)
  await packCli(resolve(process.argv[2] ?? at('build', 'command'))).then((path) => console.log(path), fail);
