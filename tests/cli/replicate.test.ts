/** `aqm replicate`: what it tells, and that an interruption costs nothing. */
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aqm, document, start } from './aqm.ts';

interface Report {
  readonly paper: string;
  readonly engine: string;
  readonly seeds: readonly number[];
  readonly tables: readonly {
    readonly id: string;
    readonly rows: readonly {
      readonly label: string;
      readonly condition: string;
      readonly published: number | null;
      readonly ours: {
        readonly mean: number;
        readonly low: number;
        readonly high: number;
        readonly seeds: number;
      } | null;
      readonly verdict: string | null;
      readonly effect: string | null;
      readonly effect_published: number | null;
      readonly digests: readonly string[];
      readonly link: string;
    }[];
    readonly counts: Readonly<Record<string, number>>;
    readonly null: Readonly<Record<string, unknown>> | null;
  }[];
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aqm replicate '));
});
afterAll(() => rm(folder, { recursive: true }));

/** RRMDP's table 2 without its longest column has 45 short runs. */
const asked = (out: string) => [
  'replicate',
  'rrmdp',
  '--table',
  'table2',
  '--seeds',
  '3',
  '--out',
  join(folder, out),
];

it('sets our numbers beside the published ones, each with its interval, verdict, digests and link', async () => {
  const file = join(folder, 'report.json');
  const { stdout, stderr, status } = await aqm([
    'replicate',
    'rrmdp',
    '--table',
    'table2',
    '--seeds',
    '2',
    '--out',
    file,
  ]);
  expect(status).toBe(0);
  const report = JSON.parse(stdout) as Report;
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(report);
  expect(report).toMatchObject({
    paper: 'rrmdp-2018',
    seeds: [101, 102],
    engine: expect.stringMatching(/^\w{16}$/) as string,
  });
  const { rows = [], counts = {} } = report.tables[0] ?? {};
  expect(rows).toHaveLength(15);
  expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(15);
  const red = rows.find(({ label, condition }) => label === 'RED' && condition === 'to 650 s');
  expect(red).toMatchObject({ published: 399503.5, ours: { seeds: 2 }, verdict: 'reproduced' });
  expect(red?.digests).toHaveLength(2);
  expect(red).toMatchObject({ effect: null, alone: [] });
  const n1 = rows.find(({ label, condition }) => label === 'RRMDP n=1' && condition === 'to 350 s');
  expect(n1?.effect_published).toBeCloseTo(13241.64 / 10655.08 - 1, 9);
  expect(['reproduced', 'same_direction', 'different']).toContain(n1?.effect);
  // By the printed table alone: RED's values, and what lies within a tenth of them. 13,242 does not.
  expect(report.tables[0]?.null).toMatchObject({
    judged: 15,
    reproduced: 14,
    others: { judged: 10, reproduced: 9 },
  });
  // A queue that stays bounded drops the whole excess: the arrivals until 650 s, minus what 1.984 Mbit/s
  // carry from 300 s on, minus the 300 packets that wait at the end.
  const offered = 1579680 * 550 + 531120 * 350 + 216480 * 250 + 845520 * 150 + 1055280 * 50;
  const carried = 1579680 * 200 + 1984000 * 350;
  expect(red?.ours?.mean).toBeCloseTo((offered - carried - 300 * 12000) / 650, -3);
  const opened = await document<{ scenario: { lanes: readonly { label: string }[] } }>([
    'open',
    red?.link ?? '',
  ]);
  expect(JSON.stringify(opened)).toContain('RRMDP n=1');
  expect(stderr).toMatch(/Table 2: average drop, bit\/s/);
});

it('goes on where it was interrupted, and comes to the same', async () => {
  const child = start(asked('broken off'));
  child.stdout.resume();
  child.stderr.resume();
  const before = Date.now();
  let found = 0;
  while (found < 4 && Date.now() - before < 60_000) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    found = (await readdir(join(folder, 'broken off')).catch(() => [])).length;
  }
  child.kill('SIGINT');
  const [status] = (await once(child, 'close')) as [number | null];
  const kept = (await readdir(join(folder, 'broken off'))).filter((name) => name.endsWith('.json')).length;
  expect(kept).toBeGreaterThanOrEqual(4);
  // A machine may be so fast that there was nothing left to interrupt.
  expect(status).toBe(kept === 45 ? 0 : 1);

  const resumed = await aqm(asked('broken off'));
  expect(resumed.status).toBe(0);
  expect(resumed.stderr).toContain(`45 runs, of which ${kept} are kept`);
  const whole = await document<Report>(asked('at once'));
  expect(JSON.parse(resumed.stdout)).toEqual(whole);
});

it('searches what a paper leaves open, with seeds of its own, and judges the first with others', async () => {
  const found = await document<{
    search: { readings: number; of: number; seeds: readonly number[] };
    ranking: readonly { options: Record<string, string>; numbers: { reproduced: number } }[];
    held_out: { seeds: readonly number[]; ranking: readonly unknown[] };
  }>(['replicate', 'rrmdp', '--search', '--most', '2', '--out', join(folder, 'search')]);
  expect(found.search).toEqual({ readings: 2, of: 24, seeds: [1, 2] });
  expect(found.held_out.seeds).toEqual([101, 102, 103, 104, 105, 106]);
  // Both, and the best reading beside them.
  expect(found.held_out.ranking).toHaveLength(3);
  const numbers = found.ranking.map((entry) => entry.numbers.reproduced);
  expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
  expect(Object.keys(found.ranking[0]?.options ?? {})).toEqual(['link', 'headers', 'drops']);
});

it.each([
  [['replicate', '--search'], /--search takes one paper/],
  [['replicate', 'sared', '--search', '--reading', 'best'], /takes no --reading/],
  [['replicate', 'sared', '--most', '3'], /--most belongs to --search/],
  [['replicate', 'sard'], /there is no paper "sard"; did you mean/],
  [['replicate', 'sared', '--table', 'table9'], /there is no table "table9"; did you mean table[23]\?/],
  [['replicate', 'sared', '--reading', 'bst'], /there is no reading "bst"; did you mean best\?/],
  [['replicate', 'sared', 'rrmdp'], /takes at most 1 argument, not 2/],
  [['replicate', 'sared', '--seeds', '1'], /--seeds takes a whole number from 2/],
])('refuses %j with a reason', async (args, reason) => {
  const { status, stderr } = await aqm(args);
  expect(status).toBe(2);
  expect(stderr).toMatch(reason);
});
