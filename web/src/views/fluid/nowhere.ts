/** What a search for the loss of stability that found none has looked at. */
import { t } from '../../../../models/src/language.ts';
import { told } from '../../../../models/src/told.ts';
import type { HopfPoint } from '../../../../wasm/src/fluid-types.ts';
import { isCounted, printKnob, type Knob } from './knobs.ts';

/** The sentence for a search that found no value. */
export function nowhere(knob: Knob, point: HopfPoint): string {
  const message = told(point.message);
  const where = searched((value) => printKnob({ ...knob, whole: isCounted(knob) }, value), point);
  return where === null
    ? t('nowhere: {{message}}.', { message })
    : t('nowhere {{searched}}{{message}}.', { searched: where, message });
}

function searched(print: (value: number) => string, point: HopfPoint): string | null {
  const { from, to, tried, modelled, first, last } = point;
  if (from === null || to === null || from === to) return null;
  const ends = { from: print(from), to: print(to) };
  if (first === null || last === null || modelled === tried) return t('from {{from}} to {{to}}: ', ends);
  return t(
    'among the {{count}} of {{tried}} values from {{from}} to {{to}} that have a linear model (they lie between {{first}} and {{last}}): ',
    { ...ends, count: modelled, tried, first: print(first), last: print(last) },
  );
}
