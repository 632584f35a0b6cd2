/**
 * A lesson of one's own: a story of the page becomes one without losing a scene or a text, and goes through a
 * link; what cannot be played is refused with its place.
 */
import { readFileSync } from 'node:fs';
import { deflateSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { loadEngine } from '../../wasm/src/node.ts';
import { toBase64Url } from '../src/base64url.ts';
import { faultsOfStory } from '../src/stories/check.ts';
import { EXHIBITS, sceneOf, sourceOf, STORIES, type Step, type Story } from '../src/stories/index.ts';
import { without } from '../src/path.ts';
import { packStory, unpackStory } from '../src/stories/pack.ts';

const engine = await loadEngine();
const rules = (story: unknown) => faultsOfStory(story, EXHIBITS, engine).map(({ message }) => message);

describe('a story that becomes a lesson of one’s own', () => {
  it.each(STORIES)('$id goes through a link: the same scenes, the same texts, no fault', (story) => {
    const source = JSON.parse(
      readFileSync(new URL(`../stories/${story.id}.json`, import.meta.url), 'utf8'),
    ) as Story;
    const own = unpackStory(packStory(source)) as Story;
    expect(own).toEqual(source);
    expect(rules(own)).toEqual([]);
    expect(packStory(source).length).toBeLessThan(20_000);
    // Every scene of its own, by value: the same scenario, digest included, in a step that names no exhibit.
    for (const step of own.steps) {
      const from = sourceOf(step, EXHIBITS);
      if (from === undefined) throw new Error(step.id);
      for (const answered of [false, true]) {
        const scene = sceneOf(step, from, answered);
        const rest = without(step, 'exhibit', 'lanes', 'change');
        const alone: Step = { ...rest, scenario: scene };
        const again = sourceOf(alone, []);
        expect(again && sceneOf(alone, again, true)).toEqual(scene);
      }
    }
  });
});

const step: Step = {
  id: 'one',
  scenario: { version: 1, lanes: [{ label: 'RED', aqm: { id: 'red' } }] },
  see: '',
  ask: '',
  options: [],
  reveal: '',
  holds: [],
  numbers: [],
  belief: '',
};
const lesson = (change: Partial<Step>): Story => ({
  version: 1,
  id: 'own',
  order: 1,
  title: 'Mine',
  idea: '',
  minutes: 5,
  question: '',
  steps: [{ ...step, ...change }],
});

describe('a lesson of one’s own', () => {
  it('may ask for nothing, for a number, for a drawing, or set a task', () => {
    const drawing = { of: 'queue', lane: 'A', from: 0, to: 10, top: 50, unit: 'packets' } as const;
    expect(rules(lesson({}))).toEqual([]);
    expect(rules(lesson({ number: { of: 'queueing_delay_mean(A)', unit: 'ms', within: 0.1 } }))).toEqual([]);
    expect(rules(lesson({ drawing }))).toEqual([]);
    const task = { text: 'x', goals: ['loss_ratio(A) < 0.03'], over: { knob: 'flows', values: [5, 50] } };
    expect(rules(lesson({ lesson: { open: ['lanes.0.aqm.params.max_p'], hidden: [], task } }))).toEqual([]);
  });

  it.each<[string, Partial<Step>, RegExp]>([
    ['an unknown quantity', { number: { of: 'wit(A)', unit: '', within: 0 } }, /no quantity wit/],
    ['a lane that is not there', { number: { of: 'loss_ratio(C)', unit: '', within: 0 } }, /no lane C/],
    [
      'two kinds of answer',
      { options: [{ text: 'a', right: true }], number: { of: '1', unit: '', within: 0 } },
      /one of them/,
    ],
    ['no right option', { options: [{ text: 'a' }] }, /one of them is right/],
    [
      'a goal of another lane',
      { lesson: { open: [], hidden: [], task: { text: '', goals: ['loss_ratio(B) < 1'], over: null } } },
      /lane B/,
    ],
    [
      'a knob that nobody has',
      { lesson: { open: [], hidden: [], task: { text: '', goals: [], over: { knob: 'wit', values: [1] } } } },
      /none of flows/,
    ],
    [
      'an exhibit that is not there',
      { scenario: undefined, exhibit: 'wit' } as unknown as Partial<Step>,
      /gallery/,
    ],
    ['a scenario that is refused', { scenario: { version: 1, duration: -1 } }, /duration/i],
  ])('refuses %s, by its place', (_, change, message) => {
    expect(rules(lesson(change)).join('\n')).toMatch(message);
  });

  it('of a damaged link, or one that unpacks to gigabytes, is none', () => {
    const word = packStory(lesson({}));
    expect(unpackStory(`${word.slice(0, 20)}A${word.slice(21)}`)).toBeUndefined();
    const bomb = new Uint8Array([0, 0, 0, 0, ...deflateSync(new Uint8Array(5_000_000))]);
    expect(unpackStory(toBase64Url(bomb))).toBeUndefined();
    expect(unpackStory('')).toBeUndefined();
  });
});
