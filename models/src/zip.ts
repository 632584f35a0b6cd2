/** Files as one ZIP. */
import { zipSync } from 'fflate';

/** ZIP has no times before 1980. A fixed time makes the same bytes for the same files. */
const TIME = new Date(1980, 0, 1);

export const zipped = (files: Readonly<Record<string, Uint8Array>>): Uint8Array =>
  zipSync({ ...files }, { mtime: TIME, level: 9 });
