/** Files of the real programs (measured-data/make.sh made them), and what is wrong with broken ones. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { beside, bestOffset, figuresOfSeries, onSteps } from '../src/measured/beside.ts';
import { between, MeasuredError, readMeasured, type Captured, type Series } from '../src/measured/index.ts';
import { spectraOf } from '../src/measured/spectrum.ts';
import { formOf } from '../src/told.ts';

const bytesOf = (name: string): Uint8Array => readFileSync(new URL(`measured-data/${name}`, import.meta.url));

/** In small pieces, so that every record and line is cut somewhere. */
async function* pieces(bytes: Uint8Array, size = 997): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}
const read = (bytes: Uint8Array, name: string) => readMeasured(pieces(bytes), name) as Promise<Captured>;
const readFile = (name: string) => read(bytesOf(name), name);
const text = (written: string) => new TextEncoder().encode(written);
const mean = (values: readonly number[] = []) => values.reduce((sum, v) => sum + v, 0) / values.length;
const plain = (name: string) =>
  name.endsWith('.gz') ? new Uint8Array(gunzipSync(bytesOf(name))) : bytesOf(name);

describe('files of real programs have the numbers that the programs tell themselves', () => {
  it('ping', async () => {
    const { series, counts, begin } = await readFile('ping.txt');
    const said = /rtt min\/avg\/max\/mdev = ([\d.]+)\/([\d.]+)\/([\d.]+)/.exec(plainText('ping.txt'));
    expect(mean(series[0]?.values)).toBeCloseTo(Number(said?.[2]) / 1000, 5);
    expect(Math.max(...(series[0]?.values ?? []))).toBeCloseTo(Number(said?.[3]) / 1000, 4);
    expect([series[0]?.values.length, counts.lost]).toEqual([40, 0]);
    expect(begin).toBeGreaterThan(1.7e9);
  });

  it('irtt', async () => {
    const { series } = await readFile('irtt.json.gz');
    const { stats } = JSON.parse(plainText('irtt.json.gz')) as {
      stats: Record<string, { mean: number; n: number }>;
    };
    for (const [name, key] of [
      ['rtt', 'rtt'],
      ['delay there', 'send_delay'],
      ['delay back', 'receive_delay'],
    ] as const) {
      const own = series.find((one) => one.name === name);
      expect(mean(own?.values)).toBeCloseTo((stats[key]?.mean ?? NaN) / 1e9, 8);
      expect(own?.values.length).toBe(stats[key]?.n);
    }
  });

  it('iperf3', async () => {
    const { series, counts } = await readFile('iperf3.json');
    const { end } = JSON.parse(plainText('iperf3.json')) as {
      end: { sum_sent: { bits_per_second: number; retransmits: number } };
    };
    expect(mean(series[0]?.values) / end.sum_sent.bits_per_second).toBeCloseTo(1, 2);
    expect(counts.retransmissions).toBe(end.sum_sent.retransmits);
  });

  it('Flent', async () => {
    const { series, begin } = await readFile('ping.flent.gz');
    const { results, metadata } = JSON.parse(plainText('ping.flent.gz')) as {
      results: Record<string, number[]>;
      metadata: { T0: string };
    };
    expect(series.map(({ name, unit }) => [name, unit])).toEqual(
      Object.keys(results).map((name) => [name, 's']),
    );
    for (const { name, values } of series) expect(mean(values)).toBeCloseTo(mean(results[name]) / 1000, 12);
    expect(begin).toBe(Date.parse(metadata.T0) / 1000);
  });

  it('tc', async () => {
    const { series } = await readFile('tc.log');
    const answers = plainText('tc.log')
      .split('\n')
      .filter((line) => line.startsWith('['));
    const last = (JSON.parse(answers.at(-1) ?? '') as { qlen: number; drops: number; backlog: number }[])[0];
    const at = (name: string) => series.find((one) => one.name.startsWith(name));
    expect(at('queue')?.values.length).toBe(answers.length);
    expect(['queue', 'backlog', 'drops'].map((name) => at(name)?.values.at(-1))).toEqual([
      last?.qlen,
      last?.backlog,
      last?.drops,
    ]);
    // The shaper lets 4 Mbit/s through.
    expect(Math.max(...(at('throughput')?.values ?? []))).toBeLessThan(4.4e6);
  });

  it('pcap, and pcapng that editcap made of its first 300 packets', async () => {
    const near = await readFile('a.pcap.gz');
    // capinfos: 1326 packets, 2.119593 s; tcpdump: the first frame is of 74 bytes, 14 of them Ethernet.
    expect(near.counts.packets).toBe(1326);
    expect(near.packets?.at(-1)?.time ?? NaN).toBeCloseTo(near.begin + 2.119593, 5);
    const ng = await readFile('a.pcapng.gz');
    expect(ng.packets).toEqual(near.packets?.slice(0, 300));
    expect(ng.begin).toBe(near.begin);
    const throughput = near.series.find(({ quantity }) => quantity === 'rate');
    expect(mean(throughput?.values)).toBeGreaterThan(3.9e6);
  });

  it('both sides of a way: the same packets, their delay, and those that are missing', async () => {
    const [near, far] = [await readFile('a.pcap.gz'), await readFile('b.pcap.gz')];
    expect(between(near, far).counts).toMatchObject({ lost: 0, marked: 0 });
    const gone = new Set(near.packets?.filter(({ flow }) => flow.startsWith('10.9.0.1')).slice(50, 57));
    const keys = new Set([...gone].map(({ key }) => key));
    const less = { ...far, packets: far.packets?.filter(({ key }) => !keys.has(key)) ?? [] };
    const marked = less.packets.map((packet, i) => (i === 20 || i === 30 ? { ...packet, ecn: 3 } : packet));
    const late = marked.map((packet) => ({ ...packet, time: packet.time + 0.25 }));
    const found = between(near, { ...less, packets: late });
    expect(found.counts).toMatchObject({ lost: gone.size });
    expect(Math.min(...(found.series[1]?.values ?? []))).toBeGreaterThan(0.249);
    expect(Math.min(...(found.series[0]?.values ?? []))).toBe(0);
  });

  it('ns-2 and ns-3: queue, wait and drop of each event', async () => {
    const ns2 = await readFile('ns-2.tr');
    expect(ns2.series.map(({ name, values }) => [name, values])).toEqual([
      ['queue of 0 to 2', [1, 0, 1, 0, 1, 0]],
      ['wait of 0 to 2', [0, expect.closeTo(0.01, 12)]],
    ]);
    expect([ns2.counts.dropped, ns2.arrivals?.map(({ at, bytes, flow }) => [at, bytes, flow])]).toEqual([
      1,
      [
        [0, 1000, 0],
        [8e6, 1000, 0],
        [20e6, 40, 1],
      ],
    ]);
    const ns3 = await readFile('ns-3.tr');
    expect(ns3.series[1]?.values).toEqual([0, expect.closeTo(0.0006864, 12)]);
    expect(ns3.arrivals?.map(({ bytes }) => bytes)).toEqual([1052, 1052]);
  });

  it('CSV with units, and a table of packets', async () => {
    const { series } = await read(
      text('time_ms;rtt (ms);queue;rate [Mbit/s]\n0;20;3;5\n100;;4;6\n'),
      'x.csv',
    );
    expect(series).toEqual([
      { name: 'rtt', quantity: 'round_trip', unit: 's', times: [0], values: [0.02] },
      { name: 'queue', quantity: 'queue', unit: 'packets', times: [0, 0.1], values: [3, 4] },
      { name: 'rate', quantity: 'rate', unit: 'bit/s', times: [0, 0.1], values: [5e6, 6e6] },
    ]);
    const table = await read(text('time,size,flow\n5,1500,1\n5.001,40,2\n'), 'packets.csv');
    expect(table.arrivals).toEqual([
      { at: 0, bytes: 1500, flow: 1, ecn: 0 },
      { at: 1e6, bytes: 40, flow: 2, ecn: 0 },
    ]);
  });
});

