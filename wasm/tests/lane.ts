import type { LaneScenario, TrafficRow } from '../src/types.ts';

export const ftp: TrafficRow = { kind: 'ftp', flows: 5, direction: 'forward', start: [0, 1] };

/** A small lane of RED on the contract's default network. */
export const lane: LaneScenario = {
  label: 'RED',
  seed: 1,
  duration: 10,
  warmup: 1,
  network: {
    links: [{ rate: 10e6, delay: 0.02, buffer: 140, managed: true }],
    observed: 0,
    access: { rate: 10e6, delay: [0.005, 0.01] },
    packet_size: 1500,
    random_loss: 0,
  },
  traffic: [ftp],
  aqm: { id: 'red', params: {} },
};

/** A lane that takes seconds of processor time. */
export const longLane: LaneScenario = { ...lane, duration: 3600, traffic: [{ ...ftp, flows: 100 }] };

export const link = { rate: 10e6, buffer: 140, packetSize: 1500 };
