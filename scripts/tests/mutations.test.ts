// Every mutation must apply to the present source. Whether tests catch it is checked by
// scripts/mutations.mjs, which takes long.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MUTATIONS } from '../lib/mutations.mjs';
import { at, filesUnder } from '../lib/project.mjs';

describe('mutations', () => {
  it('each changes one line that is there once', () => {
    expect(MUTATIONS.length).toBeGreaterThanOrEqual(40);
    for (const { file, from, to } of MUTATIONS) {
      const text = readFileSync(at(file), 'utf8');
      expect(text.split(from).length, `${file}: ${from}`).toBe(2);
      expect(from).not.toContain('\n');
      expect(to).not.toBe(from);
    }
  });

  it('each names tests that there are', () => {
    const sources = filesUnder('core-cpp/tests', /_test\.cpp$/).map((file) => readFileSync(at(file), 'utf8'));
    for (const { tests } of MUTATIONS) {
      for (const filter of tests.split(':')) {
        const [suite = '', name = ''] = filter.replace(/\*$/, '').split('.');
        const found = new RegExp(`TEST(_P)?\\(${suite}, ${name}`);
        expect(
          sources.some((text) => found.test(text)),
          filter,
        ).toBe(true);
      }
    }
  });
});
