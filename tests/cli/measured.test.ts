/** Measurements and traces of packets on the command line. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { aqm, document } from './aqm.ts';

const DATA = 'models/tests/measured-data';

it('reads files, lays each series beside a run of its kind, and writes every sample', async () => {
  interface Found {
    readonly files: readonly {
      readonly format: string;
      readonly series: readonly {
        readonly name: string;
        readonly mean: number;
        readonly beside: {
          readonly what: string;
          readonly measured: { readonly mean: number };
          readonly simulated: { readonly mean: number };
          readonly difference: { readonly mean: number };
        } | null;
      }[];
    }[];
  }
  const against = ['--against', '-', '--offset', '1'];
  const scenario =
    '{"version": 1, "duration": 5, "traffic": [{"flows": 5}], "lanes": [{"aqm": {"id": "droptail"}}]}';
  const files = [`${DATA}/ping.txt`, `${DATA}/tc.log`];
  const found = await document<Found>(['measured', ...files, ...against], scenario);
  expect(found.files.map(({ format }) => format)).toEqual(['ping', 'tc']);
  const all = found.files.flatMap(({ series }) => series);
  expect(all.map(({ name, beside }) => [name, beside?.what])).toEqual([
    ['rtt', 'queueing delay'],
    ['queue of tbf 1:', 'queue'],
    ['backlog of tbf 1:', 'queue, in bytes'],
    ['throughput of tbf 1:', 'throughput'],
    ['drops of tbf 1:', undefined],
  ]);
  for (const { beside } of all)
    if (beside !== null)
      expect(beside.measured.mean - beside.simulated.mean).toBeCloseTo(beside.difference.mean, 6);

  const { stdout } = await aqm(['measured', `${DATA}/ping.txt`, '--format', 'csv']);
  const [head, first, ...rest] = stdout.trim().split('\n');
  // ping told 0.355 ms of its first packet.
  expect(head).toBe('file,series,unit,time,value');
  expect(first).toMatch(/^ping\.txt,rtt,s,0,0\.00035/);
  expect(rest).toHaveLength(39);
  const both = [`${DATA}/a.pcap.gz`, `${DATA}/b.pcap.gz`];
  expect(await document(['measured', '--pair', ...both])).toMatchObject({
    files: [{ counts: { lost: 0, marked: 0 } }],
  });
});

it('reads back the course of runs: beside the same scenario nothing differs, beside another buffer it does', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'aqm-'));
  const file = join(folder, 'course.csv');
  const scenario = (buffer: number) =>
    JSON.stringify({
      version: 1,
      duration: 8,
      network: { bottleneck: { buffer } },
      lanes: [{ aqm: { id: 'droptail' }, label: 'a, "b"' }, { aqm: { id: 'codel' } }],
    });
  await aqm(['run', '-', '--trace', file, '-q'], scenario(60));
  interface Found {
    readonly files: readonly {
      readonly format: string;
      readonly series: readonly {
        readonly name: string;
        readonly unit: string;
        readonly beside: { readonly offset: number; readonly difference: { readonly rms: number } } | null;
      }[];
    }[];
  }
  const besides = async (buffer: number) => {
    const { files } = await document<Found>(['measured', file, '--against', '-'], scenario(buffer));
    expect(files[0]?.format).toBe('recording');
    return files[0]?.series.find(({ name }) => name === 'queue_mean, a, "b"');
  };
  expect(await besides(60)).toMatchObject({ unit: 'packets', beside: { offset: 0, difference: { rms: 0 } } });
  expect((await besides(90))?.beside?.difference.rms).toBeGreaterThan(5);

  const [head = '', first = '', second = ''] = readFileSync(file, 'utf8').split('\n');
  for (const [lines, message] of [
    [[head, first.replace(/[^,]*$/, 'often'), second], 'line 2: dropping = "often" is no number'],
    [[head, first, `${second},1`], 'line 3: has '],
    [[head, first], 'line 2: a run has two intervals or more'],
  ] as const) {
    await writeFile(file, lines.join('\n'));
    const { status, stderr } = await aqm(['measured', file]);
    expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
  }
  await rm(folder, { recursive: true });
});

it.each([
  [['package.json'], 1, 'package.json: the file: it is none of pcap'],
  [['nowhere.pcap'], 1, 'Cannot read nowhere.pcap: ENOENT'],
  [['models'], 1, 'models is a folder'],
  [['a', '--offset', '1'], 2, '--offset needs --against SCENARIO'],
  [['a', '--pair'], 2, '--pair takes two captures'],
  [[`${DATA}/ping.txt`, '--series', 'rt'], 2, 'there is no series "rt"; did you mean rtt?'],
])('aqm measured %j is refused', async (args, status, message) => {
  const outcome = await aqm(['measured', ...args]);
  expect(outcome.stderr).toContain(message);
  expect([outcome.status, outcome.stdout]).toEqual([status, '']);
});

it("sends a trace's packets through a scheme: those of Linux meet the fates that its own code gave them", async () => {
  const file = 'tests/data/linux/arrivals/slow_a.csv.gz';
  const link = ['--rate', '1e6', '--buffer', '1000', '--params', '{"profile": "linux", "mtu": 1500}'];
  const { stdout, stderr } = await aqm(['arrivals', file, '--aqm', 'codel', ...link, '--format', 'csv']);
  expect(stderr).toBe('');
  const kernel = gunzipSync(readFileSync('tests/data/linux/fates/codel.slow_a.csv.gz'))
    .toString()
    .trim()
    .split('\n');
  const letters: Readonly<Record<string, string>> = {
    sent: 's',
    marked: 'm',
    dropped_arriving: 'e',
    dropped_waiting: 'o',
    dropped_leaving: 'q',
  };
  const ours = stdout
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
  expect(ours).toHaveLength(kernel.length - 1);
  for (const [i, line] of kernel.slice(1).entries()) {
    const [fate = '', ns] = line.split(',');
    const [, , , , our = '', wait = ''] = ours[i] ?? [];
    expect(letters[our], `packet ${i}`).toBe(fate);
    if (fate === 's' || fate === 'm') expect(Math.round(Number(wait) * 1e9)).toBe(Number(ns));
  }
});

interface Packet {
  readonly fate: string;
  readonly queue: number;
  readonly sojourn: number | null;
}

/** Every packet of six seconds, and the metrics of the same run. */
async function packetsOf(scenario: string, ...options: readonly string[]) {
  const { packets } = await document<{ packets: readonly Packet[] }>(
    ['packets', '-', '--from', '0', '--to', '6', ...options, '-q'],
    scenario,
  );
  const { runs } = await document<{ runs: { metrics: Record<string, number> }[] }>(
    ['run', '-', '-q'],
    scenario,
  );
  const count = (fate: string) => packets.filter((packet) => packet.fate === fate).length;
  return { packets, metrics: runs[0]?.metrics ?? {}, count };
}

