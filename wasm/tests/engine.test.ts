import { METRIC_NAMES } from '../../models/src/index.ts';
import { describe, expect, it } from 'vitest';
import { loadEngine } from '../src/node.ts';
import { EngineFailure, NativeModule, once } from '../src/module.ts';
import type { LaneScenario } from '../src/types.ts';
import { EngineError } from '../src/types.ts';
import { lane, link } from './lane.ts';

/** Holds the default thresholds of every scheme. */
const roomy = { ...link, buffer: 400 };

const engine = await loadEngine();

describe('the catalogue', () => {
  it('is sorted by id, without doubles', () => {
    const ids = engine.catalogue.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort());
    expect(ids).toContain('red');
  });

  it.each(engine.catalogue)(
    '$id passes its own check with every default and with its resolved values',
    ({ id, params }) => {
      expect(engine.check(id, {}, roomy).filter(({ severity }) => severity === 'error')).toEqual([]);
      const resolved = engine.resolve(id, {}, roomy);
      expect(Object.keys(resolved.params)).toEqual(params.map(({ name }) => name));
      expect(engine.check(id, resolved.params, roomy).filter(({ severity }) => severity === 'error')).toEqual(
        [],
      );
      expect(engine.resolve(id, resolved.params, roomy)).toEqual(resolved);
      for (const row of params) {
        if (row.default !== undefined) expect(resolved.params[row.name], row.name).toEqual(row.default);
        else expect(row.computed, row.name).toBeTruthy();
      }
    },
  );

  it.each(engine.catalogue)(
    '$id has curves that are probabilities over an ascending axis',
    ({ id, curves }) => {
      curves.forEach((_, which) => {
        const { x, p } = engine.curve({ aqm: id, params: {}, link: roomy, which, points: 257 });
        expect(x.length).toBe(p.length);
        expect(x.length).toBeGreaterThanOrEqual(257);
        expect(x.every((value, i) => i === 0 || value > (x[i - 1] ?? NaN))).toBe(true);
        expect(p.every((value) => value >= 0 && value <= 1)).toBe(true);
      });
    },
  );
});

describe('check', () => {
  it('names the parameter, its value and the rule', () => {
    expect(engine.check('red', { min_th: 200 }, link)).toContainEqual(
      expect.objectContaining({ severity: 'error', param: 'min_th', rule: 'must be below max_th (120)' }),
    );
    expect(engine.check('red', { max_th: 10 }, link)).toContainEqual(
      expect.objectContaining({ param: 'max_th', rule: 'must be above min_th (20)' }),
    );
    expect(engine.check('red', { max_p: 1.5 }, link)).toContainEqual(
      expect.objectContaining({ severity: 'error', param: 'max_p', value: 1.5, nearest: 1 }),
    );
  });

  it.each([
    ['red', { min_th: 0 }, 'must be > 0 packets', undefined],
    ['red', { w_q: 2 }, 'must be < 1', undefined],
    ['red', { mean_pkt_size: 10 }, 'must be >= 40 bytes', 40],
    ['sfb', { levels: 2.4 }, 'must be a whole number', 2],
    ['sfb', { levels: 17 }, 'must be <= 16', 16],
  ])('judges the range of %s %j in its one wording', (aqm, params, rule, nearest) => {
    const issues = engine.check(aqm, params, link);
    expect(issues.map((issue) => [issue.rule, issue.nearest])).toEqual([[rule, nearest]]);
  });

  it('refuses an AQM that does not exist', () => {
    expect(() => engine.check('blackhole', {}, link)).toThrow(EngineError);
  });

  it('guards what needs checked values', () => {
    const params = { min_th: 200 };
    expect(() => engine.resolve('red', params, link)).toThrow(/must be below max_th/);
    expect(() => engine.curve({ aqm: 'red', params, link, which: 0, points: 3 })).toThrow(
      /must be below max_th/,
    );
    expect(() => engine.open({ ...lane, aqm: { id: 'red', params } })).toThrow(/must be below max_th/);
  });
});

