/** `aqm study`: its rows are those of `aqm run`, and an interruption costs nothing and doubles nothing. */
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aqm, document, start } from './aqm.ts';

/** Eight chunks of three runs. */
const study = {
  version: 1,
  scenario: {
    version: 1,
    duration: 6,
    warmup: 1,
    traffic: [
      { kind: 'ftp', flows: 10 },
      { kind: 'cbr', flows: 1, rate: 1e5 },
    ],
    lanes: [{ aqm: { id: 'red' } }, { label: 'tail', aqm: { id: 'droptail' } }],
  },
  axes: [{ path: 'traffic[0].flows', values: [5, 10, 20] }],
  seeds: { first: 3, count: 4 },
  metrics: ['goodput', 'queueing_delay_p95', 'rows[1].loss_ratio'],
};

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aqm study '));
  file = join(folder, 'study.json');
  await writeFile(file, JSON.stringify(study));
});
afterAll(() => rm(folder, { recursive: true }));

const out = (name: string) => join(folder, name);
const rowsOf = async (input: string, name: string) => {
  const { stdout, stderr, status } = await aqm(['study', input, '--out', out(name), '--format', 'csv']);
  expect(status, stderr).toBe(0);
  return stdout.trim().split('\n');
};

it('gives a row for every point, lane and seed, as the command run does for that scenario', async () => {
  const [head, ...rows] = await rowsOf(file, 'rows');
  expect(head).toBe('flows,lane,aqm,seed,digest,goodput,queueing_delay_p95,rows[1].loss_ratio');
  expect(rows).toHaveLength(24);
  expect(new Set(rows).size).toBe(24);

  const scenario = { ...study.scenario, traffic: [{ kind: 'ftp', flows: 20 }, study.scenario.traffic[1]] };
  const { runs } = await document<{
    runs: {
      label: string;
      digest: string;
      metrics: Record<string, number>;
      groups: { loss_ratio: number }[];
    }[];
  }>(['run', '-', '--seed', '5'], JSON.stringify(scenario));
  for (const { label, digest, metrics, groups } of runs)
    expect(rows).toContain(
      [
        20,
        label,
        label === 'tail' ? 'droptail' : 'red',
        5,
        digest,
        metrics.goodput,
        metrics.queueing_delay_p95,
        groups[1]?.loss_ratio,
      ].join(','),
    );
});

it('goes on where it was killed, without a lost or doubled row', async () => {
  const long = { ...study, scenario: { ...study.scenario, duration: 300 } };
  const input = join(folder, 'long.json');
  await writeFile(input, JSON.stringify(long));
  const parts = async () =>
    (await readdir(join(out('killed'), 'parts')).catch(() => [])).filter((name) => name.endsWith('.parquet'));

  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    const before = (await parts()).length;
    const child = start(['study', input, '--out', out('killed'), '--jobs', '2']);
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const closed = once(child, 'close') as Promise<[number | null]>;
    while ((await parts()).length <= before && child.exitCode === null)
      await new Promise((done) => setTimeout(done, 20));
    child.kill(signal);
    const [status] = await closed;
    if (signal === 'SIGKILL') continue;
    expect(status).toBe(1);
    expect(stderr).toMatch(/Stopped: \d+ of 24 runs are in .*; run the same command again to continue\./);
  }
  const kept = await parts();
  expect(kept.length).toBeGreaterThanOrEqual(2);
  expect(kept.length).toBeLessThan(8);

  const again = await aqm(['study', input, '--out', out('killed'), '--format', 'csv']);
  expect(again.stderr).toContain(`24 runs, of which ${3 * kept.length} are in`);
  expect(again.stdout.split('\n').toSorted()).toEqual([...(await rowsOf(input, 'at once')), ''].toSorted());
});

