import { describe, expect, test } from 'vitest';
import type { MetricName } from '../../wasm/src/types.ts';
import { fitUnit, formatMetric, metricRow } from '../src/lanes/metrics.ts';
import { decimalsOf, timeInWindow } from '../src/time/text.ts';

describe('the table of metrics', () => {
  /** What the row of `name` shows of lanes with these values. */
  const shown = (name: MetricName, ...values: (number | null)[]) => {
    const row = fitUnit(metricRow(name), values);
    return [row.unit, ...values.map((value) => formatMetric(row, value))];
  };
  test('shows rates and times in a unit in which they can be read, one for all lanes', () => {
    expect(shown('goodput', 9.68e6, 9.7e6)).toEqual(['Mbit/s', '9.68', '9.70']);
    expect(shown('goodput', 601, 580)).toEqual(['kbit/s', '0.60', '0.58']);
    expect(shown('goodput', 3e9, 0)).toEqual(['Mbit/s', '3\u2009000.00', '0.00']);
    expect(shown('queueing_delay_mean', 0.0817, 0.1639)).toEqual(['ms', '81.7', '163.9']);
    expect(shown('queueing_delay_mean', 1.2e-6, 4e-7)).toEqual(['µs', '1.2', '0.4']);
    expect(shown('delay_mean', 306.48)).toEqual(['s', '306.5']);
  });
  test('keeps the usual unit where nothing was observed, or nothing but zeros', () => {
    expect(shown('goodput', null, 0)).toEqual(['Mbit/s', '–', '0.00']);
    expect(shown('jitter', 0)).toEqual(['ms', '0.00']);
  });
});

describe('times', () => {
  test('have the decimals that tell a hundredth of what is looked at', () => {
    expect([200, 100, 20, 1, 0.1, 0.001].map(decimalsOf)).toEqual([0, 0, 1, 2, 3, 5]);
    expect(decimalsOf(0)).toBe(9);
    expect(timeInWindow(20.0231, [20.02, 20.03])).toBe('20.0231');
    expect(timeInWindow(200, [0, 200])).toBe('200');
  });
});
