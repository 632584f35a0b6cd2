/** What the documentation promises is there: its links lead somewhere, and what comments cite exists. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(path, 'utf8');
const under = (folder: string, name: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => name.test(path))
    .map((path) => join(folder, path));

const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...under('docs', /\.md$/)];
const sources = ['bindings', 'cli', 'core-cpp', 'models/src', 'scripts', 'wasm/src', 'web/src'].flatMap(
  (folder) => under(folder, /\.(cpp|hpp|tsx?|mjs)$/),
);

it.each(pages)('the relative links of %s resolve', (page) => {
  const links = [...read(page).matchAll(/\]\(([^)\s#]+)(#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
  expect(links.filter((target) => !existsSync(join(dirname(page), target)))).toEqual([]);
});

it('every page of the documentation is listed', () => {
  const index = read('docs/README.md');
  const unlisted = readdirSync('docs').filter((name) => name.endsWith('.md') && name !== 'README.md');
  expect(unlisted.filter((name) => !index.includes(`(${name})`))).toEqual([]);
});

it('every page that a comment cites exists, and every section of the specification', () => {
  const sections = new Set(
    [...read('docs/specification.md').matchAll(/^#+ (\d+(?:\.\d+)?)/gm)].map(([, section]) => section),
  );
  const missing = sources.flatMap((file) =>
    [...read(file).matchAll(/docs\/([\w-]+\.md)(?: (\d+\.\d+))?/g)]
      .filter(
        ([, page = '', section]) => !existsSync(join('docs', page)) || (section && !sections.has(section)),
      )
      .map(([cited]) => `${file}: ${cited}`),
  );
  expect(missing).toEqual([]);
});

it('rules of the house are cited by numbers that there are', () => {
  const rules = [...read('docs/architecture.md').matchAll(/^(\d+)\. \*\*/gm)].length;
  const cited = sources.flatMap((file) =>
    [...read(file).matchAll(/house rule (\d+)/g)].map(([, n]) => Number(n)),
  );
  expect(cited.filter((n) => n > rules)).toEqual([]);
});

it('lines of prose have at most 120 columns', () => {
  const long = pages.flatMap((page) => {
    let code = false;
    return read(page)
      .split('\n')
      .flatMap((line, i) => {
        if (line.trimStart().startsWith('```')) code = !code;
        const isProse = !code && !/^(\||!\[| {4})/.test(line);
        return isProse && line.length > 120 ? [`${page}:${i + 1}`] : [];
      });
  });
  expect(long).toEqual([]);
});
