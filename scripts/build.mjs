// Builds dist/: static files that work from any path of any host.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { at, bin, fail, filesUnder, hashFiles, Refusal, run } from './lib/project.mjs';

const record = at('.cache', 'dist.sha256');

/** The hash of the sources of dist/. */
function sourcesHash() {
  const folders = ['models', 'public', 'wasm/prebuilt', 'wasm/src', 'web'].filter((folder) =>
    existsSync(at(folder)),
  );
  const files = folders.flatMap((folder) => filesUnder(folder, /./));
  return hashFiles(
    [...files, 'package-lock.json', 'scripts/vite-offline.ts', 'tsconfig.json', 'vite.config.ts'],
    process.env.SITE_URL ?? '',
  );
}

/** Whether dist/ is the build of the present sources. */
export const isFresh = () =>
  existsSync(at('dist', 'index.html')) &&
  existsSync(record) &&
  readFileSync(record, 'utf8') === sourcesHash();

/** Builds dist/ with Vite. SITE_URL is the address of the site, which its gallery pages name. */
export async function buildSite() {
  const hash = sourcesHash();
  if ((await run(process.execPath, [bin('vite'), 'build'], { stdout: 'stderr' })) !== 0) {
    throw new Refusal('Vite could not build the page.');
  }
  mkdirSync(at('.cache'), { recursive: true });
  writeFileSync(record, hash);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildSite().catch(fail);