const plainText = (name: string) => new TextDecoder().decode(plain(name));

describe('a broken file', () => {
  it.each([
    [
      'ping.txt',
      'PING a (b) 56(84) bytes of data.\n64 bytes from a: icmp_seq=1 ttl=64 time=x ms\n',
      'line 2: an answer',
    ],
    ['ping.txt', 'PING a (b) 56(84) bytes of data.\nnonsense\n', 'line 2: this is no line of ping'],
    [
      'tc.log',
      '[{"kind":"tbf","backlog":0}]\n',
      'line 1: each answer of tc must follow a line with its time',
    ],
    ['x.csv', 'time,rtt\n1,2\n0,2\n', 'line 3: the time 0 s comes after 1 s'],
    ['x.csv', 'time,rtt\n1,a\n', 'line 2: rtt = "a" is no number'],
    ['x.csv', 'time,rtt\n1\n', 'line 2: has 1 values for 2 columns'],
    [
      'a.tr',
      '- 0.1 0 2 cbr 1000 ------- 1 0.0 3.1 0 0\n',
      'line 1: a packet leaves the queue of 0 to 2 that did not enter',
    ],
    ['diary.txt', 'Dear diary', 'the file: it is none of pcap'],
    ['nothing', '', 'the file: it is empty'],
  ])('%s is refused with its place: %j', async (name, written, message) => {
    await expect(read(text(written), name)).rejects.toThrow(message);
  });

  it('a capture that is cut off tells the byte', async () => {
    const whole = plain('a.pcap.gz');
    // 24 bytes of head, then packets of 16 and what was captured: the first is of 74 bytes.
    await expect(read(whole.subarray(0, 24 + 16 + 40), 'a.pcap')).rejects.toThrow(
      'byte 40: packet 1 is cut off: 40 of 74 bytes are there',
    );
    await expect(read(bytesOf('a.pcap.gz').subarray(0, 5000), 'a.pcap.gz')).rejects.toThrow(
      /damaged or cut off|byte \d+/,
    );
  });

  const NAMES = [
    'ping.txt',
    'irtt.json.gz',
    'iperf3.json',
    'ping.flent.gz',
    'tc.log',
    'a.pcap.gz',
    'a.pcapng.gz',
    'ns-2.tr',
    'ns-3.tr',
  ];
  it.each(NAMES)('what the reader says of a whole %s has a form', async (name) => {
    const { format, series, counts, notes } = await readFile(name);
    const names = format === 'flent' ? [] : series.map((one) => one.name);
    expect([...names, ...Object.keys(counts), ...notes].filter((said) => formOf(said) === undefined)).toEqual(
      [],
    );
  });

  it.each([...NAMES, 'csv'])(
    'of %s, one in 100: each is read as a whole or refused with a place',
    async (name) => {
      const source =
        name === 'csv'
          ? text('time,rtt (ms),queue\n0,20,3\n0.1,25,4\n0.2,30,5\n')
          : plain(name).subarray(0, 20_000);
      // A rule of its own (Park and Miller), so that the same files are broken the same way.
      let state = 1;
      const below = (most: number) => (state = (state * 48_271) % 2_147_483_647) % most;
      let refused = 0;
      for (let k = 0; k < 100; k++) {
        const broken = Uint8Array.from(source);
        for (let n = 0; n <= k % 5; n++) broken[below(broken.length)] = below(256);
        const cut = k % 3 === 0 ? broken.subarray(0, below(broken.length)) : broken;
        try {
          const { series } = await read(cut, name.replace(/\.gz$/, ''));
          expect(series.length).toBeGreaterThan(0);
          for (const { times, values } of series) {
            expect(times.length).toBe(values.length);
            expect([...times, ...values].every(Number.isFinite)).toBe(true);
          }
        } catch (error) {
          if (!(error instanceof MeasuredError)) throw error;
          expect(error.message).toMatch(/^.+: .+/);
          // The page tells it in its language; a path in JSON stays.
          expect([error.rule, formOf(error.rule)?.english]).not.toContain(undefined);
          if (!/[.[]|^\w+$/.test(error.place))
            expect([error.place, formOf(error.place)]).not.toContain(undefined);
          refused++;
        }
      }
      expect(refused).toBeGreaterThan(10);
    },
  );
});

describe('a queue that is recorded at events', () => {
  // 100 for 9 s, then 0 for 1 s.
  const lines = ['0,100', ...Array.from({ length: 11 }, (_, i) => `${9 + i / 10},0`)];

  it('has the mean and the percentile over time, a wait those over the samples', async () => {
    const [queue, wait] = await Promise.all(
      ['queue', 'wait'].map(async (name) => {
        const { series } = await read(text(['time,' + name, ...lines].join('\n')), 'a.csv');
        return series[0] && figuresOfSeries(series[0]);
      }),
    );
    expect(queue?.mean).toBeCloseTo(90, 9);
    expect(queue?.p95).toBe(100);
    expect(wait).toEqual({ mean: expect.closeTo(100 / 12, 9) as number, p95: 100 });
    // 6 of 100 s above 0 are more than 5 %, 4 s are not.
    for (const [long, p95] of [
      [6, 7],
      [4, 0],
    ] as const) {
      const { series } = await read(text(`time,queue\n0,7\n${long},0\n99.9,0\n100,0`), 'a.csv');
      expect(series[0] && figuresOfSeries(series[0])).toEqual({
        mean: expect.closeTo((7 * long) / 100, 9) as number,
        p95,
      });
    }
  });

  it('of ns-2 has one packet for as long as one packet waits', async () => {
    const event = (kind: string, time: number) => `${kind} ${time} 0 1 tcp 1000 ------- 1 0.0 1.0 0 7`;
    const { series } = await read(text([event('+', 0), event('-', 9)].join('\n')), 'a.tr');
    expect(series[0] && figuresOfSeries(series[0])).toEqual({ mean: 1, p95: 1 });
  });

  it('fills the intervals of a run in which nothing happens', async () => {
    const { series } = await read(text(['time,queue', ...lines].join('\n')), 'a.csv');
    const [queue] = series;
    if (queue === undefined) throw new Error('there is no series');
    const course = { step: 4, values: new Float64Array(4) };
    // 8 to 12 s: 100 for 1 s, and 0 for 1 s, after which nothing is known.
    expect([...onSteps(queue, 0, course)]).toEqual([100, 100, expect.closeTo(50, 9), NaN]);
    expect([...onSteps(queue, -2, course)]).toEqual([100, expect.closeTo(75, 9), NaN, NaN]);
    expect(beside(queue, { step: 1, values: new Float64Array(10) }, 0)?.measured.mean).toBeCloseTo(90, 9);
  });

  it('at regular times is as its samples are, with jitter too', async () => {
    const values = Array.from({ length: 200 }, (_, i) => (i * 37) % 50);
    const { series } = await read(
      text(['time,queue', ...values.map((value, i) => `${i + (i % 3) / 10},${value}`)].join('\n')),
      'a.csv',
    );
    expect(series[0] && figuresOfSeries(series[0])?.mean).toBeCloseTo(mean(values), 12);
  });
});

describe('values that cannot be', () => {
  it.each([
    ['a.csv', 'time,queue\n0,1\n1,-1', 'line 3: queue is -1 packets, and must be at least 0'],
    ['a.csv', 'time,rtt_ms\n0,-4', 'line 2: rtt is -0.004 s, and must be at least 0'],
    [
      'tc.log',
      '1700000000\n[{"kind":"fifo","handle":"1:","bytes":0,"drops":0,"qlen":-3,"backlog":0}]\n',
      'line 2: queue of fifo 1: is -3 packets, and must be at least 0',
    ],
    [
      'a.json',
      '{"start":{"version":"iperf 3.12","timestamp":{"timesecs":1}},"intervals":[{"sum":{"start":0,"end":1,"bits_per_second":-5},"streams":[]}]}',
      'intervals[0].sum.bits_per_second: throughput is -5 bit/s, and must be at least 0',
    ],
    ['a.csv', 'time,queue,queue\n0,1,2', 'line 1: the column queue is given twice'],
  ])('of %s are refused: %s', async (name, written, message) => {
    await expect(read(text(written), name)).rejects.toThrow(message);
  });

  it('are not one-way delays of clocks that differ, nor columns of a kind that is not known', async () => {
    const { series } = await read(text('time,delay_ms,slope\n0,-4,-1\n1,-3,-2'), 'a.csv');
    expect(series.map(({ values }) => values)).toEqual([
      [-0.004, -0.003],
      [-1, -2],
    ]);
  });

  it('are not a pair that is no pair of captures', async () => {
    const file = await read(text('time,queue\n0,1'), 'a.csv');
    expect(() => between(file, file)).toThrow(
      'the files: --pair takes two captures (pcap or pcapng); a.csv is of the format csv',
    );
  });
});

describe('beside a run', () => {
  const course = {
    step: 0.01,
    values: Float64Array.from({ length: 1000 }, (_, i) => 10 + 5 * Math.sin(i / 40) + (i % 97) / 30),
  };
  const shifted = (by: number, more = 0) => ({
    name: 'queue',
    quantity: 'queue' as const,
    unit: 'packets',
    times: Array.from({ length: 500 }, (_, i) => (i + 200.5) * 0.01 + by),
    values: Array.from({ length: 500 }, (_, i) => (course.values[i + 200] ?? 0) + more),
  });

  it('finds the offset, and nothing is different then', () => {
    const offset = bestOffset(shifted(37), course) ?? NaN;
    expect(offset).toBeCloseTo(-37, 2);
    expect(beside(shifted(37), course, offset)?.difference.rms).toBeCloseTo(0, 9);
  });

  it('tells what is more by how much, in mean and 95th percentile', () => {
    const found = beside(shifted(0, 2.5), course, 0);
    expect(found).toMatchObject({ from: expect.closeTo(2, 9) as number, to: expect.closeTo(7, 9) as number });
    for (const value of Object.values(found?.difference ?? {})) expect(value).toBeCloseTo(2.5, 9);
    expect(beside(shifted(1000), course, 0)).toBeUndefined();
  });
});

describe('spectra', () => {
  const step = 0.05;
  const length = 1000;
  const course = (of: (t: number) => number) => ({
    step,
    values: Array.from({ length }, (_, i) => of((i + 0.5) * step)),
  });
  const series = (of: (t: number) => number, keep: (i: number) => boolean = () => true): Series => {
    const times = Array.from({ length }, (_, i) => (i + 0.5) * step).filter((_, i) => keep(i));
    return { name: 'x', quantity: 'queue', unit: 'packets', times, values: times.map(of) };
  };
  const wave = (hertz: number) => (t: number) => 7 + Math.sin(2 * Math.PI * hertz * t);

  it('have their peaks where the oscillations are, with gaps too, and shares that add up', () => {
    // A tenth of the measured intervals is missing.
    const found = spectraOf(
      series(wave(2), (i) => i % 10 !== 3),
      course(wave(0.5)),
      0,
    );
    // 1024 places of 50 ms: steps of 0.02 Hz.
    expect(Math.abs((found?.peak.measured ?? NaN) - 2)).toBeLessThan(0.02);
    expect(Math.abs((found?.peak.simulated ?? NaN) - 0.5)).toBeLessThan(0.02);
    for (const side of ['measured', 'simulated'] as const)
      expect(found?.octaves.reduce((sum, octave) => sum + octave[side], 0)).toBeCloseTo(1, 9);
    const own = found?.octaves.find(({ from, to }) => from <= 0.5 && 0.5 <= to);
    expect(own?.simulated).toBeGreaterThan(0.95);
    expect(own?.measured).toBeLessThan(0.05);
  });

  it('follow the shift in time, and are not claimed of too little, or of what stands still', () => {
    const later = series(wave(1));
    expect(
      spectraOf({ ...later, times: later.times.map((t) => t - 10) }, course(wave(1)), 10)?.peak.measured,
    ).toBeCloseTo(1, 1);
    expect(
      spectraOf(
        series(wave(1), (i) => i < 50),
        course(wave(1)),
        0,
      ),
    ).toBeUndefined();
    // Every fourth interval: seen over intervals of four.
    const every = (n: number) => series(wave(0.2), (i) => i % n === 0);
    const sparse = spectraOf(every(4), course(wave(0.2)), 0);
    expect(sparse?.peak.measured).toBeCloseTo(0.2, 1);
    expect(sparse?.octaves.at(-1)?.to).toBeCloseTo(2.5, 9);
    expect(spectraOf(every(32), course(wave(0.2)), 0)).toBeUndefined();
    expect(
      spectraOf(
        series(wave(1)),
        course(() => 3),
        0,
      ),
    ).toBeUndefined();
  });
});
