/**
 * The style sheet of a view or a dialog is loaded with it and stays: a class that two sheets style belongs to one of
 * them, or what was open before changes what is seen now.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const FOLDER = 'web/src/styles/';
const read = (name: string) => readFileSync(FOLDER + name, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
/** What the page has from the start; `print.css` hides parts of views on paper. */
const fromStart = [...read('index.css').matchAll(/'\.\/(\w+\.css)'/g)].map(([, name = '']) => name);

/** The classes that a sheet styles wherever they are: `.x`, but not `.y .x` or `.x[data-z]`. */
const stylesOf = (name: string): readonly string[] =>
  [...read(name).matchAll(/([^{};]+)\{/g)].flatMap(([, selectors = '']) =>
    selectors
      .replaceAll(/\([^()]*\)/g, '')
      .split(',')
      .flatMap((one) => /^\s*\.([a-z][\w-]*)\s*$/.exec(one)?.[1] ?? []),
  );

test('a class is styled by one sheet, so that no view reaches into another', () => {
  const sheets = readdirSync(FOLDER).filter((name) => name.endsWith('.css') && name !== 'print.css');
  const owners = new Map<string, Set<string>>();
  for (const sheet of sheets)
    for (const name of stylesOf(sheet)) owners.set(name, (owners.get(name) ?? new Set()).add(sheet));
  expect(owners.size).toBeGreaterThan(300);
  const shared = [...owners].filter(
    ([, by]) => by.size > 1 && [...by].some((sheet) => !fromStart.includes(sheet)),
  );
  expect(shared.map(([name, by]) => `.${name}: ${[...by].join(', ')}`)).toEqual([]);
});
