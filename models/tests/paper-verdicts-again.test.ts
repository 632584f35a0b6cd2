/**
 * Every verdict of every paper under every reading, computed a second time from docs/papers.md, without
 * src/papers/verdicts.ts, effect.ts or null-model.ts, and with a separate table of Student's t.
 */
import { describe, expect, it } from 'vitest';
import { judge, PAPERS, type Paper, type PaperResults, type PaperTable } from '../src/papers/index.ts';

/** Student's t, two-sided 95 %, by degrees of freedom: Abramowitz and Stegun, table 26.10. */
const T95: Readonly<Record<number, number>> = {
  1: 12.7062,
  2: 4.30265,
  3: 3.18245,
  4: 2.77645,
  5: 2.57058,
  7: 2.36462,
};

interface Sample {
  readonly mean: number;
  readonly half: number;
}
function sampleOf(all: readonly number[]): Sample | null {
  const x = all.filter((v) => Number.isFinite(v));
  if (x.length === 0) return null;
  let mean = 0;
  for (const v of x) mean += v / x.length;
  let squares = 0;
  for (const v of x) squares += (v - mean) * (v - mean);
  const t = T95[x.length - 1];
  if (t === undefined) throw new Error(`no t for ${x.length} values`);
  return { mean, half: t * Math.sqrt(squares / (x.length - 1) / x.length) };
}

function columnOf(
  results: PaperResults,
  reading: string,
  table: PaperTable,
  condition: string,
  scheme: string,
): number[] {
  const run = results.runs[`${reading} / ${table.experiment} / ${condition} / ${scheme}`];
  return (run?.values[table.metric] ?? []).map((v) => v ?? NaN);
}

interface Told {
  readonly value: string | undefined;
  readonly effect: string | undefined;
}

function cellAgain(
  results: PaperResults,
  reading: string,
  table: PaperTable,
  condition: string,
  scheme: string,
): Told {
  const row = table.published?.[condition];
  const theirs = row?.[scheme];
  if (row === undefined || theirs === undefined) return { value: undefined, effect: undefined };
  const column = (name: string) => columnOf(results, reading, table, condition, name);
  const own = sampleOf(column(scheme));
  const common = table.beyond ?? 0;
  const base = row[table.baseline ?? ''];
  const printed = base === undefined ? NaN : (theirs - common) / (base - common) - 1;
  const hasEffect = scheme !== table.baseline && Number.isFinite(printed) && Math.abs(printed) > 0.01;
  if (table.unjudged !== undefined || own === null)
    return { value: 'cannot_be_judged', effect: hasEffect ? 'cannot_be_judged' : undefined };
  const allowed = (table.tolerance ?? 0.1) * Math.abs(theirs - common);
  const away = Math.abs(own.mean - theirs);
  let value = 'different';
  if (away <= allowed || (own.half <= allowed && away <= own.half)) value = 'reproduced';
  else {
    let compared = 0;
    let kept = 0;
    for (const [name, other] of Object.entries(row)) {
      if (name === scheme || Math.abs(other - theirs) <= 0.01 * Math.max(Math.abs(other), Math.abs(theirs)))
        continue;
      const mean = sampleOf(column(name))?.mean ?? NaN;
      compared += 1;
      if ((own.mean > mean && theirs > other) || (own.mean < mean && theirs < other)) kept += 1;
    }
    if (compared > 0 && compared === kept) value = 'same_order';
  }
  let effect: string | undefined;
  if (hasEffect) {
    const bases = column(table.baseline ?? '');
    const found = sampleOf(column(scheme).map((v, k) => (v - common) / ((bases[k] ?? NaN) - common) - 1));
    if (found === null) effect = 'cannot_be_judged';
    else {
      const clear = printed > 0 ? found.mean - found.half > 0 : found.mean + found.half < 0;
      const size = Math.abs(found.mean - printed) * 3 <= Math.abs(printed);
      effect = clear ? (size ? 'reproduced' : 'same_direction') : 'different';
    }
  }
  return { value, effect };
}

type Answer = 'sure' | 'mean' | 'no' | 'none';
const worst = (answers: readonly Answer[]): string =>
  answers.length === 0 || answers.includes('none')
    ? 'cannot_be_judged'
    : answers.includes('no')
      ? 'different'
      : answers.includes('mean')
        ? 'same_order'
        : 'reproduced';

function above(values: readonly number[]): Answer {
  const found = sampleOf(values);
  if (found === null) return 'none';
  return found.mean > 0 ? (found.mean - found.half > 0 ? 'sure' : 'mean') : 'no';
}