it('keeps what a changed study has in common with it, and takes the rest out of the way', async () => {
  await rowsOf(file, 'changed');
  const input = join(folder, 'more.json');
  await writeFile(input, JSON.stringify({ ...study, seeds: { first: 4, count: 4 } }));
  const { stderr, stdout } = await aqm(['study', input, '--out', out('changed'), '--format', 'csv']);
  expect(stderr).toContain('24 runs, of which 18 are in');
  expect(stdout.trim().split('\n')).toHaveLength(25);
  expect(await readdir(join(out('changed'), 'parts'))).toHaveLength(8);
  expect(await readdir(join(out('changed'), 'other'))).toHaveLength(2);
  // And back.
  const { stderr: back } = await aqm(['study', file, '--out', out('changed')]);
  expect(back).toContain('24 runs, of which 24 are in');
});

it('sets a damaged part aside and runs it again', async () => {
  const rows = await rowsOf(file, 'damaged');
  const parts = join(out('damaged'), 'parts');
  const [first = '', second = ''] = await readdir(parts);
  await truncate(join(parts, first), 300);
  // Whole by itself, with the rows of another chunk too many.
  await writeFile(
    join(parts, second),
    new Uint8Array(parquetWriteBuffer({ columnData: [{ name: 'seed', data: [1] }] })),
  );
  const { stdout, stderr, status } = await aqm(['study', file, '--out', out('damaged'), '--format', 'csv']);
  expect(status, stderr).toBe(0);
  expect(stdout.trim().split('\n')).toEqual(rows);
  expect(stderr).toContain('24 runs, of which 18 are in');
  for (const name of [first, second]) expect(stderr).toContain(`${join(parts, name)} is damaged`);
  expect(await readdir(join(out('damaged'), 'damaged'))).toEqual([first, second].sort());
});

it('keeps traces where they are asked for', async () => {
  const input = join(folder, 'traced.json');
  await writeFile(input, JSON.stringify({ ...study, seeds: { count: 1 }, keep: { trace: 50 } }));
  await rowsOf(input, 'traced');
  const traces = await readdir(join(out('traced'), 'traces'));
  expect(traces.toSorted()).toEqual((await readdir(join(out('traced'), 'parts'))).toSorted());
});

it('tells what it takes, and what is wrong with it, before it runs', async () => {
  const { stdout, stderr, status } = await aqm(['study', file, '--size', '--jobs', '2']);
  expect(status).toBe(0);
  const size = JSON.parse(stdout) as { readonly packets: number };
  expect(size).toMatchObject({ runs: 24, points: 3, lanes: 2, seeds: 4 });
  expect(size.packets % 1).toBe(0);
  expect(stderr).toMatch(
    /^24 runs: 3 points, 2 lanes, 4 seeds; about 0.\d+ million packets, less than 1 s on 2 processors, \d+ kB\n$/,
  );

  const wrong = await aqm(
    ['study', '-'],
    JSON.stringify({ ...study, axes: [{ path: 'traffic[0].flow', values: [1] }] }),
  );
  expect(wrong.status).toBe(1);
  expect(wrong.stderr).toMatch(/traffic\[0\].flow = 1 is refused: .*flow/);
  expect(await readFile(file, 'utf8')).toBe(JSON.stringify(study));
});

it('travels in a link, which the page opens and this command runs', async () => {
  const { link } = await document<{ link: string }>(['link', file]);
  expect(link).toMatch(/^#s=[\w.-]+&v=study&study=[\w-]+$/);
  // The page measures everything: the digests are what is compared.
  const digests = (rows: readonly string[]) => rows.slice(1).map((row) => row.split(',').slice(0, 5).join());
  const rows = digests(await rowsOf(link, 'from a link'));
  expect(rows).toHaveLength(24);
  expect(rows).toEqual(digests(await rowsOf(file, 'from a file')));
  const written = await aqm(['study', '-', '--size'], JSON.stringify({ link }));
  expect(written.status, written.stderr).toBe(0);
  const none = await aqm(['study', '#s=p.early-drop.1', '--size']);
  expect(none).toMatchObject({ status: 1, stderr: expect.stringContaining('holds no study') as string });
});
