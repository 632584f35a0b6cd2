/** A command's answer as text, and as a file that is either complete or absent. */
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refused, type Output } from './command.ts';
import { csvLines } from './csv.ts';
import { toldBySystem } from './told-by-system.ts';

export async function* linesOf(
  { json, table, source }: Pick<Output, 'json' | 'table' | 'source'>,
  format: 'json' | 'csv',
): AsyncGenerator<string | Uint8Array> {
  if (format === 'json' && source !== undefined) yield source;
  else if (format === 'json') yield `${JSON.stringify(json, null, 2)}\n`;
  else yield* csvLines(table());
}

export interface Draft {
  /** Writes the answer and moves the file to its place; a command without an answer leaves an empty file. */
  readonly keep: (output: Output | undefined, format: 'json' | 'csv') => Promise<void>;
  /** Removes the draft if it was not kept. */
  readonly close: () => Promise<void>;
}

/** Opened before the work, so that an unwritable file is reported at once and not after hours. */
export async function openDraft(path: string): Promise<Draft> {
  const draft = `${path}.${process.pid}.draft`;
  const refused = (error: unknown) =>
    error instanceof Refused ? error : new Refused(`Cannot write ${path}: ${toldBySystem(error)}`);
  let file: FileHandle;
  try {
    file = await open(draft, 'w');
  } catch (error) {
    throw refused(error);
  }
  return {
    async keep(output, format) {
      try {
        await pipeline(
          Readable.from(output === undefined ? [] : linesOf(output, format)),
          file.createWriteStream(),
        );
        await rename(draft, path);
      } catch (error) {
        throw refused(error);
      }
    },
    async close() {
      await file.close();
      await rm(draft, { force: true });
    },
  };
}
