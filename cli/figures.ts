/**
 * A folder of figures for an archive: any program may have drawn them from the study's rows, and they are
 * hashed together with the rows.
 */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { Refused } from './command.ts';

/** Media types (IANA) of the files in papers; other files are plain bytes. */
const TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.eps': 'application/postscript',
  '.md': 'text/markdown',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.tex': 'application/x-tex',
  '.txt': 'text/plain',
};
/** The most bytes of all files together. */
const MOST = 100_000_000;

export interface FigureFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** The files of the folder by name. Entries that are not files, and an empty folder, are refused. */
export async function figuresOf(folder: string): Promise<readonly FigureFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new Refused(`--figures: ${error instanceof Error ? error.message : String(error)}`);
  });
  if (entries.length === 0) throw new Refused(`--figures: ${folder} has no files`);
  const files: FigureFile[] = [];
  let total = 0;
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (!entry.isFile()) throw new Refused(`--figures: ${path} is not a file`);
    const bytes = await readFile(path);
    total += bytes.length;
    if (total > MOST) throw new Refused(`--figures: ${folder} has more than ${MOST} bytes`);
    const type = TYPES[extname(entry.name).toLowerCase()] ?? 'application/octet-stream';
    files.push({ name: `figures/${entry.name}`, type, bytes });
  }
  return files;
}
