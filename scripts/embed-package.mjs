// The package of embed/ as a tarball: `node scripts/embed-package.mjs [FOLDER]`, by default build/embed. Its
// file is the one in dist/.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { declare, tarball } from './lib/package.mjs';
import { at, fail } from './lib/project.mjs';

/** @param {string} out folder @returns {Promise<string>} path of the tarball */
export async function packEmbed(out) {
  const folder = at('build', 'embed', 'package');
  mkdirSync(folder, { recursive: true });
  mkdirSync(out, { recursive: true });
  for (const file of ['package.json', 'README.md']) cpSync(at('embed', file), join(folder, file));
  cpSync(at('LICENSE'), join(folder, 'LICENSE'));
  await build({
    entryPoints: [at('embed', 'src', 'embed.ts')],
    outfile: join(folder, 'dist', 'embed.js'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
  });
  await declare(at('embed', 'src', 'embed.ts'), join(folder, 'types'));
  // The declarations of the messages are beside those of the function.
  const types = readFileSync(join(folder, 'types', 'embed', 'src', 'embed.d.ts'), 'utf8');
  writeFileSync(
    join(folder, 'dist', 'embed.d.ts'),
    types.replace(/'[^']*generated\/embed\.[jt]s'/, "'./messages.js'"),
  );
  cpSync(
    join(folder, 'types', 'models', 'src', 'generated', 'embed.d.ts'),
    join(folder, 'dist', 'messages.d.ts'),
  );
  return tarball(folder, out);
}

if (process.argv[1] === import.meta.filename)
  await packEmbed(resolve(process.argv[2] ?? at('build', 'embed'))).then((path) => console.log(path), fail);
