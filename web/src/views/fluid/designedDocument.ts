import type { Scenario } from '../../../../models/src/index.ts';
import type { Design } from '../../../../wasm/src/fluid-types.ts';
import type { AqmInfo } from '../../../../wasm/src/types.ts';
import { completed } from '../../state/completed.ts';
import { changeAqm, changeAt } from '../../state/edits.ts';

/** The document with a design's scheme and parameters, and no other ones, in one of its lanes. */
export function designedDocument(
  document: Scenario,
  lane: number,
  { aqm, params }: Design,
  catalogue: readonly AqmInfo[],
): Scenario {
  const name = catalogue.find(({ id }) => id === aqm)?.name ?? aqm;
  const same = completed(document).lanes[lane]?.aqm.id === aqm;
  const automatic = catalogue.flatMap((info) => [info.id, info.name, info.id.toUpperCase()]);
  const changed = same ? document : changeAqm(document, lane, { id: aqm, name, params: [] }, automatic);
  return changeAt(changed, ['lanes', lane, 'aqm'], { id: aqm, params: { ...params } });
}
