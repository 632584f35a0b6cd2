/** Files of measurements on disk. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { MeasuredError, readMeasured, type Bytes, type Captured } from '../models/src/measured/index.ts';
import { Refused } from './command.ts';
import { note, watched } from './note.ts';
import { toldBySystem } from './told-by-system.ts';

/** For files of more bytes than this, a terminal shows the progress of reading. */
const LARGE = 50e6;

async function* told(file: string, size: number): AsyncGenerator<Uint8Array> {
  let done = 0;
  let before = 0;
  for await (const piece of createReadStream(file, { highWaterMark: 1 << 18 }) as Bytes) {
    yield piece;
    done += piece.length;
    const share = Math.floor((100 * done) / size);
    if (size > LARGE && watched() && share > before) note(`\r\u001b[K${file}: ${share} %`);
    before = share;
  }
  if (size > LARGE && watched()) note('\r\u001b[K');
}

export async function measuredIn(file: string): Promise<Captured> {
  try {
    const found = await stat(file);
    if (found.isDirectory()) throw new Refused(`${file} is a folder; a file is wanted here`);
    return await readMeasured(told(file, found.size), basename(file));
  } catch (error) {
    if (error instanceof MeasuredError) throw new Refused(`${file}: ${error.message}`);
    if (error instanceof Error && 'code' in error)
      throw new Refused(`Cannot read ${file}: ${toldBySystem(error)}`);
    throw error;
  }
}
