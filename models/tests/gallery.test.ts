/** The gallery: every document holds, and every effect that it states shows in the mean of several seeds. */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadEngine } from '../../wasm/src/node.ts';
import type { Scenario } from '../src/index.ts';
import { faultsOfExhibit } from '../src/stories/check.ts';
import { EXHIBITS, judge, outcomeOf, readComparison, sidesOf, THEMES } from '../src/stories/index.ts';
import { createRuns } from './seeds-run.ts';

const engine = await loadEngine();
const runs = createRuns(engine);
const SEEDS = 2;

describe('the gallery', () => {
  it('has every document of its folder, under its themes', () => {
    const files = readdirSync(new URL('../gallery/', import.meta.url));
    expect(EXHIBITS.map(({ id }) => `${id}.json`).sort()).toEqual(files.sort());
    expect(new Set(EXHIBITS.map(({ theme }) => theme))).toEqual(new Set(THEMES));
  });

  it.each(EXHIBITS)('$id holds: shape, names, scenario', (exhibit) => {
    expect(faultsOfExhibit(exhibit, engine)).toEqual([]);
  });

  it.each(EXHIBITS)('$id shows its effects', ({ scenario, effects }) => {
    const all = effects.map(readComparison);
    const seeds = runs(scenario as Scenario, SEEDS, all.flatMap(sidesOf));
    for (const [i, comparison] of all.entries()) {
      const told = sidesOf(comparison).map((one) => outcomeOf(one, seeds)?.mean);
      expect(judge(comparison, seeds), `${effects[i] ?? ''}: ${told.join(' < ')}`).not.toBe('fails');
    }
  });

  it('refuses what is not of the language, and names what it misses', () => {
    const [first] = EXHIBITS;
    const faults = (effect: string) =>
      faultsOfExhibit({ ...first, effects: [effect] }, engine).map(({ rule }) => rule);
    expect(faults('queue_mean(A) <')).toEqual([expect.stringContaining('a number, a name or (')]);
    expect(faults('alert(A) < 1')).toEqual(['there is no quantity alert']);
    expect(faults('queue_mean(F) < 1')).toEqual(['there is no lane F']);
    expect(faults('row_goodput(A, 3) < 1')).toEqual(['lane has no row 3']);
    expect(faults('queue_mean(A, 1) < 1')).toEqual(['queue_mean takes other words']);
  });
});
