import { describe, expect, it } from 'vitest';
import { encodeParams } from '../src/encode.ts';
import { loadEngine } from '../src/node.ts';
import type { AqmInfo, ChainLink, LaneScenario, TrafficRow } from '../src/types.ts';
import { EngineError } from '../src/types.ts';
import { ftp, lane } from './lane.ts';

const engine = await loadEngine();

/** The paths of the issues with which the engine refuses a lane. */
function refusedPaths(candidate: LaneScenario): string[] {
  try {
    engine.open(candidate).close();
  } catch (error) {
    if (error instanceof EngineError) return error.issues.map(({ path }) => path);
    throw error;
  }
  return [];
}

const { network } = lane;
const cbr: TrafficRow = { kind: 'cbr', flows: 1, direction: 'forward', start: 0, rate: 1e5 };
const rows = (row: TrafficRow) => ({ ...lane, traffic: [ftp, row] });
const link: ChainLink = { rate: 10e6, delay: 0.02, buffer: 140, managed: true };
const chain = (...links: readonly ChainLink[]): LaneScenario => ({
  ...lane,
  network: { ...network, links, observed: 0 },
});
const two = chain(link, link);

// The encoder writes positions, the engine reports names: a value out of range is reported under the right
// name only if both mean the same position.
describe('an impossible value reaches the engine in the place where it was written', () => {
  const cases: [string, LaneScenario][] = [
    ['duration', { ...lane, duration: 1e9 }],
    ['warmup', { ...lane, warmup: 11 }],
    ['network.bottleneck.rate', chain({ ...link, rate: 0, delay: 0, buffer: 9 })],
    ['network.bottleneck.delay', chain({ ...link, rate: 1e6, delay: -1, buffer: 9 })],
    ['network.bottleneck.buffer', chain({ ...link, rate: 1e6, delay: 0, buffer: 0 })],
    ['network.access.rate', { ...lane, network: { ...network, access: { rate: 0, delay: 0 } } }],
    [
      'network.access.delay',
      { ...lane, network: { ...network, access: { rate: 1e6, delay: [0.02, 0.01] } } },
    ],
    ['network.packet_size', { ...lane, network: { ...network, packet_size: 100_000 } }],
    ['network.random_loss', { ...lane, network: { ...network, random_loss: 2 } }],
    ['traffic[1].flows', rows({ ...ftp, flows: -1 })],
    ['traffic[1].start', rows({ ...ftp, start: -1 })],
    ['traffic[1].stop', rows({ ...ftp, stop: [-2, -1] })],
    ['traffic[1].bytes', rows({ ...ftp, bytes: 0 })],
    ['traffic[1].rate', rows({ ...cbr, rate: -1 })],
    ['traffic[1].on', rows({ ...cbr, on: 0 })],
    ['traffic[1].off', rows({ ...cbr, off: 0 })],
    ['traffic[1].packet_size', rows({ ...ftp, packet_size: 100_000 })],
    ['traffic[1].initial_window', rows({ ...ftp, initial_window: 0 })],
    ['traffic[1].min_rto', rows({ ...ftp, min_rto: 0 })],
    ['traffic[1].receiver_window', rows({ ...ftp, receiver_window: -1 })],
    ['traffic[1].service', rows({ ...ftp, service: -1 })],
    ['network.links', chain(...Array<ChainLink>(33).fill(link))],
    ['network.links[1].rate', chain(link, { ...link, rate: 0 })],
    ['network.links[1].delay', chain(link, { ...link, delay: -1 })],
    ['network.links[0].buffer', chain({ ...link, buffer: 0 }, link)],
    ['network.observed', { ...lane, network: { ...two.network, observed: 2 } }],
    ['traffic[1].from', { ...two, traffic: [ftp, { ...ftp, from: 2 }] }],
    ['traffic[1].to', { ...two, traffic: [ftp, { ...ftp, to: 3 }] }],
    ['traffic[1].to', rows({ ...ftp, to: 2 })],
  ];
  it('and a lane without one is not refused', () => {
    expect(refusedPaths(rows(cbr))).toEqual([]);
  });
  it.each(cases)('%s', (path, candidate) => {
    expect(new Set(refusedPaths(candidate))).toEqual(new Set([path]));
  });
});

