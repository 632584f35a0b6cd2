import { AxeBuilder } from '@axe-core/playwright';
import { expect, test as base, type Locator, type Page } from '@playwright/test';
import type { PlotNumbers } from '../../web/src/plots/registry.ts';

/** The page under test, in the words of somebody who uses it. */
export class Explorer {
  readonly page: Page;
  /** What went wrong in the page while nobody looked. */
  readonly faults: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.faults.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.faults.push(message.text());
    });
  }

  /** By default as somebody sees it who has asked for less motion: nothing plays, and the processor is free for the test. */
  async open(address = '/', { moving = false } = {}): Promise<void> {
    await this.page.emulateMedia({ reducedMotion: moving ? 'no-preference' : 'reduce' });
    await this.page.goto(address);
    await this.ready();
  }

  /** Nothing runs, everything is painted. */
  async ready(): Promise<void> {
    await this.page.evaluate(() => window.aqm.ready());
  }

  async plot(name: string, lane?: number): Promise<PlotNumbers> {
    const numbers = await this.page.evaluate(([n, l]) => window.aqm.plot(n, l), [name, lane] as const);
    if (numbers === null) throw new Error(`the page has no plot "${name}", lane ${lane}`);
    return numbers;
  }

  /** One column of a plot. */
  async series(name: string, lane: number, label: string): Promise<readonly number[]> {
    const { series } = await this.plot(name, lane);
    const found = series.find((column) => column.label === label);
    if (found === undefined)
      throw new Error(`${name} has no column "${label}": ${series.map((c) => c.label).join()}`);
    return found.values;
  }

  metric(name: string, lane: number): Locator {
    return this.page.locator(`tr[data-metric="${name}"] td[data-lane="${lane}"] > span`).first();
  }

  param(name: string, lane: string): Locator {
    return this.page.getByRole('textbox', { name: `${name} of ${lane}`, exact: true });
  }

  /** The handle of a parameter on the drop curve. */
  handle(name: string, lane: string): Locator {
    return this.page.getByRole('slider', { name: `${name} of ${lane}, on the curve` });
  }

  trace(lane: number): Locator {
    return this.page.locator(`[data-plot="queue"][data-lane="${lane}"] .plot-body`);
  }

  notice(): Locator {
    return this.page.locator('.notice');
  }

  /** Time of the playhead, s. */
  async time(): Promise<number> {
    const text = await this.page
      .getByRole('slider', { name: 'Time', exact: true })
      .getAttribute('aria-valuetext');
    return Number(text?.split(' ')[0]);
  }
}

/**
 * What axe has to say of a page. It answers in the page itself, which has no frames: by default it opens a blank page besides to put
 * together what frames say, which takes as long as the search.
 */
export const axe = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode();

/** A test with a page that has reported no fault by its end. */
export const test = base.extend<{ explorer: Explorer }>({
  explorer: async ({ page }, use) => {
    const explorer = new Explorer(page);
    await use(explorer);
    expect(explorer.faults).toEqual([]);
  },
});
export { expect };
