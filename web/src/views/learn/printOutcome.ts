import { decimal } from '../../../../models/src/language.ts';
import type { Estimate } from '../../../../models/src/index.ts';
import type { Outcome } from '../../../../models/src/stories/index.ts';

const SCALES: Readonly<Record<Outcome['unit'], readonly [scale: number, written: string]>> = {
  '': [1, ''],
  s: [1, ' s'],
  ms: [1e3, ' ms'],
  '%': [100, ' %'],
  packets: [1, ' packets'],
  'Mbit/s': [1e-6, ' Mbit/s'],
  'kbit/s': [1e-3, ' kbit/s'],
  degrees: [1, '°'],
  times: [1, ' times'],
};

/** How many of a unit are one SI unit. */
export const scaleOf = (unit: Outcome['unit']): number => SCALES[unit][0];

/** A half width below this share of the value is not printed. */
const WORTH = 0.005;

/** The number of decimals that gives a value three digits. */
const decimalsOf = (value: number): number =>
  value === 0 ? 0 : Math.max(0, Math.min(4, 2 - Math.floor(Math.log10(Math.abs(value)))));

/** "42.1 ± 1.3 ms": three digits, and half the width of the 95 % interval if it is large enough to matter. */
export function printOutcome(outcome: Estimate | undefined, unit: Outcome['unit']): string {
  if (outcome === undefined) return '–';
  const [scale, written] = SCALES[unit];
  const mean = outcome.mean * scale;
  const half = outcome.ci95 === undefined ? 0 : outcome.ci95[1] * scale - mean;
  const decimals = decimalsOf(mean);
  const seen = half > WORTH * Math.abs(mean) && half >= 0.5 * 10 ** -decimals;
  const sign = mean < 0 ? '−' : '';
  return `${sign}${decimal(Math.abs(mean).toFixed(decimals))}${seen ? ` ± ${decimal(half.toFixed(decimals))}` : ''}${written}`;
}

export const printValue = (value: number, unit: Outcome['unit']): string =>
  printOutcome({ mean: value, n: 1 }, unit);
