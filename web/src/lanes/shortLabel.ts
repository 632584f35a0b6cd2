/** Names of lanes where room is short: a scheme's usual abbreviation in place of the name that its lane got by itself. */
import type { AqmInfo, LaneScenario } from '../../../wasm/src/types.ts';

/** Up to so many letters a name is short by itself: "CoDel", "Gentle RED". */
const SHORT = 12;

/** "RED-E" of "RED_E (Exponential)": an id is the abbreviation in the spelling of a file name. */
const abbreviation = ({ id, name }: Pick<AqmInfo, 'id' | 'name'>): string =>
  name.length <= SHORT ? name : id.replaceAll('_', '-').toUpperCase();

/** The label of a lane; one that is the scheme's own long name, perhaps with a number, is abbreviated. */
export function shortLabel(
  { label, aqm }: Pick<LaneScenario, 'label' | 'aqm'>,
  catalogue: readonly AqmInfo[],
): string {
  const info = catalogue.find(({ id }) => id === aqm.id);
  if (info === undefined || !label.startsWith(info.name)) return label;
  const rest = label.slice(info.name.length);
  return /^( \d+)?$/.test(rest) ? abbreviation(info) + rest : label;
}

/** Letters of a name that a sentence bears: the whole name stands at the lane. */
const TOLD = 32;

/** The same within a sentence. */
export function toldLabel(lane: Pick<LaneScenario, 'label' | 'aqm'>, catalogue: readonly AqmInfo[]): string {
  const label = shortLabel(lane, catalogue);
  return label.length <= TOLD ? label : `${label.slice(0, TOLD - 1).trimEnd()}…`;
}
