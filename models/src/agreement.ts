/**
 * The error of each scheme's fluid model against the packet simulator, as `aqm agreement --store` measured it
 * over its grid, and over a grid of larger windows.
 */
import { t } from './language.ts';
import grid from '../agreement/grid.json' with { type: 'json' };
import measured from '../agreement/measured.json' with { type: 'json' };
import wide from '../agreement/measured-wide.json' with { type: 'json' };

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
  /** Whether it was measured with large windows (`WIDE`). */
  readonly wide: boolean;
}

/** The largest errors of a fluid model that does not count as approximate. */
export const KEPT = { median: 0.1, p90: 0.25 } as const;

/** Windows of the grid with large windows, without the packets that wait: smallest and largest, packets. */
export const WIDE = extent(
  grid.wide.map(([flows = NaN, roundTrip = NaN, rate = NaN]) =>
    Math.round((rate * roundTrip) / (8 * grid.packet_size) / flows),
  ),
);

type Errors = Readonly<Partial<Record<string, readonly number[]>>>;
const usual: Errors = measured.schemes;
const large: Errors = wide.schemes;

/** Of a model's rest. */
export interface Rest {
  /** Packets; for each class of flows. */
  readonly windows: readonly number[];
  /** Seconds; for each class of flows. */
  readonly roundTrips: readonly number[];
  /** Seconds; at each link. */
  readonly waits: readonly number[];
}

/** Undefined for a scheme without a fluid model. */
export function measuredOf(scheme: string, rest: Rest): Measured | undefined {
  const isWide = widest(rest) >= WIDE.least && scheme in large;
  const [lanes, median, p90] = (isWide ? large : usual)[scheme] ?? [];
  if (lanes === undefined || median === undefined || p90 === undefined) return undefined;
  return { lanes, median, p90, approximate: isApproximate(median, p90), wide: isWide };
}

/** The largest window without the packets that wait. */
function widest({ windows, roundTrips, waits }: Rest): number {
  const waiting = waits.reduce((sum, wait) => sum + wait, 0);
  return Math.max(0, ...windows.map((window, i) => window * (1 - waiting / (roundTrips[i] ?? Infinity))));
}

function extent(values: readonly number[]): { readonly least: number; readonly most: number } {
  return { least: Math.min(...values), most: Math.max(...values) };
}

export const isApproximate = (median: number, p90: number): boolean => median > KEPT.median || p90 > KEPT.p90;

/**
 * Why a model is far from packets: with large windows what is so for every scheme (docs/agreement.md, "Large
 * windows"), and what the scheme itself says (`apart`, or ''). For each cause a sentence.
 */
export function causesOf(known: Measured | undefined, apart: string): readonly string[] {
  const large =
    known?.wide === true && known.approximate
      ? t(
          'The sum of a few large windows varies by more than the queue holds, and bursts of packets come back a round trip later; this model has neither.',
        )
      : '';
  return [large, apart].filter((cause) => cause !== '');
}

/** The error in a sentence. */
export function measuredText({ lanes, median, p90, approximate, wide }: Measured): string {
  const percent = (share: number) => `${Math.round(100 * share)} %`;
  const values = { lanes, median: percent(median), p90: percent(p90) };
  if (wide) {
    const large = { ...values, ...WIDE };
    return approximate
      ? t(
          'Approximate with large windows: over {{lanes}} lanes with windows of {{least}} to {{most}} packets and this scheme’s defaults the model’s mean queue was {{median}} off the packets’ at the median, {{p90}} at the 90th percentile.',
          large,
        )
      : t(
          'Held against packets with large windows: over {{lanes}} lanes with windows of {{least}} to {{most}} packets and this scheme’s defaults the model’s mean queue was {{median}} off the packets’ at the median, {{p90}} at the 90th percentile.',
          large,
        );
  }
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
