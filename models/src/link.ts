/**
 * A scenario in the fragment of an address, `#s=<payload>&v=<view>`, which browsers do not send to a server;
 * further fields describe the view.
 * The payload's first character is its format, and every format stays readable for ever:
 *
 *   1... base64url of the CRC-32 of the text and the text, canonical JSON, compressed by DEFLATE without a
 *   wrapper (RFC 1951)
 *   2... the same, compressed with a dictionary of the words in documents (link-words.ts)
 *   p.ID.N a preset as it was in its release N (released.ts)
 *   p.ID.N.REST a document compressed against that release: REST is as in format 2
 *
 * The checksum makes an altered link fail with an error instead of opening another document.
 */
import { deflateSync, strFromU8, strToU8 } from 'fflate';
import type { AqmInfo } from './types.ts';
import type { AqmRules } from './aqm-rules.ts';
import { fromBase64Url, toBase64Url } from './base64url.ts';
import { normalise } from './complete.ts';
import { crc32 } from './crc32.ts';
import type { Scenario } from './generated/scenario.ts';
import { refusal, type Issue } from './issue.ts';
import { inflate } from './inflate.ts';
import { MAX_TEXT } from './limits.ts';
import { LINK_WORDS } from './link-words.ts';
import { parseScenario } from './validate.ts';

/** A release of a preset: links encoded against it contain only the differences. */
export interface Release {
  readonly id: string;
  readonly number: number;
  /** Its canonical text at the release, which never changes. */
  readonly text: string;
}

/**
 * The fragment with its `#`, for any address of the app. `view` is the view that opens, or all fields of the
 * view. `base`, the release of the preset that the document was made from, makes the fragment shorter.
 */
export function encodeLink(
  document: Scenario,
  view: string | ViewFields = {},
  catalogue?: readonly AqmInfo[],
  base?: Release | null,
): string {
  const text = JSON.stringify(normalise(document, catalogue));
  const fields = Object.entries(typeof view === 'string' ? { v: view } : view);
  const more = fields.map(([name, value]) => `&${name}=${encodeURIComponent(value)}`).join('');
  return `#s=${shortest(text, base ?? null)}${more}`;
}

function shortest(text: string, base: Release | null): string {
  const plain = `2${pack(text, LINK_WORDS)}`;
  if (base === null) return plain;
  const name = `p.${base.id}.${base.number}`;
  if (text === base.text) return name;
  const changed = `${name}.${pack(text, strToU8(base.text))}`;
  return changed.length < plain.length ? changed : plain;
}

function pack(text: string, dictionary: Uint8Array): string {
  const written = strToU8(text);
  const packed = deflateSync(written, { level: 9, dictionary });
  const bytes = new Uint8Array(CHECKSUM_BYTES + packed.length);
  new DataView(bytes.buffer).setUint32(0, crc32(written));
  bytes.set(packed, CHECKSUM_BYTES);
  return toBase64Url(bytes);
}

/** Fields of the view; the page defines their meaning. */
export type ViewFields = Readonly<Record<string, string>>;

export type DecodedLink =
  | {
      readonly ok: true;
      readonly scenario: Scenario;
      readonly warnings: readonly Issue[];
      readonly view: ViewFields;
    }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** Whether `text` looks like a link rather than a file name. */
export function isLink(text: string): boolean {
  return fragmentOf(text) !== undefined;
}

/** The preset's release that a link is encoded against, if any. */
export function releaseIn(text: string): Pick<Release, 'id' | 'number'> | undefined {
  const [, id = '', number = ''] = ON_PRESET.exec(payloadOf(text) ?? '') ?? [];
  return id === '' ? undefined : { id, number: Number(number) };
}

/**
 * The scenario in a link: a whole address, or the part after its `#`. Never throws, whatever `text` is. A
 * link to a preset needs the preset's release; released.ts finds it.
 */
export function decodeLink(text: string, engine?: AqmRules, released?: Release | null): DecodedLink {
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
  const json = read(payload, released);
  if (!json.ok) return broken(json.rule);
  const result = parseScenario(json.text, engine);
  fields.delete('s');
  return result.ok ? { ...result, view: Object.fromEntries(fields) } : result;
}

function fragmentOf(text: string): string | undefined {
  return /^(?:[^#]*#|)(s=.*)$/s.exec(text.trim())?.[1];
}

const payloadOf = (text: string): string | undefined => {
  const fragment = fragmentOf(text);
  return fragment === undefined ? undefined : (new URLSearchParams(fragment).get('s') ?? undefined);
};

const ON_PRESET = /^p\.([a-z][a-z0-9-]{0,63})\.([1-9]\d{0,3})(?:\.(.*))?$/s;

type Unpacked = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly rule: string };

function read(payload: string, released: Release | null | undefined): Unpacked {
  const format = payload.charAt(0);
  if (format === '1') return unpack(payload.slice(1), undefined);
  if (format === '2') return unpack(payload.slice(1), LINK_WORDS);
  const [, id, number, rest] = ON_PRESET.exec(payload) ?? [];
  if (id === undefined) {
    const rule = 'is of a format that this program does not know; a newer version may have made it';
    return format === 'p' ? damaged : { ok: false, rule };
  }
  if (released?.id !== id || released.number !== Number(number)) {
    const rule =
      `builds on release ${number ?? ''} of the preset ${id}, which this program does not have; a newer ` +
      'version may have made it';
    return { ok: false, rule };
  }
  return rest === undefined ? { ok: true, text: released.text } : unpack(rest, strToU8(released.text));
}

const CHECKSUM_BYTES = 4;
const damaged: Unpacked = {
  ok: false,
  rule: 'is damaged: it was cut off or changed on its way; ask for it again',
};

function unpack(payload: string, dictionary: Uint8Array | undefined): Unpacked {
  const bytes = fromBase64Url(payload);
  if (bytes === undefined || bytes.length <= CHECKSUM_BYTES) return damaged;
  const inflated = inflate(bytes.subarray(CHECKSUM_BYTES), MAX_TEXT, dictionary);
  if (inflated === 'damaged') return damaged;
  if (inflated === 'too large') return { ok: false, rule: `unpacks to more than ${MAX_TEXT} bytes` };
  const checksum = new DataView(bytes.buffer).getUint32(0);
  return checksum === crc32(inflated) ? { ok: true, text: strFromU8(inflated) } : damaged;
}
