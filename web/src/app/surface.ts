/** window.aqm: what tests, benchmarks and lessons ask the page. */
import { plotNumbers, type PlotNumbers } from '../plots/registry.ts';
import type { App } from '../state/app.ts';

export interface AqmSurface {
  /** The numbers that a plot draws; null when it is not on the page. */
  plot(name: string, lane?: number): PlotNumbers | null;
  /** Resolves when nothing is pending: runs done, close-ups there, everything painted. */
  ready(): Promise<void>;
}

declare global {
  interface Window {
    aqm: AqmSurface;
  }
}

/** There from the moment the page has loaded: whoever asks before the app has started waits for it. */
export function publishSurface(started: Promise<App>): void {
  const frame = () =>
    new Promise<void>((done) => {
      requestAnimationFrame(() => done());
    });
  window.aqm = {
    plot: plotNumbers,
    ready: async () => {
      const app = await started;
      // Two frames in a row without anything to do: the first may have drawn what just arrived.
      for (let quiet = 0; quiet < 2; quiet = app.pending.any() ? 0 : quiet + 1) await frame();
      await document.fonts.ready;
    },
  };
}
