import { METRIC_NAMES, ROW_METRIC_NAMES } from '../../models/src/index.ts';
import { describe, expect, test } from 'vitest';
import { loadEngine } from '../../wasm/src/node.ts';
import { type Metrics, type RowMetrics } from '../../wasm/src/types.ts';
import { sharesOf } from '../src/lanes/answer.ts';
import { resultsCsv, resultsJson } from '../src/lanes/results.ts';
import { flowNames } from '../src/lanes/rows.ts';
import { laneScenario } from './fakes.ts';

const metrics = (values: Partial<Metrics>): Metrics => ({
  ...(Object.fromEntries(METRIC_NAMES.map((name) => [name, null])) as unknown as Metrics),
  ...values,
});
const row = (values: Partial<RowMetrics>): RowMetrics => ({
  ...(Object.fromEntries(ROW_METRIC_NAMES.map((name) => [name, null])) as unknown as RowMetrics),
  ...values,
});
const traffic = (change: object) =>
  ({ kind: 'ftp', flows: 2, direction: 'forward', start: 0, ...change }) as never;

describe('shares', () => {
  const lane = (label: string, flows: readonly string[], ...goodputs: readonly number[]) => ({
    label,
    flows,
    samples: [
      { seed: 1, metrics: metrics({}), rows: goodputs.map((goodput) => row({ goodput, flows: 10 })) },
    ],
  });
  test('are told of a flow of each row', () => {
    const flows = ['flow over all 5 links', 'flow over link 2'];
    expect(sharesOf([lane('RED', flows, 360e3, 1.38e6), lane('CoDel', flows, 410e3, 1.31e6)])).toBe(
      'A flow over all 5 links gets 36 kbit/s under RED and 41 kbit/s under CoDel; a flow over link 2, 138 and 131.',
    );
    const twice = [lane('RED', flows, 9e6, 3e7), lane('RED, link 4', flows, 9e6, 3e7)];
    expect(sharesOf(twice)).toBe('A flow over all 5 links gets 0.9 Mbit/s under RED; a flow over link 2, 3.');
    expect(sharesOf([lane('RED', ['flow'], 1e6)])).toBeNull();
    expect(
      sharesOf([lane('RED', flows, 1e6, 1e6), lane('B', ['CBR flow', 'NewReno flow'], 1e6, 1e6)]),
    ).toBeNull();
  });
  test('name what tells the rows apart', () => {
    const named = (...rows: never[]) => flowNames(laneScenario({ traffic: rows }));
    expect(named(traffic({}), traffic({ kind: 'cbr' }))).toEqual(['NewReno flow', 'CBR flow']);
    expect(named(traffic({}), traffic({ direction: 'reverse' }))).toEqual([
      'flow of this link',
      'flow in the other direction',
    ]);
    expect(named(traffic({}), traffic({ flows: 9 }))).toEqual(['flow of row 1', 'flow of row 2']);
  });
});

describe('files', () => {
  const scenario = laneScenario({ label: 'RED, mine' });
  const samples = [0.4, 0.6].map((utilization, seed) => ({
    seed: seed + 1,
    metrics: metrics({ utilization, queueing_delay_mean: 0.01 }),
    rows: [row({ goodput: 1e6 })],
  }));
  const origin = { title: 'T', link: 'https://example.org/#x' };
  test('a line says of what and of which lane it is, in which unit, how sure, and where it comes from', () => {
    const [head, ...lines] = resultsCsv([{ scenario, samples }], origin).trimEnd().split('\r\n');
    expect(head).toBe(
      'scenario,lane,scheme,link,traffic,metric,unit,mean,ci95_low,ci95_high,runs,first_seed,warmup_s,duration_s,address',
    );
    expect(lines).toHaveLength(METRIC_NAMES.length + ROW_METRIC_NAMES.length);
    const wait = lines.find((line) => line.includes('queueing_delay_mean'));
    expect(wait).toBe(
      'T,"RED, mine",red,1,,queueing_delay_mean,s,0.01,0.01,0.01,2,1,0,10,https://example.org/#x',
    );
    // Student's t with one degree of freedom: 12.706 standard errors.
    const busy = lines.find((line) => line.includes('utilization'))?.split(',') ?? [];
    expect(Number(busy[8])).toBeCloseTo(0.5, 12);
    expect(Number(busy[9])).toBeCloseTo(0.5 - 12.7062 * 0.1, 4);
    expect(lines.filter((line) => line.includes('50 NewReno flows'))).toHaveLength(ROW_METRIC_NAMES.length);
  });
  test('every number has the unit that the engine names for it', async () => {
    const { metrics: ofLinks, rowMetrics: ofRows } = (await loadEngine()).layout;
    const units = resultsCsv([{ scenario: { ...scenario, label: 'RED' }, samples }], origin)
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',').slice(5, 7));
    expect(units).toEqual([...ofLinks, ...ofRows].map(({ name, unit }) => [name, unit]));
    expect(units).toContainEqual(['delay_pooled', 's']);
  });
  test('the document has the same numbers', () => {
    const { lanes } = JSON.parse(resultsJson([{ scenario, samples }], origin)) as {
      lanes: {
        metrics: Record<string, unknown>;
        groups: { label: string; metrics: Record<string, unknown> }[];
      }[];
    };
    expect(lanes[0]?.metrics.utilization).toMatchObject({ unit: '1', mean: 0.5, n: 2 });
    expect(lanes[0]?.groups[0]).toMatchObject({ label: '50 NewReno flows' });
    expect(lanes[0]?.groups[0]?.metrics.goodput).toMatchObject({ unit: 'bit/s', mean: 1e6 });
  });
});
