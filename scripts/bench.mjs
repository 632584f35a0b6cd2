// `npm run bench`: runs the benchmarks in the bench/ folders. core-cpp/bench/*.cpp become native programs
// (release build); bench/*.bench.ts run in Node; those with "browser" in their names need a browser. `npm run
// bench -- <part of a name>` selects some.
import { existsSync } from 'node:fs';
import { buildSite, isFresh } from './build.mjs';
import { at, fail, filesUnder, Refusal, run, say } from './lib/project.mjs';
import { provide } from './lib/tools.mjs';

const wanted = process.argv[2] ?? '';

/** @param {string} folder @param {RegExp} name */
const benchmarks = (folder, name) =>
  existsSync(at(folder)) ? filesUnder(folder, name).filter((path) => path.includes(wanted)) : [];

/** @param {string} title @param {string} program @param {readonly string[]} args */
async function measure(title, program, args) {
  say(`\n=== ${title} ===`);
  if ((await run(program, args)) !== 0) throw new Refusal(`${title} failed.`);
}

try {
  const programs = benchmarks('core-cpp/bench', /\.cpp$/);
  if (programs.length > 0) {
    await provide(['gxx', 'cmake', 'ninja']);
    await measure('native build', 'cmake', ['--preset', 'bench', '--log-level=WARNING']);
    await measure('native build', 'cmake', ['--build', '--preset', 'bench']);
    for (const path of programs) {
      const name = path.replace(/^.*\//, '').replace(/\.cpp$/, '');
      await measure(`native: ${name}`, at('build/bench/core-cpp', `bench_${name}`), []);
    }
  }
  const scripts = benchmarks('bench', /\.bench\.ts$/);
  if (scripts.length > 0 && !isFresh()) await buildSite();
  if (scripts.some((path) => path.includes('browser'))) await provide(['browser', 'fonts']);
  for (const path of scripts) await measure(path, process.execPath, ['--import', 'tsx', at(path)]);
} catch (error) {
  fail(error);
}
