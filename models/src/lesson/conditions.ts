/** The values of a knob that a scenario can have as conditions of a task. */
import type { Scenario } from '../generated/scenario.ts';
import { KNOB_INFO, knobAt, type KnobName } from '../knobs.ts';
import { lanes } from '../lanes.ts';
import { fullStop, t, titled } from '../language.ts';
import { told } from '../told.ts';
import { formatQuantity } from '../units.ts';
import type { Task } from './task.ts';

export interface KnobRange {
  readonly least: number;
  readonly most: number;
  readonly orNone: boolean;
}

/** The range that all lanes have in common; or why a lane has no single place for the knob. */
export function rangeOf(scenario: Scenario, knob: KnobName): KnobRange | string {
  const all = lanes(scenario).map((lane) => knobAt(lane, knob));
  const refused = all.map(({ edits }) => edits).find((edits) => typeof edits === 'string');
  if (refused !== undefined) return refused;
  return {
    least: Math.max(...all.map(({ limits }) => limits[0])),
    most: Math.min(...all.map(({ limits }) => limits[1])),
    orNone: all.every(({ orNone }) => orNone === true),
  };
}

/** An end of a range with three digits, rounded inwards: the printed end itself is possible. */
function printedEnd(value: number, unit: string, round: 'floor' | 'ceil'): string {
  if (value === 0 || !Number.isFinite(value)) return formatQuantity(value, unit);
  const step = 10 ** (Math.floor(Math.log10(Math.abs(value))) - 2);
  // A value that has three digits already is not rounded to the next by the last bit of the division.
  const steps = Number((value / step).toPrecision(12));
  return formatQuantity(Number((Math[round](steps) * step).toPrecision(3)), unit);
}

/** The name of a knob at the beginning of a sentence. */
export const knobLabel = (knob: KnobName): string =>
  t(KNOB_INFO[knob].name).replace(/^./, (first) => first.toUpperCase());

/** The values outside of their range, a sentence each. */
export function faultsOfConditions({ over }: Pick<Task, 'over'>, scenario: Scenario): readonly string[] {
  if (over === null) return [];
  const { unit } = KNOB_INFO[over.knob];
  const label = knobLabel(over.knob);
  const range = rangeOf(scenario, over.knob);
  if (typeof range === 'string') return [`${titled(label, told(range))}${fullStop()}`];
  if (over.values.length === 0) return [t('{{label}}: at least one value is needed.', { label })];
  const { least, most, orNone } = range;
  return over.values
    .filter((value) => !(value >= least && value <= most) && !(orNone && value === 0))
    .map((value) =>
      t('{{label}}: {{value}} is refused; it can be from {{least}} to {{most}} here.', {
        label,
        value: formatQuantity(value, unit),
        least: printedEnd(least, unit, 'ceil'),
        most: printedEnd(most, unit, 'floor'),
      }),
    );
}
