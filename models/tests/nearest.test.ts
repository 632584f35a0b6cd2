import { describe, expect, it } from 'vitest';
import { didYouMean, editDistance } from '../src/nearest.ts';

describe('editDistance', () => {
  it.each([
    ['kitten', 'sitting', 3],
    ['', 'abc', 3],
    ['red', 'red', 0],
    ['fpt', 'ftp', 1],
  ])('from %j to %j is %i', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
    expect(editDistance(b, a)).toBe(distance);
  });
});

describe('didYouMean', () => {
  const known = ['min_th', 'max_th', 'max_p', 'w_q', 'duration'];
  it.each([
    ['maxTh', 'max_th'],
    ['MAX-TH', 'max_th'],
    ['duraton', 'duration'],
    ['m', undefined],
    ['colour', undefined],
  ])('for %j is %j', (word, meant) => {
    expect(didYouMean(word, known)).toBe(meant);
  });

  it('does not even try with a word as long as a book', () => {
    expect(didYouMean('x'.repeat(1e6), known)).toBeUndefined();
  });
});
