/** `aqm agreement`: its figures against signals that are known, its runs against those of `aqm run`. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { chancesOf, errorsOf, packetFigures, type Compared } from '../../cli/agreement/compare.ts';
import { FREQUENCIES, rhythmOf, spectrumOf, type PacketRun } from '../../cli/agreement/packets.ts';
import { aqm, document } from './aqm.ts';

const BIN = 0.01;
/** White noise by a linear congruence, of variance 1/12. */
function noise(count: number): Float64Array {
  let seed = 1;
  return Float64Array.from({ length: count }, () => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed / 2 ** 31 - 0.5;
  });
}

it('tells a swing in noise by its share of the variance, and its period', () => {
  const steady = noise(10_000);
  // A sine of amplitude a has the variance a^2 / 2, which equals that of the noise if a = 1 / sqrt 6; the
  // correlation is the sine's share.
  const swing = steady.map((value, i) => value + Math.sin((2 * Math.PI * i * BIN) / 0.8) / Math.sqrt(6));
  expect(rhythmOf(steady, BIN).rhythm).toBeLessThan(0.1);
  const found = rhythmOf(swing, BIN);
  expect(found.rhythm).toBeGreaterThan(0.45);
  expect(found.rhythm).toBeLessThan(0.6);
  // Which of the periods is the highest peak is for chance to say.
  expect(Math.abs(found.period / 0.8 - Math.round(found.period / 0.8))).toBeLessThan(0.05);
  expect(rhythmOf(new Float64Array(100).fill(7), BIN)).toEqual({ rhythm: 0, period: 0 });
});

it("has white noise's spectrum flat, at twice its variance times the width of a bin", () => {
  const density = spectrumOf(noise(10_000), BIN);
  expect(density).toHaveLength(FREQUENCIES.length);
  const mean = density.reduce((sum, value) => sum + value, 0) / density.length;
  expect(mean / ((2 * BIN) / 12)).toBeGreaterThan(0.85);
  expect(mean / ((2 * BIN) / 12)).toBeLessThan(1.15);
});

it('has the median and the 90th percentile of sizes, and a verdict by where the queue mostly is', () => {
  const errors = errorsOf([-0.1, 0.2, -0.3, 0.4, -0.5, 0.6, -0.7, 0.8, -0.9, 1, NaN]);
  expect(errors.median).toBeCloseTo(0.55, 12);
  expect(errors.p90).toBeCloseTo(0.9, 12);
  expect(errors.signed).toBeCloseTo(0.05, 12);
  expect(errorsOf([])).toEqual({ median: null, p90: null, signed: null });
  const run: PacketRun = {
    ...{ digest: '', queue: 50, queueStd: 9, probability: 0.1, window: 4, utilization: 1 },
    ...{ empty: 0, full: 0, rhythm: 0.2, period: 1, spectrum: [] },
  };
  const stateOf = (change: Partial<PacketRun>) => packetFigures([{ ...run, ...change }]).state;
  expect(stateOf({})).toBe('steady');
  expect(stateOf({ rhythm: 0.8 })).toBe('swing');
  expect(stateOf({ rhythm: 0.8, queueStd: 0.5 })).toBe('steady');
  expect(stateOf({ rhythm: 0.8, full: 0.6 })).toBe('full');
  expect(stateOf({ empty: 0.6 })).toBe('empty');
});

it('counts how often packets swing where the model states a probability of it', () => {
  const lane = (chance: number, model: string, packets: string) =>
    ({ fluid: { chance, state: model }, packets: { state: packets } }) as unknown as Compared;
  const counted = chancesOf([
    ...[lane(0.1, 'steady', 'steady'), lane(0.2, 'steady', 'swing'), lane(0.25, 'steady', 'swing')],
    ...[lane(1, 'swing', 'swing'), lane(0.9, 'full', 'swing'), lane(0.9, 'swing', 'empty')],
    { fluid: null, packets: { state: 'swing' } } as unknown as Compared,
  ]);
  expect(counted.map(({ from, lanes, swings }) => [from, lanes, swings])).toEqual([
    [0, 2, 1],
    [0.25, 1, 1],
    [0.5, 0, 0],
    [0.75, 1, 1],
  ]);
  expect(counted[0]?.stated).toBeCloseTo(0.15, 12);
  expect(counted[2]?.stated).toBeNull();
});

