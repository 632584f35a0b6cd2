import { METRIC_NAMES, ROW_METRIC_NAMES } from '../../models/src/index.ts';
import { describe, expect, test } from 'vitest';
import { type Metrics, type RowMetrics } from '../../wasm/src/types.ts';
import { and, answerOf, elsewhereOf, lostAtHostsOf, type Told } from '../src/lanes/answer.ts';
import { bestLane, bestLanes, estimateOf, halfOf, pairedDifference } from '../src/lanes/estimates.ts';
import { firstAlike, loadsOf } from '../src/lanes/load.ts';
import { metricRow } from '../src/lanes/metrics.ts';
import { questionOf } from '../src/lanes/question.ts';
import { routeOf, rowName } from '../src/lanes/rows.ts';
import { shortLabel, toldLabel } from '../src/lanes/shortLabel.ts';
import { laneScenario } from './fakes.ts';

const NOTHING = Object.fromEntries(METRIC_NAMES.map((name) => [name, null])) as unknown as Metrics;
/** A lane with a run a seed; of each, wait in s, loss and utilization. */
const lane = (label: string, ...runs: readonly (readonly [number | null, number, number])[]): Told => ({
  label,
  samples: runs.map(([wait, loss, utilization], seed) => ({
    seed,
    metrics: { ...NOTHING, queueing_delay_mean: wait, loss_ratio: loss, utilization },
    rows: [],
  })),
});

/** The same, with what each row of traffic gets in bit/s and waits in all. */
const felt = (one: Told, ...rows: readonly (readonly [number, number])[]) => ({
  ...one,
  samples: one.samples.map((sample) => ({
    ...sample,
    rows: rows.map(([goodput, latency_added]) => ({ ...NO_ROW, goodput, latency_added })),
  })),
  scenario: laneScenario({
    traffic: rows.map(() => ({ kind: 'ftp', flows: 1, direction: 'forward', start: 0 }) as const),
  }),
});
const NO_ROW = Object.fromEntries(ROW_METRIC_NAMES.map((name) => [name, null])) as unknown as RowMetrics;

