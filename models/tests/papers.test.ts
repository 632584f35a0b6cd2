/** Published tables under the readings in which they hold, with seeds that the search for the readings did not use. */
import { beforeAll, describe, expect, it } from 'vitest';
import { loadEngine } from '../../wasm/src/node.ts';
import type { RunResult } from '../../wasm/src/types.ts';
import { lanes, presets } from '../src/index.ts';
import { PAPERS } from '../src/papers/index.ts';

const SEEDS = [101, 102, 103];

describe('papers', () => {
  let engine: Awaited<ReturnType<typeof loadEngine>>;
  beforeAll(async () => {
    engine = await loadEngine();
  });

  /** The mean of a figure over the seeds, for each lane of a preset by its label. */
  async function meansOf(id: string, figure: (result: RunResult) => number | null) {
    const scenario = await presets.find((preset) => preset.id === id)?.load();
    if (scenario === undefined) throw new Error(`there is no preset ${id}`);
    return new Map(
      lanes(scenario).map((lane) => {
        const values = SEEDS.map((seed) => {
          const run = engine.open({ ...lane, seed });
          while (!run.advance(50_000));
          const value = figure(run.result());
          run.close();
          return value ?? NaN;
        });
        return [lane.label, values.reduce((sum, value) => sum + value, 0) / values.length] as const;
      }),
    );
  }

  it('SARED, table 3: all nine delays within 10 %, and in their order', async () => {
    const delays = await meansOf('sared-tables', ({ metrics }) => metrics.delay_mean);
    const paper = await PAPERS.find(({ id }) => id === 'sared-2021')?.load();
    const published = paper?.tables.find(({ id }) => id === 'table3')?.published ?? {};
    expect(Object.keys(published)).toEqual(['low', 'moderate', 'high']);
    for (const [load, row] of Object.entries(published)) {
      for (const [scheme, printed] of Object.entries(row)) {
        const ours = 1000 * (delays.get(`${load} ${scheme}`) ?? NaN);
        expect(Math.abs(ours / printed - 1), `${load} ${scheme}: ${ours} for ${printed}`).toBeLessThan(0.1);
      }
      const [red, sared] = ['RED', 'SARED'].map((scheme) => delays.get(`${load} ${scheme}`) ?? NaN);
      expect((sared ?? NaN) > (red ?? NaN), load).toBe((row.SARED ?? NaN) > (row.RED ?? NaN));
    }
  });

  it('AC-RED, table 1 at 75 flows: all six delays, over data and acknowledgements, within 10 %', async () => {
    // Acknowledgements meet no queue: 80.06 ms of propagation and their own sending. The table has the mean of both.
    const published = {
      RED: 101.94,
      ARED: 101.84,
      URED: 102.08,
      TRED: 101.42,
      AQMRD: 97.96,
      'AC-RED': 97.42,
    };
    const delays = await meansOf('acred-75', ({ metrics }) => metrics.delay_mean);
    for (const [scheme, delay] of Object.entries(published)) {
      const ours = ((delays.get(scheme) ?? NaN) * 1000 + 80.06) / 2;
      expect(Math.abs(ours / delay - 1), `${scheme}: ${ours} for ${delay}`).toBeLessThan(0.1);
      // Without the propagation, which all have, the rest is judged by itself.
      expect(Math.abs((ours - 80) / (delay - 80) - 1), `${scheme} beyond propagation`).toBeLessThan(0.1);
    }
  });

  it('ANLRED, figure 3 at 100 Mbit/s: ANLRED keeps the link above 60 % busy, the others stay below 30 %', async () => {
    const busy = await meansOf('anlred-100', ({ metrics }) => metrics.utilization);
    for (const [scheme, utilization] of busy) {
      if (scheme === 'ANLRED') expect(utilization).toBeGreaterThan(0.6);
      else expect(utilization, scheme).toBeLessThan(0.3);
    }
  });

  it('RRMDP: with n of at most 1 the queue stays off max_th at twice the rate, and RED does not', async () => {
    // The mean of the last 90 s, at 213 % of the rate.
    const lastQueue = ({ overview }: RunResult) => {
      const from = Math.ceil(610 / overview.binSeconds);
      const tail = Array.from(overview.queue_mean.subarray(from));
      return tail.reduce((sum, value) => sum + value, 0) / tail.length;
    };
    const queues = await meansOf('rrmdp-udp', lastQueue);
    expect(queues.get('RED')).toBeGreaterThan(295);
    expect(queues.get('RRMDP n=1')).toBeLessThan(275);
    expect(queues.get('RRMDP n=0.5')).toBeLessThan(queues.get('RRMDP n=1') ?? 0);
  });
});
