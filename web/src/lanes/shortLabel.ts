/**
 * Short names of lanes: a scheme's usual abbreviation in place of the full name that its lane got by default.
 */
import type { AqmInfo, LaneScenario } from '../../../wasm/src/types.ts';

/** A name of at most this many letters is short enough: "CoDel", "Gentle RED". */
const SHORT = 12;

/** "RED-E" for "RED_E (Exponential)": an id is the abbreviation in lower case with underscores. */
export const abbreviation = ({ id, name }: Pick<AqmInfo, 'id' | 'name'>): string =>
  name.length <= SHORT ? name : id.replaceAll('_', '-').toUpperCase();

/** The label of a lane. If it is the scheme's long name, with or without a number, it is abbreviated. */
export function shortLabel(
  { label, aqm }: Pick<LaneScenario, 'label' | 'aqm'>,
  catalogue: readonly AqmInfo[],
): string {
  const info = catalogue.find(({ id }) => id === aqm.id);
  if (info === undefined || !label.startsWith(info.name)) return label;
  const rest = label.slice(info.name.length);
  return /^( \d+)?$/.test(rest) ? abbreviation(info) + rest : label;
}

/** The most letters of a name in a sentence; the lane itself shows the whole name. */
const TOLD = 32;

/** The same, for use within a sentence. */
export function toldLabel(lane: Pick<LaneScenario, 'label' | 'aqm'>, catalogue: readonly AqmInfo[]): string {
  const label = shortLabel(lane, catalogue);
  return label.length <= TOLD ? label : `${label.slice(0, TOLD - 1).trimEnd()}…`;
}
