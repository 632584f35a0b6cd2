// Makes changes and checks that the regression kit finds them: node scripts/plants.mjs [words...]. Each
// change is made in a copy of the last commit, which is built completely. The report of `aqm check` must fit
// the change, and without a change the report must be empty.
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, capture, fail, Refusal, say } from './lib/project.mjs';

/** @typedef {{ what: string, file: string, from: string, to: string, found: RegExp, not?: RegExp }} Plant */

/** @type {readonly Plant[]} */
const PLANTS = [
  {
    what: 'a constant of a law: RED rises by 2 % more',
    file: 'core-cpp/src/parts/red_laws.hpp',
    from: 'return max_p * (avg - min_th) / (max_th - min_th);',
    to: 'return 1.02 * max_p * (avg - min_th) / (max_th - min_th);',
    found: /what changed the runs: .*the scheme red, of which the drop law itself/,
    not: /run: lane 3 .*codel/,
  },
  {
    what: 'a constant of a control law: the gaps of CoDel are 1 % longer',
    file: 'core-cpp/src/parts/codel_law.hpp',
    from: 'from_seconds(interval / std::sqrt(count))',
    to: 'from_seconds(1.01 * interval / std::sqrt(count))',
    found: /what changed the runs: the schemes? codel/,
    not: /run: lane [12]/,
  },
  {
    what: 'a default: the interval of CoDel',
    file: 'core-cpp/src/parts/codel_law.hpp',
    from: '0.005, 1e-5, 0.1, {0.001, 10},',
    to: '0.005, 1e-5, 0.12, {0.001, 10},',
    found: /what changed the runs: .*the scheme codel, whose defaults are others: interval=0.12/,
    not: /run: lane [12]/,
  },
  {
    what: "the order in which a flow's random numbers are drawn",
    file: 'core-cpp/src/packet/flow.cpp',
    from: `  source_delay = from_seconds(draw(group.access_delay));
  sink_delay = from_seconds(draw(group.access_delay));
  start_s = draw(group.row.start);`,
    to: `  start_s = draw(group.row.start);
  source_delay = from_seconds(draw(group.access_delay));
  sink_delay = from_seconds(draw(group.access_delay));`,
    found: /what changed the runs: chance: the random numbers, or the order/,
  },
  {
    what: 'a rule of TCP: a loss after four duplicates in place of three',
    file: 'core-cpp/src/packet/tcp_sender.hpp',
    from: 'kDupThresh = 3;',
    to: 'kDupThresh = 4;',
    found: /what changed the runs: TCP: what all congestion controls share/,
  },
  {
    what: 'what is recorded, not what happens: the least of an interval of time',
    file: 'core-cpp/src/packet/recorder.cpp',
    from: 'bin_min_ = bin_max_ = static_cast<int>(queue_);',
    to: 'bin_min_ = bin_max_ = static_cast<int>(queue_) + 1;',
    found: /numbers: queue of lane 1 .*series "queue m(in|ax)" differs/,
    not: /run:/,
  },
  {
    what: 'a colour: that of the second lane',
    file: 'web/src/styles/tokens.css',
    from: '--lane1: light-dark(#d55e00',
    to: '--lane1: light-dark(#d55e05',
    found: /svg: queue of lane 2 .*rgb\(213, 94, 0\) became .*rgb\(213, 94, 5\)/,
    not: /numbers:|run:/,
  },
  {
    what: 'the format of ticks',
    file: 'web/src/plots/scale.ts',
    from: 'return format(`.${decimals}f`);',
    to: 'return format(`.${decimals + 1}f`);',
    found: /svg: queue of lane 1 .*words: .*"50".* became .*"50\.0"/,
    not: /numbers:|run:/,
  },
  {
    what: 'a stroke: the average is thinner',
    file: 'web/src/views/compare/traceFigure.ts',
    from: "{ kind: 'line', x, y: average, colour, width: 2.2 },",
    to: "{ kind: 'line', x, y: average, colour, width: 2 },",
    found: /svg: queue of lane 1 .*(stroke-width=2\.2|2\.2)/,
    not: /numbers:|run:/,
  },
  {
    what: "numbers that are drawn: times are those of an interval's beginning",
    file: 'web/src/lanes/quantities.ts',
    from: '(i + 0.5) * binSeconds',
    to: 'i * binSeconds',
    found: /numbers: queue of lane 1 .*series "time" differs/,
    not: /run:/,
  },
  {
    what: 'a preset: one place more in the buffer',
    file: 'models/scenarios/early-drop.json',
    from: '"buffer": 140',
    to: '"buffer": 141',
    found: /document: the preset early-drop is another one: network\.bottleneck\.buffer is 141, it was 140/,
  },
  {
    what: 'an axis: its label',
    file: 'web/src/views/compare/traceFigure.ts',
    from: "y: { label: 'queue', unit: 'packets'",
    to: "y: { label: 'backlog', unit: 'packets'",
    found: /svg: queue of lane 1 .*words: "queue \(?packets\)?.* became "backlog/,
    not: /numbers:|run:/,
  },
];

