/** The source of a command's scenario: a file, standard input, or a link. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import {
  decodeLink,
  isLink,
  parseJson,
  parseScenario,
  presets,
  releaseFor,
  validate,
  type AqmRules,
  type DecodedLink,
  type Scenario,
  type Validation,
} from '../models/src/index.ts';
import { TraceError, withLinkTrace } from '../models/src/link-trace.ts';
import { MAX_TEXT, MOST_TRACE } from '../models/src/limits.ts';
import { IS_STUDY, looksLikeStudy, parseStudy, type StudyValidation } from '../models/src/study/index.ts';
import { presetIn } from '../regression/src/asked.ts';
import { Refused, textOption, type Options } from './command.ts';
import { note } from './note.ts';
import { toldBySystem } from './told-by-system.ts';

/**
 * The text that `source` names: '-' is standard input, an address with #s= is a link, preset:ID is a preset,
 * and anything else is a file.
 */
export async function textOf(source: string): Promise<string> {
  if (isLink(source) || ADDRESS.test(source)) return source;
  const id = presetIn(source);
  return id === undefined ? read(source) : JSON.stringify(await presetNamed(id));
}

export async function presetNamed(id: string): Promise<Scenario> {
  const preset = presets.find((known) => known.id === id);
  if (preset === undefined)
    throw new Refused(
      `There is no preset ${JSON.stringify(id)}; there are ${presets.map((one) => one.id).join(', ')}`,
    );
  return preset.load();
}

/** The beginning of messages about a source, so that one of several files can be identified. */
export const placeOf = (source: string): string =>
  source === '-' || isLink(source) || ADDRESS.test(source) ? '' : `${source}: `;

/** The decoded link; undefined if the text is not a link. */
export async function decoded(text: string, engine: AqmRules): Promise<DecodedLink | undefined> {
  const link = linkIn(text);
  return link === undefined ? undefined : decodeLink(link, engine, await releaseFor(link));
}

/** Validates a scenario or a study. */
export async function judge(source: string, engine: AqmRules): Promise<Validation | StudyValidation> {
  const text = await textOf(source);
  return (
    (await decoded(text, engine)) ?? (isStudy(text) ? parseStudy(text, engine) : parseScenario(text, engine))
  );
}

/** The valid scenario of `source`; warnings go to standard error. */
export const load = async (source: string, engine: AqmRules): Promise<Scenario> =>
  loadText(await textOf(source), engine, placeOf(source));
export async function loadText(text: string, engine: AqmRules, place: string): Promise<Scenario> {
  const link = await decoded(text, engine);
  if (link === undefined && isStudy(text)) throw new Refused(`${place}${IS_STUDY}; aqm study runs it.`);
  const result = link ?? parseScenario(text, engine);
  if (!result.ok) throw Refused.for(result.issues, place);
  for (const { message } of result.warnings) note(`Warning: ${place}${message}\n`);
  return result.scenario;
}

function isStudy(text: string): boolean {
  const parsed = parseJson(text);
  return parsed.ok && looksLikeStudy(parsed.value);
}

/** A web address; one that is not a link is refused, and never taken as a file name. */
const ADDRESS = /^https?:\/\//i;

/** A link by itself, or in the document that `aqm link` writes. */
function linkIn(text: string): string | undefined {
  // Checked first, because this text contains #s=, too.
  if (/^\s*\{\s*"link"/.test(text)) {
    const parsed = parseJson(text);
    const link = parsed.ok ? (parsed.value as { link: unknown }).link : undefined;
    return typeof link === 'string' ? link : undefined;
  }
  // A document may contain a link in one of its texts, such as "source".
  if (/^\s*\{/.test(text)) return undefined;
  return isLink(text) || ADDRESS.test(text) ? text : undefined;
}

/** The text of a file, or with '-' of standard input. */
export async function read(source: string, most = MAX_TEXT): Promise<string> {
  if (source === '-') return readAll(process.stdin, 'Standard input', most);
  try {
    const found = await stat(source);
    if (found.isDirectory()) throw new Refused(`${source} is a folder; a file is wanted here`);
    const { size } = found;
    // A UTF-8 character has at most four bytes.
    if (size > 4 * most) throw new Refused(`${source} has ${size} bytes; it may have ${most} characters`);
    return await readAll(createReadStream(source), source, most);
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      throw new Refused(`Cannot read ${source}: ${toldBySystem(error)}`);
    throw error;
  }
}

/** Limited to the size of a document: a device or a pipe has no known size and may have no end. */
async function readAll(from: AsyncIterable<Uint8Array>, name: string, most: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of from) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > most) throw new Refused(`${name} holds more than ${most} characters`);
  }
  return text + decoder.decode();
}

/** The scenario with the trace in the file that --link-trace names. */
export async function withTraceOf(scenario: Scenario, options: Options, engine: AqmRules): Promise<Scenario> {
  const file = textOption(options, 'link-trace');
  if (file === undefined) return scenario;
  const text = await read(file, MOST_TRACE);
  try {
    const found = validate(withLinkTrace(scenario, text), engine);
    if (!found.ok) throw Refused.for(found.issues, `${file}: `);
    return found.scenario;
  } catch (error) {
    if (error instanceof TraceError) throw new Refused(`${file}: ${error.message}`);
    throw error;
  }
}
