/**
 * A scenario in the fragment of an address, `#s=<payload>&v=<view>`, where no server sees it; further fields say how it is looked at. The payload is a character for
 * the format's version, then in base64url the CRC-32 of the text and the text, canonical JSON, compressed by DEFLATE without
 * a wrapper (RFC 1951). The checksum is there so that an altered link says so instead of opening something else.
 */
import { deflateSync, Inflate, strFromU8, strToU8 } from 'fflate';
import type { AqmInfo } from './types.ts';
import type { AqmRules } from './aqm-rules.ts';
import { fromBase64Url, toBase64Url } from './base64url.ts';
import { normalise } from './complete.ts';
import { crc32 } from './crc32.ts';
import type { Scenario } from './generated/scenario.ts';
import { refusal, type Issue } from './issue.ts';
import { MAX_TEXT } from './limits.ts';
import { parseScenario } from './validate.ts';

const FORMAT = '1';
const CHECKSUM_BYTES = 4;

/**
 * The fragment with its `#`, to be put behind any address of the app. `view` is the view to open it in, or all that is to be said
 * about how it is looked at, by field.
 */
export function encodeLink(
  document: Scenario,
  view: string | ViewFields = {},
  catalogue?: readonly AqmInfo[],
): string {
  const text = strToU8(JSON.stringify(normalise(document, catalogue)));
  const packed = deflateSync(text, { level: 9 });
  const bytes = new Uint8Array(CHECKSUM_BYTES + packed.length);
  new DataView(bytes.buffer).setUint32(0, crc32(text));
  bytes.set(packed, CHECKSUM_BYTES);
  const fragment = `#s=${FORMAT}${toBase64Url(bytes)}`;
  const fields = Object.entries(typeof view === 'string' ? { v: view } : view);
  return fragment + fields.map(([name, value]) => `&${name}=${encodeURIComponent(value)}`).join('');
}

/** How a scenario is looked at; what the words mean is the page's. */
export type ViewFields = Readonly<Record<string, string>>;

export type DecodedLink =
  | {
      readonly ok: true;
      readonly scenario: Scenario;
      readonly warnings: readonly Issue[];
      readonly view: ViewFields;
    }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** Whether `text` looks like a link, and not like the name of a file. */
export function isLink(text: string): boolean {
  return fragmentOf(text) !== undefined;
}

/** The scenario in a link: a whole address, or what stands behind its `#`. Never throws, whatever `text` is. */
export function decodeLink(text: string, engine?: AqmRules): DecodedLink {
  const broken = (rule: string): DecodedLink => ({
    ok: false,
    issues: [refusal({ path: 'link', rule }, `The link ${rule}.`)],
  });
  if (text.length > 2 * MAX_TEXT) return broken(`is too long: ${text.length} characters`);
  const fragment = fragmentOf(text);
  if (fragment === undefined) return broken('has no scenario: "#s=" is missing');
  const fields = new URLSearchParams(fragment);
  const payload = fields.get('s') ?? '';
  if (payload === '') return broken('holds no scenario: nothing follows "s="');
  if (!payload.startsWith(FORMAT)) {
    return broken('is of a format that this program does not know; a newer version may have made it');
  }
  const json = unpack(payload.slice(FORMAT.length));
  if (!json.ok) return broken(json.rule);
  const result = parseScenario(json.text, engine);
  fields.delete('s');
  return result.ok ? { ...result, view: Object.fromEntries(fields) } : result;
}

function fragmentOf(text: string): string | undefined {
  return /^(?:[^#]*#|)(s=.*)$/s.exec(text.trim())?.[1];
}

type Unpacked = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly rule: string };

function unpack(payload: string): Unpacked {
  const damaged: Unpacked = {
    ok: false,
    rule: 'is damaged: it was cut off or changed on its way; ask for it again',
  };
  const bytes = fromBase64Url(payload);
  if (bytes === undefined || bytes.length <= CHECKSUM_BYTES) return damaged;
  const inflated = inflate(bytes.subarray(CHECKSUM_BYTES));
  if (inflated === 'damaged') return damaged;
  if (inflated === 'too large') return { ok: false, rule: `unpacks to more than ${MAX_TEXT} bytes` };
  const checksum = new DataView(bytes.buffer).getUint32(0);
  return checksum === crc32(inflated) ? { ok: true, text: strFromU8(inflated) } : damaged;
}

/** Inflates in small steps, so that a few bytes that would unpack to gigabytes are given up early. */
function inflate(packed: Uint8Array): Uint8Array | 'damaged' | 'too large' {
  const STEP = 512;
  const parts: Uint8Array[] = [];
  let size = 0;
  const stream = new Inflate((part) => {
    parts.push(part);
    size += part.length;
  });
  try {
    for (let at = 0; at < packed.length && size <= MAX_TEXT; at += STEP) {
      stream.push(packed.subarray(at, at + STEP), at + STEP >= packed.length);
    }
  } catch {
    // fflate throws at the first bit that is not DEFLATE, and at an early end.
    return 'damaged';
  }
  if (size > MAX_TEXT) return 'too large';
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
