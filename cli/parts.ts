/**
 * The parts of a study on disk: one Parquet file for each chunk, named by the hash of everything that
 * determines it. A part is written beside its place and then moved there, so that only complete parts exist,
 * even after an interruption.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { Cell, Column, ColumnType } from '../models/src/study/columns.ts';
import { makeFolder } from './folder.ts';
import { note } from './note.ts';

const PARQUET = {
  number: 'DOUBLE',
  integer: 'INT64',
  text: 'STRING',
  boolean: 'BOOLEAN',
} as const satisfies Record<ColumnType, string>;

/** Name of a part: the first 32 digits of the SHA-256 of its key's text. */
export const partName = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 32);

export class Parts {
  private constructor(
    /** The folder of this study's parts, because DuckDB reads every file in it. */
    private readonly own: string,
    private readonly other: string,
    private readonly traces: string,
    private readonly damaged: string,
  ) {}

  static async open(folder: string): Promise<Parts> {
    const [own, other, traces, damaged] = ['parts', 'other', 'traces', 'damaged'].map((name) =>
      join(folder, name),
    ) as [string, string, string, string];
    const parts = new Parts(own, other, traces, damaged);
    await makeFolder(parts.own);
    return parts;
  }

  /** Whether the part exists with all its rows. An unreadable part is moved aside, and this is reported. */
  async whole(name: string, columns: readonly Column[], rows: number): Promise<boolean> {
    if (!existsSync(this.path(name))) return false;
    let fault: string;
    try {
      const found = (await this.read(name, columns)).length;
      if (found === rows) return true;
      fault = `it has ${found} rows in place of ${rows}`;
    } catch (error) {
      fault = error instanceof Error ? error.message : String(error);
    }
    await mkdir(this.damaged, { recursive: true });
    await rename(this.path(name), join(this.damaged, `${name}.parquet`));
    note(
      `Warning: ${this.path(name)} is damaged (${fault}); it is set aside in ${this.damaged} and run again\n`,
    );
    return false;
  }

  /**
   * Moves the parts of another study, or of this study before a change, to the other folder, and moves those
   * of `names` back.
   */
  async sort(names: ReadonlySet<string>): Promise<void> {
    const stray = (await readdir(this.own)).filter((file) => !names.has(file.replace(/\.parquet$/, '')));
    const back = existsSync(this.other)
      ? (await readdir(this.other)).filter((file) => names.has(file.replace(/\.parquet$/, '')))
      : [];
    if (stray.length > 0) await mkdir(this.other, { recursive: true });
    for (const file of stray) await rename(join(this.own, file), join(this.other, file));
    for (const file of back) await rename(join(this.other, file), join(this.own, file));
  }

  async write(name: string, columns: readonly Column[], rows: readonly (readonly Cell[])[]): Promise<void> {
    await put(this.path(name), columns, rows);
  }

  async writeTrace(
    name: string,
    columns: readonly Column[],
    rows: readonly (readonly Cell[])[],
  ): Promise<void> {
    await mkdir(this.traces, { recursive: true });
    await put(join(this.traces, `${name}.parquet`), columns, rows);
  }

  /** The rows of a part, with cells in the order of the columns. */
  async read(name: string, columns: readonly Column[]): Promise<(readonly Cell[])[]> {
    const bytes = await readFile(this.path(name));
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const objects = (await parquetReadObjects({ file })) as Readonly<
      Record<string, Cell | bigint | undefined>
    >[];
    return objects.map((row) =>
      columns.map(({ name: column }) => {
        const value = row[column] ?? null;
        return typeof value === 'bigint' ? Number(value) : value;
      }),
    );
  }

  private readonly path = (name: string): string => join(this.own, `${name}.parquet`);
}

async function put(
  path: string,
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
): Promise<void> {
  // Another process may write the same table at the same time.
  const draft = `${path}.${process.pid}.draft`;
  await writeFile(draft, parquetOf(columns, rows));
  await rename(draft, path);
}

/** A table as a Parquet file. */
export function parquetOf(columns: readonly Column[], rows: readonly (readonly Cell[])[]): Uint8Array {
  const columnData = columns.map(({ name, type }, c) => ({
    name,
    type: PARQUET[type],
    data: rows.map((row) => {
      const cell = row[c] ?? null;
      return type === 'integer' ? BigInt(Number(cell)) : cell;
    }),
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}
