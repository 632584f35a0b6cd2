import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { free } from '../../cli/commands/snapshot.ts';
import { makeFolder } from '../../cli/folder.ts';
import { aqm } from './aqm.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aqm folder '));
});
afterAll(() => rm(folder, { recursive: true }));

describe('a folder to write into', () => {
  it('is made with those above it, and may be there already', async () => {
    const deep = join(folder, 'a', 'b', 'c');
    await makeFolder(deep);
    await makeFolder(deep);
    expect((await stat(deep)).isDirectory()).toBe(true);
  });

  it('is refused where a file is in the way', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    await expect(makeFolder(file)).rejects.toThrow('EEXIST');
    await expect(makeFolder(join(file, 'a', 'b'))).rejects.toThrow('ENOTDIR');
  });

  // There, as under an automounter's /home, a folder that is there says of a new one in it that it is not.
  it.runIf(existsSync('/proc/self'))('is refused where none can be made, at once', async () => {
    await expect(makeFolder('/proc/none/a/b')).rejects.toThrow('ENOENT');
  });
});

describe.concurrent('a place that does not do is refused before the work, without a stack', () => {
  it.each([
    ['study', ['models/studies/red-or-codel.json', '--out']],
    ['replicate', ['sared', '--out']],
    ['snapshot', ['preset:early-drop', '--out']],
  ])('%s', async (command, args) => {
    const file = join(folder, `in the way of ${command}`);
    await writeFile(file, '');
    const { status, stdout, stderr } = await aqm([command, ...args, join(file, 'x')]);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`Cannot write into ${join(file, 'x')}: ENOTDIR`);
    expect(stderr).not.toMatch(/^ {4}at /m);
  });

  it('replicate, of a document', async () => {
    const file = join(folder, 'none', 'all.json');
    const { status, stdout, stderr } = await aqm(['replicate', 'sared', '--out', file]);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Cannot write .*all\.json: ENOENT[^\n]*\n$/);
  });
});

describe.concurrent('aqm check', () => {
  it.each([
    ['x.json', '{', 'cannot be read'],
    ['x.json', 'null', 'is no golden of format 1'],
    ['x.json', '{"format": 1}', 'is no golden of format 1'],
    ['engine.json', '{', 'cannot be read'],
  ])('refuses a folder whose %s is %s, by its name', async (name, text, message) => {
    const kept = await mkdtemp(join(folder, 'kept '));
    await writeFile(join(kept, name), text);
    const { status, stdout, stderr } = await aqm(['check', kept]);
    expect([status, stdout]).toEqual([3, '']);
    expect(stderr).toContain(`${join(kept, name)} ${message}`);
    expect(stderr.trimEnd()).not.toContain('\n');
  });

  it('refuses a file, and a folder without plots, in a line', async () => {
    const file = join(folder, 'no folder');
    await writeFile(file, '');
    await mkdir(join(folder, 'empty'));
    expect(await aqm(['check', file])).toEqual({
      status: 3,
      stdout: '',
      stderr: `ENOTDIR: not a directory, scandir '${file}'\n`,
    });
    expect((await aqm(['check', join(folder, 'empty')])).stderr).toContain('holds no plots');
    expect(await readdir(join(folder, 'empty'))).toEqual([]);
  });

  it('refuses a name that is not in the folder, also beside one that is', async () => {
    const kept = 'tests/goldens/plots';
    const { status, stdout, stderr } = await aqm(['check', kept, '--only', 'early-drop,earlydrop']);
    expect([status, stdout]).toEqual([3, '']);
    expect(stderr).toMatch(/^tests\/goldens\/plots has no "earlydrop"; there are .*\bearly-drop\b/);
  });
});

describe('the name of a snapshot', () => {
  it('is never that of the probes, of the differences or of another', () => {
    const named = (names: readonly string[]) => names.map((name) => ({ name }));
    expect(free('engine', [])).toBe('engine-2');
    expect(free('changes', named(['changes-2']))).toBe('changes-3');
    expect(free('queue', named(['queue']))).toBe('queue-2');
    expect(free('queue', [])).toBe('queue');
  });
});
