/** The stories: every document holds, and what each step reveals shows in the mean of several seeds. */
import { describe, expect, it } from 'vitest';
import { loadEngine } from '../../wasm/src/node.ts';
import { faultsOfStory } from '../src/stories/check.ts';
import {
  EXHIBITS,
  judge,
  outcomeOf,
  readComparison,
  readExpression,
  sceneOf,
  sidesOf,
  sourceOf,
  STORIES,
} from '../src/stories/index.ts';
import { createRuns } from './seeds-run.ts';

const engine = await loadEngine();
const runs = createRuns(engine);
const SEEDS = 2;

describe('the stories', () => {
  it('are twelve', () => {
    expect(STORIES.map(({ order }) => order)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  it.each(STORIES)('$id holds: shape, names, scenes, both ends of every knob', (story) => {
    expect(faultsOfStory(story, EXHIBITS, engine)).toEqual([]);
  });

  const steps = STORIES.flatMap(({ id: story, steps: all }) =>
    all.map((step) => ({ story, id: step.id, step })),
  );
  it.each(steps)('$story, $id: what is revealed shows, and every number has a value', ({ step }) => {
    const source = sourceOf(step, EXHIBITS);
    if (source === undefined) throw new Error(`there is no exhibit ${step.exhibit ?? ''}`);
    // A story of the page asks, tells the reason, and shows that it is true.
    expect([step.options, step.numbers, step.holds].map((list) => list.length)).not.toContain(0);
    expect(step.belief).not.toBe('');
    const comparisons = step.holds.map(readComparison);
    const numbers = step.numbers.map(({ of }) => readExpression(of));
    const asked = [...numbers, ...comparisons.flatMap(sidesOf)];
    const seeds = runs(sceneOf(step, source, true), SEEDS, asked);
    for (const [i, comparison] of comparisons.entries()) {
      const told = sidesOf(comparison).map((one) => outcomeOf(one, seeds)?.mean);
      expect(judge(comparison, seeds), `${step.holds[i] ?? ''}: ${told.join(' < ')}`).not.toBe('fails');
    }
    for (const [i, number] of numbers.entries())
      expect(outcomeOf(number, seeds)?.mean, step.numbers[i]?.label).toBeTypeOf('number');
  });
});
