// `npm run bench`: what stands in the bench/ folders. core-cpp/bench/*.cpp become native programs (release build);
// bench/*.ts run in Node and may start a browser themselves. `npm run bench -- <part of a name>` picks some.
import { existsSync } from 'node:fs';
import { buildSite, isFresh } from './build.mjs';
import { at, fail, filesUnder, Refusal, run, say } from './lib/project.mjs';
import { provide } from './lib/tools.mjs';

const wanted = process.argv[2] ?? '';

/** @param {string} title @param {string} program @param {readonly string[]} args */
async function measure(title, program, args) {
  say(`\n=== ${title} ===`);
  if ((await run(program, args)) !== 0) throw new Refusal(`${title} failed.`);
}

try {
  const programs = filesUnder('core-cpp/bench', /\.cpp$/).filter((path) => path.includes(wanted));
  if (programs.length > 0) {
    await provide(['gxx', 'cmake', 'ninja']);
    await measure('native build', 'cmake', ['--preset', 'release', '--log-level=WARNING', '-DAQM_TESTS=OFF']);
    await measure('native build', 'cmake', ['--build', '--preset', 'release']);
    for (const path of programs) {
      const name = path.replace(/^.*\//, '').replace(/\.cpp$/, '');
      await measure(`native: ${name}`, at('build/release/core-cpp', `bench_${name}`), []);
    }
  }
  const scripts = existsSync(at('bench'))
    ? filesUnder('bench', /\.bench\.ts$/).filter((path) => path.includes(wanted))
    : [];
  if (scripts.length > 0 && !isFresh()) await buildSite();
  for (const path of scripts) await measure(path, process.execPath, ['--import', 'tsx', at(path)]);
} catch (error) {
  fail(error);
}
