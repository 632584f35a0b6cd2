/** Every system keeps its row: implemented, or with the reason why not. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import systems from '../systems.json' with { type: 'json' };

const ids = readdirSync('models/aqm').map((file) => file.replace(/\.md$/, ''));

it('every AQM of the catalogue has one row, and every row of one exists', () => {
  expect(systems.flatMap(({ aqm }) => aqm ?? []).sort()).toEqual(ids.sort());
});

it('every other row says whose it is, what it does and why it is missing', () => {
  for (const { aqm, name, source, idea, kind, why } of systems) {
    if (aqm === undefined) expect([name, source, idea, kind, why].every(Boolean), name).toBe(true);
  }
  expect(new Set(systems.map(({ name }) => name)).size).toBe(systems.length);
});

it('the documentation shows them all', () => {
  const page = readFileSync('docs/systems.md', 'utf8');
  expect(systems.filter(({ name }) => !page.includes(`| ${name} |`))).toEqual([]);
  const missing = systems.filter(({ aqm }) => aqm === undefined);
  expect(
    missing.filter(({ idea, why }) => !page.includes(`| ${idea} | ${why} |`)).map(({ name }) => name),
  ).toEqual([]);
});
