import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitSpan, panSpan, zoomSpan } from '../src/state/view.ts';

describe('the window of time', () => {
  test('zooming keeps the time under the pointer where it is', () => {
    const span = zoomSpan(null, 100, 30, 0.5);
    expect(span).toEqual([15, 65]);
    const [from, to] = zoomSpan(span, 100, 30, 0.1) ?? [NaN, NaN];
    expect((30 - from) / (to - from)).toBeCloseTo(0.3, 12);
  });
  test('zooming out ends with all of the time', () => {
    expect(zoomSpan([40, 60], 100, 50, 1000)).toBeNull();
  });
  test('panning stops at the ends and keeps the length', () => {
    expect(panSpan([10, 30], 100, -50)).toEqual([0, 20]);
    expect(panSpan([10, 30], 100, 500)).toEqual([80, 100]);
    expect(panSpan(null, 100, 5)).toBeNull();
  });
  test('whatever is asked for lies inside and is not empty', () => {
    const number = fc.double({ min: -1e4, max: 1e4, noNaN: true });
    fc.assert(
      fc.property(number, number, fc.double({ min: 0.001, max: 3600, noNaN: true }), (a, b, duration) => {
        const span = fitSpan([Math.min(a, b), Math.max(a, b)], duration);
        if (span === null) return;
        expect(span[0]).toBeGreaterThanOrEqual(0);
        expect(span[1]).toBeLessThanOrEqual(duration * (1 + 1e-12));
        expect(span[1]).toBeGreaterThan(span[0]);
      }),
    );
  });
});
