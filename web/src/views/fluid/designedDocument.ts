import type { Lane, Scenario } from '../../../../models/src/index.ts';
import type { Design } from '../../../../wasm/src/fluid-types.ts';
import type { AqmInfo } from '../../../../wasm/src/types.ts';
import { freshLabel, withLists } from '../../state/edits.ts';

export interface Designed {
  readonly document: Scenario;
  /** The lane that has the design. */
  readonly lane: number;
}

/**
 * The document with a lane more than the one that a design was made for: the design's scheme and parameters, and no other ones, under the
 * same network and traffic. Nothing is lost by it, and the two are compared. A lane that is this already stays the only one.
 */
export function designedDocument(
  document: Scenario,
  lane: number,
  { aqm, params }: Design,
  catalogue: readonly AqmInfo[],
): Designed {
  const full = withLists(document);
  const set = full.lanes[lane]?.set;
  const designed = { aqm: { id: aqm, params: { ...params } }, ...(set && { set }) } as Omit<Lane, 'label'>;
  const essence = (one: Omit<Lane, 'label'>) => JSON.stringify([one.aqm?.id, one.aqm?.params, one.set ?? {}]);
  const there = full.lanes.findIndex((one) => essence(one) === essence(designed));
  if (there >= 0) return { document, lane: there };
  const name = catalogue.find(({ id }) => id === aqm)?.name ?? aqm;
  const label = freshLabel(`${name.length > 12 ? aqm.toUpperCase() : name}, designed`, full.lanes);
  // The last one: the lanes that are there keep their letters and colours.
  const lanes = [...full.lanes, { label, ...designed }];
  return { document: { ...full, lanes }, lane: full.lanes.length };
}
