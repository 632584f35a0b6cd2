/**
 * The error of each scheme's fluid model against the packet simulator, as `aqm agreement --store` measured it
 * over its grid.
 */
import { t } from './language.ts';
import measured from '../agreement/measured.json' with { type: 'json' };

export interface Measured {
  readonly lanes: number;
  /**
   * Error of the solution's mean queue as a share of the packets' mean queue: median of its absolute value,
   * and its 90th percentile.
   */
  readonly median: number;
  readonly p90: number;
  /** Whether the error exceeds the limits in `KEPT`. */
  readonly approximate: boolean;
}

/** The largest errors of a fluid model that does not count as approximate. */
export const KEPT = { median: 0.1, p90: 0.25 } as const;

const schemes: Readonly<Partial<Record<string, readonly number[]>>> = measured.schemes;

/** Undefined for a scheme without a fluid model. */
export function measuredOf(scheme: string): Measured | undefined {
  const [lanes, median, p90] = schemes[scheme] ?? [];
  if (lanes === undefined || median === undefined || p90 === undefined) return undefined;
  return { lanes, median, p90, approximate: isApproximate(median, p90) };
}

export const isApproximate = (median: number, p90: number): boolean => median > KEPT.median || p90 > KEPT.p90;

/** The error in a sentence. */
export function measuredText({ lanes, median, p90, approximate }: Measured): string {
  const percent = (share: number) => `${Math.round(100 * share)} %`;
  const values = { lanes, median: percent(median), p90: percent(p90) };
  return approximate
    ? t(
        'Approximate: over {{lanes}} lanes with this scheme’s defaults the model’s mean queue was {{median}} off the packets’ at the median, {{p90}} at the 90th percentile.',
        values,
      )
    : t(
        'Held against packets: over {{lanes}} lanes with this scheme’s defaults the model’s mean queue was {{median}} off the packets’ at the median, {{p90}} at the 90th percentile.',
        values,
      );
}