describe('the answer', () => {
  test('tells where most of the waiting is in other queues', () => {
    const there = felt(lane('A', [0.002, 0, 1]), [9e6, 0.2], [1e6, 0.1]);
    expect(elsewhereOf([there, felt(lane('B', [0.02, 0, 1]), [9e6, 0.02], [1e6, 0.03])])).toBe(
      'Most of the waiting is elsewhere: 188.0 ms under A in the hosts’ own links, where this AQM does not act.',
    );
    // A row that waits longer than others in this very queue waits nowhere else.
    expect(elsewhereOf([felt(lane('B', [0.02, 0, 1]), [9e6, 0.015], [1e6, 0.06])])).toBeNull();
  });
  test('says what hosts with a limit lose, if they do', () => {
    const losing = (label: string, ...drops: readonly number[]): Told => ({
      label,
      samples: drops.map((host_drops, seed) => ({
        seed,
        metrics: NOTHING,
        rows: [
          { ...NO_ROW, host_drops },
          { ...NO_ROW, host_drops: 0 },
        ],
      })),
    });
    expect(lostAtHostsOf([losing('A', 10, 20), losing('B', 0, 0)])).toBe(
      'Packets lost before the hosts’ own links: 15 under A.',
    );
    expect(lostAtHostsOf([losing('B', 0)])).toBeNull();
  });
  test('names every lane of three, from the shortest wait to the longest, and what the shortest costs', () => {
    expect(
      answerOf([
        lane('RED', [0.0419, 0.029, 1]),
        lane('DropTail', [0.142, 0.0191, 1]),
        lane('CoDel', [0.0219, 0.0391, 0.984]),
      ]),
    ).toBe(
      'A packet waits 21.9 ms under CoDel, 41.9 ms under RED and 142.0 ms under DropTail: 85 % less with CoDel than with DropTail, for 2.0 points more loss and 1.6 points less utilization.',
    );
  });
  test('names both of two lanes that are printed alike, and a cost only if it is one', () => {
    const most = lane('DropTail', [0.142, 0.0191, 1]);
    const told = (loss: number) =>
      answerOf([lane('RED', [0.0444, 0.029, 1]), lane('Drawn', [0.04441, loss, 1]), most]);
    expect(told(0.029)).toContain(
      ': 69 % less with RED and Drawn than with DropTail, for 1.0 point more loss.',
    );
    expect(told(0.05)).toContain(': 69 % less with RED and Drawn than with DropTail.');
  });
  test('nobody who waits at all waits 100 % less', () => {
    expect(answerOf([lane('CoDel', [0.0225, 0, 1]), lane('DropTail', [24.975, 0, 1])])).toContain(
      ': more than 99 % less with CoDel than with DropTail',
    );
  });
  test('tells a gain from a price', () => {
    expect(answerOf([lane('A', [0.01, 0.05, 0.9]), lane('B', [0.02, 0.06, 0.95])])).toBe(
      'A packet waits 10.0 ms under A and 20.0 ms under B: 50 % less with A than with B, for 5.0 points less utilization, and with 1.0 point less loss.',
    );
    expect(answerOf([lane('A', [0.01, 0.05, 0.9]), lane('B', [0.02, 0.05, 0.9])])).toMatch(
      /at the same loss and utilization\.$/,
    );
  });
  test('compares lanes of equal load only', () => {
    const light = [lane('RED, 10', [0.03, 0.01, 1]), lane('SARED, 10', [0.02, 0.01, 1])];
    const heavy = [lane('RED, 150', [0.09, 0.1, 1]), lane('SARED, 150', [0.06, 0.1, 1])];
    expect(answerOf([...light, ...heavy], [0, 0, 2, 2])).toBe(
      'A packet waits 20.0 ms under SARED, 10 and 30.0 ms under RED, 10: 33 % less with SARED, 10 than with RED, 10, at the same loss and utilization.',
    );
    expect(answerOf([...light.slice(0, 1), ...heavy.slice(0, 1)], [0, 1])).toBe(
      'A packet waits 30.0 ms under RED, 10 and 90.0 ms under RED, 150; no two lanes have the same traffic and network, so no scheme is compared with another.',
    );
  });
  test('knows which lanes have the same load, whatever their queue is', () => {
    const one = laneScenario();
    const [link] = one.network.links;
    if (link === undefined) throw new Error('no link');
    const of = (change: object) =>
      laneScenario({ network: { ...one.network, links: [{ ...link, ...change }] } });
    const more = laneScenario({ traffic: one.traffic.map((row) => ({ ...row, flows: 150 })) });
    const other = { ...one, label: 'PIE', aqm: { id: 'pie', params: {} } };
    expect(
      loadsOf([one, more, other, of({ buffer: 20 }), of({ reverse: { aqm: 'lane' } }), of({ delay: 0.1 })]),
    ).toEqual([0, 1, 0, 0, 0, 5]);
    expect(firstAlike([0, 1, 0, 1])).toEqual([0, 2]);
    expect(firstAlike([0, 1])).toBeNull();
  });
  test('claims no difference where there is none to be seen', () => {
    expect(answerOf([lane('A', [0.01, 0.05, 0.9]), lane('B', [0.01, 0.06, 0.9])])).toBe(
      'A packet waits 10.0 ms on average, whichever of the lanes manages the queue.',
    );
  });
  test('claims no difference that other seeds would turn round', () => {
    const a = lane('A', [0.01, 0, 1], [0.03, 0, 1], [0.02, 0, 1]);
    const b = lane('B', [0.025, 0, 1], [0.02, 0, 1], [0.03, 0, 1]);
    expect(answerOf([a, b])).toMatch(/\(3 seeds\); over 3 seeds that is no difference to rely on\.$/);
    // The same difference with every seed: the traffic's own noise, however large, does not hide it.
    const shifted = lane('B', [0.0121, 0, 1], [0.032, 0, 1], [0.0219, 0, 1]);
    expect(answerOf([a, shifted])).toMatch(/: 9 % less with A than with B/);
  });
  test('of many lanes names the two ends, of one says what it does, without runs says nothing', () => {
    const many = [4, 1, 3, 2].map((wait) => lane(`L${wait}`, [wait / 1000, 0, 1]));
    expect(answerOf(many)).toMatch(/^A packet waits 1\.0 ms under L1 and 4\.0 ms under L4: 75 % less/);
    expect(answerOf([lane('RED', [0.0419, 0.029, 1])])).toBe(
      'Under RED a packet waits 41.9 ms on average; 2.90 % of the packets are lost, and the link is busy 100.0 % of the time.',
    );
    expect(answerOf([lane('RED')])).toBeNull();
    expect(answerOf([lane('RED', [null, 0, 0])])).toBeNull();
  });
});

