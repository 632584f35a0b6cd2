/**
 * For the tests of any project that shows AQM Explorer: `await expectPlot(page, 'queue', 0).toMatchGolden()`. `npm run kit -- FOLDER`
 * writes it as one file that needs nothing but @playwright/test. Goldens stand where Playwright keeps its snapshots, and are written
 * when it writes those (`--update-snapshots`); one that was missing is written, and the test fails, as with those.
 */
import { test, type TestInfo } from '@playwright/test';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { compare, goldenText, keep, readGolden, tellTolerance } from './src/golden.ts';
import { look, type AnyPage } from './src/page.ts';

export interface GoldenOptions {
  /** Of a series' largest magnitude. 0, the default: every number the same. */
  readonly tolerance?: number;
  /** Blocks that are kept of each series; 0, the default: all numbers. */
  readonly blocks?: number;
  /** Whether the drawing (words, colours, shapes) has to be the same; else numbers alone. Default: true. */
  readonly drawing?: boolean;
}

/** The plot `name` of a page, of one of its lanes. The page is open; its runs are waited for. */
export function expectPlot(page: AnyPage, name: string, lane?: number) {
  return {
    async toMatchGolden(golden?: string, options: GoldenOptions = {}): Promise<void> {
      const { tolerance = 0, blocks = 0, drawing = true } = options;
      const info = test.info();
      const file = placeOf(info, golden ?? `${name}${lane === undefined ? '' : `-${lane}`}.json`);
      const seen = await look(page, { plot: name, ...(lane === undefined ? {} : { lane }) });
      if (seen.plots.length === 0)
        throw new Error(
          `The page has no plot ${JSON.stringify(name)}${lane === undefined ? '' : ` of lane ${lane}`}.`,
        );
      const runs = lane === undefined ? seen.runs : seen.runs.filter((run) => run.lane === lane);
      const now = { runs, plots: seen.plots };
      const write = () => {
        mkdirSync(dirname(file), { recursive: true });
        const link = page.url().replace(/^[^#]*/, '');
        writeFileSync(file, goldenText(keep(now, { name, source: 'page', link, blocks })));
      };
      const { updateSnapshots } = info.config;
      if (updateSnapshots === 'all') {
        write();
        return;
      }
      if (!existsSync(file)) {
        if (updateSnapshots === 'none') throw new Error(`${file} is missing; --update-snapshots writes it.`);
        write();
        // As Playwright's own: what has been compared with nothing has not passed.
        throw new Error(`${file} was missing, and is written now; look at it and keep it.`);
      }
      const kept = readGolden(readFileSync(file, 'utf8'), file);
      const changes = compare(kept, now, tolerance).filter(({ kind }) => drawing || kind !== 'svg');
      // A run that is another one is told with the numbers that it changed; where these are within the tolerance it is none.
      const told = changes.filter(
        ({ kind }) => kind !== 'run' || tolerance === 0 || changes.some((other) => other.kind !== 'run'),
      );
      if (told.length === 0) return;
      if (updateSnapshots === 'changed') {
        write();
        return;
      }
      throw new Error(
        [
          `The plot is not what ${file} keeps (tolerance: ${tellTolerance(kept, tolerance)}):`,
          ...told.map(({ kind, message }) => `  ${kind}: ${message}`),
        ].join('\n'),
      );
    },
  };
}

/**
 * Where a golden stands. Numbers and drawings are the same on every machine, so that its name has no platform, by which Playwright's
 * rule would tell a machine of one platform that the goldens of another are missing. One of before, which has, is still found.
 */
function placeOf(info: TestInfo, name: string): string {
  const own = info.snapshotPath(name);
  const suffix = `-${process.platform}.json`;
  const shared = own.endsWith(suffix) ? `${own.slice(0, -suffix.length)}.json` : own;
  return !existsSync(shared) && existsSync(own) ? own : shared;
}
