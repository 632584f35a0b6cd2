/** What a search for the loss of stability that found none has looked at. */
import { t } from '../../../../models/src/language.ts';
import { told } from '../../../../models/src/told.ts';
import type { HopfPoint, MapAxis, MapKnob } from '../../../../wasm/src/fluid-types.ts';
import { isCounted, printKnob, scaleOf, type Knob } from './knobs.ts';

type Range = readonly [from: number, to: number];

/** The values of the searched range that have a linear model. */
export interface Modelled {
  readonly count: number;
  readonly tried: number;
  /** Those at the ends; null if there is none. */
  readonly range: Range | null;
  /** Neighbours, one of them stable: what the search, whose steps are wider in a short range, passed over. */
  readonly change: Range | null;
}

/** As many as the search itself tries (core-cpp/src/fluid/lane/hopf.cpp). */
const TRIED = 81;

/** The values to try between the ends of a search; null if it had no range. */
export function tried({ from, to }: HopfPoint, knob: MapKnob): MapAxis | null {
  if (from === null || to === null || !(from < to)) return null;
  return { knob, from, to, count: TRIED, scale: scaleOf([from, to]) };
}

/** `growth`: at each value, 1/s; not finite where there is no linear model. */
export function modelledAmong(all: readonly number[], growth: ArrayLike<number>): Modelled {
  const values = all.filter((_, i) => Number.isFinite(growth[i]));
  const [first] = values;
  const last = values.at(-1);
  // The same sign as in the search: a root that stays at 0 does not grow.
  const changes = all.findIndex((_, i) => {
    const [before = NaN, here = NaN] = [growth[i - 1], growth[i]];
    return Number.isFinite(before) && Number.isFinite(here) && before > 0 !== here > 0;
  });
  const [below, above] = [all[changes - 1], all[changes]];
  return {
    count: values.length,
    tried: all.length,
    range: first === undefined || last === undefined ? null : [first, last],
    change: below === undefined || above === undefined ? null : [below, above],
  };
}

/** The sentence for a search that found no value. */
export function nowhere(knob: Knob, point: HopfPoint, modelled: Modelled | null): string {
  const print = (value: number) => printKnob({ ...knob, whole: isCounted(knob) }, value);
  if (modelled?.change != null) {
    const [from, to] = modelled.change;
    return t('between {{from}} and {{to}}: stable at one of them, unstable at the other.', {
      from: print(from),
      to: print(to),
    });
  }
  const message = told(point.message);
  const where = searched(print, point, modelled);
  return where === null
    ? t('nowhere: {{message}}.', { message })
    : t('nowhere {{searched}}{{message}}.', { searched: where, message });
}

function searched(print: (value: number) => string, { from, to }: HopfPoint, modelled: Modelled | null) {
  if (from === null || to === null || from === to) return null;
  const ends = { from: print(from), to: print(to) };
  if (modelled?.range == null || modelled.count === modelled.tried)
    return t('from {{from}} to {{to}}: ', ends);
  const [first, last] = modelled.range;
  return t(
    'among the {{count}} of {{tried}} values from {{from}} to {{to}} that have a linear model (they lie between {{first}} and {{last}}): ',
    { ...ends, count: modelled.count, tried: modelled.tried, first: print(first), last: print(last) },
  );
}
