/** Where a command's scenario comes from: a file, standard input, or a link. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import {
  decodeLink,
  isLink,
  parseJson,
  parseScenario,
  releaseFor,
  type AqmRules,
  type DecodedLink,
  type Scenario,
  type Validation,
} from '../models/src/index.ts';
import { MAX_TEXT } from '../models/src/limits.ts';
import { Refused } from './command.ts';

/** What `source` names: '-' is standard input, an address with #s= is a link, all else is a file. */
export const textOf = async (source: string): Promise<string> =>
  isLink(source) || ADDRESS.test(source) ? source : read(source);

/** The link that a text is, decoded; undefined when it is none. */
export async function decoded(text: string, engine: AqmRules): Promise<DecodedLink | undefined> {
  const link = linkIn(text);
  return link === undefined ? undefined : decodeLink(link, engine, await releaseFor(link));
}

/** The verdict on what `source` names. */
export const judge = async (source: string, engine: AqmRules): Promise<Validation> =>
  judgeText(await textOf(source), engine);
const judgeText = async (text: string, engine: AqmRules): Promise<Validation> =>
  (await decoded(text, engine)) ?? parseScenario(text, engine);

/** The valid scenario that `source` names; warnings go to standard error. */
export const load = async (source: string, engine: AqmRules): Promise<Scenario> =>
  loadText(await textOf(source), engine);
export async function loadText(text: string, engine: AqmRules): Promise<Scenario> {
  const result = await judgeText(text, engine);
  if (!result.ok) throw Refused.for(result.issues);
  for (const { message } of result.warnings) process.stderr.write(`Warning: ${message}\n`);
  return result.scenario;
}

/** An address of the web; one that is no link is refused as such, and is never the name of a file. */
const ADDRESS = /^https?:\/\//i;

/** A link by itself, or in the document that the command `link` writes. */
function linkIn(text: string): string | undefined {
  // First: its text has a # and s= in it, too.
  if (/^\s*\{\s*"link"/.test(text)) {
    const parsed = parseJson(text);
    const link = parsed.ok ? (parsed.value as { link: unknown }).link : undefined;
    return typeof link === 'string' ? link : undefined;
  }
  // A document may have a link among its words: in "source", say.
  if (/^\s*\{/.test(text)) return undefined;
  return isLink(text) || ADDRESS.test(text) ? text : undefined;
}

/** The text of a file, or with '-' of standard input. */
export async function read(source: string): Promise<string> {
  if (source === '-') return readAll(process.stdin, 'Standard input');
  try {
    const { size } = await stat(source);
    // A UTF-8 character has at most four bytes.
    if (size > 4 * MAX_TEXT)
      throw new Refused(`${source} has ${size} bytes; a document has at most ${MAX_TEXT} characters`);
    return await readAll(createReadStream(source), source);
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      throw new Refused(`Cannot read ${source}: ${error.message}`);
    throw error;
  }
}

/** No more than a document may have: what a device or a pipe gives has no size and perhaps no end. */
async function readAll(from: AsyncIterable<Uint8Array>, name: string): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of from) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_TEXT) throw new Refused(`${name} holds more than ${MAX_TEXT} characters`);
  }
  return text + decoder.decode();
}
