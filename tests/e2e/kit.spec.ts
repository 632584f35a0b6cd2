/** The regression kit as others use it: from the command line, and as a fixture in a project of their own. */
import { expect, test } from '@playwright/test';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aqm, root } from '../cli/aqm.ts';

const scenario = {
  version: 1,
  title: 'Short',
  duration: 5,
  traffic: [{ kind: 'ftp', flows: 10, start: [0, 1] }],
  lanes: [{ label: 'RED', aqm: { id: 'red' } }, { aqm: { id: 'droptail' } }],
};

const run = (program: string, args: readonly string[], cwd: string, env: Record<string, string> = {}) =>
  new Promise<{ status: number; output: string }>((resolve) => {
    execFile(program, args, { cwd, env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr }),
    );
  });

test('snapshot and check: nothing has changed, then a number and a colour have', async ({
  baseURL,
}, info) => {
  const file = info.outputPath('short.json');
  const out = info.outputPath('kept');
  writeFileSync(file, JSON.stringify(scenario));
  const page = ['--page', baseURL ?? ''];
  const made = await aqm(['snapshot', file, '--out', out, ...page]);
  expect(made.stderr).toContain('short: ');
  expect(made.status).toBe(0);
  for (const name of ['queue-0.png', 'queue-0.svg', 'drop-curve-0.1.svg'])
    expect(existsSync(join(out, 'short', name)), name).toBe(true);

  const same = await aqm(['check', out, ...page]);
  expect(same.stderr).toContain('1 checked, 0 changed');
  expect(same.status).toBe(0);

  // As if the golden were from before a change: of a number, a colour, a digest, and a picture.
  const golden = join(out, 'short.json');
  const before = readFileSync(golden, 'utf8')
    .replace(
      /"queue mean","unit":"packets","values":\[0?[\d.e-]+/,
      '"queue mean","unit":"packets","values":[77',
    )
    .replaceAll(/stroke=rgb\(0, 114, 178\)/g, 'stroke=rgb(1, 2, 3)')
    .replace(/"aqm":"red","seed":1,"digest":"\w+"/, '"aqm":"red","seed":1,"digest":"0"');
  writeFileSync(golden, before);
  const engine = join(out, 'engine.json');
  writeFileSync(engine, readFileSync(engine, 'utf8').replace(/"scheme red": "\w+"/, '"scheme red": "0"'));
  writeFileSync(join(out, 'short', 'queue-0.png'), readFileSync(join(out, 'short', 'queue-1.png')));
  const other = await aqm(['check', out, ...page]);
  expect(other.status).toBe(1);
  const document = JSON.parse(other.stdout) as {
    report: string;
    changed: { because: string[]; changes: { kind: string; message: string }[] }[];
  };
  const [{ because, changes } = { because: [], changes: [] }] = document.changed;
  expect(because).toEqual(['the scheme red']);
  const kinds = changes.map(({ kind }) => kind);
  expect(kinds.filter((kind, i) => kinds.indexOf(kind) === i)).toEqual(['run', 'numbers', 'svg', 'png']);
  expect(changes.find(({ kind }) => kind === 'numbers')?.message).toContain('series "queue mean"');
  expect(changes.find(({ kind }) => kind === 'svg')?.message).toContain(
    'stroke=rgb(1, 2, 3) became stroke=rgb(0, 114, 178)',
  );
  expect(readFileSync(document.report, 'utf8')).toContain('data:image/png;base64,');
});

test('a snapshot of nothing is refused', async ({ baseURL }, info) => {
  const file = info.outputPath('udp.json');
  const scenario = { version: 1, duration: 1, traffic: [{ kind: 'cbr', flows: 1 }] };
  writeFileSync(file, JSON.stringify(scenario));
  const kept = info.outputPath('kept');
  const args = ['snapshot', file, '--view', 'fluid', '--out', kept, '--page', baseURL ?? ''];
  const { status, stderr } = await aqm(args);
  expect(stderr).toContain('udp: there is no plot to keep');
  expect(status).toBe(1);
  expect(readdirSync(kept)).toEqual([]);
});

test('without a Chromium the command says what to do', async ({ baseURL }, info) => {
  const file = info.outputPath('short.json');
  writeFileSync(file, JSON.stringify(scenario));
  const args = [
    'scripts/aqm.mjs',
    'snapshot',
    file,
    '--out',
    info.outputPath('kept'),
    '--page',
    baseURL ?? '',
  ];
  const { status, output } = await run(process.execPath, args, root, { CHROMIUM_PATH: process.execPath });
  expect(status).toBe(1);
  expect(output).toContain('CHROMIUM_PATH');
});

test("a stranger's project keeps a plot and hears what has changed", async ({ baseURL }, info) => {
  const project = info.outputPath('theirs');
  mkdirSync(join(project, 'node_modules'), { recursive: true });
  symlinkSync(join(root, 'node_modules', '@playwright'), join(project, 'node_modules', '@playwright'));
  const kit = (...args: string[]) => run(process.execPath, [join(root, 'scripts/kit.mjs'), ...args], project);
  const help = await kit('--help');
  expect([help.status, help.output.includes('npm run kit -- FOLDER')]).toEqual([0, true]);
  expect((await kit('--helq')).status).not.toBe(0);
  expect(readdirSync(project)).toEqual(['node_modules']);
  expect((await kit('.')).status).toBe(0);
  const link = JSON.parse((await aqm(['link', '-'], JSON.stringify(scenario))).stdout) as { link: string };
  const { projects } = info.config;
  const launch = projects[0]?.use.launchOptions ?? {};
  writeFileSync(join(project, 'package.json'), '{"type": "module"}');
  writeFileSync(
    join(project, 'playwright.config.js'),
    `export default { use: { launchOptions: ${JSON.stringify(launch)} }, reporter: 'line' };`,
  );
  const spec = (tolerance: number, fragment: string) =>
    writeFileSync(
      join(project, 'plots.spec.js'),
      `import { test } from '@playwright/test';
       import { expectPlot } from './aqm-plots.mjs';
       test('lecture 3', async ({ page }) => {
         await page.goto(${JSON.stringify((baseURL ?? '') + fragment)});
         await expectPlot(page, 'queue', 0).toMatchGolden('queue.json', { tolerance: ${tolerance} });
       });`,
    );
  const playwright = (...args: string[]) =>
    run(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', ...args], project, { CI: '' });
  spec(0, link.link);
  // What was missing is written, for every platform, and has been compared with nothing.
  const first = await playwright();
  expect(first.status).not.toBe(0);
  expect(first.output).toContain('was missing, and is written now');
  expect(readdirSync(join(project, 'plots.spec.js-snapshots'))).toEqual(['queue.json']);
  expect((await playwright('--update-snapshots=none')).status).toBe(0);
  const harder = await aqm(['link', '-'], JSON.stringify({ ...scenario, seed: 2 }));
  spec(0, (JSON.parse(harder.stdout) as { link: string }).link);
  const changed = await playwright('--update-snapshots=none');
  expect(changed.status).not.toBe(0);
  expect(changed.output).toMatch(/run: lane 1 \(RED, red\): another run/);
  expect(changed.output).toMatch(/series "queue mean" differs at \d+ of \d+ points/);
});
