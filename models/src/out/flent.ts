/**
 * A run as a data file of Flent, version 4 (.flent.gz contains this text), which `flent` can read and plot
 * beside its own measurements.
 */
import type { LaneScenario } from '../types.ts';

/** The part of a run's recording that is written. */
export interface Recorded {
  readonly bins: number;
  readonly binSeconds: number;
  readonly queue_mean: ArrayLike<number>;
  readonly departures: ArrayLike<number>;
  readonly bytes_out: ArrayLike<number>;
}

/** Flent's own default: five values per second. */
export const FLENT_STEP = 0.2;
/** Flent's names of the two series in its test "tcp_download". */
const RATE = 'TCP download';
const PING = 'Ping (ms) ICMP';
/** Simulated time starts here, because a file needs a date. */
const BEGIN = '1970-01-01T00:00:00.000000Z';

/** `roundTrip`: seconds without queueing. */
export function flentText(
  { label, seed, duration }: Pick<LaneScenario, 'label' | 'seed' | 'duration'>,
  { bins, binSeconds, queue_mean, departures, bytes_out }: Recorded,
  {
    title,
    roundTrip,
    version,
  }: { readonly title: string; readonly roundTrip: number; readonly version: string },
): string {
  const each = <T>(of: (bin: number) => T): T[] => Array.from({ length: bins }, (_, bin) => of(bin));
  // Little's law: waiting packets divided by departures per second. Without departures the value is unknown.
  const ping = each((bin) => {
    const left = departures[bin] ?? 0;
    return left === 0 ? null : 1000 * (roundTrip + ((queue_mean[bin] ?? NaN) * binSeconds) / left);
  });
  const rate = each((bin) => ((bytes_out[bin] ?? 0) * 8e-6) / binSeconds);
  const series = (values: readonly (number | null)[], units: string) => {
    const known = values.filter((value) => value !== null);
    return {
      COUNT: known.length,
      MEAN_VALUE: known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length,
      UNITS: units,
    };
  };
  return `${JSON.stringify(
    {
      metadata: {
        NAME: 'tcp_download',
        TITLE: label,
        NOTE:
          `${title === '' ? 'A scenario' : title}, seed ${seed}, simulated by AQM Explorer ${version}. "${RATE}" is what leaves the ` +
          `observed link, "${PING}" the round trip without queueing and the mean wait at that link (Little's law).`,
        TIME: BEGIN,
        T0: BEGIN,
        LENGTH: duration,
        TOTAL_LENGTH: duration,
        STEP_SIZE: binSeconds,
        DELAY: 0,
        HOST: label,
        HOSTS: [label],
        LOCAL_HOST: 'AQM Explorer',
        IP_VERSION: 4,
        TEST_PARAMETERS: {},
        DATA_FILENAME: null,
        FLENT_VERSION: null,
        SERIES_META: { [RATE]: series(rate, 'Mbits/s'), [PING]: series(ping, 'ms') },
      },
      version: 4,
      x_values: each((bin) => (bin + 0.5) * binSeconds),
      results: { [RATE]: rate, [PING]: ping },
      raw_values: { [RATE]: [], [PING]: [] },
    },
    null,
    1,
  )}\n`;
}
