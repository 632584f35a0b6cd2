import { expect, test } from 'vitest';
import { areFew, eventRates, fullRate, stripLabel, STRIP_COLUMNS } from '../src/plots/strip.ts';

const strip = (early: readonly number[], overflow: readonly number[] = [], weight = 1) => ({
  kinds: [
    { label: 'early', shape: 'dot', times: early, certain: false },
    { label: 'overflow', shape: 'triangle', times: overflow, certain: true },
  ] as const,
  weight,
  most: 1,
});
const every = (seconds: number, until: number) =>
  Array.from({ length: Math.round(until / seconds) }, (_, i) => (i + 0.5) * seconds);

test('rates are events in a second, and hold every event', () => {
  const rates = eventRates(every(0.01, 10), 3, [0, 10]);
  const column = 10 / STRIP_COLUMNS;
  expect(rates.reduce((sum, rate) => sum + rate * column, 0)).toBeCloseTo(3000, 6);
  for (const rate of rates) expect(Math.abs(rate - 300)).toBeLessThanOrEqual(3 / column);
});

test('a strip is full at what is usual, not at the burst in which all flows start', () => {
  const steady = every(0.01, 100);
  const burst = every(0.0001, 1);
  const times = [...burst, ...steady].sort((a, b) => a - b);
  expect(fullRate(strip(times), [0, 100])).toBeLessThan(300);
  expect(fullRate(strip(times), [0, 100])).toBeGreaterThan(100);
  // Rare bursts are all that there is: they are shown whole.
  expect(fullRate(strip(burst), [0, 100])).toBeGreaterThan(1000);
});

test('single events are told apart when there is room for each, and all are there', () => {
  expect(areFew(strip([1, 2, 3]), [0, 10], 100)).toBe(true);
  expect(areFew(strip(every(0.1, 10)), [0, 10], 100)).toBe(false);
  expect(areFew(strip(every(0.1, 10)), [0, 1], 100)).toBe(true);
  expect(areFew(strip([1, 2, 3], [], 7), [0, 10], 100)).toBe(false);
});

test('the label names the kind that there is, and its rate in what is shown', () => {
  expect(stripLabel(strip([1, 2, 3]), [0, 10])).toBe('early 0.3/s');
  // Without room for the kind.
  expect(stripLabel(strip([1, 2, 3]), [0, 10], 9)).toBe('0.3/s');
  expect(stripLabel(strip([], [1, 2], 10), [0, 10])).toBe('overflow 2/s');
  expect(stripLabel(strip([1, 2], [3, 4]), [0, 10])).toBe('drops 0.4/s');
  expect(stripLabel(strip([1, 2], [3, 4]), [2.5, 10])).toBe('overflow 0.27/s');
  expect(stripLabel(strip([]), [0, 10])).toBe('no drops');
  expect(stripLabel({ kinds: [], weight: 1, most: 1 }, [0, 10])).toBe('');
});
