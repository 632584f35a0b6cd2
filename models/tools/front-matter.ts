/** The texts of the AQMs as files: YAML between two lines of dashes, then Markdown. */
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { FAMILIES, FIDELITIES, type AqmFacts } from '../src/aqm-facts.ts';

export const AQM_TEXTS = new URL('../aqm/', import.meta.url);

/** Facts and body of one text. Throws an error that names `file` and the key when something is missing or wrong. */
export function parseFrontMatter(
  source: string,
  file: string,
): { readonly facts: AqmFacts; readonly body: string } {
  const parts = /^---\r?\n(.*?)\r?\n---\r?\n(.*)$/s.exec(source);
  if (parts === null) throw new Error(`${file}: begins with facts between two lines of ---`);
  const given = parse(parts[1] ?? '') as Readonly<Record<string, unknown>>;
  const text = (key: string): string => {
    const value = given[key];
    if (typeof value !== 'string' || value.trim() === '')
      throw new Error(`${file}: ${key} is missing or no text`);
    return value.trim();
  };
  const fidelity = FIDELITIES.find((word) => word === given.fidelity);
  if (fidelity === undefined) throw new Error(`${file}: fidelity is one of ${FIDELITIES.join(', ')}`);
  const family = FAMILIES.find((word) => word === (given.family ?? 'others'));
  if (family === undefined) throw new Error(`${file}: family is one of ${FAMILIES.join(', ')}`);
  const { decision } = given;
  const told = (which: 'accepted' | 'dropped'): string => {
    const own: unknown =
      typeof decision === 'object' && decision !== null
        ? (decision as Readonly<Record<string, unknown>>)[which]
        : decision;
    if (typeof own !== 'string' || own.trim() === '')
      throw new Error(`${file}: decision is a sentence, or one if accepted and one if dropped`);
    return own.trim();
  };
  const { year } = given;
  if (year !== undefined && typeof year !== 'number') throw new Error(`${file}: year is no number`);
  const facts = {
    id: text('id'),
    name: text('name'),
    citation: text('citation'),
    ...(year !== undefined && { year }),
    family,
    fidelity,
    fidelityNote: text('fidelity_note'),
    equationTex: text('equation'),
    decision: { accepted: told('accepted'), dropped: told('dropped') },
    ...(given.doi === undefined ? {} : { doi: text('doi') }),
  };
  return { facts, body: parts[2] ?? '' };
}

/** The facts of an AQM, or undefined when no text has been written about it. `id` is one of the catalogue. */
export async function readAqmFacts(id: string): Promise<AqmFacts | undefined> {
  const file = new URL(`${encodeURIComponent(id)}.md`, AQM_TEXTS);
  const source = await readFile(file, 'utf8').catch(() => undefined);
  return source === undefined ? undefined : parseFrontMatter(source, `${id}.md`).facts;
}
