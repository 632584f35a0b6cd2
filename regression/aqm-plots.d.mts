/** The types of aqm-plots.mjs, which `npm run kit` writes. */
import type { Page } from '@playwright/test';

export interface GoldenOptions {
  /** Of a series' largest magnitude. 0, the default: every number the same. */
  readonly tolerance?: number;
  /** Blocks that are kept of each series; 0, the default: all numbers. */
  readonly blocks?: number;
  /** Whether the drawing (words, colours, shapes) has to be the same; else numbers alone. Default: true. */
  readonly drawing?: boolean;
}

/** The plot `name` ("queue", "drop-curve", ...) of a page of AQM Explorer, of one of its lanes. */
export function expectPlot(
  page: Page,
  name: string,
  lane?: number,
): {
  /** Against a golden beside Playwright's snapshots; by default named after plot and lane. */
  toMatchGolden(golden?: string, options?: GoldenOptions): Promise<void>;
};
