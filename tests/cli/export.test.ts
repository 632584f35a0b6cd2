/** `aqm export` and `aqm packets --as`: files that other programs read. */
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { expect, it } from 'vitest';
import { aqm, document } from './aqm.ts';

const scenario = JSON.stringify({
  version: 1,
  duration: 4,
  traffic: [{ flows: 5 }],
  lanes: [{ aqm: { id: 'red' } }, { aqm: { id: 'sfb' } }],
});
const place = (name: string) => join(tmpdir(), `aqm export ${process.pid} ${name}`);

it('a file of Flent is read back by aqm measured, and what ns-3 has not is refused', async () => {
  const file = place('a.flent.gz');
  expect((await aqm(['export', '-', '--as', 'flent', '-o', file], scenario)).status).toBe(0);
  const { files } = await document<{ files: { format: string; series: { samples: number }[] }[] }>([
    'measured',
    file,
  ]);
  await rm(file);
  // Five points a second; no ping while nothing had left.
  expect(files.map(({ format, series }) => [format, series[0]?.samples])).toEqual([['flent', 20]]);
  const refused = await aqm(['export', '-', '--as', 'ns3', '--lane', '1'], scenario);
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('the scheme sfb')]);
});

it('packets are the same in Parquet as in JSON', async () => {
  const file = place('b.parquet');
  const args = ['packets', '-', '--from', '1', '--to', '2'];
  const { packets } = await document<{ packets: Record<string, unknown>[] }>(args, scenario);
  expect((await aqm([...args, '--as', 'parquet', '-o', file], scenario)).status).toBe(0);
  const bytes = await readFile(file);
  await rm(file);
  const rows = await parquetReadObjects({
    file: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
  });
  const plain = (row: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'bigint' ? Number(value) : (value ?? null),
      ]),
    );
  expect(rows.map(plain)).toEqual(packets);
});
