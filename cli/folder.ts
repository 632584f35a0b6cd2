/** Folders that commands write into. */
import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Refused } from './command.ts';
import { toldBySystem } from './told-by-system.ts';

/**
 * Creates the folder and its parents one by one. Node's own `recursive` never returns if a folder exists but
 * accepts no new one (ENOENT under /proc, or in the /home of an automounter).
 */
export async function makeFolder(folder: string): Promise<void> {
  const above = dirname(folder);
  try {
    await mkdir(folder);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return;
    if (code !== 'ENOENT' || existsSync(above)) throw error;
    await makeFolder(above);
    await makeFolder(folder);
  }
}

/** Opens a file in the folder; a failure is reported before the work. */
export async function openIn<T>(folder: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    throw new Refused(`Cannot write into ${folder}: ${toldBySystem(error)}`);
  }
}
