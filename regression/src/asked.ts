/** What to open for a golden: a stored document as it was, or a preset as it is today. */
import {
  complete,
  decodeLink,
  encodeLink,
  normalise,
  presets,
  releaseFor,
  type AqmRules,
  type DecodedLink,
  type Scenario,
} from '../../models/src/index.ts';
import type { AqmInfo } from '../../models/src/types.ts';
import { documentChanges } from './document.ts';
import type { Change, Golden } from './golden.ts';

/** The preset's id in a golden's source "preset:<id>". */
export const presetIn = (source: string): string | undefined => /^preset:(.*)$/.exec(source)?.[1];

export interface Asked {
  /** The fragment to open. */
  readonly link: string;
  readonly changes: readonly Change[];
}

export async function askedFor(
  golden: Golden,
  engine: AqmRules & { readonly catalogue: readonly AqmInfo[] },
): Promise<Asked> {
  const id = presetIn(golden.source);
  if (id === undefined) return { link: golden.link, changes: [] };
  const was: DecodedLink = decodeLink(golden.link, engine, await releaseFor(golden.link));
  const preset = presets.find((known) => known.id === id);
  const told = (message: string): Change => ({ kind: 'document', message: `the preset ${id} ${message}` });
  if (preset === undefined) return { link: golden.link, changes: [told('is gone')] };
  const now = await preset.load();
  if (!was.ok)
    return {
      link: encodeLink(now, {}, engine.catalogue),
      changes: [told(`as it was is not accepted: ${was.issues.map(({ message }) => message).join(' ')}`)],
    };
  // A parameter written out with its default value means the same as no value.
  const said = (scenario: Scenario) => complete(normalise(scenario, engine.catalogue));
  const changes = documentChanges(said(was.scenario), said(now));
  const link = changes.length === 0 ? golden.link : encodeLink(now, was.view, engine.catalogue);
  return { link, changes: changes.map((message) => told(`is another one: ${message}`)) };
}