interface Report {
  readonly schemes: readonly { readonly scheme: string; readonly lanes: number }[];
  readonly lanes: readonly {
    readonly scheme: string;
    readonly point: { readonly flows: number; readonly roundTrip: number; readonly rate: number };
    readonly digests: readonly string[];
    readonly packets: { readonly queue: number };
    readonly fluid: { readonly rest: number } | null;
  }[];
}

it('runs the packets that "aqm run" runs, keeps them, and leaves out what has no counterpart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'aqm agreement '));
  const asked = ['agreement', '--schemes', 'red,fq_codel', '--points', '1', '--seeds', '1', '--out', folder];
  const report = await document<Report>(asked);
  expect(report.schemes.map(({ scheme }) => scheme)).toEqual(['red']);
  const [lane] = report.lanes;
  if (lane === undefined) throw new Error('one lane was asked for');
  const { flows, roundTrip, rate } = lane.point;
  const file = join(folder, 'scenario.json');
  const scenario = {
    version: 1,
    ...{ seed: 1, duration: 125, warmup: 25 },
    network: {
      topology: 'dumbbell',
      bottleneck: { rate, delay: 0.3 * roundTrip, buffer: 140 },
      access: { rate: 10 * rate, delay: [0.1 * roundTrip * 0.8, 0.1 * roundTrip * 1.2] },
      packet_size: 1500,
    },
    traffic: [{ kind: 'ftp', flows, tcp: 'newreno', start: [0, 1] }],
    lanes: [{ label: 'red', aqm: { id: 'red' } }],
  };
  await writeFile(file, JSON.stringify(scenario));
  const { runs } = await document<{
    runs: readonly { readonly digest: string; readonly metrics: { readonly queue_mean: number } }[];
  }>(['run', file]);
  expect(lane.digests).toEqual(runs.map(({ digest }) => digest));
  expect(lane.packets.queue).toBe(runs[0]?.metrics.queue_mean);
  expect(lane.fluid?.rest).toBeGreaterThan(0);

  const again = await aqm(asked);
  expect(again.stderr).toContain('1 runs, of which 1 are kept');
  expect(JSON.parse(again.stdout)).toEqual(report);
  await rm(folder, { recursive: true });

  const misspelt = await aqm(['agreement', '--schemes', 'codl']);
  expect(misspelt.status).toBe(2);
  expect(misspelt.stderr).toContain('did you mean codel?');
  expect((await aqm(['agreement', '--sender', 'bbr'])).status).toBe(2);
  const both = await aqm(['agreement', '--wide', '--held-out']);
  expect(both.status).toBe(2);
  expect(both.stderr).toContain('--held-out and --wide are two grids');
}, 60_000);

it('keeps no table but that of the whole grid and the senders that the table is about', async () => {
  const refused = async (...args: readonly string[]): Promise<string> => {
    const { status, stderr } = await aqm(['agreement', ...args]);
    expect(status).toBe(2);
    return stderr;
  };
  const whole = 'aqm agreement --sender newreno --store now';
  expect(await refused('--store', 'now', '--wide')).toContain(whole);
  expect(await refused('--store', 'now', '--sender', 'dctcp')).toContain(whole);
  expect(await refused('--store', 'now', '--schemes', 'red')).toContain(whole);
  expect(await refused('--store', 'now', '--points', '3')).toContain(whole);
  expect(await refused('--store', 'wide', '--seeds', '1')).toContain('--wide --sender newreno --store wide');
  for (const name of ['before', 'constructor'])
    expect(await refused('--store', name)).toContain(
      `--store is now, held-out, wide, marks, dctcp, not "${name}"`,
    );
}, 60_000);
