/** The introduction to the papers: of what can be judged, how many are reproduced. */
import { expect, it } from 'vitest';
import { BEST, judge, PAPERS, PRINTED } from '../../models/src/papers/index.ts';
import { totalsOf } from '../src/views/papers/totals.ts';

const FIVE = PAPERS.filter(({ beyond }) => beyond !== true);
const loaded = await Promise.all(
  FIVE.map(async ({ load, results }) => [await load(), await results()] as const),
);

it.each([PRINTED, BEST])('%s: a claim, number or effect that cannot be judged is in no total', (reading) => {
  const all = loaded.map(([paper, results]) => judge(paper, reading, results));
  const judged = (verdicts: readonly (string | undefined)[]) =>
    verdicts.filter((verdict) => verdict !== undefined && verdict !== 'cannot_be_judged').length;
  const claims = all.flatMap((one) => one.claims);
  const cells = all.flatMap(({ tables }) => tables).flatMap((table) => table.cells);
  const totals = totalsOf(all);
  expect(totals.claims.judged).toBe(judged(claims.map(({ verdict }) => verdict)));
  expect(totals.claims.judged).toBeLessThan(claims.length);
  expect(totals.numbers.judged).toBe(judged(cells.map(({ verdict }) => verdict)));
  expect(totals.effects.judged).toBe(judged(cells.map(({ effect }) => effect?.verdict)));
});

it('readings print the same claims, numbers and effects, whatever can be judged of them', () => {
  const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((a, b) => a + b, 0);
  for (const [paper, results] of loaded) {
    const [printed, best] = [PRINTED, BEST].map((reading) => judge(paper, reading, results));
    for (const of of ['claimed', 'values', 'effects'] as const)
      expect(sum(printed?.[of] ?? {}), `${paper.id}, ${of}`).toBe(sum(best?.[of] ?? {}));
  }
  const rrmdp = loaded.find(([{ id }]) => id === 'rrmdp-2018');
  // As printed nothing is dropped until 350 s: RED's zero has no ratios.
  if (rrmdp !== undefined) expect(judge(rrmdp[0], PRINTED, rrmdp[1]).effects.cannot_be_judged).toBe(2);
});

it('both readings of the five judge the same number of claims and of printed numbers', () => {
  const [printed, best] = [PRINTED, BEST].map((reading) =>
    totalsOf(loaded.map(([paper, results]) => judge(paper, reading, results))),
  );
  expect(printed?.claims.judged).toBe(best?.claims.judged);
  expect(printed?.numbers.judged).toBe(best?.numbers.judged);
  expect(best?.without.judged).toBe(best?.numbers.judged);
});
