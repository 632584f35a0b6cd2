/**
 * A completion code: the values with which a student reached the goals of a lesson, the student's name, and
 * the digest of the runs. A teacher with the lesson can run them again: the code proves that its values reach
 * the goals, not who found them.
 */
import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import { fromBase64Url, toBase64Url } from '../base64url.ts';
import { crc32 } from '../crc32.ts';

export interface Completion {
  readonly name: string;
  /** The values at the lesson's open places, in their order; null: the scenario's default. */
  readonly values: readonly unknown[];
  /** Eight hexadecimal digits. */
  readonly digest: string;
}

const PREFIX = 'AQM1.';
const MOST_NAME = 60;

export const hash = (text: string): string =>
  crc32(new TextEncoder().encode(text)).toString(16).padStart(8, '0');

export function writeCode({ name, values, digest }: Completion): string {
  const text = JSON.stringify([name.trim().slice(0, MOST_NAME), digest, ...values]);
  const check = hash(text).slice(0, 4);
  return `${PREFIX}${check}${toBase64Url(deflateSync(strToU8(text), { level: 9 }))}`;
}

/** Undefined if it is not a code, or was damaged. */
export function readCode(code: string): Completion | undefined {
  const [, check, payload = ''] = /^AQM1\.([0-9a-f]{4})([\w-]{1,4000})$/.exec(code.trim()) ?? [];
  const bytes = fromBase64Url(payload);
  if (check === undefined || bytes === undefined) return undefined;
  try {
    const text = strFromU8(inflateSync(bytes, { out: new Uint8Array(16_384) }));
    if (hash(text).slice(0, 4) !== check) return undefined;
    const found: unknown = JSON.parse(text);
    if (!Array.isArray(found)) return undefined;
    const [name, digest, ...values] = found as readonly unknown[];
    return typeof name === 'string' && typeof digest === 'string' ? { name, digest, values } : undefined;
  } catch {
    return undefined;
  }
}
