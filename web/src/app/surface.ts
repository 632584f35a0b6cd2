/** window.aqm: the interface of tests, benchmarks and lessons to the page. */
import { readPalette } from '../plots/palette.ts';
import { figureOf, plotNames, plotNumbers, type PlotName, type PlotNumbers } from '../plots/registry.ts';
import type { App } from '../state/app.ts';

export interface AqmSurface {
  /** The numbers that a plot draws; null if it is not on the page. */
  plot(name: string, lane?: number): PlotNumbers | null;
  /** The plots on the page. */
  plots(): readonly PlotName[];
  /** A plot as its menu saves it, 178 mm wide and without a caption; null if it is not on the page. */
  svg(name: string, lane?: number): Promise<string | null>;
  /** The runs of the packet simulator for the page, by lane. A lane whose run has not ended is not among them. */
  runs(): Promise<readonly LaneDigest[]>;
  /** Resolves when no work is pending: runs finished, close-ups loaded, everything drawn. */
  ready(): Promise<void>;
}

/** One run, by the values that must be the same on every machine. */
export interface LaneDigest {
  readonly lane: number;
  readonly label: string;
  readonly aqm: string;
  readonly seed: number;
  readonly digest: string;
}

declare global {
  interface Window {
    aqm: AqmSurface;
  }
}

/** Exists as soon as the page has loaded: a caller that asks before the app has started waits for it. */
export function publishSurface(started: Promise<App>): void {
  const frame = () =>
    new Promise<void>((done) => {
      requestAnimationFrame(() => done());
    });
  window.aqm = {
    plot: plotNumbers,
    plots: plotNames,
    svg: async (name, lane) => {
      const found = figureOf(name, lane);
      if (found === null) return null;
      const { figureSvg } = await import('../plots/export.ts');
      return figureSvg(found.figure, 178, { caption: '', link: '' }, readPalette('light'));
    },
    runs: async () => {
      const { runner } = await started;
      return runner.slots.get().flatMap(({ asked, result, status }, lane) => {
        if (result === null || status !== 'done') return [];
        const { label, aqm, seed } = asked;
        return [{ lane, label, aqm: aqm.id, seed, digest: result.digest }];
      });
    },
    ready: async () => {
      const app = await started;
      // Two frames in a row without work: the first frame may have drawn new results.
      for (let quiet = 0; quiet < 2; quiet = app.pending.any() ? 0 : quiet + 1) await frame();
      await document.fonts.ready;
    },
  };
}
