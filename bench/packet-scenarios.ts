/** The scenarios of core-cpp/bench/packet.cpp for the WebAssembly module: same lanes, same digests. */
import type { LocalEngine } from '../wasm/src/engine.ts';
import type { LaneScenario } from '../wasm/src/types.ts';

export const FLOWS = [10, 50, 150, 10_000] as const;

export function lane(flows: number): LaneScenario {
  const scale = flows > 1000 ? flows / 50 : 1;
  return {
    label: `${flows} flows`,
    seed: 1,
    duration: scale > 1 ? 20 : 200,
    warmup: 0,
    network: {
      links: [{ rate: 10e6 * scale, delay: 0.02, buffer: 140 * scale, managed: true }],
      observed: 0,
      access: { rate: scale > 1 ? 100e6 : 10e6, delay: [0.005, 0.01] },
      packet_size: 1000,
      random_loss: 0,
    },
    traffic: [{ kind: 'ftp', flows, direction: 'forward', start: [0, 1] }],
    aqm: { id: 'red', params: { min_th: 20 * scale, max_th: 120 * scale } },
  };
}

export interface Measured {
  readonly flows: number;
  readonly packets: number;
  readonly seconds: number;
  readonly nsPerEvent: number;
  readonly digest: string;
}

/** Median over repetitions, after one that does not count; `clock` in seconds. */
export function measure(engine: LocalEngine, clock: () => number, repetitions = 7): Measured[] {
  return FLOWS.map((flows) => {
    const seconds: number[] = [];
    let last: (Omit<Measured, 'flows' | 'seconds' | 'nsPerEvent'> & { events: number }) | undefined;
    const rounds = repetitions + 1;
    for (let i = 0; i < rounds; i++) {
      const run = engine.open(lane(flows));
      const begin = clock();
      while (!run.advance(50_000));
      if (i > 0) seconds.push(clock() - begin);
      const { metrics, digest, events } = run.result();
      last = { packets: metrics.departures ?? 0, digest, events };
      run.close();
    }
    if (last === undefined) throw new Error('nothing was measured');
    const median = seconds.sort((a, b) => a - b)[seconds.length >> 1] ?? NaN;
    return {
      flows,
      packets: last.packets,
      digest: last.digest,
      seconds: median,
      nsPerEvent: (median / last.events) * 1e9,
    };
  });
}
