import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { complete, lanes, normalise, observedLink, validate, type Scenario } from '../src/index.ts';
import { wellFormed } from './arbitrary.ts';
import { fakeRules } from './fake-rules.ts';

describe('complete', () => {
  it('writes out the documented defaults', () => {
    expect(complete({ version: 1 })).toEqual({
      version: 1,
      title: '',
      question: '',
      source: '',
      seed: 1,
      duration: 200,
      warmup: 0,
      network: {
        topology: 'dumbbell',
        bottleneck: { rate: 10e6, delay: 0.02, buffer: 140 },
        access: { rate: 10e6, delay: [0.005, 0.01] },
        packet_size: 1500,
        random_loss: 0,
        processing: 0,
      },
      traffic: [
        {
          kind: 'ftp',
          flows: 50,
          direction: 'forward',
          start: [0, 1],
          service: 0,
          tcp: 'newreno',
          headers: 40,
          sack: true,
          delayed_ack: false,
          initial_window: 2,
          min_rto: 0.2,
          flight: 'outstanding',
          handshake: true,
          ecn: false,
          echo_pause: false,
          timer_restart: true,
          prr: 'rfc6937',
          rack: false,
          hystart: false,
          abe: false,
          pacing: false,
        },
      ],
      lanes: [
        { label: 'RED', aqm: { id: 'red', params: {} }, set: {} },
        { label: 'DropTail', aqm: { id: 'droptail', params: {} }, set: {} },
      ],
    });
  });

  it('gives each kind of traffic its own defaults, and a lane without a label the id of its AQM', () => {
    const { traffic, lanes } = complete({
      version: 1,
      traffic: [{ kind: 'onoff' }],
      lanes: [{ aqm: { id: 'gred' } }],
    });
    expect(traffic).toEqual([
      { kind: 'onoff', flows: 1, direction: 'forward', start: 0, service: 0, rate: 1e6, on: 1, off: 1 },
    ]);
    expect(lanes[0]?.label).toBe('gred');
  });

  it('fills in the links of a chain from its bottleneck, and the ways of its rows', () => {
    const { network, traffic } = complete({
      version: 1,
      network: { topology: 'chain', bottleneck: { rate: 8e6 }, links: [{}, { rate: 15e6, managed: false }] },
      traffic: [{ kind: 'cbr' }, { kind: 'cbr', from: 1 }],
    });
    expect(network).toMatchObject({
      links: [
        { rate: 8e6, delay: 0.02, buffer: 140, managed: true },
        { rate: 15e6, delay: 0.02, buffer: 140, managed: false },
      ],
      observed: 0,
    });
    expect(traffic).toMatchObject([
      { from: 0, to: 2 },
      { from: 1, to: 2 },
    ]);
  });

  it('makes documents that are as valid as they were and mean the same', () => {
    fc.assert(
      fc.property(wellFormed, (scenario) => {
        const whole = complete(scenario);
        expect(complete(whole as unknown as Scenario)).toEqual(whole);
        expect(validate(whole, fakeRules).ok).toBe(validate(scenario, fakeRules).ok);
      }),
    );
  });
});

describe('normalise', () => {
  it('leaves out what is the default and orders the rest', () => {
    const scenario: Scenario = {
      lanes: [
        { aqm: { params: { w_q: 0.002, max_th: 100, min_th: 10 }, id: 'red' }, label: 'red' },
        { set: { warmup: 5, duration: 200 }, label: 'long', aqm: { id: 'droptail', params: {} } },
      ],
      network: { packet_size: 1500, bottleneck: { buffer: 100, rate: 10e6 } },
      traffic: [{ tcp: 'newreno', flows: 3, kind: 'ftp' }],
      warmup: 0,
      $schema: 'scenario.v1.schema.json',
      version: 1,
      title: 'T',
    };
    expect(JSON.stringify(normalise(scenario, fakeRules.catalogue))).toBe(
      '{"version":1,"title":"T","network":{"bottleneck":{"buffer":100}},"traffic":[{"flows":3}],' +
        '"lanes":[{"aqm":{"params":{"min_th":10,"max_th":100}}},' +
        '{"label":"long","aqm":{"id":"droptail"},"set":{"duration":200,"warmup":5}}]}',
    );
  });

  it('leaves out of a chain what it means anyway', () => {
    const links = [{ rate: 8e6 }, { managed: true, buffer: 50 }];
    expect(
      normalise({
        version: 1,
        network: { topology: 'chain', links, observed: 0 },
        traffic: [{ from: 0, to: 2 }],
      }),
    ).toEqual({
      version: 1,
      network: { topology: 'chain', links: [{ rate: 8e6 }, { buffer: 50 }] },
      traffic: [{ to: 2 }],
    });
  });

  it('is as short as can be for the scenario that is all defaults', () => {
    expect(normalise(complete({ version: 1 }) as unknown as Scenario)).toEqual({ version: 1 });
  });

  it('changes nothing of what is meant, and nothing the second time', () => {
    fc.assert(
      fc.property(wellFormed, (scenario) => {
        const short = normalise(scenario);
        expect(complete(short)).toEqual(complete({ ...scenario, $schema: undefined } as unknown as Scenario));
        expect(JSON.stringify(normalise(short))).toBe(JSON.stringify(short));
      }),
    );
  });

  it('does not depend on the order of keys', () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, member]) => [key, reversed(member)]),
      );
    };
    fc.assert(
      fc.property(wellFormed, (scenario) => {
        const other = reversed(scenario) as Scenario;
        expect(JSON.stringify(normalise(other))).toBe(JSON.stringify(normalise(scenario)));
      }),
    );
  });
});

describe('lanes', () => {
  it('gives the engine of a chain all links and which of them is observed', () => {
    const runs = lanes({
      version: 1,
      network: { topology: 'chain', links: [{ rate: 15e6 }, { rate: 8e6, delay: 0.04, buffer: 120 }] },
      lanes: [{}, { set: { network: { observed: 1 } } }],
    });
    expect(runs.map(observedLink)).toEqual([
      { rate: 15e6, delay: 0.02, buffer: 140, managed: true },
      { rate: 8e6, delay: 0.04, buffer: 120, managed: true },
    ]);
  });

  it('gives each lane the scenario with its own patch', () => {
    const [plain, patched] = lanes({
      version: 1,
      seed: 3,
      network: { bottleneck: { buffer: 200, delay: 0.1 } },
      lanes: [
        { aqm: { id: 'red', params: { max_p: 0.2 } } },
        {
          label: 'many',
          set: { seed: 4, network: { bottleneck: { buffer: null } }, traffic: [{ kind: 'ftp', flows: 150 }] },
        },
      ],
    });
    expect(plain).toMatchObject({
      label: 'red',
      seed: 3,
      network: { links: [{ rate: 10e6, delay: 0.1, buffer: 200 }] },
      traffic: [{ flows: 50, start: [0, 1] }],
      aqm: { id: 'red', params: { max_p: 0.2 } },
    });
    expect(patched).toMatchObject({
      label: 'many',
      seed: 4,
      network: { links: [{ rate: 10e6, delay: 0.1, buffer: 140 }] },
      traffic: [{ flows: 150, start: 0 }],
      aqm: { id: 'red', params: {} },
    });
  });
});
