// npm run fuzz -- [--seconds N] [--only scenario,fluid,...]: runs every target on its corpus for N seconds
// each; default 60 s. A finding becomes a file in build/fuzz/findings and gives status 1; inputs that reach
// more of the code are stored in build/fuzz/corpus.
import { mkdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { at, capture, cores, fail, Refusal, run, say } from './lib/project.mjs';

export const TARGETS = ['scenario', 'border', 'fluid', 'curves', 'program'];

/** @param {string} output of libFuzzer */
const executions = (output) => Number(/stat::number_of_executed_units:\s*(\d+)/.exec(output)?.[1] ?? 0);

/**
 * Builds the targets and runs them.
 * @param {readonly string[]} targets @param {number} seconds each
 * @returns {Promise<{ target: string, executed: number, found: boolean }[]>}
 */
export async function fuzz(targets, seconds) {
  for (const args of [
    ['--preset', 'fuzz', '--log-level=WARNING'],
    ['--build', '--preset', 'fuzz', '--parallel', String(cores)],
  ]) {
    if ((await run('cmake', args)) !== 0) throw new Refusal('The fuzz targets do not build.');
  }
  const results = [];
  for (const target of targets) {
    // libFuzzer writes new inputs to the first folder; the project's seeds are only read.
    const corpus = at('build', 'fuzz', 'corpus', target);
    const findings = at('build', 'fuzz', 'findings', target);
    for (const folder of [corpus, findings]) mkdirSync(folder, { recursive: true });
    const { status, output } = await capture(at('build', 'fuzz', 'core-cpp', 'fuzz', `fuzz_${target}`), [
      corpus,
      at('core-cpp', 'fuzz', 'corpus', target),
      `-max_total_time=${seconds}`,
      '-max_len=600',
      '-timeout=60',
      '-rss_limit_mb=4096',
      '-print_final_stats=1',
      '-verbosity=1',
      `-artifact_prefix=${findings}/`,
    ]);
    const executed = executions(output);
    say(`${target}: ${executed} inputs, ${status === 0 ? 'nothing found' : 'a finding'}`);
    if (status !== 0) say(output.slice(-6000));
    results.push({ target, executed, found: status !== 0 });
  }
  return results;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    const { values } = parseArgs({ options: { seconds: { type: 'string' }, only: { type: 'string' } } });
    const targets = values.only?.split(',') ?? TARGETS;
    const unknown = targets.find((target) => !TARGETS.includes(target));
    if (unknown !== undefined) throw new Refusal(`--only ${unknown}: the targets are ${TARGETS.join(', ')}`);
    const results = await fuzz(targets, Number(values.seconds ?? 60));
    if (results.some(({ found }) => found)) process.exitCode = 1;
  } catch (error) {
    fail(error);
  }
}
