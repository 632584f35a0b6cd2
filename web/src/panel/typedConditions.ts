/**
 * Reads the values of a condition as a teacher types them: a number without a unit takes the unit in which the knob
 * is shown.
 */
import { listMark } from '../../../models/src/language.ts';
import { formatQuantity, type Scenario } from '../../../models/src/index.ts';
import { KNOB_INFO, knobAt, type KnobName } from '../../../models/src/knobs.ts';
import { lanes } from '../../../models/src/lanes.ts';
import { rangeOf } from '../../../models/src/lesson/conditions.ts';
import { parseList } from '../components/quantity.ts';
import type { Parsed } from '../components/QuantityInput.tsx';

const SHOWN: Readonly<Record<string, string>> = { s: '1 ms', 'bit/s': '1 Mbit/s' };

export function typedConditions(text: string, knob: KnobName): Parsed<readonly number[]> {
  const { unit } = KNOB_INFO[knob];
  return parseList(text, unit, SHOWN[unit] ?? '1');
}

/** Round numbers, six in each power of ten. */
const ROUND = [1, 1.5, 2, 3, 5, 8];

/** Two round values around the present one that this scenario can have, as an example; '' if it has none. */
export function conditionsExample(scenario: Scenario, knob: KnobName): string {
  const range = rangeOf(scenario, knob);
  const present = lanes(scenario)[0];
  const now = present === undefined ? null : knobAt(present, knob).present;
  if (typeof range === 'string' || now === null || now <= 0) return '';
  const { unit, whole } = KNOB_INFO[knob];
  const power = Math.floor(Math.log10(now));
  const all = [-2, -1, 0, 1, 2].flatMap((by) =>
    ROUND.map((digit) => Number((digit * 10 ** (power + by)).toPrecision(2))),
  );
  const possible = all.filter(
    (value) => value >= range.least && value <= range.most && (!whole || Number.isInteger(value)),
  );
  const below =
    possible.findLast((value) => value <= now / 1.5) ?? possible.findLast((value) => value <= now);
  const above = possible.filter((value) => value >= now * 1.5);
  const [first] = above;
  const two =
    below !== undefined ? [below, first] : [first, above.find((value) => value >= 2 * (first ?? 0))];
  return two
    .flatMap((value) => (value === undefined ? [] : [value]))
    .map((value) => formatQuantity(value, unit))
    .join(listMark());
}