describe('the curve of RED (Floyd and Jacobson 1993)', () => {
  const params = { min_th: 20, max_th: 120, max_p: 0.1 };
  const request = { aqm: 'red', params, link, which: 0 };

  it.each([
    [0, 0],
    [20, 0],
    [45, 0.025],
    [70, 0.05],
    [120, 1],
    [130, 1],
  ])('at %d is %d', (x, p) => {
    expect(engine.curveAt(request, x)).toBeCloseTo(p, 12);
    expect(engine.curveLaw(request)(x)).toBe(engine.curveAt(request, x));
  });

  it('stands upright at max_th', () => {
    const { x, p } = engine.curve({ ...request, points: 10, xMax: 140 });
    const at = x.indexOf(120);
    expect(p[at - 1]).toBeCloseTo(0.1, 12);
    expect(p[at]).toBe(1);
    expect((x[at] ?? NaN) - (x[at - 1] ?? NaN)).toBeLessThan(1e-12);
    expect(x.at(-1)).toBe(140);
  });

  it.each([
    ['which', { which: 99 }],
    ['points', { points: 0 }],
    ['points', { points: 1e9 }],
    ['xMax', { xMax: -1 }],
    ['state', { state: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13] }],
  ])('refuses a bad %s', (path, change) => {
    expect(() => engine.curve({ ...request, points: 10, ...change })).toThrow(new RegExp(path));
  });
});

describe('a run', () => {
  const finish = (candidate: LaneScenario, slice: number, bins = 100) => {
    const run = engine.open(candidate, { bins });
    while (!run.advance(slice));
    const result = run.result();
    run.close();
    return result;
  };

  it('gives every metric of the contract and columns of the length of the overview', () => {
    const { metrics, overview, digest } = finish(lane, 50_000);
    expect(Object.keys(metrics)).toEqual([...METRIC_NAMES]);
    expect(digest).toMatch(/^[0-9a-f]{16}$/);
    expect(overview.bins).toBe(100);
    expect(overview.binSeconds).toBeCloseTo(0.1, 12);
    const { binSeconds, bins, state, windows, phases, ...columns } = overview;
    expect([windows, phases]).toEqual([[], []]);
    for (const column of [...Object.values(columns), ...state]) expect(column.length).toBe(bins);
    expect(state.length).toBe(engine.catalogue.find(({ id }) => id === 'red')?.states.length);
    expect(binSeconds * bins).toBeCloseTo(lane.duration, 9);
  });

  it('does not depend on the slices that it is cut into, nor on other runs', () => {
    const whole = finish(lane, 1e9);
    const other = engine.open({ ...lane, seed: 9 });
    const cut = engine.open(lane, { bins: 100 });
    while (!cut.advance(777)) other.advance(1000);
    expect(cut.result()).toEqual(whole);
    other.close();
    cut.close();
  });

  it('hands out copies that later runs cannot change', () => {
    const first = finish(lane, 50_000);
    const before = first.overview.queue_mean.slice();
    finish({ ...lane, duration: 100, seed: 3 }, 50_000, 100_000);
    expect(first.overview.queue_mean).toEqual(before);
  });

  it('tells what there is so far: the beginning of what it ends as, to the last bit, and nothing changes with it', () => {
    const undisturbed = engine.open(lane, { bins: 400 });
    while (!undisturbed.advance(1e6));
    const whole = undisturbed.result();
    undisturbed.close();
    const run = engine.open(lane, { bins: 400 });
    const parts = [];
    while (!run.advance(2000)) parts.push(run.part());
    const told = run.result();
    run.close();
    expect(told).toEqual(whole);
    expect(parts.length).toBeGreaterThan(3);
    for (const { overview, dots } of parts) {
      expect(overview.bins).toBeLessThan(400);
      const beginning = (column: Float64Array) => column.slice(0, overview.bins);
      expect(overview.queue_mean).toEqual(beginning(whole.overview.queue_mean));
      expect(overview.queue_max).toEqual(beginning(whole.overview.queue_max));
      expect(overview.state).toEqual(whole.overview.state.map(beginning));
      expect(dots.time).toEqual(whole.dots.time.slice(0, dots.time.length));
    }
  });

  it('keeps every packet of a window, inside of it, in order', () => {
    const run = engine.open(lane, { bins: 1, from: 5, to: 6 });
    while (!run.advance(50_000));
    const { time, queue, event, truncated } = run.window();
    run.close();
    expect(truncated).toBe(false);
    expect(time.length).toBeGreaterThan(1000);
    expect(time.every((t, i) => t >= (time[i - 1] ?? 5) && t <= 6)).toBe(true);
    expect(queue.length).toBe(time.length);
    // 10 Mbit/s carry 833 packets of 1500 bytes a second.
    expect(event.filter((e) => e === 5).length).toBeLessThanOrEqual(835);
  });

  it('cannot be used after it was closed', () => {
    const run = engine.open(lane);
    run.close();
    expect(() => run.advance(1)).toThrow(EngineError);
    expect(() => run.result()).toThrow(EngineError);
    expect(() => run.close()).toThrow(EngineError);
  });
});

