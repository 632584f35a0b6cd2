/** Searches by words: endings, words without content, the palette's topics and the gallery's texts. */
import { describe, expect, test } from 'vitest';
import { EXHIBITS, STORIES } from '../../models/src/stories/index.ts';
import { topicsOf, topicsTold } from '../src/app/topics.ts';
import { hasWithin, hasWords, stemOf, stemsOf } from '../src/base/search.ts';

describe('a search by words', () => {
  test('takes no notice of endings, and of words without content', () => {
    const forms = ['oscillate', 'oscillates', 'oscillated', 'oscillating', 'oscillation', 'oscillations'];
    expect(new Set(forms.map(stemOf))).toEqual(new Set(['oscill']));
    expect(['queue', 'queues', 'queueing'].map(stemOf)).toEqual(['queu', 'queu', 'queu']);
    expect(['red', 'loss', 'pie', '排队'].map(stemOf)).toEqual(['red', 'loss', 'pie', '排队']);
    expect(stemsOf('Why does the queue oscillate?')).toEqual(['queu', 'oscill']);
    expect(stemsOf('why')).toEqual(['why']);
  });
  test('wants every word, within words or at their beginning', () => {
    expect(hasWithin(stemsOf('tail swings'), 'DropTail oscillates')).toBe(true);
    expect(hasWithin(stemsOf('tail codel'), 'DropTail oscillates')).toBe(false);
    expect(hasWords(['red'], 'Why RED oscillates')).toBe(true);
    expect(hasWords(['red'], 'a shared buffer')).toBe(false);
    expect(hasWords(['队列'], '一条队列')).toBe(true);
  });
});

describe('what the page offers', () => {
  test.each(['oscillate', 'oscillates', 'oscillation', 'why red', 'why does the queue oscillate'])(
    'the topic of RED’s oscillations for “%s”',
    (query) => {
      const names = [...topicsOf(query), ...topicsTold(query)].map(({ name }) => name);
      expect(names).toContain('Why RED oscillates');
    },
  );
  test('no topic twice, none for a letter, and what is not here by its own words only', () => {
    expect(topicsOf('oscillation')).toHaveLength(1);
    expect(topicsTold('oscillation')).toEqual([]);
    expect(topicsTold('r')).toEqual([]);
    expect(topicsTold('here')).toEqual([]);
  });
  test('scenarios for every word that the gallery proposes', () => {
    const texts = EXHIBITS.map(({ finding, scenario }) => `${finding} ${JSON.stringify(scenario)}`);
    for (const word of ['oscillation', 'CoDel', 'voice'])
      expect(texts.filter((text) => hasWithin(stemsOf(word), text)).length, word).toBeGreaterThan(0);
    expect(STORIES.some(({ title }) => hasWithin(stemsOf('why does red oscillate'), title))).toBe(true);
  });
});
