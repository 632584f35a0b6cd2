/** What the packets of a window say of flows, against the engine's own figures and against packets written by hand. */
import { describe, expect, it } from 'vitest';
import { lanes as laneScenarios } from '../../models/src/index.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import type { PacketWindow } from '../../wasm/src/types.ts';
import { flowsCsv, flowsJson, flowsOfRun, sorted } from '../src/views/flows/flowTable.ts';
import { sequenceFigure } from '../src/views/flows/flowFigures.ts';
import { layoutFigure } from '../src/plots/figure.ts';
import { examples, fairness, flowData, quantile, rateOfRow, waitsOf } from '../src/views/flows/flowData.ts';

const [lane] = laneScenarios({
  version: 1,
  duration: 12,
  warmup: 2,
  network: { bottleneck: { rate: 5e6, delay: 0.02, buffer: 60 } },
  traffic: [
    { kind: 'ftp', flows: 4 },
    { kind: 'cbr', flows: 1, rate: 1e6 },
  ],
  lanes: [{ aqm: { id: 'codel' } }],
});
if (lane === undefined) throw new Error('no lane');

/** Events as (time, event, flow, seq): 0 an arrival, 1 a mark, 4 an overflow, 5 a departure. */
function windowOf(events: readonly (readonly [number, number, number, number])[]): PacketWindow {
  const column = (k: 0 | 1 | 2 | 3) => events.map((event) => event[k]);
  return {
    from: 0,
    to: 10,
    time: Float64Array.from(column(0)),
    queue: new Float64Array(events.length),
    event: Uint8Array.from(column(1)),
    flow: Uint32Array.from(column(2)),
    seq: Uint32Array.from(column(3)),
    drawn: new Float64Array(events.length),
    state: [],
    truncated: false,
  };
}

describe('flows', () => {
  it('wait as long as the engine says, and get what it says', async () => {
    const engine = await loadEngine();
    const run = (record: object) => {
      const open = engine.open(lane, record);
      while (!open.advance(1e9));
      return open;
    };
    const { metrics, rows } = run({ bins: 10 }).result();
    const data = flowData(lane, run({ bins: 1, from: 0, to: 12 }).window(), 2, 12);
    const waits = waitsOf(data, [0, 1]);
    expect(waits.length).toBe(metrics.departures);
    const mean = waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
    expect(mean).toBeCloseTo(metrics.queueing_delay_mean ?? NaN, 5);
    expect(quantile(waits, 0.95) / (metrics.queueing_delay_p95 ?? NaN)).toBeCloseTo(1, 1);
    const got = rateOfRow(data, lane, 1);
    const rate = got.reduce((sum, one) => sum + one, 0) / got.length;
    expect(rate / (rows[1]?.goodput ?? NaN)).toBeCloseTo(1, 1);
  });

  it('a steady row is steady in any window, to its end', () => {
    // A packet of 1500 bytes every 10 ms: 1.2 Mbit/s.
    const steady = windowOf(Array.from({ length: 1000 }, (_, i) => [0.005 + i / 100, 5, 0, i] as const));
    for (const [from, to, steps] of [
      [0, 10, 20],
      [1, 3.2, 4],
      [1, 3.49, 4],
      [2, 2.2, 1],
    ] as const) {
      const rates = rateOfRow(flowData(lane, steady, from, to), lane, 0);
      expect(rates).toHaveLength(steps);
      for (const rate of rates) expect(rate).toBeCloseTo(1.2e6, 3);
    }
  });
  it('a packet that was dropped does not wait, and one that came again says so', () => {
    const data = flowData(
      lane,
      windowOf([
        [0.1, 0, 0, 7],
        [0.2, 1, 0, 7],
        [0.3, 0, 1, 1],
        [0.4, 4, 1, 1],
        [0.5, 5, 0, 7],
        [1.0, 0, 0, 6],
        [1.5, 5, 0, 6],
      ]),
      0,
      10,
    );
    // A packet of 1500 bytes takes 2.4 ms on 5 Mbit/s.
    const [first, second] = data.waits[0] ?? [];
    expect(first).toBeCloseTo(0.4 - 0.0024, 9);
    expect(second).toBeCloseTo(0.5 - 0.0024, 9);
    expect(data.segments[0]?.again).toEqual([false, true]);
    expect(data.segments[1]?.time).toEqual([]);
  });

  it('are fair when all get the same, and one in n when one gets all', () => {
    const even = [0, 1, 2, 3].flatMap((flow) =>
      Array.from({ length: 40 }, (_, i) => [i / 4, 5, flow, i] as const),
    );
    const last = (events: Parameters<typeof windowOf>[0]) =>
      fairness(flowData(lane, windowOf(events), 0, 10), [0]).at(-1);
    expect(last(even)).toBeCloseTo(1, 12);
    expect(last(even.filter(([, , flow]) => flow === 2))).toBeCloseTo(1 / 4, 12);
    expect(examples(flowData(lane, windowOf(even.slice(0, 50)), 0, 10), [0])).toEqual([0, 1, 3]);
  });
});

