/**
 * An archive of a study with its results (RO-Crate 1.1 in a ZIP). `aqm pack` writes it, `aqm verify` runs it
 * again, and the page opens it. This file defines its files and checks that they are unchanged.
 */
import { strFromU8, strToU8, unzipSync } from 'fflate';
import { zipped } from './zip.ts';

export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}

/** Files by name, and the hash of each. */
export const NAMES = {
  crate: 'ro-crate-metadata.json',
  document: 'document.json',
  study: 'study.json',
  parameters: 'parameters.json',
  rows: 'rows.csv',
  engine: 'engine/aqm.wasm',
  citation: 'CITATION.cff',
  readme: 'README.md',
  command: 'command.txt',
  manifest: 'manifest-sha256.txt',
} as const;

/** The largest size of all files together, bytes. */
const MOST_UNPACKED = 400_000_000;

export type Files = Readonly<Record<string, Uint8Array>>;

const hashOf = async (bytes: Uint8Array): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

/** The bytes of the archive, with its manifest. */
export async function packed(texts: Readonly<Record<string, string | Uint8Array>>): Promise<Uint8Array> {
  const files: Record<string, Uint8Array> = {};
  const lines: string[] = [];
  for (const [name, content] of Object.entries(texts)) {
    const bytes = typeof content === 'string' ? strToU8(content) : content;
    files[name] = bytes;
    lines.push(`${await hashOf(bytes)}  ${name}\n`);
  }
  files[NAMES.manifest] = strToU8(lines.join(''));
  return zipped(files);
}

export function unpacked(bytes: Uint8Array): Files {
  let total = 0;
  let files: Files;
  try {
    files = unzipSync(bytes, {
      filter: ({ originalSize }) => {
        total += originalSize;
        if (total > MOST_UNPACKED) throw new ArchiveError(`it holds more than ${MOST_UNPACKED} bytes`);
        return true;
      },
    });
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    throw new ArchiveError('it is no ZIP, or it is damaged or cut off');
  }
  for (const name of [NAMES.study, NAMES.rows, NAMES.manifest, NAMES.crate])
    if (files[name] === undefined) throw new ArchiveError(`it is no archive of aqm pack: ${name} is missing`);
  return files;
}

/** The files that have changed since they were packed, one sentence for each. */
export async function altered(files: Files): Promise<string[]> {
  const listed = new Set<string>([NAMES.manifest]);
  const found: string[] = [];
  for (const line of textOf(files, NAMES.manifest).trimEnd().split('\n')) {
    const [, hash, name] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (hash === undefined || name === undefined) {
      found.push(`${NAMES.manifest} has a line that names no file: ${JSON.stringify(line.slice(0, 60))}`);
      continue;
    }
    listed.add(name);
    const bytes = files[name];
    if (bytes === undefined) found.push(`${name} is missing`);
    else if ((await hashOf(bytes)) !== hash) found.push(`${name} was altered`);
  }
  for (const name of Object.keys(files)) if (!listed.has(name)) found.push(`${name} was added`);
  return found;
}

export const textOf = (files: Files, name: string): string => strFromU8(files[name] ?? new Uint8Array());

/** The engine and version that made the archive, from its RO-Crate metadata. */
export function madeBy(files: Files): { readonly engine: string; readonly version: string } {
  const nothing = { engine: '', version: '' };
  try {
    const { '@graph': graph } = JSON.parse(textOf(files, NAMES.crate)) as {
      '@graph': readonly Record<string, unknown>[];
    };
    const software = graph.find((entity) => entity['@id'] === '#aqm-explorer');
    const word = (key: string) => {
      const value = software?.[key];
      return typeof value === 'string' ? value : '';
    };
    return { engine: word('identifier'), version: word('softwareVersion') };
  } catch {
    return nothing;
  }
}
