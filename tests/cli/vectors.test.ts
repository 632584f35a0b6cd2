import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Comparison } from '../../cli/vectors/compare.ts';
import { aqm, document, root } from './aqm.ts';

/** What Linux's own code did (docs/linux.md): nothing here was written by this project. */
const kept = join(root, 'tests/data/linux');

interface Answer {
  readonly runs: readonly Comparison[];
}
type Index = Record<string, unknown> & {
  runs: Record<string, Record<string, unknown>>;
  patterns: Record<string, Record<string, unknown>>;
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aqm vectors '));
});
afterAll(() => rm(folder, { recursive: true }));

/** A copy of the vectors with a change to one run's entry or to the lines of one file. */
async function changed(
  name: string,
  index: (index: Index) => void = () => undefined,
  files: Readonly<Record<string, (lines: string[]) => string[]>> = {},
): Promise<string> {
  const copy = join(folder, name);
  await cp(kept, copy, { recursive: true });
  const json = JSON.parse(await readFile(join(copy, 'index.json'), 'utf8')) as Index;
  for (const [file, edit] of Object.entries(files)) {
    const lines = gunzipSync(await readFile(join(copy, `${file}.gz`)))
      .toString()
      .trimEnd()
      .split('\n');
    await writeFile(join(copy, file), `${edit(lines).join('\n')}\n`);
  }
  index(json);
  await writeFile(join(copy, 'index.json'), JSON.stringify(json));
  return copy;
}

/** The run reads the changed file in place of the packed one, whose hash no longer says anything. */
const reads = (id: string, file: string) => (index: Index) => {
  const run = index.runs[id];
  if (run === undefined) throw new Error(`no run ${id}`);
  run.fates = file;
  delete run.sha256_16;
};

describe.concurrent('aqm vectors', () => {
  it('finds every packet of what Linux did, to the nanosecond', async () => {
    const { runs } = await document<Answer>(['vectors', kept, '--json']);
    expect(runs.filter(({ equal }) => !equal)).toEqual([]);
    const index = JSON.parse(await readFile(join(kept, 'index.json'), 'utf8')) as Index;
    expect(runs.map(({ id }) => id)).toEqual(Object.keys(index.runs));
    for (const run of runs) {
      const { module, pattern } = index.runs[run.id] ?? {};
      expect(run).toEqual({
        id: run.id,
        module,
        equal: true,
        packets: index.patterns[String(pattern)]?.packets,
        first_difference: null,
        reason: null,
      });
    }
  });

  it('tells the first packet that differs', async () => {
    const file = 'fates/pie.slow_a.csv';
    // Packet 1234 stands on line 1236: below the heading, from 0.
    const copy = await changed('moved', reads('pie.slow_a', file), {
      [file]: (lines) =>
        lines.map((line, i) => (i === 1235 ? line.replace(/\d$/, (d) => String((+d + 1) % 10)) : line)),
    });
    const { runs } = await document<Answer>(['vectors', copy, '--only', 'pie.slow_a']);
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({ equal: false, packets: 5000, first_difference: { packet: 1234 } });
    expect(runs[0]?.reason).toMatch(/^packet 1234 \(\d+ bytes of flow \d, at \d+\.\d{6} s\) was /);
  });

  it('does not run what has no counterpart, and says what', async () => {
    const copy = await changed('unknown', ({ runs }) => {
      Object.assign(runs['codel.slow_a'] ?? {}, { module: 'hhf' });
      const pie = runs['pie.slow_a'] as { kernel_parameters: Record<string, number> };
      pie.kernel_parameters.SHADE = 3;
      const dualpi2 = runs['dualpi2-overflow.ecn_a'] as { kernel_parameters: Record<string, number> };
      dualpi2.kernel_parameters.DROP_EARLY = 1;
    });
    const { runs } = await document<Answer>(['vectors', copy]);
    const reasons = Object.fromEntries(runs.map(({ id, equal, reason }) => [id, equal ? null : reason]));
    expect(reasons['codel.slow_a']).toBe('no scheme here is the module hhf');
    expect(reasons['pie.slow_a']).toBe('the option SHADE of pie has no counterpart here');
    expect(reasons['dualpi2-overflow.ecn_a']).toBe('DROP_EARLY 1 of dualpi2 has no counterpart here');
    expect(reasons['fq_pie.slow_a']).toBe(null);
  });

  it.each([
    ['a fate', ['x,0'], /fates\/pie\.slow_a\.csv, line 3: fate must be s, m, e, o or q, not "x"/],
    ['a number', ['s,1.5'], /line 3: must be a whole number, not "1\.5"/],
    ['cells', ['s,1,2'], /line 3 must have 2 cells, not "s,1,2"/],
    ['a line too few', [], /has arrivals 4999, index\.json says 5000/],
  ])('refuses a file with a wrong place: %s', async (name, line, message) => {
    const file = 'fates/pie.slow_a.csv';
    const copy = await changed(name, reads('pie.slow_a', file), {
      [file]: (lines) => [...lines.slice(0, 2), ...line, ...lines.slice(3)],
    });
    const { status, stdout, stderr } = await aqm(['vectors', copy, '--only', 'pie.slow_a']);
    expect(stderr).toMatch(message);
    expect([status, stdout]).toEqual([1, '']);
  });

  it('refuses damage, what is not there, and an index that is none', async () => {
    const damaged = await changed('damaged', ({ runs }) => {
      Object.assign(runs['pie.slow_a'] ?? {}, { sha256_16: '0123456789abcdef' });
    });
    const lost = await changed('lost', ({ runs }) => {
      Object.assign(runs['pie.slow_a'] ?? {}, { fates: 'fates/none.csv.gz' });
    });
    const other = await changed('other', (index) => (index.format = 'aqm-linux-vectors 2'));
    for (const [copy, message] of [
      [damaged, /pie\.slow_a\.csv\.gz is damaged: its SHA-256 begins with/],
      [lost, /Cannot read .*none\.csv\.gz/],
      [other, /index\.json: format must be "aqm-linux-vectors 1", not "aqm-linux-vectors 2"/],
      [join(folder, 'nowhere'), /Cannot read .*index\.json/],
    ] as const) {
      const { status, stderr } = await aqm(['vectors', copy]);
      expect(stderr).toMatch(message);
      expect(status).toBe(1);
    }
    const { status, stderr } = await aqm(['vectors', kept, '--only', 'pie.slow_b']);
    expect(stderr).toContain('did you mean pie.slow_a?');
    expect(status).toBe(2);
  });
});