describe('segments', () => {
  it('names of flows stand beside the plot, and a faster flow above a slower one', () => {
    const events = [0, 1, 2].flatMap((flow) =>
      Array.from({ length: 50 - flow }, (_, i) => [i / 5, 5, flow, i] as const),
    );
    const data = flowData(lane, windowOf(events), 0, 10);
    const figure = sequenceFigure({ lane: 0, label: 'A', scenario: lane, data, rows: [0] }, [0, 10]);
    const layout = layoutFigure(figure, 400, 200, 1);
    const names = figure.layers.flatMap((layer) => (layer.kind === 'text' ? [layer] : []));
    // From the lowest up: a name that would cover the one before it moves up.
    expect(names.map(({ text }) => text)).toEqual(['flow 4', 'flow 2', 'flow 1']);
    for (const { x, side } of names) {
      expect(side).toBe('right');
      expect(layout.sx.map(x)).toBe(layout.right);
    }
    expect(layout.width - layout.right).toBeGreaterThan(50);
  });
});

describe('the table of flows', () => {
  it('has them in the order of a figure, what was not observed last, and in files as they are', async () => {
    const engine = await loadEngine();
    const run = engine.open(lane, { bins: 1, flows: true });
    while (!run.advance(100_000));
    const all = flowsOfRun(lane, run.result().flows);
    run.close();
    expect(all.map(({ row }) => row)).toEqual([0, 0, 0, 0, 1]);
    const falling = sorted(all, { by: 'goodput', falling: true }).map(
      ({ metrics }) => metrics.goodput ?? NaN,
    );
    expect(falling).toEqual([...falling].sort((a, b) => b - a));
    // The constant flow sends a megabit a second and loses what the table says.
    const [, , , , cbr] = all;
    const sent = (cbr?.metrics.goodput ?? NaN) / (1 - (cbr?.metrics.loss_ratio ?? NaN));
    expect(sent / (1e6 * (1500 - 28) / 1500)).toBeCloseTo(1, 2); // prettier-ignore
    const unseen = all.map((flow, i) =>
      i === 2 ? { ...flow, metrics: { ...flow.metrics, jitter: null } } : flow,
    );
    for (const way of [true, false])
      expect(sorted(unseen, { by: 'jitter', falling: way }).at(-1)?.number).toBe(3);
    const origin = { title: 'a, b', link: 'x' };
    const told = JSON.parse(flowsJson(lane, all, origin)) as { flows: { flow: number; goodput: number }[] };
    expect(told.flows.map(({ goodput }) => goodput)).toEqual(all.map(({ metrics }) => metrics.goodput));
    expect(flowsCsv(lane, all, origin).trim().split('\r\n')[5]).toContain('"a, b",');
  });
});