const copy = at('build', 'plants');

/** @param {string} program @param {string[]} args */
const inCopy = (program, args) => capture(program, args, {}, copy);

async function prepare() {
  await capture('git', ['worktree', 'remove', '--force', copy]);
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(at('build'), { recursive: true });
  const { status, output } = await capture('git', ['worktree', 'add', '--detach', copy, 'HEAD']);
  if (status !== 0) throw new Refusal(output);
  symlinkSync(at('node_modules'), join(copy, 'node_modules'));
  // Object files are reused, so that only changed files are compiled again.
  if (existsSync(at('build', 'wasm')))
    await capture('cp', ['-a', at('build', 'wasm'), join(copy, 'build', 'wasm')]);
}

/** Builds the copy in its present state and compares its first preset. */
async function check() {
  for (const args of [['wasm/build.mjs'], ['scripts/build.mjs']]) {
    const { status, output } = await inCopy(process.execPath, args);
    if (status !== 0) throw new Refusal(`It does not build:\n${output}`);
  }
  const args = ['scripts/aqm.mjs', 'check', 'tests/goldens/plots', '--only', 'early-drop'];
  return inCopy(process.execPath, args);
}

try {
  const words = process.argv.slice(2);
  const plants = PLANTS.filter(({ what }) => words.length === 0 || words.some((word) => what.includes(word)));
  await prepare();
  const unchanged = await check();
  if (unchanged.status !== 0) throw new Refusal(`Without a change something is said:\n${unchanged.output}`);
  say('ok      nothing is said without a change');
  let missed = 0;
  for (const { what, file, from, to, found, not } of plants) {
    const path = join(copy, file);
    const before = readFileSync(path, 'utf8');
    if (!before.includes(from)) throw new Refusal(`${file} has no ${JSON.stringify(from)} any more: ${what}`);
    writeFileSync(path, before.replace(from, to));
    const { status, output } = await check();
    writeFileSync(path, before);
    const said = output.replace(/\{\n {2}"checked"[^]*$/, '');
    const wrong =
      status !== 1
        ? 'nothing is said'
        : !found.test(said)
          ? 'it is not named'
          : not?.test(said)
            ? 'more is said'
            : undefined;
    if (wrong !== undefined) missed += 1;
    say(
      `${wrong === undefined ? 'caught' : 'MISSED'}  ${what}${wrong === undefined ? '' : `: ${wrong}\n${said}`}`,
    );
    const [line = ''] = found.exec(said) ?? [];
    if (line !== '') say(`        ${line.slice(0, 160)}`);
  }
  say(`${plants.length - missed} of ${plants.length} planted changes were caught and named`);
  await capture('git', ['worktree', 'remove', '--force', copy]);
  if (missed > 0) process.exitCode = 1;
} catch (error) {
  fail(error);
}
