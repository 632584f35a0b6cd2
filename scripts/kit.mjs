// npm run kit -- FOLDER: writes the fixture for the tests of other projects as one file with its types
// (regression/playwright.ts).
import { buildSync } from 'esbuild';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { at, fail, Refusal, say } from './lib/project.mjs';

try {
  const usage = 'npm run kit -- FOLDER: where to write aqm-plots.mjs and aqm-plots.d.mts';
  const [folder, ...more] = process.argv.slice(2);
  if (folder === '--help' || folder === '-h') {
    say(usage);
    process.exit(0);
  }
  if (folder === undefined || more.length > 0) throw new Refusal(usage);
  if (folder.startsWith('-'))
    throw new Refusal(`There is no option ${folder}; a folder of that name is ./${folder}. ${usage}`);
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
