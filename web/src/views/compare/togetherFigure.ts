/** The queues of all lanes in one plot, or their differences to the queue of one lane. */
import { t } from '../../../../models/src/language.ts';
import { laneLetter } from '../../components/laneLook.ts';
import { spoken, type Quantity } from '../../lanes/quantities.ts';
import type { Figure } from '../../plots/figure.ts';
import { quantityFigure, type Trace } from './quantityFigure.ts';

/** Lanes are drawn from their bins: details smaller than a pixel are not compared. */
export const QUEUE: Quantity = {
  id: 'queues',
  label: 'Queues',
  short: 'queue',
  unit: 'packets',
  of: ({ overview }) => overview.queue_mean,
};

/** Each trace minus that of `lane`, at the trace's own times; NaN where `lane` has no value. */
export function differencesTo(traces: readonly Trace[], lane: number): readonly Trace[] {
  const reference = traces.find((trace) => trace.lane === lane);
  if (reference === undefined) return [];
  const end = reference.run.result?.overview;
  const until = end === undefined ? 0 : end.bins * end.binSeconds;
  return traces
    .filter((trace) => trace.lane !== lane)
    .map((trace) => {
      const values = Float64Array.from(trace.times, (time, i) =>
        time > until ? NaN : (trace.values[i] ?? NaN) - (reference.values[reference.indexAt(time)] ?? NaN),
      );
      return { ...trace, values };
    });
}

/**
 * `against`: the lane that was subtracted from the `traces`; null if none was. The `active` lane is drawn
 * over the others.
 */
export function togetherFigure(
  traces: readonly Trace[],
  against: number | null,
  active: number,
  span: readonly [number, number],
): Figure {
  const emphasis = { active, ticks: 4 };
  if (against === null) return quantityFigure(spoken(QUEUE), traces, span, emphasis);
  const letter = laneLetter(against);
  const difference: Quantity = {
    ...QUEUE,
    id: 'queue-differences',
    label: t('Queues less that of {{letter}}', { letter }),
    short: t('difference'),
  };
  return {
    ...quantityFigure(difference, traces, span, emphasis),
    levels: [{ axis: 'y', name: t('as {{letter}}', { letter }), value: 0, shown: '' }],
  };
}
