/** `aqm pack` and `aqm verify`: what is packed is what the command run gives, and one altered digit is named. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aqm, document } from './aqm.ts';

const scenario = {
  version: 1,
  title: 'Packed',
  seed: 4,
  duration: 5,
  lanes: [
    { label: 'RED, "hard"', aqm: { id: 'red', params: { max_p: 0.2 } } },
    { aqm: { id: 'codel', params: { profile: 'linux' } } },
  ],
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aqm pack '));
  await writeFile(join(folder, 'scenario.json'), JSON.stringify(scenario));
});
afterAll(() => rm(folder, { recursive: true }));

interface Verdict {
  readonly altered: readonly string[];
  readonly runs: number;
  readonly different: readonly { readonly line: number; readonly column: string; readonly kept: string }[];
}
const verify = async (file: string, ...more: string[]) => {
  const { status, stdout, stderr } = await aqm(['verify', file, ...more]);
  return { status, stderr, verdict: JSON.parse(stdout || 'null') as Verdict };
};

it('packs a scenario, verifies it, and names one altered digit and an added file', async () => {
  const given = join(folder, 'scenario.json');
  const file = join(folder, 'a.zip');
  const again = join(folder, 'b.zip');
  await document(['pack', given, '--seeds', '2', '--out', file, '-q']);
  const files = unzipSync(await readFile(file));
  const lines = strFromU8(files['rows.csv'] ?? new Uint8Array())
    .trim()
    .split('\n');
  expect(lines).toHaveLength(5);
  const { runs } = await document<{ runs: { digest: string }[] }>(['run', given, '-q']);
  for (const { digest } of runs) expect(lines.filter((line) => line.includes(digest))).toHaveLength(1);
  // The module by which others repeat it is the one that is kept here.
  expect(Buffer.from(files['engine/aqm.wasm'] ?? []).equals(await readFile('wasm/prebuilt/aqm.wasm'))).toBe(
    true,
  );
  expect(JSON.parse(strFromU8(files['ro-crate-metadata.json'] ?? new Uint8Array()))).toHaveProperty('@graph');
  await document(['pack', given, '--seeds', '2', '--out', again, '-q']);
  // But for the name of the archive itself, which the command has.
  const other = unzipSync(await readFile(again));
  for (const name of ['rows.csv', 'study.json', 'document.json', 'parameters.json'])
    expect(other[name]).toEqual(files[name]);

  const whole = await verify(file);
  expect([whole.status, whole.verdict.altered, whole.verdict.runs, whole.verdict.different]).toEqual([
    0,
    [],
    4,
    [],
  ]);

  // Figures that were drawn elsewhere are hashed as everything else.
  const drawn = join(folder, 'drawn');
  await mkdir(drawn);
  expect((await aqm(['pack', given, '--out', again, '--figures', drawn])).stderr).toBe(
    `--figures: ${drawn} has no files\n`,
  );
  await writeFile(join(drawn, 'queue.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await document(['pack', given, '--out', again, '--figures', drawn, '-q']);
  const figured = unzipSync(await readFile(again));
  expect(strFromU8(figured['ro-crate-metadata.json'] ?? new Uint8Array())).toContain('image/svg+xml');
  expect((await verify(again, '--sample', '1')).status).toBe(0);
  const redrawn = { ...figured, 'figures/queue.svg': strToU8('<svg/>') };
  await writeFile(again, zipSync(redrawn));
  expect((await verify(again, '--sample', '1')).verdict.altered).toEqual(['figures/queue.svg was altered']);

  // One digit, and the hash with it: only the run itself tells.
  const rows = strFromU8(files['rows.csv'] ?? new Uint8Array());
  const [head = ''] = lines;
  const column = head.split(',').indexOf('queue_mean');
  const cells = (lines[2] ?? '').split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/);
  const digit = (cells[column] ?? '').replace(/\d$/, (last) => String((Number(last) + 1) % 10));
  const forged = rows.replace(lines[2] ?? '', cells.with(column, digit).join(','));
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const manifest = strFromU8(files['manifest-sha256.txt'] ?? new Uint8Array());
  const write = (name: string, more: Record<string, string>) =>
    writeFile(
      join(folder, name),
      zipSync({
        ...files,
        ...Object.fromEntries(Object.entries(more).map(([key, text]) => [key, strToU8(text)])),
      }),
    );
  await write('forged.zip', {
    'rows.csv': forged,
    'manifest-sha256.txt': manifest.replace(hash(rows), hash(forged)),
  });
  const found = await verify(join(folder, 'forged.zip'));
  expect(found.status).toBe(1);
  expect(found.verdict.altered).toEqual([]);
  expect(found.verdict.different).toMatchObject([{ line: 3, column: 'queue_mean', kept: digit }]);
  expect(found.stderr).toContain(`rows.csv, line 3, queue_mean: ${digit} is kept`);

  await write('altered.zip', { 'document.json': '{}', 'more.txt': 'more' });
  const altered = await verify(join(folder, 'altered.zip'), '--sample', '1');
  expect([altered.status, altered.verdict.runs]).toEqual([1, 1]);
  expect(altered.verdict.altered).toEqual(['document.json was altered', 'more.txt was added']);
});

it('packs a study, and cannot judge what is no archive', async () => {
  const study = {
    version: 1,
    scenario: { version: 1, duration: 3, lanes: [{ aqm: { id: 'red' } }] },
    axes: [{ path: 'traffic[0].flows', values: [2, 4] }],
    metrics: ['goodput', 'queueing_delay_p95'],
  };
  const file = join(folder, 'study.zip');
  await document(['pack', '-', '--out', file, '-q'], JSON.stringify(study));
  const { stdout } = await aqm(
    ['study', '-', '--out', join(folder, 'rows'), '--format', 'csv', '-q'],
    JSON.stringify(study),
  );
  expect(strFromU8(unzipSync(await readFile(file))['rows.csv'] ?? new Uint8Array())).toBe(stdout);
  const bytes = await readFile(file);
  await writeFile(join(folder, 'cut.zip'), bytes.subarray(0, bytes.length - 100));
  await writeFile(join(folder, 'other.zip'), zipSync({ 'a.txt': strToU8('a') }));
  for (const [name, told] of [
    ['cut.zip', 'it is no ZIP, or it is damaged'],
    ['other.zip', 'it is no archive of aqm pack'],
    ['none.zip', 'Cannot read'],
  ] as const) {
    const outcome = await aqm(['verify', join(folder, name)]);
    expect(outcome).toMatchObject({ status: 3, stdout: '', stderr: expect.stringContaining(told) as string });
  }
});