function claimAgain(
  paper: Paper,
  results: PaperResults,
  reading: string,
  claim: Paper['claims'][number],
): string {
  const answers: Answer[] = [];
  for (const check of claim.checks) {
    const table = paper.tables.find(({ id }) => id === check.table);
    if (table === undefined) throw new Error(check.table);
    const conditions = check.conditions ?? table.conditions;
    const of = (condition: string, scheme: string | undefined) =>
      columnOf(results, reading, table, condition, scheme ?? '');
    const minus = (a: readonly number[], b: readonly number[], by = 1) =>
      a.map((v, k) => v - by * (b[k] ?? NaN));
    const { schemes, value = NaN } = check;
    if (check.is === 'steady') {
      // The range over the conditions, as a share of their mean, of each seed alone.
      const ranges = schemes.map((scheme) =>
        results.seeds.map((_, seed) => {
          const along = conditions
            .map((condition) => of(condition, scheme)[seed] ?? NaN)
            .sort((a, b) => a - b);
          const middle = along.reduce((a, b) => a + b) / along.length;
          return ((along.at(-1) ?? NaN) - (along[0] ?? NaN)) / middle;
        }),
      );
      for (const other of ranges.slice(1)) answers.push(above(minus(other, ranges[0] ?? [])));
      continue;
    }
    for (const [c, condition] of conditions.entries()) {
      const each = schemes.map((scheme) => of(condition, scheme));
      const means = each.map((values) => sampleOf(values)?.mean ?? NaN);
      switch (check.is) {
        case 'ordered':
          for (let k = 1; k < each.length; ++k)
            answers.push(above(minus(each[k - 1] ?? [], each[k] ?? [], check.by)));
          break;
        case 'most':
        case 'least':
          for (let k = 1; k < each.length; ++k) {
            const [high, low] = check.is === 'most' ? [each[0], each[k]] : [each[k], each[0]];
            answers.push(above(minus(high ?? [], low ?? [], check.by)));
          }
          break;
        case 'above':
        case 'below':
          for (const values of each)
            answers.push(above(values.map((v) => (check.is === 'above' ? v - value : value - v))));
          break;
        case 'alike':
          for (let i = 0; i < each.length; ++i)
            for (let j = i + 1; j < each.length; ++j) {
              const middle = ((means[i] ?? NaN) + (means[j] ?? NaN)) / 2;
              const difference = sampleOf(minus(each[i] ?? [], each[j] ?? []));
              if (difference === null) answers.push('none');
              else {
                const room = value * Math.abs(middle);
                const far = Math.abs(difference.mean);
                answers.push(far > room ? 'no' : far + difference.half <= room ? 'sure' : 'mean');
              }
            }
          break;
        case 'rank': {
          const place = 1 + means.slice(1).filter((mean) => mean > (means[0] ?? NaN)).length;
          if (place !== value) answers.push('no');
          else
            for (let k = 1; k < each.length; ++k)
              answers.push(
                (means[k] ?? NaN) > (means[0] ?? NaN)
                  ? above(minus(each[k] ?? [], each[0] ?? []))
                  : above(minus(each[0] ?? [], each[k] ?? [])),
              );
          break;
        }
        case 'rising':
        case 'falling':
          if (c === 0) break;
          for (const [k, values] of each.entries()) {
            const before = of(conditions[c - 1] ?? '', schemes[k]);
            answers.push(above(check.is === 'rising' ? minus(values, before) : minus(before, values)));
          }
          break;
      }
    }
  }
  return worst(answers);
}

describe.each(PAPERS)('$id, judged a second time', ({ load, results: loadResults }) => {
  it('has equal verdicts and effects in every cell, and equal claims, under every reading', async () => {
    const [paper, results] = await Promise.all([load(), loadResults()]);
    for (const { id: reading } of paper.readings) {
      const { tables, claims } = judge(paper, reading, results);
      for (const { table, cells } of tables)
        for (const { condition, scheme, verdict, effect } of cells)
          expect(
            { value: verdict, effect: effect?.verdict },
            `${reading}, ${table.id}, ${condition}, ${scheme}`,
          ).toEqual(cellAgain(results, reading, table, condition, scheme));
      for (const { claim, verdict } of claims)
        expect(verdict, `${reading}, ${claim.id}`).toBe(claimAgain(paper, results, reading, claim));
    }
  });

  it('a model without any AQM reproduces as many', async () => {
    const [paper, results] = await Promise.all([load(), loadResults()]);
    for (const { table, null: without } of judge(paper, 'best', results).tables) {
      let hits = 0;
      let all = 0;
      for (const row of Object.values(table.unjudged === undefined ? (table.published ?? {}) : {}))
        for (const theirs of Object.values(row)) {
          all += 1;
          const given = row[table.baseline ?? ''] ?? NaN;
          if (Math.abs(given - theirs) <= (table.tolerance ?? 0.1) * Math.abs(theirs - (table.beyond ?? 0)))
            hits += 1;
        }
      expect([without?.reproduced ?? 0, without?.judged ?? 0], table.id).toEqual([hits, all]);
    }
  });
});