it.each([false, true])(
  'writes each packet once where it is decided at the head, with ECN %s',
  async (ecn) => {
    const scenario = JSON.stringify({
      version: 1,
      duration: 6,
      traffic: [{ flows: 12, ecn }],
      lanes: [{ aqm: { id: 'codel', params: { ecn } } }],
    });
    const { packets, metrics, count } = await packetsOf(scenario);
    expect(metrics[ecn ? 'marks' : 'drops_early']).toBeGreaterThan(50);
    expect(packets.length).toBe(metrics.arrivals);
    expect(['marked', 'dropped early'].map(count)).toEqual([metrics.marks, metrics.drops_early]);
    const sojourns = packets.flatMap(({ fate, sojourn }) =>
      fate === 'dropped early' ? [] : (sojourn ?? []),
    );
    const mean = sojourns.reduce((sum, one) => sum + one, 0) / sojourns.length;
    expect(mean - (metrics.queueing_delay_mean ?? NaN)).toBeCloseTo(0.0012, 4);
    expect(packets.filter(({ fate, sojourn }) => fate === 'dropped early' && sojourn !== null)).toEqual([]);
    // A queue of at most 140 packets: one that is let in finds at most 139.
    expect(Math.min(...packets.map(({ queue }) => queue))).toBe(0);
    expect(
      Math.max(...packets.filter(({ fate }) => fate === 'accepted').map(({ queue }) => queue)),
    ).toBeLessThan(140);
  },
);

it('writes every packet of a run, as the metrics count them, and as a capture', async () => {
  const scenario = JSON.stringify({
    version: 1,
    duration: 6,
    traffic: [
      { flows: 12, ecn: true },
      { kind: 'cbr', flows: 2, rate: 4e6 },
    ],
    lanes: [{ aqm: { id: 'red', params: { ecn: true } } }],
  });
  const file = join(tmpdir(), `aqm packets ${process.pid}.pcapng`);
  const { packets, metrics, count } = await packetsOf(scenario, '--pcapng', file);
  expect(packets.length).toBe(metrics.arrivals);
  expect(['marked', 'dropped early', 'dropped forced', 'dropped overflow'].map(count)).toEqual(
    ['marks', 'drops_early', 'drops_forced', 'drops_overflow'].map((name) => metrics[name]),
  );
  const sojourns = packets.flatMap(({ sojourn }) => sojourn ?? []);
  const mean = sojourns.reduce((sum, one) => sum + one, 0) / sojourns.length;
  // Until the last bit has left: the wait, and 1500 bytes at 10 Mbit/s.
  expect(mean - (metrics.queueing_delay_mean ?? NaN)).toBeCloseTo(0.0012, 4);
  // tshark and capinfos read such a file with its comments (docs/data.md); here the reader of captures does.
  expect(await document(['measured', file])).toMatchObject({
    files: [
      {
        format: 'pcapng',
        counts: { packets: packets.length, marked: metrics.marks, flows: 14 },
        arrivals: packets.length,
        notes: [],
      },
    ],
  });
  await rm(file);
});
