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

  /**
   * A page that is opened anew, also where another address of it was open: a change of the hash alone would race
   * with the page, which writes its own state there. By default the reader prefers reduced motion: nothing plays,
   * and the processor is free for the test.
   */
  async open(address = '/', { moving = false } = {}): Promise<void> {
    await this.page.emulateMedia({ reducedMotion: moving ? 'no-preference' : 'reduce' });
    if (this.page.url() !== 'about:blank') await this.page.goto('about:blank');
    await this.page.goto(address);
    await this.ready();
  }

  /** Nothing runs, everything is painted. */
  async ready(): Promise<void> {
    await this.page.evaluate(() => window.aqm.ready());
  }

  async plot(name: string, lane?: number): Promise<PlotNumbers> {
    // As text: some 40,000 numbers one by one take the two processes a third of a second.
    const text = await this.page.evaluate(
      ([n, l]) =>
        JSON.stringify(window.aqm.plot(n, l), (_, value: unknown) =>
          typeof value === 'number' && !Number.isFinite(value) ? String(value) : value,
        ),
      [name, lane] as const,
    );
    const numbers = JSON.parse(text) as PlotNumbers | null;
    if (numbers === null) throw new Error(`the page has no plot "${name}", lane ${lane}`);
    const column = <C extends { readonly values: readonly number[] }>(of: C): C => ({
      ...of,
      values: of.values.map(Number),
    });
    return { ...numbers, x: column(numbers.x), series: numbers.series.map(column) };
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
 * The violations that axe finds in a page. axe runs in the page itself, which has no frames: by default it
 * also opens a blank page to combine the results of frames, which takes as long as the search. For each rule
 * that passes, it names one element only: naming all takes as long again.
 */
export const axe = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });

/**
 * The violations in a page as it is, in light and in dark. Dark changes only colours, so there only contrast
 * is checked.
 */
export async function faultsInBoth(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => window.aqm.ready());
    const look = colorScheme === 'dark' ? axe(page).withRules('color-contrast') : axe(page);
    const { violations } = await look.analyze();
    for (const { id, nodes } of violations)
      found.push(`${colorScheme}, ${id}: ${nodes.map(({ html }) => html).join('\n')}`);
  }
  return found;
}

/** A test with a page that has reported no fault by its end. */
export const test = base.extend<{ explorer: Explorer }>({
  explorer: async ({ page }, use) => {
    const explorer = new Explorer(page);
    await use(explorer);
    expect(explorer.faults).toEqual([]);
  },
});
export { expect };