describe('estimates', () => {
  const wait = metricRow('queueing_delay_mean');
  test('have Student’s interval: for 1, 2, 3 it is 4.303 standard errors wide', () => {
    const found = estimateOf([1, 2, null, 3]);
    expect(found?.mean).toBe(2);
    expect(found && halfOf(found)).toBeCloseTo(4.302653 / Math.sqrt(3), 5);
    expect(estimateOf([null])).toBeNull();
    const single = estimateOf([5]);
    expect(single && halfOf(single)).toBeNull();
  });
  test('of pairs leave out what one of them lacks', () => {
    expect(pairedDifference([1, 2, null, 9], [0, 0, 5])?.mean).toBe(1.5);
  });
  test('the best has none beside it', () => {
    expect(bestLane([[0.0983], [0.0983], [0.12]], 'low', wait)).toBeNull();
    expect(bestLane([[0.09831], [0.0983], [0.12]], 'low', wait)).toBeNull();
    expect(bestLane([[0.11], [0.0983], [0.12]], 'low', wait)).toBe(1);
    expect(bestLane([[0.11], [0.0983]], 'high', wait)).toBe(0);
    expect(bestLane([[0.11], [0.0983]], 'neither', wait)).toBeNull();
    expect(bestLane([[0.11]], 'low', wait)).toBeNull();
    expect(bestLane([[0.11], [null]], 'low', wait)).toBeNull();
  });
  test('the best is one of its load', () => {
    const waits = [[0.03], [0.02], [0.09], [0.06], [0.01]];
    expect([...bestLanes(waits, 'low', wait, [0, 0, 2, 2, 4])]).toEqual([1, 3]);
    expect([...bestLanes(waits, 'low', wait, [0, 0, 0, 0, 0])]).toEqual([4]);
  });
  test('with seeds the best is apart from the next by more than chance', () => {
    expect(bestLane([[1, 2, 3], [1.5, 1.7, 2.9]], 'low', wait)).toBeNull(); // prettier-ignore
    expect(bestLane([[1, 2, 3], [2.1, 3, 4.05]], 'low', wait)).toBe(0); // prettier-ignore
  });
});

describe('words', () => {
  test('lists', () => {
    expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(and)).toEqual(['', 'a', 'a and b', 'a, b and c']);
  });
  test('what is asked of a document is what it holds', () => {
    const red = laneScenario();
    expect(questionOf([red, red], ['RED', 'CoDel'])).toBe(
      '50 NewReno flows share a link of 10 Mbit/s: how do RED and CoDel compare?',
    );
    const single = laneScenario({ traffic: [{ ...red.traffic[0], kind: 'cbr', flows: 1 } as never] });
    expect(questionOf([single], ['RED'])).toBe(
      '1 CBR flow uses a link of 10 Mbit/s: what does RED do with the queue?',
    );
    expect(questionOf([red, single], ['RED', 'B'])).toMatch(/^Flows share a link of 10 Mbit\/s/);
  });
  test('a row says where it goes', () => {
    const link = { rate: 1e6, delay: 0.01, buffer: 50, managed: true };
    const row = { kind: 'ftp', flows: 2, direction: 'forward', start: 0 } as const;
    const one = laneScenario();
    const chain = laneScenario({ network: { ...one.network, links: [link, link, link] } });
    expect(routeOf(one, row)).toBe('');
    expect(rowName(chain, { ...row, from: 0, to: 3 })).toBe('2 NewReno flows over all 3 links');
    expect(rowName(chain, { ...row, from: 1, to: 2, flows: 1 })).toBe('1 NewReno flow over link 2');
    expect(routeOf(chain, { ...row, from: 1, to: 3 })).toBe('over links 2 to 3');
    expect(routeOf(one, { ...row, direction: 'reverse' })).toBe('in the other direction');
  });
  test('a name that a lane got by itself is abbreviated, one of its own is not', () => {
    const catalogue = [
      { id: 'sared', name: 'Self-Adaptive RED' },
      { id: 'red_e', name: 'RED_E (Exponential)' },
      { id: 'gred', name: 'Gentle RED' },
    ] as never;
    const short = (id: string, label: string) => shortLabel({ label, aqm: { id, params: {} } }, catalogue);
    expect(short('sared', 'Self-Adaptive RED')).toBe('SARED');
    expect(short('sared', 'Self-Adaptive RED 2')).toBe('SARED 2');
    expect(short('sared', 'Self-Adaptive RED, low')).toBe('Self-Adaptive RED, low');
    expect(short('red_e', 'RED_E (Exponential)')).toBe('RED-E');
    expect(short('gred', 'Gentle RED')).toBe('Gentle RED');
    // A sentence bears so much of a name.
    const long = { label: 'Random early detection as it was in 1993', aqm: { id: 'red', params: {} } };
    expect(toldLabel(long, catalogue)).toBe('Random early detection as it wa…');
  });
});
