import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { controlName, KINDS, nodeAt, sourceName, type ControlId } from '../../models/src/index.ts';
import { setLanguage } from '../../models/src/language.ts';
import chinese from '../locales/zh.json' with { type: 'json' };
import german from '../locales/de.json' with { type: 'json' };
import type { AqmInfo } from '../../wasm/src/types.ts';
import { searchCatalogue } from '../src/panel/AqmSearch.tsx';
import {
  inShownUnit,
  parseList,
  parseQuantityOrPair,
  parseRows,
  printLegible,
  printQuantity,
  printRows,
  problemOf,
  stepQuantity,
} from '../src/components/quantity.ts';
import { LEFT_OUT } from '../../models/src/generated/facts.ts';
import { fieldNode } from '../src/panel/fieldNode.ts';
import { readKept } from '../src/state/view.ts';
import { slug } from '../src/state/caption.ts';
import { formatMetric, metricRow } from '../src/lanes/metrics.ts';

describe('typed quantities', () => {
  test('a number that holds where it is left out is shown with its unit, a word as it is', () => {
    const without = (...path: readonly string[]) => fieldNode({}, ['network', ...path])?.without;
    expect(without('bottleneck', 'policer', 'burst')).toBe(printQuantity(LEFT_OUT['policer.burst'], 'bytes'));
    expect(without('gemodel', 'r')).toBe('1');
    expect(without('bottleneck', 'policer', 'rate')).toBe('none');
  });
  test.each([
    ['2', '20 ms', '2 ms'],
    ['20000', '10 Mbit/s', '20000 Mbit/s'],
    ['5-20', '10 ms', '5-20 ms'],
    ['1e-3', '0–1 s', '1e-3 s'],
    ['2 s', '20 ms', '2 s'],
    ['[5, 1]', '20 ms', '5 to 1 ms'],
    ['0.2', '0.1', '0.2'],
    ['3', 'auto', '3'],
    ['abc', '20 ms', 'abc'],
  ])('%s in place of %s is %s', (typed, shown, meant) => {
    expect(inShownUnit(typed, shown)).toBe(meant);
  });
  test.each([
    [2 / 3, 'packets', '0.6666667 packets'],
    [1 / 6000, '1', '0.0001666667'],
    // What somebody may have typed stands as it is.
    [0.000244140625, '1', '0.000244140625'],
    [9007199254740991, '1', '9007199254740991'],
  ])('%s %s is shown as %s', (value, unit, shown) => {
    expect(printLegible(value, unit)).toBe(shown);
  });
  test.each([
    ['5–10 ms', 's', [0.005, 0.01]],
    ['5-10ms', 's', [0.005, 0.01]],
    ['0 to 1 s', 's', [0, 1]],
    ['5 ms .. 0.02 s', 's', [0.005, 0.02]],
    ['1e-3', 's', 0.001],
    ['2 Mbps', 'bit/s', 2e6],
  ])('%s (%s) is read', (text, unit, value) => {
    expect(parseQuantityOrPair(text, unit)).toEqual({ ok: true, value });
  });
  test('what cannot be read is told', () => {
    const parsed = parseQuantityOrPair('5–x ms', 's');
    expect(parsed.ok).toBe(false);
  });
  test('a pair that is printed is read back', () => {
    const time = fc.double({ min: 1e-6, max: 3600, noNaN: true });
    fc.assert(
      fc.property(time, time, (a, b) => {
        expect(parseQuantityOrPair(printQuantity([a, b], 's'), 's')).toEqual({ ok: true, value: [a, b] });
      }),
    );
    expect(parseQuantityOrPair(printQuantity([0, 1], 's'), 's')).toEqual({ ok: true, value: [0, 1] });
  });
  test('steps are round, and whole where the value is', () => {
    expect(stepQuantity(0.02, 1, false, false)).toBe(0.021);
    expect(stepQuantity(10e6, -1, true, false)).toBe(0);
    expect(stepQuantity(120, 1, false, true)).toBe(121);
    expect(stepQuantity(120, 1, true, true)).toBe(130);
    expect(stepQuantity(0.1, 1, false, false)).toBe(0.11);
  });
  test('rows of numbers are read and printed', () => {
    const rows = [
      [20, 40, 0.1],
      [30, 40, 0.2],
    ];
    expect(parseRows(printRows(rows), 3)).toEqual({ ok: true, value: rows });
    expect(parseRows('20 40 0.1; 30 40', 3)).toMatchObject({ ok: false });
  });
});

