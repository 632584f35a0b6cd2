/** Folders that commands write into. */
import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Refused } from './command.ts';

/**
 * Makes the folder, and those above it. One by one: Node's own `recursive` tries for ever where a folder is there but takes no other
 * (ENOENT under /proc, or under an automounter's /home).
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

/** What `open` makes in the folder; that it cannot is told before the work, not after it. */
export async function openIn<T>(folder: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    throw new Refused(
      `Cannot write into ${folder}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
