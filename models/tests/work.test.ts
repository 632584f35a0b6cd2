import { describe, expect, it } from 'vitest';
import { costOf, estimateWork, lanes, type Network, type Scenario, type Traffic } from '../src/index.ts';

const packets = (scenario: Omit<Scenario, 'version'>): number => {
  const [lane] = lanes({ version: 1, ...scenario });
  return lane ? estimateWork(lane) : NaN;
};

describe('estimateWork', () => {
  it('is what the bottleneck can carry when TCP fills it', () => {
    expect(packets({})).toBeCloseTo((200 - 0.5) * (10e6 / 12000), 6);
  });

  const one = (row: Traffic) => packets({ traffic: [row] });

  it('is the offered load of UDP, in proportion to the time that it is on', () => {
    expect(one({ kind: 'cbr', flows: 3, rate: 1.2e6, start: 100 })).toBeCloseTo(3 * 100 * 100, 6);
    expect(one({ kind: 'poisson', rate: [1.2e6, 3.6e6] })).toBeCloseTo(200 * 200, 6);
    expect(one({ kind: 'onoff', rate: 1.2e6, on: 1, off: 3 })).toBeCloseTo(
      (200 * 100) / 4 + (8 * 200) / 4,
      6,
    );
  });

  it('counts what the connections of the web carry', () => {
    // Three runs of 60 s on a link that is never full had 183,000, 193,000 and 239,000 packets.
    const network = { bottleneck: { rate: 1e9 }, access: { rate: 1e9 } };
    const asked = packets({
      duration: 60,
      network,
      traffic: [{ kind: 'web', flows: 500, rate: 1, start: 0 }],
    });
    expect(asked).toBeGreaterThan(150_000);
    expect(asked).toBeLessThan(250_000);
  });

  it('counts bursts in which next to nothing is sent, and first windows that do not fit', () => {
    const bursts = one({ kind: 'onoff', flows: 100, rate: 1000, on: 1e-4, off: 1e-4 });
    expect(bursts).toBeGreaterThan(100 * 200 * 5000);
    expect(packets({ duration: 1, traffic: [{ flows: 1000, initial_window: 1000, start: 0 }] })).toBe(1e6);
  });

  it('asks before what takes longer than a reader waits, or much memory, and says how much', () => {
    const cost = (scenario: Omit<Scenario, 'version'>) => {
      const [lane] = lanes({ version: 1, ...scenario });
      return lane === undefined ? undefined : costOf(lane);
    };
    expect(cost({})).toBeNull();
    const network = { bottleneck: { rate: 1e10 }, access: { rate: 1e10 } };
    expect(cost({ duration: 3600, network })).toBe(
      'about 3000 million packets a lane, 12 minutes of computing',
    );
    // Measured in Node: 590 MB with the program itself, of ten million packets under way at once.
    expect(
      cost({ duration: 0.05, network, traffic: [{ flows: 10_000, initial_window: 1000, start: 0 }] }),
    ).toBe('about 10 million packets a lane, 2.5 s of computing, and 500 MB of memory');
  });

  it('adds up the links of a chain, each with what comes through it', () => {
    const network: Network = { topology: 'chain', links: [{ rate: 12e6 }, { rate: 6e6 }] };
    const rows = (...traffic: Traffic[]) => packets({ network, traffic });
    expect(rows({})).toBeCloseTo(2 * 200 * 500, 6); // the slower link limits it on both
    expect(rows({ to: 1 })).toBeCloseTo(200 * 1000, 6);
    expect(rows({}, { to: 1 })).toBeCloseTo(200 * (1000 + 500), 6);
    expect(rows({ kind: 'cbr', rate: 1.2e6 }, { kind: 'cbr', rate: 1.2e6, from: 1 })).toBeCloseTo(
      3 * 200 * 100,
      6,
    );
  });

  it('ends with the last byte of a file', () => {
    expect(one({ flows: 2, bytes: 150_000 })).toBeCloseTo(200, 6);
  });
});