describe('what is said beside a field', () => {
  const issue = (path: string, rule: string, nearest?: number) =>
    ({
      severity: 'error',
      path,
      rule,
      message: `${path}: ${rule}`,
      ...(nearest === undefined ? {} : { nearest }),
    }) as const;
  test('the rule, as a sentence, and the nearest value with its unit', () => {
    expect(problemOf([issue('a.b', 'must be <= 140', 140)], 'a.b', 'packets')).toEqual({
      message: 'Must be ≤ 140.',
      nearest: '140 packets',
    });
  });
  test('a rule that begins with a name begins as the name does', () => {
    expect(problemOf([issue('a', 'must be <= 10000000000 bit/s')], 'a', 'bit/s')?.message).toBe(
      'Must be ≤ 10 Gbit/s.',
    );
    expect(problemOf([issue('a', 'min_th < max_th')], 'a', '')?.message).toBe('min_th < max_th.');
  });
  test('a rule has the sentence, the units and the signs of the language', () => {
    const said = (rule: string) => problemOf([issue('a', rule)], 'a', 'packets')?.message;
    expect(said('must be >= 1 packets')).toBe('Must be ≥ 1 packet.');
    expect(said('must be >= 0.001 s')).toBe('Must be ≥ 1 ms.');
    expect(said('must be shorter than the duration (20 s)')).toBe(
      'Must be shorter than the duration (20 s).',
    );
    setLanguage('de', german);
    expect(said('must be >= 1 packets')).toBe('Muss ≥ 1 Paket sein.');
    expect(said('must be > 0 packets')).toBe('Muss > 0 Pakete sein.');
    expect(said('must be shorter than the duration (0.5 s)')).toBe('Muss kürzer sein als die Dauer (0,5 s).');
    setLanguage('zh', chinese);
    expect(said('must be >= 64 bytes')).toBe('必须 ≥ 64 B。');
    setLanguage('en', {});
  });
  test('a rule that is broken elsewhere names its place', () => {
    expect(problemOf([issue('lanes[1].x', 'must be small')], 'network.y', '')?.message).toBe(
      'lanes[1].x: must be small',
    );
  });
  test('nothing, when nothing is wrong', () => {
    expect(problemOf([], 'a', '')).toBeNull();
  });
});

describe('the catalogue is searched', () => {
  const info = (id: string, name: string, ...params: readonly string[]) =>
    ({ id, name, params: params.map((own) => ({ name: own })) }) as unknown as AqmInfo;
  const catalogue = [
    info('red', 'Random Early Detection', 'w_q', 'mean_pkt_size'),
    info('gred', 'Gentle RED'),
    info('codel', 'CoDel'),
  ];
  test.each([
    ['', 3],
    ['red', 2],
    ['early det', 1],
    ['GENTLE', 1],
    ['nothing', 0],
    ['avpkt', 1],
    ['burst', 1],
    ['pfifo', 0],
  ])('by "%s": %i', (query, count) => {
    expect(searchCatalogue(catalogue, query)).toHaveLength(count);
  });
  test.each([
    ['nichols', ['codel']],
    ['2012', ['codel']],
    ['delay', ['red', 'codel']],
    ['floyd 1993', ['red']],
    ['red', ['red', 'gred']],
  ])('by who, when and what for, "%s"; names come first', (query, ids) => {
    const entry = (id: string, citation: string, year: number, problem: string) =>
      [id, { id, citation, year, family: 'others', problem }] as const;
    const index = new Map([
      entry('codel', 'K. Nichols and V. Jacobson', 2012, 'A standing queue is only delay.'),
      entry('red', 'S. Floyd and V. Jacobson', 1993, 'Losses come late, delay is long.'),
    ]);
    expect(searchCatalogue(catalogue, query, index).map(({ id }) => id)).toEqual(ids);
  });
});

