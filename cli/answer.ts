/** A command's answer as text, and as a file that is there whole or not at all. */
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refused, type Output } from './command.ts';
import { csvLines } from './csv.ts';

export async function* linesOf(
  { json, table, source }: Pick<Output, 'json' | 'table' | 'source'>,
  format: 'json' | 'csv',
): AsyncGenerator<string | Uint8Array> {
  if (format === 'json' && source !== undefined) yield source;
  else if (format === 'json') yield `${JSON.stringify(json, null, 2)}\n`;
  else yield* csvLines(table());
}

export interface Draft {
  /** Writes the answer and moves it to its place; a command that has nothing to say leaves an empty file. */
  readonly keep: (output: Output | undefined, format: 'json' | 'csv') => Promise<void>;
  /** Takes away what was not kept. */
  readonly close: () => Promise<void>;
}

/** Opened before the work: that the file cannot be written is told then, not after hours. */
export async function openDraft(path: string): Promise<Draft> {
  const draft = `${path}.${process.pid}.draft`;
  const refused = (error: unknown) =>
    error instanceof Refused
      ? error
      : new Refused(`Cannot write ${path}: ${error instanceof Error ? error.message : String(error)}`);
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