describe('once', () => {
  it('makes the thing once, but tries again after a failure', async () => {
    let calls = 0;
    const get = once(() => (++calls === 1 ? Promise.reject(new Error('offline')) : Promise.resolve(calls)));
    await expect(get()).rejects.toThrow('offline');
    expect(await Promise.all([get(), get()])).toEqual([2, 2]);
  });
});

describe('a module that traps', () => {
  /** A module of the engine's shape, assembled by hand, of which `aqm_run` is `unreachable`. */
  it('becomes an EngineFailure, and the next call gets a new instance', () => {
    const module = new WebAssembly.Module(trappingModule());
    const native = new NativeModule(module);
    expect(native.call('aqm_layout')).toBe(1);
    expect(() => native.call('aqm_run', 1, 1)).toThrow(EngineFailure);
    expect(native.heapBytes).toBe(0);
    expect(native.call('aqm_layout')).toBe(1);
  });
});

/** Exports every function of the module with no parameters; all return 1, but aqm_run traps. */
function trappingModule(): Uint8Array<ArrayBuffer> {
  const names = [
    ...[
      '_initialize',
      'aqm_input',
      'aqm_text',
      'aqm_text_size',
      'aqm_numbers',
      'aqm_numbers_size',
      'aqm_layout',
    ],
    ...[
      'aqm_catalogue',
      'aqm_check',
      'aqm_resolve',
      'aqm_curve',
      'aqm_open',
      'aqm_now',
      'aqm_result',
      'aqm_close',
    ],
  ];
  /** Unsigned LEB128. */
  const leb = (n: number): number[] => (n < 128 ? [n] : [(n & 127) | 128, ...leb(n >> 7)]);
  const vector = (items: number[][]) => [...leb(items.length), ...items.flat()];
  const section = (id: number, body: number[]) => [id, ...leb(body.length), ...body];
  const name = (text: string) => vector([...new TextEncoder().encode(text)].map((byte) => [byte]));
  return new Uint8Array([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(1, vector([[0x60, 0, 1, 0x7f]])), // type 0: () -> i32
    ...section(3, vector([[0], [0]])), // two functions of it
    ...section(5, vector([[0, 1]])), // one page of memory
    ...section(
      7,
      vector([
        [...name('memory'), 2, 0],
        [...name('aqm_run'), 0, 1],
        ...names.map((text) => [...name(text), 0, 0]),
      ]),
    ),
    ...section(
      10,
      vector([
        [4, 0, 0x41, 1, 0x0b], // i32.const 1
        [3, 0, 0x00, 0x0b], // unreachable
      ]),
    ),
  ]);
}