describe('what changes nothing when it is left out changes the run when it is written', () => {
  const digest = (candidate: LaneScenario) => {
    const run = engine.open(candidate);
    while (!run.advance(50_000));
    const result = run.result().digest;
    run.close();
    return result;
  };
  const plain = digest(lane);
  const cases: [string, LaneScenario][] = [
    ['seed', { ...lane, seed: 2 }],
    ['tcp', { ...lane, traffic: [{ ...ftp, tcp: 'reno' }] }],
    ['sack', { ...lane, traffic: [{ ...ftp, sack: false }] }],
    ['delayed_ack', { ...lane, traffic: [{ ...ftp, delayed_ack: true }] }],
    ['direction', { ...lane, traffic: [{ ...ftp, direction: 'reverse' }] }],
    ['ecn', { ...lane, traffic: [{ ...ftp, ecn: true }], aqm: { id: 'red', params: { ecn: true } } }],
    ['kind', { ...lane, traffic: [{ ...cbr, start: ftp.start }] }],
  ];
  it.each(cases)('%s', (_, candidate) => {
    expect(digest(candidate)).not.toBe(plain);
  });
  const twice = digest(two);
  const chains: [string, LaneScenario][] = [
    ['links', chain(link, { ...link, rate: 8e6 })],
    ['managed', chain({ ...link, managed: false }, link)],
    [
      'from',
      {
        ...two,
        traffic: [
          { ...ftp, flows: 2 },
          { ...ftp, flows: 3, from: 1 },
        ],
      },
    ],
    ['to', { ...two, traffic: [{ ...ftp, to: 1 }] }],
  ];
  it.each(chains)('%s of a chain', (_, candidate) => {
    expect(digest(candidate)).not.toBe(twice);
  });
  it('but which link is observed changes no event, only whose figures are told first', () => {
    const results = [0, 1].map((observed) => {
      const run = engine.open({ ...two, network: { ...two.network, observed } });
      while (!run.advance(50_000));
      const result = run.result();
      run.close();
      return result;
    });
    const [first, second] = results;
    expect(second?.digest).toBe(first?.digest);
    expect(second?.links.map(({ metrics }) => metrics)).toEqual(first?.links.map(({ metrics }) => metrics));
    expect(first?.metrics).toEqual(first?.links[0]?.metrics);
    expect(second?.metrics).toEqual(first?.links[1]?.metrics);
  });
  it('a chain of the one link of the dumbbell', () => {
    expect(digest(chain(link))).toBe(plain);
  });
  it('the defaults, written out', () => {
    const row = {
      ...ftp,
      tcp: 'newreno',
      sack: true,
      delayed_ack: false,
      initial_window: 2,
      min_rto: 0.2,
    } as const;
    expect(digest({ ...lane, traffic: [row] })).toBe(plain);
  });
});

describe('what has no place in the layout is refused', () => {
  // Such lanes come from JavaScript without types.
  const untyped = (value: unknown) => value as LaneScenario;
  const cases: [string, unknown, string][] = [
    ['a misspelt key', { ...lane, network: { ...network, loss: 0 } }, 'network.loss'],
    ['a misspelt key of a row', { ...lane, traffic: [{ ...ftp, sak: true }] }, 'traffic[0].sak'],
    ['a word that is no choice', { ...lane, traffic: [{ ...ftp, kind: 'torrent' }] }, 'traffic[0].kind'],
    ['a text for a number', { ...lane, duration: '10' }, 'duration'],
    ['NaN', { ...lane, duration: NaN }, 'duration'],
    ['an infinity', { ...lane, warmup: Infinity }, 'warmup'],
    ['a fraction for a count', { ...lane, traffic: [{ ...ftp, flows: 1.5 }] }, 'traffic[0].flows'],
    ['a pair of three', { ...lane, traffic: [{ ...ftp, start: [0, 1, 2] }] }, 'traffic[0].start'],
    ['a misspelt key of a link', chain({ ...link, ...{ rat: 1 } }), 'network.links[0].rat'],
    ['a number for a switch', { ...lane, traffic: [{ ...ftp, sack: 1 }] }, 'traffic[0].sack'],
    ['a negative seed', { ...lane, seed: -1 }, 'seed'],
  ];
  it.each(cases)('%s', (_, candidate, path) => {
    expect(refusedPaths(untyped(candidate))).toEqual([path]);
  });
});

describe('parameters', () => {
  const info: AqmInfo = {
    id: 'x',
    name: 'X',
    states: [],
    constraints: [],
    curves: [],
    curveAxis: { name: 'q', unit: 'packets' },
    params: [
      { name: 'a', unit: '', kind: 'number', role: 'plain', default: 1, help: '' },
      { name: 'mode', unit: '', kind: 'choice', role: 'plain', default: 'u', choices: ['u', 'v'], help: '' },
      { name: 'on', unit: '', kind: 'toggle', role: 'plain', default: false, help: '' },
      { name: 'points', unit: '', kind: 'list', role: 'plain', default: [], listWidth: 2, help: '' },
      { name: 'law', unit: '', kind: 'text', role: 'plain', default: '', help: '' },
    ],
  };

  it('stand in table order, whatever the order of the document', () => {
    const params = {
      points: [
        [1, 2],
        [3, 4],
      ],
      law: 'q > 5 ? 1 : 0',
      on: true,
      mode: 'v',
      a: 5,
    };
    expect(encodeParams(info, params)).toEqual({
      numbers: [5, 1, 1, NaN, NaN],
      lists: [[1, 2, 3, 4]],
      texts: ['q > 5 ? 1 : 0'],
      issues: [],
    });
  });

  it('that are left out are NaN', () => {
    expect(encodeParams(info, {})).toEqual({
      numbers: [NaN, NaN, NaN, NaN, NaN],
      lists: [[]],
      texts: [''],
      issues: [],
    });
  });

  it('that do not fit are named with value and rule', () => {
    const { issues } = encodeParams(info, { a: 'much', mode: 'w', on: 1, points: [[1]], b: 2 });
    expect(issues.map(({ param, value }) => [param, value])).toEqual([
      ['a', 'much'],
      ['mode', 'w'],
      ['on', 1],
      ['points', [[1]]],
      ['b', 2],
    ]);
    expect(issues[1]?.rule).toBe('must be one of u, v');
    expect(issues[4]?.rule).toContain('a, mode, on, points, law');
  });

  it('are not looked up in what every object inherits', () => {
    expect(
      encodeParams(info, JSON.parse('{"constructor": 1}') as Record<string, number>).issues,
    ).toHaveLength(1);
  });
});
