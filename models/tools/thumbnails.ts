/**
 * Draws the small pictures of the gallery from the scenarios' own runs: the queues of their first two lanes
 * over the scenario's most important window. After a change of a scenario: `npm run thumbnails`.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { loadEngine } from '../../wasm/src/node.ts';
import type { Exhibit } from '../src/generated/exhibit.ts';
import { lanes as laneScenarios, type Scenario } from '../src/index.ts';

const GALLERY = fileURLToPath(new URL('../gallery/', import.meta.url));
const RESULT = fileURLToPath(new URL('../src/generated/thumbnails.ts', import.meta.url));
const [WIDTH, HEIGHT] = [120, 48];
const LANES = 2;
const COLUMNS = 60;
const AT_ONCE = 1e9;

const engine = await loadEngine();

function queues({ scenario, look: { span } }: Exhibit): number[][] {
  return laneScenarios(scenario as Scenario)
    .slice(0, LANES)
    .map((lane) => {
      const run = engine.open(lane, { bins: 4000 });
      while (!run.advance(AT_ONCE));
      const { queue_mean, binSeconds } = run.result().overview;
      run.close();
      const [from, to] = span ?? [0, lane.duration];
      const width = (to - from) / COLUMNS;
      return Array.from({ length: COLUMNS }, (_, i) => {
        const first = Math.floor((from + i * width) / binSeconds);
        const part = queue_mean.subarray(
          first,
          Math.max(first + 1, Math.floor((from + (i + 1) * width) / binSeconds)),
        );
        return part.reduce((sum, value) => sum + value, 0) / part.length;
      });
    });
}

function paths(all: readonly number[][]): string[] {
  const top = Math.max(1, ...all.flat()) * 1.05;
  const x = (i: number) => Math.round((i * WIDTH * 10) / (COLUMNS - 1)) / 10;
  const y = (value: number) => Math.round((HEIGHT - 1 - (value / top) * (HEIGHT - 2)) * 10) / 10;
  return all.map((values) => `M${values.map((value, i) => `${x(i)} ${y(value)}`).join('L')}`);
}

const files = (await readdir(GALLERY)).filter((name) => name.endsWith('.json')).sort();
const drawn = await Promise.all(
  files.map(async (name) => {
    const exhibit = JSON.parse(await readFile(GALLERY + name, 'utf8')) as Exhibit;
    return [exhibit.id, paths(queues(exhibit))] as const;
  }),
);
const code = `/** Drawn by models/tools/thumbnails.ts from the scenarios of models/gallery/: paths on 120 by 48, a lane each. */
export const THUMBNAILS: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(Object.fromEntries(drawn))};
`;
await writeFile(RESULT, await format(code, { parser: 'typescript', singleQuote: true, printWidth: 110 }));
