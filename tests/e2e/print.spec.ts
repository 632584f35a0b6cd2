/** The page on paper: whole, light, with what says whose it is, and without what only a hand at the screen needs. */
import { encodeLink, type Scenario } from '../../models/src/index.ts';
import { expect, test } from './page.ts';

/** A paper with so many lanes on it; between margins of 12 mm, in CSS pixels of 1/96 inch. */
const PAPERS = [
  ['A4', 32, { width: Math.floor((186 / 25.4) * 96), height: Math.floor((273 / 25.4) * 96) }],
  ['Letter', 2, { width: Math.floor((8.5 - 24 / 25.4) * 96), height: Math.floor((11 - 24 / 25.4) * 96) }],
] as const;

const ids = ['red', 'pie', 'droptail', 'codel', 'sared', 'blue', 'ared', 'pi'] as const;
const lanesOf = (count: number): NonNullable<Scenario['lanes']> =>
  Array.from({ length: count }, (_, i) => ({
    label: `Lane number ${i + 1}`,
    aqm: { id: ids[i % ids.length] ?? 'red' },
  }));
const linkOf = (count: number, view: string) =>
  encodeLink(
    { version: 1, title: 'On paper', duration: 5, lanes: lanesOf(count) },
    view === 'compare' ? undefined : view,
  );

for (const view of ['compare', 'fluid']) {
  for (const [paper, count, size] of PAPERS) {
    test(`${view} with ${count} lanes is whole on ${paper}, and light`, async ({ explorer, page }) => {
      await page.emulateMedia({ colorScheme: 'dark' });
      await explorer.open(`/${linkOf(count, view)}`);
      const plots = page.locator('[data-plot]');
      const before = await plots.count();
      const shape = () =>
        plots.locator('canvas.marks').evaluateAll((all) => all.map((c) => (c as HTMLCanvasElement).width));
      const drawn = await shape();

      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await page.setViewportSize(size);
      await explorer.ready();
      // Nothing is drawn a second time for another size.
      expect(await shape()).toEqual(drawn);
      for (const [part, wide] of Object.entries(
        await page.evaluate(() => ({
          page: document.documentElement.scrollWidth,
          scroller: document.querySelector('.scroller')?.scrollWidth ?? NaN,
        })),
      ))
        expect(wide, part).toBeLessThanOrEqual(size.width + 1);
      // No part of the page is scrolled out of sight.
      const hidden = await page.locator('.shell, .scroller, .table-scroll').evaluateAll(
        (all) =>
          all.filter((e) => {
            const { overflowY } = getComputedStyle(e);
            return overflowY !== 'visible' && e.scrollHeight > e.clientHeight + 1;
          }).length,
      );
      expect(hidden).toBe(0);
      await expect(plots).toHaveCount(before);
      for (const plot of await plots.all()) {
        const box = await plot.boundingBox();
        const { x = NaN, width = NaN, height = NaN } = box ?? {};
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + width).toBeLessThanOrEqual(size.width + 1);
        // In the proportions in which it was drawn, up to a pixel of the drawing.
        const canvas = plot.locator('canvas.marks');
        const [w, h] = await canvas.evaluate((c: HTMLCanvasElement) => [c.width, c.height] as const);
        const shown = await canvas.boundingBox();
        expect(Math.abs((shown?.width ?? NaN) * h - (shown?.height ?? NaN) * w)).toBeLessThan(w + h);
        expect(shown?.height ?? NaN).toBeLessThanOrEqual(height + 1);
        expect(await plot.evaluate((e) => getComputedStyle(e).breakInside)).toBe('avoid');
      }
      for (const gone of ['.header', '.panel', '.replay', '.plot-menu', '.designs'])
        for (const one of await page.locator(gone).all()) await expect(one).toBeHidden();

      const head = page.locator('.print-head');
      await expect(head).toContainText('On paper');
      await expect(head.getByRole('listitem')).toHaveCount(count);
      await expect(head.getByRole('listitem').last()).toContainText(`Lane number ${count}`);
      await expect(head.getByRole('link')).toHaveAttribute('href', page.url());
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');

      await page.emulateMedia({ media: 'screen', colorScheme: 'dark' });
      await page.setViewportSize({ width: 1440, height: 900 });
      await explorer.ready();
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      await expect(head).toHaveCount(0);
      // The panel comes back first: the plots are measured again with it.
      await expect.poll(shape).toEqual(drawn);
    });
  }
}

for (const format of ['A4', 'Letter'] as const) {
  test(`a file of ${format} holds every lane, and afterwards the page is as it was`, async ({
    explorer,
    page,
  }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await explorer.open(`/${linkOf(12, 'compare')}`);
    const file = (await page.pdf({ format })).toString('latin1');
    // Twelve queues of some 130 pixels each, a curve and a table: more than two pages of a thousand.
    expect(file.match(/\/Type\s*\/Page\b/g)?.length).toBeGreaterThanOrEqual(2);
    await explorer.ready();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.locator('.print-head')).toHaveCount(0);
    await expect(page.locator('.replay')).toBeVisible();
  });
}

test('a story on paper has its choices with boxes, room to write, and its solution on a page of its own', async ({
  explorer,
  page,
}) => {
  await explorer.open('/#v=learn&story=why-buffers-hurt');
  const options = page.locator('.story-options button');
  const texts = await options.allInnerTexts();
  expect(texts.length).toBeGreaterThan(1);
  const solution = page.locator('.story-solution');
  await expect(solution).toBeHidden();
  const pages = async () => (await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length;
  await page.emulateMedia({ media: 'print' });
  for (const option of await options.all()) {
    await expect(option).toBeVisible();
    const box = await option.locator('.story-mark').evaluate((e) => getComputedStyle(e).borderTopWidth);
    expect(box).toBe('1px');
  }
  await expect(page.locator('.story-line')).toHaveCount(4);
  await expect(solution).toBeVisible();
  await expect(solution).toContainText('The first packet that is lost');
  expect(await solution.evaluate((e) => getComputedStyle(e).breakBefore)).toBe('page');
  for (const gone of ['.story-ways', '.story-told', '.story-steps'])
    await expect(page.locator(gone)).toBeHidden();
  expect(await pages()).toBeGreaterThanOrEqual(2);
});
