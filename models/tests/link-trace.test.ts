import { describe, expect, it } from 'vitest';
import { complete, lanes, validate } from '../src/index.ts';
import { estimateWork } from '../src/work.ts';
import { parseLinkTrace } from '../src/link-trace.ts';
import type { LinkChange } from '../src/types.ts';

describe('a trace of a link', () => {
  it('is read with and without names of columns, whatever stands between them', () => {
    const expected = [
      { time: 0, rate: 5e6 },
      { time: 1.5, rate: 0 },
    ];
    for (const text of [
      '0,5e6\n1.5,0\n',
      'time,rate\r\n0,5e6\r\n1.5,0',
      '\uFEFFrate;time\n5000000;0\n0;1.5',
      'time (ms),rate (Mbit/s)\n0,5\n1500,0',
      'time_ms;rate_Mbps\n0;5\n1500;0',
      '0, 5 Mbit/s\n1500 ms, 0 kbit/s',
      '# a comment\n\n0\t5e6\n1.5 0',
    ])
      expect(parseLinkTrace(text, 10)).toEqual(expected);
  });

  it('keeps what a line leaves empty', () => {
    expect(parseLinkTrace('time,rate,delay,loss\n1,,0.05\n2,1e6,,0.01', 10)).toEqual([
      { time: 1, delay: 0.05 },
      { time: 2, rate: 1e6, loss: 0.01 },
    ]);
  });

  it('of Mahimahi has the rate of its opportunities, and begins anew at its end', () => {
    // Two packets in the first 100 ms, none in the second, then from the beginning: 24 kbit in 100 ms are 240 kbit/s.
    const changes = parseLinkTrace('40\n100\n200\n', 0.5);
    expect(changes).toEqual([
      { time: 0, rate: 240_000 },
      { time: 0.1, rate: 120_000 },
      { time: 0.2, rate: 240_000 },
      { time: 0.3, rate: 120_000 },
      { time: 0.4, rate: 240_000 },
    ]);
    // 12 Mbit/s is a packet each ms, whatever the windows.
    const even = Array.from({ length: 333 }, (_, i) => i + 1).join('\n');
    expect(parseLinkTrace(even, 60)).toEqual([{ time: 0, rate: 12e6 }]);
    expect(() => parseLinkTrace('1\n2', 1001)).toThrow('10010 windows of 100 ms');
  });

  it.each([
    ['time,speed\n0,1', 'line 1: "speed" is no column'],
    ['rate,delay\n0,1', 'line 1: the column time is missing'],
    ['0,1\n1,fast', 'line 2: rate = "fast" is no number'],
    ['0,1,2,3,4', 'line 1: 5 values for the columns'],
    [',5e6', 'line 1: the time is missing'],
    ['# nothing', 'no line of numbers'],
    ['time,rate', 'no line of numbers'],
    ['0,1\n1', 'line 2: there is a time but no value'],
    ['0;1,5e6', 'line 1: rate = "1,5e6" is no number: use a decimal point'],
    ['0,10 furlongs', 'line 1: rate = "10 furlongs" is no number: "furlongs" is not a unit here'],
    ['time,rate (parsec)\n0,1', 'line 1: column rate: "parsec" is not a unit here'],
    ['time,rate,rate\n0,1,2', 'line 1: the column rate is given twice'],
    ['1\n3\n2', 'line 3: 2 ms comes after 3 ms'],
    ['1\n3,5', 'line 2: "3,5" is no whole number of ms'],
    ['0\n0', 'the last time must be above 0 ms'],
  ])('names the line that is wrong: %j', (text, message) => {
    expect(() => parseLinkTrace(text, 10)).toThrow(message);
  });
});

describe('a link that changes', () => {
  const withChanges = (changes: readonly LinkChange[], more: object = {}) => ({
    version: 1 as const,
    duration: 100,
    network: { bottleneck: { rate: 10e6, changes: [...changes] } },
    ...more,
  });

  /** What validation says of such a document. */
  const said = (changes: readonly LinkChange[]) => {
    const found = validate(withChanges(changes));
    return (found.ok ? found.warnings : found.issues).map(
      ({ severity, message }) => `${severity} ${message}`,
    );
  };

  it('is refused by name where its times are out of order', () => {
    const [first] = said([
      { time: 20, rate: 1e6 },
      { time: 10, rate: 2e6 },
    ]);
    expect(first).toMatch(/error .*network\.bottleneck\.changes\[1\]\.time.*in order of time/);
  });

  it('is refused where a value has no sense, and warned of after the end', () => {
    expect(said([{ time: 1, rate: -1 }])[0]).toMatch(/error .*changes\[0\]\.rate/);
    expect(said([{ time: 1, loss: 2 }])[0]).toMatch(/error .*changes\[0\]\.loss/);
    expect(said([{ time: 100, rate: 1e6 }])[0]).toMatch(/warning .*after the end of the run/);
  });

  it("of a chain has the bottleneck's changes where it has none of its own", () => {
    const own = [{ time: 5, delay: 0.1 }];
    const shared = [{ time: 50, rate: 5e6 }];
    const { network } = complete({
      version: 1,
      network: { topology: 'chain', bottleneck: { changes: shared }, links: [{}, { changes: own }] },
    });
    expect(network.links?.map(({ changes }) => changes)).toEqual([shared, own]);
  });

  it('costs what its mean rate costs', () => {
    const of = (document: Parameters<typeof lanes>[0]) => {
      const [lane] = lanes(document);
      return lane === undefined ? NaN : estimateWork(lane);
    };
    // 10 Mbit/s for a quarter of the time, then 2, then 6: 5 Mbit/s on average.
    const changing = withChanges([
      { time: 25, rate: 2e6 },
      { time: 75, delay: 0.1 },
      { time: 75.5, rate: 6e6 },
    ]);
    const steady = { ...withChanges([]), network: { bottleneck: { rate: 2.5e6 + 1.01e6 + 1.47e6 } } };
    expect(of(changing)).toBeCloseTo(of(steady), 6);
  });
});
