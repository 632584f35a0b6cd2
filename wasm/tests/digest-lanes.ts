/**
 * Short runs that together use every AQM, every kind of traffic and a chain: all builds must agree on them in
 * every bit.
 */
import type { AqmInfo, LaneScenario, RunResult, TrafficRow } from '../src/types.ts';
import { observedLink } from '../../models/src/chain.ts';

const mixed: readonly TrafficRow[] = [
  { kind: 'ftp', flows: 6, direction: 'forward', start: [0, 1] },
  {
    kind: 'ftp',
    flows: 2,
    direction: 'forward',
    start: [0, 1],
    tcp: 'newreno',
    sack: false,
    delayed_ack: true,
  },
  { kind: 'ftp', flows: 2, direction: 'forward', start: [0, 1], tcp: 'cubic', flight: 'outstanding' },
  { kind: 'ftp', flows: 2, direction: 'forward', start: [0, 1], tcp: 'dctcp' },
  { kind: 'ftp', flows: 2, direction: 'reverse', start: [0, 1], tcp: 'reno', ecn: true, bytes: [1e5, 3e6] },
  { kind: 'cbr', flows: 1, direction: 'forward', start: 1, stop: 5, rate: 5e5 },
  { kind: 'poisson', flows: 2, direction: 'forward', start: 0, rate: [2e5, 5e5], packet_size: 400 },
  { kind: 'onoff', flows: 3, direction: 'forward', start: [0, 2], rate: 8e5, on: 0.3, off: 0.7, service: 1 },
];

/** What must be the same everywhere: the run to the bit, and every figure made of it. */
export function agreed({ digest, metrics, events }: Agreed): string {
  return JSON.stringify({ digest, events, ...metrics });
}
export type Agreed = Pick<RunResult, 'digest' | 'metrics' | 'events'>;

/**
 * One lane for each AQM, a chain, modern senders, and a link so slow that packets wait longer than 32 bits
 * can count in nanoseconds. The buffer is large enough for every scheme's default thresholds.
 */
export function digestLanes(catalogue: readonly AqmInfo[]): LaneScenario[] {
  const dumbbells = catalogue.map(({ id, params }, i): LaneScenario => ({
    label: id,
    seed: i + 1,
    duration: 8,
    warmup: 1,
    network: {
      links: [{ rate: 10e6, delay: 0.02, buffer: 400, managed: true }],
      observed: 0,
      access: { rate: 20e6, delay: [0.005, 0.01] },
      packet_size: 1500,
      random_loss: 0.001,
    },
    traffic: mixed,
    aqm: { id, params: params.some(({ name }) => name === 'ecn') ? { ecn: true } : {} },
  }));
  return [
    ...dumbbells,
    ...dumbbells.slice(0, 1).flatMap((lane) => [inAChain(lane), slowly(lane), ofToday(lane)]),
  ];
}

/** Senders of today, with every switch that they have. */
function ofToday(lane: LaneScenario): LaneScenario {
  const row = { kind: 'ftp', flows: 2, direction: 'forward', start: [0, 1] } as const;
  return {
    ...lane,
    label: 'today',
    traffic: [
      { ...row, tcp: 'bbr' },
      { ...row, tcp: 'bbr', ack_every: 4, pacing_burst: 1, rack: true },
      { ...row, tcp: 'prague' },
      { ...row, tcp: 'cubic', pacing: true, hystart: true, prr: 'rfc9937', ecn: true, abe: true },
      { ...row, tcp: 'cubic', rack: true, delayed_ack: true },
    ],
  };
}

function slowly(lane: LaneScenario): LaneScenario {
  const { traffic, network } = lane;
  return {
    ...lane,
    label: 'slow',
    duration: 60,
    network: { ...network, links: network.links.map((link) => ({ ...link, rate: 10_000 })) },
    traffic: traffic.slice(0, 1),
  };
}

/** The same lane over three links, each row of traffic over some of them. */
function inAChain(lane: LaneScenario): LaneScenario {
  const { rate, delay, buffer } = observedLink(lane);
  const links = [1.2, 1, 1.5].map((factor, i) => ({
    rate: factor * rate,
    delay: delay / (i + 1),
    buffer,
    managed: i < 2,
  }));
  const observed = 1;
  return {
    ...lane,
    label: 'chain',
    network: {
      ...lane.network,
      links,
      observed,
    },
    traffic: lane.traffic.map((row, i) => ({ ...row, from: i % 2, to: 2 + (i % 2) })),
  };
}
