import { t } from '../../../../models/src/language.ts';
import { estimateOf, halfOf, pairedDifference, type Values } from '../../lanes/estimates.ts';
import { formatDifference, formatHalf, formatMetric, type Printed } from '../../lanes/metrics.ts';

interface Props {
  readonly printed: Printed;
  readonly values: Values;
  /** The values of the lane to which the difference is shown; null: the value itself is shown. */
  readonly against: Values | null;
  readonly best: boolean;
}

/**
 * A number with the half width of its interval, or a paired difference to another lane with the same seeds.
 */
export function Cell({ printed, values, against, best }: Props) {
  const found = against === null ? estimateOf(values) : pairedDifference(values, against);
  const mean = found?.mean ?? null;
  const half = found === null ? '' : formatHalf(printed, halfOf(found));
  const text = against === null ? formatMetric(printed, mean) : formatDifference(printed, mean);
  return (
    <>
      <span>{values.length === 0 ? '' : text}</span>
      {half !== '' && <span className="half"> {half}</span>}
      {best && <span className="visually-hidden"> {t('(best)')}</span>}
    </>
  );
}
