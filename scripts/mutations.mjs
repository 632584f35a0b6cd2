// Applies mutations to a copy of the last commit and checks that the engine's tests catch them: node
// scripts/mutations.mjs [K/N] [words...]. Words select mutations by file or test; K/N selects the K-th of N
// parts, each of which is complete by itself. docs/mutations.md has the results.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MUTATIONS } from './lib/mutations.mjs';
import { at, capture, fail, Refusal, say } from './lib/project.mjs';

/** @typedef {import('./lib/mutations.mjs').Mutation} Mutation */

const copy = at('build', 'mutations');
/** A mutant that exceeds this time, or crashes, is caught, too. */
const LONGEST = 600_000;

async function prepare() {
  mkdirSync(at('build'), { recursive: true });
  if (!existsSync(copy)) {
    await capture('git', ['worktree', 'prune']);
    const { status, output } = await capture('git', ['worktree', 'add', '--detach', copy, 'HEAD']);
    if (status !== 0) throw new Refusal(output);
  } else {
    // The build of an earlier commit is reused.
    const head = (await capture('git', ['rev-parse', 'HEAD'])).output.trim();
    const { status, output } = await capture('git', ['checkout', '--force', '--detach', head], {}, copy);
    if (status !== 0) throw new Refusal(output);
  }
  const { status, output } = await capture('cmake', ['--preset', 'release'], {}, copy);
  if (status !== 0) throw new Refusal(output);
}

async function build() {
  const args = ['-n', '10', 'cmake', '--build', '--preset', 'release', '--target', 'core_tests', '-j2'];
  const { status, output } = await capture('nice', args, {}, copy);
  if (status !== 0) throw new Refusal(`It does not build:\n${output.slice(-3000)}`);
}

/** @param {string} filter */
function passes(filter) {
  const program = join(copy, 'build/release/core-cpp/core_tests');
  const args = ['-n', '10', program, `--gtest_filter=${filter}`, '--gtest_fail_fast'];
  const { status, stdout } = spawnSync('nice', args, {
    cwd: copy,
    timeout: LONGEST,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const [, test = ''] = /^\[ {2}FAILED {2}\] ([\w/.]+)/m.exec(stdout) ?? [];
  return { passed: status === 0, test };
}

/** Whether a mutation affects the fluid model. @param {Mutation} mutation */
const isFluid = ({ tests, wide }) => wide === true || /^(Fluid|Linearisation|Margins)/.test(tests);

/** Whether two mutations affect each other. @param {Mutation} a @param {Mutation} b */
const meet = (a, b) =>
  a.family === b.family || a.tests === b.tests || ((a.wide || b.wide) && isFluid(a) && isFluid(b));

/** Mutations that are applied together. @param {readonly Mutation[]} mutations */
function batches(mutations) {
  /** @type {Mutation[][]} */
  const all = [];
  for (const mutation of mutations) {
    const room = all.find((batch) => !batch.some((other) => meet(mutation, other)));
    if (room) room.push(mutation);
    else all.push([mutation]);
  }
  return all;
}

/** @param {Mutation} mutation */
function plant({ file, from, to }) {
  const path = join(copy, file);
  const before = readFileSync(path, 'utf8');
  if (before.split(from).length !== 2)
    throw new Refusal(`${file} does not have ${JSON.stringify(from)} once`);
  writeFileSync(
    path,
    before.replace(from, () => to),
  );
  return () => {
    writeFileSync(path, before);
  };
}

/** The mutations that the words of the command line select. @param {readonly string[]} given */
function chosenBy(given) {
  const part = given.map((word) => /^(\d+)\/(\d+)$/.exec(word)).find((found) => found !== null);
  const words = given.filter((word) => word !== part?.[0]);
  const [k, n] = [Number(part?.[1] ?? 1), Number(part?.[2] ?? 1)];
  if (!(k >= 1 && k <= n)) throw new Refusal(`${part?.[0] ?? ''} is no part`);
  const all = MUTATIONS.filter(
    ({ file, tests }) =>
      words.length === 0 || words.some((word) => file.includes(word) || tests.includes(word)),
  );
  // Whole batches, because each batch is one build.
  return batches(all).filter((_, i) => i % n === k - 1);
}

try {
  const planted = chosenBy(process.argv.slice(2));
  const chosen = planted.flat();
  const began = performance.now();
  const minutes = () => ((performance.now() - began) / 60_000).toFixed(1);
  await prepare();
  await build();
  for (const filter of new Set(chosen.map(({ tests }) => tests))) {
    const { passed, test } = passes(filter);
    if (!passed) throw new Refusal(`Without a mutation ${filter} fails: ${test}`);
  }
  say(
    `ok      ${chosen.length} mutations in ${planted.length} builds; without one all tests pass (${minutes()} minutes)`,
  );
  let survivors = 0;
  for (const [i, batch] of planted.entries()) {
    const restore = batch.map(plant);
    await build();
    for (const { file, from, to, tests } of batch) {
      const { passed, test } = passes(tests);
      if (passed) survivors += 1;
      say(
        `${passed ? 'SURVIVED' : 'caught'}\t${file}\t${from}\t${to}\t${passed ? tests : test || 'it did not end well'}`,
      );
    }
    for (const undo of restore) undo();
    say(`        build ${i + 1} of ${planted.length} (${minutes()} minutes)`);
  }
  say(`${chosen.length - survivors} of ${chosen.length} mutations were caught in ${minutes()} minutes`);
  rmSync(copy, { recursive: true, force: true });
  await capture('git', ['worktree', 'prune']);
  if (survivors > 0) process.exitCode = 1;
} catch (error) {
  fail(error);
}
