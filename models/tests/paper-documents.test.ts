/**
 * The papers' documents against what the papers print elsewhere, and the rules of the verdicts against cases made by
 * hand.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { loadEngine } from '../../wasm/src/node.ts';
import { lanes } from '../src/index.ts';
import { validatePaper } from '../src/papers/check.ts';
import {
  BEST,
  COURSES,
  judge,
  PAPERS,
  PERCENTS,
  percentagesOf,
  placeKey,
  scenarioOf,
  spreadOf,
  type Paper,
  type PaperResults,
  type PaperTable,
} from '../src/papers/index.ts';

const loadPaper = async (id: string): Promise<Paper> => {
  const entry = PAPERS.find((paper) => paper.id === id);
  if (entry === undefined) throw new Error(`there is no paper ${id}`);
  return entry.load();
};
const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);
const tableOf = (paper: Paper, id: string): PaperTable => {
  const table = paper.tables.find((entry) => entry.id === id);
  if (table === undefined) throw new Error(`${paper.id} has no table ${id}`);
  return table;
};

describe('papers', () => {
  let engine: Awaited<ReturnType<typeof loadEngine>>;
  beforeAll(async () => {
    engine = await loadEngine();
  });

  it.each(PAPERS)('$id holds: shape, names, and every scenario under every reading', async ({ id, load }) => {
    const paper = await load();
    expect(paper.id).toBe(id);
    expect(validatePaper(paper, engine)).toMatchObject({ ok: true });
  });

  it('draw the delay over time that the engine measures packet by packet', async () => {
    const paper = await loadPaper('rrmdp-2018');
    const lane = lanes(scenarioOf(paper, BEST, 'udp', '110 %, first 20 s'))[0];
    if (lane === undefined) throw new Error('no lane');
    // 60 s from the beginning of the overload on.
    const traffic = lane.traffic.map((row) => ({ ...row, start: [0, 0] as const }));
    const run = engine.open({ ...lane, traffic, warmup: 0, duration: 60 }, { bins: 120 });
    while (!run.advance(100_000));
    const { overview, metrics } = run.result();
    run.close();
    const delay = COURSES.delay?.(overview) ?? new Float64Array();
    const left = overview.departures;
    const mean = delay.reduce((sum, value, k) => sum + (value || 0) * (left[k] ?? 0), 0) / sumOf(left);
    // The two differ by what the packets have waited that wait at the end.
    const { queueing_delay_mean: measured, backlog_end: waiting } = metrics;
    const open = ((waiting ?? NaN) * Math.max(...delay)) / sumOf(left);
    expect(mean).toBeGreaterThan((measured ?? NaN) - 1e-9);
    expect(mean).toBeLessThan((measured ?? NaN) + open);
    // Over the last 20 s, and over as much as there is before.
    const about = (from: number, to: number) => spreadOf(Array.from(delay.subarray(from, to)))?.std ?? NaN;
    const variation = COURSES.delay_std?.(overview) ?? new Float64Array();
    expect(variation[119]).toBeCloseTo(about(80, 120), 12);
    expect(variation[9]).toBeCloseTo(about(0, 10), 12);
  });

  it('say what is wrong: the place, the value, the rule', async () => {
    const paper = await loadPaper('sared-2021');
    const said = (input: unknown) => {
      const result = validatePaper(input, engine);
      return result.ok ? [] : result.issues.map(({ message }) => message);
    };
    const [first, ...others] = paper.tables;
    expect(said({ ...paper, tables: [{ ...first, metric: 'delays' }, ...others] })).toEqual([
      'tables[0].metric = "delays" is refused: must be a metric of its experiment: throughput, delay, queue, empty, forced, loss, lowest, highest. Did you mean delay?',
    ]);
    expect(said({ ...paper, tables: [{ ...first, tolerance: -1 }, ...others] })).toEqual([
      'tables[0].tolerance = -1 is refused: must be > 0.',
    ]);
    expect(said({ ...paper, doi: 3 })).toEqual(['doi = 3 is refused: must be string or null.']);
    expect(said({ ...paper, verdict: 'good' })).toEqual(['verdict = "good" is refused: unknown key.']);
    const [course, ...more] = paper.courses ?? [];
    expect(
      said({ ...paper, courses: [{ ...course, series: [{ of: 'mid_th', label: '' }] }, ...more] })[0],
    ).toMatch(/^courses\[0\]\.series\[0\]\.of = "mid_th" is refused: must be recorded of RED: /);
    const refused = { ...paper.experiments.main, params: { min_th: 200 } };
    expect(said({ ...paper, experiments: { main: refused } })[0]).toMatch(
      /^printed, main, low: .*min_th = 200/,
    );
  });

  it('a scenario is its experiment, the reading, the condition and the shared parameters, in that order', async () => {
    const paper = await loadPaper('sared-2021');
    const { traffic, lanes } = scenarioOf(paper, 'small', 'main', 'high');
    expect(traffic).toMatchObject([{ flows: 150, start: [0, 1], delayed_ack: true }]);
    expect(lanes?.map(({ aqm }) => aqm?.params)).toMatchObject([
      { max_p: 0.1, count_mode: 'none', mean_pkt_size: 1040 },
      { max_p: 0.1, count_mode: 'none' },
      { rho_factor: 0.693, min_th: 20 },
    ]);
  });
});

describe('what was copied from the papers agrees with what they compute from it', () => {
  it('AC-RED, table 1: loss is lost over sent', async () => {
    const paper = await loadPaper('acred-2022');
    const printed = (id: string, scheme: string) =>
      tableOf(paper, id).published?.['N=[25,100]']?.[scheme] ?? NaN;
    for (const scheme of tableOf(paper, 'table1').schemes)
      expect(printed('table1', scheme), scheme).toBeCloseTo(
        (100 * printed('table1-lost', scheme)) / printed('table1-sent', scheme),
        1,
      );
  });

  it('AQMRD, tables 2, 4, 6 and 8 follow from 1, 3, 5 and 7, but for four misprints', async () => {
    const paper = await loadPaper('aqmrd-2016');
    const nothing: PaperResults = { paper: paper.id, version: '', engine: '', seeds: [], runs: {} };
    const cells = (paper.percentages ?? []).flatMap((percentage) =>
      percentagesOf(paper, percentage, BEST, nothing).map((cell) => ({ id: percentage.id, ...cell })),
    );
    expect(cells).toHaveLength(88);
    expect(
      cells
        .filter(({ misprint }) => misprint)
        .map(({ id, condition, scheme, own }) => [id, condition, scheme, own.toFixed(1)]),
    ).toEqual([
      ['percent2', 'N=25', 'PI', '-203.3'],
      ['percent2', 'N=75', 'REM', '-57.8'],
      ['percent2', 'N=100', 'Adaptive-RED', '-24.8'],
      ['percent8', 'N=75', 'REM', '-32.4'],
    ]);
  });
});

describe('courses in a few numbers', () => {
  it('of 0 to 100, in any order: mean, deviation, percentiles', () => {
    const found = spreadOf(Array.from({ length: 101 }, (_, k) => (k * 37) % 101));
    expect(found?.mean).toBeCloseTo(50, 12);
    // Of the whole numbers 0 to n: n (n + 2) / 12.
    expect(found?.std).toBeCloseTo(Math.sqrt((100 * 102) / 12), 12);
    expect(found?.percentiles).toEqual(PERCENTS);
    expect(spreadOf([NaN, NaN])).toBeNull();
  });
});

describe('verdicts', () => {
  /** A paper of one table with one row, a claim, and three runs a scheme. */
  function made(
    published: Readonly<Record<string, number>>,
    values: Readonly<Record<string, readonly number[]>>,
    extra: Partial<PaperTable> = {},
  ) {
    const schemes = Object.keys(values);
    const table: PaperTable = {
      id: 't',
      title: '',
      experiment: 'e',
      metric: 'm',
      unit: '',
      digits: 1,
      conditions: ['c'],
      schemes,
      published: { c: { ...published } },
      ...extra,
    };
    const results: PaperResults = {
      paper: 'p',
      version: '',
      engine: '',
      seeds: [1, 2, 3],
      runs: Object.fromEntries(
        schemes.map((scheme) => [
          placeKey({ reading: BEST, experiment: 'e', condition: 'c', scheme }),
          { digests: [], values: { m: values[scheme] ?? [] } },
        ]),
      ),
    };
    const claim = (checks: Paper['claims'][number]['checks']) => ({ id: 'q', where: '', text: '', checks });
    const under = (checks: Paper['claims'][number]['checks'] = []) =>
      judge({ tables: [table], claims: [claim(checks)], reasons: [] } as unknown as Paper, BEST, results);
    return {
      cells: under().tables[0]?.cells.map(({ verdict }) => verdict),
      effects: under().tables[0]?.cells.map(({ effect }) => effect?.verdict),
      without: under().tables[0]?.null,
      claim: (...checks: Paper['claims'][number]['checks']) => under(checks).claims[0]?.verdict,
    };
  }
  const A = [9, 10, 11];

  it('reproduced: within a tenth, or within an interval that is no wider', () => {
    expect(made({ A: 11.1, B: 20 }, { A, B: [30, 30, 30] }).cells).toEqual(['reproduced', 'same_order']);
    // 9, 10, 11 have the interval 10 ± 4.303 / sqrt(3), wider than a tenth of 12.4: noise is no evidence.
    expect(made({ A: 12.4, B: 20 }, { A, B: [21, 21, 21] }).cells).toEqual(['same_order', 'reproduced']);
    // 9.5, 10, 10.5 have 10 ± 1.242, and a tolerance of 0.111 at 11.2 is 1.243.
    const narrow = [9.5, 10, 10.5];
    expect(made({ A: 11.2 }, { A: narrow }, { tolerance: 0.111 }).cells).toEqual(['reproduced']);
    expect(made({ A: 11.2, B: 5 }, { A: narrow, B: [20, 20, 20] }, { tolerance: 0.1 }).cells?.[0]).toBe(
      'different',
    );
  });
  it('different: not near, and not in its order', () => {
    expect(made({ A: 30, B: 20 }, { A, B: [21, 21, 21] }).cells).toEqual(['different', 'reproduced']);
  });
  it('what a table has in common is taken off before a tenth is asked for', () => {
    expect(made({ A: 100, B: 120 }, { A: [92, 92, 92], B: [120, 120, 120] }).cells).toEqual([
      'reproduced',
      'reproduced',
    ]);
    expect(made({ A: 100, B: 120 }, { A: [92, 92, 92], B: [120, 120, 120] }, { beyond: 80 }).cells).toEqual([
      'same_order',
      'reproduced',
    ]);
  });
  it('cannot be judged: the table says so, or nothing was run', () => {
    expect(made({ A: 10 }, { A }, { unjudged: 'not stated' }).cells).toEqual(['cannot_be_judged']);
    expect(made({ A: 10 }, { A: [] }).cells).toEqual(['cannot_be_judged']);
    expect(made({ A: 10 }, { A }).claim()).toBe('cannot_be_judged');
  });
  it('claims compare seed by seed', () => {
    // Every seed says B above A, although their intervals overlap.
    const paired = made({}, { A, B: [9.5, 10.6, 11.5] });
    expect(paired.claim({ table: 't', is: 'most', schemes: ['B', 'A'] })).toBe('reproduced');
    expect(paired.claim({ table: 't', is: 'least', schemes: ['A', 'B'] })).toBe('reproduced');
    expect(paired.claim({ table: 't', is: 'ordered', schemes: ['A', 'B'] })).toBe('different');
    expect(paired.claim({ table: 't', is: 'most', schemes: ['B', 'A'], by: 1.2 })).toBe('different');
    expect(paired.claim({ table: 't', is: 'rank', schemes: ['A', 'B'], value: 2 })).toBe('reproduced');
    expect(paired.claim({ table: 't', is: 'rank', schemes: ['A', 'B'], value: 1 })).toBe('different');
    // The differences 0.5, 0.6, 0.5 are 0.533 ± 0.143, the middle is 10.27: 5.2 % of it, at most 6.6 %.
    expect(paired.claim({ table: 't', is: 'alike', schemes: ['A', 'B'], value: 0.067 })).toBe('reproduced');
    expect(paired.claim({ table: 't', is: 'alike', schemes: ['A', 'B'], value: 0.06 })).toBe('same_order');
    expect(paired.claim({ table: 't', is: 'alike', schemes: ['A', 'B'], value: 0.05 })).toBe('different');
    // The mean alone.
    expect(made({}, { A, B: [12, 9, 12] }).claim({ table: 't', is: 'most', schemes: ['B', 'A'] })).toBe(
      'same_order',
    );
    expect(made({}, { A }).claim({ table: 't', is: 'above', schemes: ['A'], value: 9 })).toBe('same_order');
    expect(made({}, { A }).claim({ table: 't', is: 'above', schemes: ['A'], value: 7.4 })).toBe('reproduced');
    expect(made({}, { A }).claim({ table: 't', is: 'below', schemes: ['A'], value: 9 })).toBe('different');
  });

  it('steady: the spread over the conditions as a share of their mean, seed by seed', () => {
    const paper = {
      tables: [
        {
          id: 't',
          title: '',
          experiment: 'e',
          metric: 'm',
          unit: '',
          digits: 1,
          conditions: ['c', 'd'],
          schemes: ['A', 'B'],
        },
      ],
      claims: [
        ['A', 'B'],
        ['B', 'A'],
      ].map((schemes, k) => ({
        id: String(k),
        where: '',
        text: '',
        checks: [{ table: 't', is: 'steady', schemes }],
      })),
      reasons: [],
    } as unknown as Paper;
    const run = (scheme: string, condition: string, m: readonly number[]) =>
      [
        placeKey({ reading: BEST, experiment: 'e', condition, scheme }),
        { digests: [], values: { m } },
      ] as const;
    // A has a fifth in its three seeds, B two fifths.
    const runs = Object.fromEntries([
      run('A', 'c', [9, 18, 11]),
      run('A', 'd', [11, 22, 9]),
      run('B', 'c', [8, 16, 8]),
      run('B', 'd', [12, 24, 12]),
    ]);
    const { claims } = judge(paper, BEST, { paper: 'p', version: '', engine: '', seeds: [1, 2, 3], runs });
    expect(claims.map(({ verdict }) => verdict)).toEqual(['reproduced', 'different']);
  });

  it('effects: the ratio to the baseline: the printed sign with significance, the size within a third', () => {
    const effect = (printed: number, own: readonly number[], extra: Partial<PaperTable> = {}) =>
      made({ R: 100, B: printed }, { R: [100, 110, 90], B: own }, { baseline: 'R', ...extra }).effects?.[1];
    // Seed by seed 20 % more, whatever the seeds do to both.
    const more = [120, 132, 108];
    expect(effect(120, more)).toBe('reproduced');
    expect(effect(115.1, more)).toBe('reproduced');
    expect(effect(114.9, more)).toBe('same_direction');
    expect(effect(131, more)).toBe('same_direction');
    expect(effect(95, more)).toBe('different');
    expect(effect(120, [120, 100, 110])).toBe('different');
    // What all have in common is taken off: 30 of 20 is half as much again.
    expect(effect(110, [110, 125, 95], { beyond: 80 })).toBe('reproduced');
    // Print has no effect where values are within 1 %, and a baseline has none.
    expect(effect(100.9, more)).toBeUndefined();
    // Print has one where our baseline is zero, or the table leaves open what was counted: neither is judged.
    expect(made({ R: 100, B: 130 }, { R: [0, 0, 0], B: [0, 0, 0] }, { baseline: 'R' }).effects?.[1]).toBe(
      'cannot_be_judged',
    );
    expect(effect(120, more, { unjudged: 'no unit' })).toBe('cannot_be_judged');
    expect(
      made({ R: 100, B: 130 }, { R: [1, 1, 1], B: [1, 1, 1] }, { baseline: 'R' }).effects?.[0],
    ).toBeUndefined();
    expect(made({ R: 0, B: 0 }, { R: [0, 0, 0], B: [0, 0, 0] }, { baseline: 'R' }).effects).toEqual([
      undefined,
      undefined,
    ]);
  });
  it('the null model gives every scheme the printed baseline', () => {
    const { without } = made(
      { R: 100, B: 109, C: 120, D: 90 },
      { R: A, B: A, C: A, D: A },
      { baseline: 'R' },
    );
    // 100 lies within a tenth of 109, not of 120 nor of 90.
    expect(without).toEqual({ judged: 4, reproduced: 2, others: { judged: 3, reproduced: 1 } });
    expect(made({ R: 1 }, { R: A }, { baseline: 'R', unjudged: 'why' }).without).toBeUndefined();
  });
});