describe('metrics', () => {
  test('are printed in the unit of the page with fixed digits', () => {
    expect(formatMetric(metricRow('queueing_delay_p95'), 0.0983)).toBe('98.3');
    expect(formatMetric(metricRow('drops_early'), 1234567)).toBe('1\u2009234\u2009567');
    expect(formatMetric(metricRow('fairness'), null)).toBe('–');
  });
});

describe('settings', () => {
  test('what is damaged or unknown is as if it were not there', () => {
    expect(readKept('{"theme":"pink","projector":"yes","panelOpen":false,"lane":3}')).toEqual({
      panelOpen: false,
    });
    for (const damaged of ['{{{', 'null', '3', '[]', null]) expect(readKept(damaged)).toEqual({});
  });
});

test('a title becomes the name of a file', () => {
  expect(slug('SARED 2021, moderate load')).toBe('sared-2021-moderate-load');
  expect(slug('…')).toBe('scenario');
});

describe('in a language with a decimal comma', () => {
  beforeAll(() => {
    setLanguage('de', {
      '{{count}} packets_one': '{{count}} Paket',
      '{{count}} packets_other': '{{count}} Pakete',
    });
  });
  afterAll(() => {
    setLanguage('en', {});
  });
  test.each([
    [0.5, 's', '500 ms'],
    [1.5, 's', '1,5 s'],
    [1, 'packets', '1 Paket'],
    [140, 'packets', '140 Pakete'],
    [0.002, '1', '0,002'],
    [1.5e6, 'bit/s', '1,5 Mbit/s'],
  ])('%s %s is "%s", and read again', (value, unit, text) => {
    expect(printQuantity(value, unit)).toBe(text);
    expect(parseQuantityOrPair(text, unit)).toEqual({ ok: true, value });
  });
  test('a point is a decimal point, unless it may separate thousands', () => {
    expect(parseQuantityOrPair('0.125', '1')).toEqual({ ok: true, value: 0.125 });
    expect(parseQuantityOrPair('140 packets', 'packets')).toEqual({ ok: true, value: 140 });
    expect(parseQuantityOrPair('1.500 Pakete', 'packets')).toMatchObject({ ok: false });
    expect(parseQuantityOrPair('0,5–1,5 ms', 's')).toEqual({ ok: true, value: [0.0005, 0.0015] });
  });
  test('numbers of a list are separated by semicolons, or by commas before a space', () => {
    expect(parseList('0,1; 0,5; 1', '1', '0,1')).toEqual({ ok: true, value: [0.1, 0.5, 1] });
    expect(parseList('10, 50, 150', '1', '10')).toEqual({ ok: true, value: [10, 50, 150] });
    expect(parseRows('20 0,5', 2)).toEqual({ ok: true, value: [[20, 0.5]] });
  });
});

describe('names of traffic', () => {
  test('every kind is listed by its name and transport, never by its word', () => {
    expect(KINDS.map(sourceName).sort()).toEqual([
      'CBR (UDP)',
      'FTP (TCP)',
      'On-off (UDP)',
      'Pareto on-off (UDP)',
      'Poisson (UDP)',
      'Video (UDP)',
      'Web (TCP)',
    ]);
  });
  test('the form has a name for every congestion control', () => {
    const { enum: words = [], names = {} } = nodeAt({ traffic: [{}] }, ['traffic', 0, 'tcp']) ?? {};
    expect(words.map((word) => names[String(word)])).toEqual(
      words.map((word) => controlName(word as ControlId)),
    );
    expect(names.scalable).toBe('Scalable TCP');
  });
});
