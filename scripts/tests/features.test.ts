import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withoutFeatures } from '../../tests/e2e/features.ts';
import { at } from '../lib/project.mjs';

it('the browser under test does without all that Playwright takes from it', () => {
  const source = readFileSync(at('node_modules/playwright-core/lib/coreBundle.js'), 'utf8');
  const [, list = ''] = /disabledFeatures = \[([^\]]*)\]/.exec(source) ?? [];
  const theirs = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name = '']) => name);
  // If no list is found, its form has changed, and this test needs to be adapted.
  expect(theirs.length).toBeGreaterThan(5);
  expect(withoutFeatures.replace('--disable-features=', '').split(',')).toEqual(
    expect.arrayContaining(theirs),
  );
});
