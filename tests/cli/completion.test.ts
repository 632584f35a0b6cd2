/** Completion and manual pages: a shell and groff read them. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aqm } from './aqm.ts';

it('bash completes commands, the options of a command, and the words of --format', async () => {
  const { stdout, status } = await aqm(['completion', 'bash']);
  expect(status).toBe(0);
  const folder = await mkdtemp(join(tmpdir(), 'aqm completion '));
  const file = join(folder, 'aqm.bash');
  await writeFile(file, stdout);
  expect(spawnSync('bash', ['-n', file]).status).toBe(0);
  const complete = (...words: readonly string[]) => {
    const script =
      'source "$0"; COMP_WORDS=(aqm "$@"); COMP_CWORD=$#; _aqm; printf "%s\\n" "${COMPREPLY[@]}"';
    return spawnSync('bash', ['-c', script, file, ...words], { encoding: 'utf8', cwd: folder })
      .stdout.trim()
      .split('\n');
  };
  expect(complete('stu')).toEqual(['study']);
  expect(complete('run', 'x.json', '--see')).toEqual(['--seed', '--seeds']);
  expect(complete('tc', '--format', '')).toEqual(['json', 'csv']);
  // The value of an option is a file, and an argument too.
  expect(complete('run', '--trace', '')).toEqual(['aqm.bash']);
  await rm(folder, { recursive: true });
  // No escape of a terminal where there is none.
  expect(stdout).not.toContain('\u001b');
});

it('a manual page has every option, and groff has nothing to complain of', async ({ skip }) => {
  const { stdout } = await aqm(['man', 'statistics']);
  const groff = spawnSync('groff', ['-man', '-ww', '-Tascii', '-P-c'], { input: stdout, encoding: 'utf8' });
  for (const name of ['metric', 'within', 'seeds', 'out', 'jobs', 'table', 'format', 'output', 'quiet'])
    expect(stdout).toMatch(new RegExp(`^\\.B .*\\\\-\\\\-${name}`, 'm'));
  if (groff.error !== undefined) skip('groff is not installed');
  expect(groff.stderr).toBe('');
  expect(groff.stdout).toContain('--within X');
});
