/**
 * For the tests of any project that shows AQM Explorer: `await expectPlot(page, 'queue', 0).toMatchGolden()`.
 * `npm run kit -- FOLDER` writes it as one file that needs only @playwright/test. Goldens are stored and
 * updated like Playwright's own snapshots (`--update-snapshots`); a missing golden is written, and the test
 * fails, as with snapshots.
 */
import { test, type TestInfo } from '@playwright/test';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { compare, goldenText, keep, readGolden, tellTolerance } from './src/golden.ts';
import { look, type AnyPage } from './src/page.ts';

export interface GoldenOptions {
  /** As a share of a series' largest magnitude. 0, the default: every number must be equal. */
  readonly tolerance?: number;
  /** The number of blocks stored for each series; 0, the default: all numbers. */
  readonly blocks?: number;
  /** Whether the drawing (words, colours, shapes) must be equal, or only the numbers. Default: true. */
  readonly drawing?: boolean;
}

/**
 * The plot `name` of a page, for one of its lanes. The page has to be open; the function waits for its runs.
 */
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
        // As in Playwright: a test without a comparison has not passed.
        throw new Error(`${file} was missing, and is written now; look at it and keep it.`);
      }
      const kept = readGolden(readFileSync(file, 'utf8'), file);
      const changes = compare(kept, now, tolerance).filter(({ kind }) => drawing || kind !== 'svg');
      // A changed run is reported with the numbers that it changed; if these are within the tolerance, it
      // does not count.
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
 * The path of a golden. Numbers and drawings are the same on every machine, so the name has no platform; with
 * Playwright's rule, goldens made on one platform would be missing on another. An older golden with a
 * platform in its name is still found.
 */
function placeOf(info: TestInfo, name: string): string {
  const own = info.snapshotPath(name);
  const suffix = `-${process.platform}.json`;
  const shared = own.endsWith(suffix) ? `${own.slice(0, -suffix.length)}.json` : own;
  return !existsSync(shared) && existsSync(own) ? own : shared;
}
