// npm run kit -- FOLDER: the fixture for the tests of other projects, as one file with its types (regression/playwright.ts).
import { buildSync } from 'esbuild';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { at, fail, Refusal, say } from './lib/project.mjs';

try {
  const [folder] = process.argv.slice(2);
  if (folder === undefined)
    throw new Refusal('npm run kit -- FOLDER: where to write aqm-plots.mjs and aqm-plots.d.mts');
  const out = resolve(folder);
  mkdirSync(out, { recursive: true });
  buildSync({
    entryPoints: [at('regression', 'playwright.ts')],
    outfile: join(out, 'aqm-plots.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['@playwright/test'],
    banner: { js: '// AQM Explorer: plots against goldens. MIT licence. Written by "npm run kit".' },
  });
  copyFileSync(at('regression', 'aqm-plots.d.mts'), join(out, 'aqm-plots.d.mts'));
  say(`${join(out, 'aqm-plots.mjs')}: import { expectPlot } from './aqm-plots.mjs'`);
} catch (error) {
  fail(error);
}
