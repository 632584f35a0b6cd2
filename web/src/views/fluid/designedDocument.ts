import type { Lane, Scenario } from '../../../../models/src/index.ts';
import type { Design } from '../../../../wasm/src/fluid-types.ts';
import type { AqmInfo } from '../../../../wasm/src/types.ts';
import { freshLabel, withLists } from '../../state/edits.ts';

export interface Designed {
  readonly document: Scenario;
  /** The lane with the design. */
  readonly lane: number;
}

/**
 * The document with one more lane than the design was requested for. The new lane has the design's scheme and
 * parameters, and the same network and traffic, so the two can be compared. If the lane has this design
 * already, no lane is added.
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
  // The new lane is the last one, so that existing lanes keep their letters and colours.
  const lanes = [...full.lanes, { label, ...designed }];
  return { document: { ...full, lanes }, lane: full.lanes.length };
}
