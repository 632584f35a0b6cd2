/** A story in a link and in a file: compressed, with a checksum, as a link's own document is. */
import { strFromU8, strToU8, deflateSync } from 'fflate';
import { fromBase64Url, toBase64Url } from '../base64url.ts';
import { crc32 } from '../crc32.ts';
import { inflate } from '../inflate.ts';

import type { Story } from '../generated/story.ts';

/** Bytes of a story's text. */
const LARGEST_STORY = 200_000;
const CHECK = 4;

export function packStory(story: Story): string {
  const text = strToU8(JSON.stringify(story));
  const packed = deflateSync(text, { level: 9 });
  const bytes = new Uint8Array(CHECK + packed.length);
  new DataView(bytes.buffer).setUint32(0, crc32(text));
  bytes.set(packed, CHECK);
  return toBase64Url(bytes);
}

/** The JSON of a word that `packStory` made; what it contains is not checked (check.ts). */
export function unpackStory(word: string): unknown {
  const bytes = fromBase64Url(word);
  if (bytes === undefined || bytes.length <= CHECK) return undefined;
  const text = inflate(bytes.subarray(CHECK), LARGEST_STORY);
  if (typeof text === 'string' || new DataView(bytes.buffer).getUint32(0) !== crc32(text)) return undefined;
  return JSON.parse(strFromU8(text)) as unknown;
}
