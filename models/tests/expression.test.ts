/** The language of stories against values known otherwise: arithmetic, and runs whose columns are written by hand. */
import { describe, expect, it } from 'vitest';
import { lanes as laneScenarios } from '../src/index.ts';
import { evaluate, ExpressionError, readComparison, readExpression } from '../src/stories/expression.ts';
import { valueOf, type Asked, type Recorded } from '../src/stories/quantities.ts';
import { judge } from '../src/stories/verdict.ts';

const [lane] = laneScenarios({
  version: 1,
  duration: 100,
  warmup: 0,
  network: { bottleneck: { rate: 12e6, delay: 0.02, buffer: 100 }, access: { delay: 0.005 } },
  traffic: [{ kind: 'ftp', flows: 4 }],
});

const BINS = 2000;
const column = (of: (time: number) => number) =>
  Float64Array.from({ length: BINS }, (_, i) => of(((i + 0.5) * 100) / BINS));
const zero = column(() => 0);

/** A queue that swings about 50 by 20 every 4 s; one packet lost of fifty in each bin, in bursts of three. */
const run: Recorded = {
  metrics: { loss_ratio: 0.02, queue_mean: 50 },
  rows: [{ goodput: 3e6 }],
  overview: {
    binSeconds: 100 / BINS,
    bins: BINS,
    queue_mean: column((time) => 50 + 20 * Math.sin((2 * Math.PI * time) / 4)),
    cwnd_mean: column(() => 10),
    arrivals: column(() => 50),
    bytes_out: column(() => 75_000),
    drops_early: column(() => 1),
    drops_forced: zero,
    drops_overflow: zero,
    marks: zero,
    state: [column((time) => (time < 50 ? 1 : 3))],
  },
  dots: {
    time: Float64Array.from([7, 7.01, 7.02, 9, 9.001, 9.002]),
    fate: Uint8Array.from([2, 3, 4, 2, 2, 2]),
    thinning: 1,
  },
};

function value(text: string): number {
  if (lane === undefined) throw new Error('no lane');
  const asked: Asked = { lane, run, states: ['max_p'] };
  return evaluate(readExpression(text), (call) => valueOf(call, [asked]));
}

describe('expressions', () => {
  it('are arithmetic as everywhere', () => {
    expect(value('1 + 2 * 3 - 4 / 2')).toBe(5);
    expect(value('(1 + 2) * 3')).toBe(9);
    expect(value('2 - 1 - 1')).toBe(0);
    expect(value('8 / 4 / 2')).toBe(1);
    expect(value('sqrt(16) + abs(1 - 3) + min(1, 2) + max(1, 2)')).toBe(9);
    expect(value('2e-3 * 1e3')).toBeCloseTo(2, 12);
  });

  it.each(['', '1 +', '(1', 'window', 'window()', 'window(a)', 'window(A', 'sqrt(1, 2)', '1 2', 'window(A,)', 'x = 1'])(
    'refuse "%s"',
    (text) => {
      expect(() => readExpression(text)).toThrow(ExpressionError);
    },
  ); // prettier-ignore

  it('know a lane’s link', () => {
    expect(value('packet_time(A)')).toBeCloseTo(0.001, 12);
    expect(value('base_rtt(A)')).toBeCloseTo(0.06, 12);
    expect(value('bdp(A)')).toBeCloseTo(60, 9);
    expect(value('buffer(A) * flows(A)')).toBe(400);
  });

  it('know what was recorded, of all of the time or a part', () => {
    expect(value('loss_ratio(A)')).toBe(0.02);
    expect(value('row_goodput(A, 1)')).toBe(3e6);
    expect(value('queue(A)')).toBeCloseTo(50, 9);
    expect(value('swing(A, 0, 40)')).toBeCloseTo(20 / Math.SQRT2, 2);
    expect(value('rate_out(A, 10, 20)')).toBeCloseTo(12e6, 3);
    expect(value('lost(A, 30, 31)')).toBeCloseTo(0.02, 12);
    expect(value('drops(A, 0, 10)')).toBe(200);
    expect(value('state(A, max_p, 0, 50)')).toBe(1);
    expect(value('state(A, max_p)')).toBeCloseTo(2, 12);
    expect(value('first_drop(A)')).toBe(7);
    expect(value('drops_by_burst(A)')).toBe(3);
  });

  it('find the period of a swing, and that it is a clock', () => {
    expect(value('period(A)')).toBeCloseTo(4, 1);
    expect(value('beat(A)')).toBeGreaterThan(0.9);
  });

  it('have no value where nothing is known', () => {
    expect(value('fluid_margin(A)')).toBeNaN();
    expect(value('state(A, nothing)')).toBeNaN();
    expect(value('marked(B)')).toBeNaN();
  });
});

describe('a comparison over seeds', () => {
  const seeds = (values: readonly number[]) =>
    values.map((loss): [Asked] => {
      if (lane === undefined) throw new Error('no lane');
      return [{ lane, run: { ...run, metrics: { loss_ratio: loss } }, states: [] }];
    });
  const verdict = (text: string, values: readonly number[]) => judge(readComparison(text), seeds(values));

  it('holds where the interval of the difference leaves zero out', () => {
    expect(verdict('loss_ratio(A) > 0.01', [0.02, 0.021, 0.022])).toBe('holds');
    expect(verdict('loss_ratio(A) < 0.01', [0.02, 0.021, 0.022])).toBe('fails');
    expect(verdict('0.02 < loss_ratio(A)', [0.01, 0.025, 0.04])).toBe('unclear');
    expect(verdict('loss_ratio(A) > 0.01', [0.02])).toBe('holds');
    expect(verdict('loss_ratio(B) > 0.01', [0.02])).toBe('fails');
  });
});
