/** The command `aqm` from its tarball, in an empty folder. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import own from '../../cli/package.json' with { type: 'json' };
import { version } from '../../package.json' with { type: 'json' };
import { packCli } from '../../scripts/cli-package.mjs';
import { aqm as ofProject } from './aqm.ts';

let folder: string;
const aqm = (...args: string[]) =>
  spawnSync(process.execPath, [join(folder, 'package', own.bin.aqm), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aqm command '));
  await mkdir(join(folder, 'package'));
  execFileSync('tar', ['xzf', await packCli(folder), '-C', folder]);
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

it('has the version of the project, and its script says so', () => {
  expect(own.version).toBe(version);
  expect(aqm('--version').stdout).toContain(version);
});

it('runs on workers with the results of the project', async () => {
  const asked = ['run', 'preset:early-drop', '--format', 'csv'];
  const told = aqm(...asked);
  expect(told.stderr).toBe('');
  expect(told.stdout).toBe((await ofProject(asked)).stdout);
});

it('packs and verifies, finds the cards and the texts, and refuses what needs the project', () => {
  const archive = join(folder, 'a.zip');
  expect(aqm('pack', 'preset:early-drop', '--out', archive).status).toBe(0);
  expect(aqm('verify', archive).status).toBe(0);
  expect(aqm('catalog').stdout).toContain('"citation"');
  const refused = aqm('agreement', '--schemes', 'red', '--store', 'now');
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('a copy of the project')]);
});
