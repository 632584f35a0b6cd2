/** `aqm statistics`: its figures are of the runs that `aqm run` and `aqm study` make. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aqm, document } from './aqm.ts';

const scenario = {
  version: 1,
  duration: 8,
  warmup: 1,
  traffic: [{ kind: 'ftp', flows: 10 }],
  lanes: [{ aqm: { id: 'red' } }, { aqm: { id: 'codel' } }, { aqm: { id: 'droptail' } }],
};
const study = {
  version: 1,
  scenario: { ...scenario, lanes: [{ aqm: { id: 'red' } }] },
  axes: [
    { path: 'network.packet_size', values: [1000, 1500] },
    {
      sample: 'morris',
      count: 3,
      over: [
        { knob: 'flows', from: 5, to: 50 },
        { path: 'network.bottleneck.delay', from: 0.01, to: 0.1 },
      ],
    },
  ],
  metrics: ['queueing_delay_mean', 'goodput'],
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aqm statistics '));
});
afterAll(() => rm(folder, { recursive: true }));

interface Told {
  metric: string;
  points: {
    lanes: { lane: string; mean: number; ci95: number[]; needed: { seeds: number } }[];
    pairs: { a: string; b: string; p: number; holm: number; difference: number }[];
  }[];
  course: { lane: string; warmup: number; warmup_found: number | null; steady: { mean: number } }[];
}

it('of a scenario has the means of aqm run, every pair, and the warm-up', async () => {
  const text = JSON.stringify(scenario);
  const told = await document<Told>(
    ['statistics', '-', '--metric', 'goodput', '--seeds', '4', '--within', '1%'],
    text,
  );
  const { summary } = await document<{
    summary: { label: string; metrics: Record<string, { mean: number; ci95: number[] }> }[];
  }>(['run', '-', '--seeds', '4'], text);
  const [point] = told.points;
  expect(point?.lanes.map(({ lane, mean, ci95 }) => ({ lane, mean, ci95 }))).toEqual(
    summary.map(({ label, metrics }) => ({
      lane: label,
      mean: metrics.goodput?.mean,
      ci95: metrics.goodput?.ci95,
    })),
  );
  expect(point?.pairs.map(({ a, b }) => `${a} ${b}`)).toEqual([
    'red codel',
    'red droptail',
    'codel droptail',
  ]);
  for (const { p, holm } of point?.pairs ?? []) expect(holm).toBeGreaterThanOrEqual(p);
  expect(told.course.map(({ lane, warmup }) => [lane, warmup])).toEqual([
    ['red', 1],
    ['codel', 1],
    ['droptail', 1],
  ]);
  const refused = await aqm(['statistics', '-', '--within', '-3'], text);
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('--within')]);
});

it('of a study with a design of Morris has an effect for each quantity, at each place of the other axes', async () => {
  const file = join(folder, 'study.json');
  await writeFile(file, JSON.stringify(study));
  const { stdout, status, stderr } = await aqm([
    'statistics',
    file,
    '--out',
    join(folder, 'rows'),
    '--format',
    'csv',
    '--table',
    'sensitivity',
  ]);
  expect(status, stderr).toBe(0);
  const [head, ...lines] = stdout.trim().split('\n');
  expect(head).toBe('packet_size,lane,quantity,index,value,ci95_low,ci95_high');
  expect(lines.map((line) => line.split(',').slice(0, 4).join(' '))).toEqual(
    [1000, 1500].flatMap((size) =>
      ['flows', 'delay'].flatMap((quantity) =>
        ['mu_star', 'mu', 'sigma'].map((index) => `${size} red ${quantity} ${index}`),
      ),
    ),
  );
  // As wide as the head, also where an index has no interval.
  expect(lines.map((line) => line.split(',').length)).toEqual(lines.map(() => 7));
  // Without --table it is the same; --within has no effect.
  const rows = ['--out', join(folder, 'rows'), '--format', 'csv'];
  expect((await aqm(['statistics', file, ...rows])).stdout).toBe(stdout);
  const within = await aqm(['statistics', file, ...rows, '--within', '5%']);
  expect([within.status, within.stderr]).toEqual([
    2,
    expect.stringContaining(
      '--within has no effect here: a study with a sample "morris" has indices, not means',
    ),
  ]);
  // More flows, more queue, in every step of every path: the effect and its size are one.
  const value = (quantity: string, index: string) =>
    Number(lines.find((line) => line.startsWith(`1500,red,${quantity},${index},`))?.split(',')[4]);
  expect(value('flows', 'mu')).toBeGreaterThan(0);
  expect(value('flows', 'mu')).toBe(value('flows', 'mu_star'));
});

it('refuses a table that would have no rows, and names one that has', async () => {
  const sampled = join(folder, 'study.json');
  await writeFile(sampled, JSON.stringify(study));
  const plain = join(folder, 'plain.json');
  const axes = [{ path: 'traffic[0].flows', values: [5, 9] }];
  await writeFile(plain, JSON.stringify({ ...study, axes }));
  for (const [file, table, other] of [
    [sampled, 'lanes', '--table sensitivity has those of a sampled study'],
    [plain, 'sensitivity', '--table lanes and --table pairs have some'],
    [plain, 'course', '--table lanes and --table pairs have some'],
  ] as const) {
    const rows = join(folder, `rows of ${table}`);
    const asked = ['statistics', file, '--out', rows, '--format', 'csv', '--table', table];
    const { stdout, status, stderr } = await aqm(asked);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(`--table ${table} has no rows here: ${other}`);
  }
});
