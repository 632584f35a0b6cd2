/** Projector mode: the whole screen, every lane and one axis of time, and none of the desk's controls. */
import { encodeLink, type Scenario } from '../../models/src/index.ts';
import { expect, test } from './page.ts';

const scenario: Scenario = {
  version: 1,
  title: 'In a class',
  duration: 10,
  traffic: [{ flows: 20 }],
  lanes: ['red', 'droptail', 'codel', 'pie'].map((id) => ({ aqm: { id } })),
};

for (const size of [
  { width: 1920, height: 1080 },
  { width: 1024, height: 768 },
]) {
  test(`all lanes, their answer and the time are seen from the last row, ${size.width} pixels`, async ({
    explorer,
    page,
  }) => {
    await page.setViewportSize(size);
    await explorer.open(`/${encodeLink(scenario)}`);
    const root = () => page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize));
    const before = await root();
    await page.keyboard.press('p');
    await expect.poll(root).toBeGreaterThan(before);
    await explorer.ready();
    const axis = await page.locator('.time-axis').boundingBox();
    for (const lane of [0, 1, 2, 3]) {
      const box = await page.locator(`[data-plot="queue"][data-lane="${lane}"]`).boundingBox();
      expect((box?.y ?? NaN) + (box?.height ?? NaN)).toBeLessThanOrEqual((axis?.y ?? NaN) + 1);
      expect(box?.height ?? NaN).toBeGreaterThan(40);
    }
    for (const seen of ['.answer', '.replay', '.time-axis'])
      await expect(page.locator(seen)).toBeInViewport({ ratio: 1 });
    for (const gone of ['Undo', 'Export', 'Share', 'Help'])
      await expect(page.getByRole('button', { name: gone, exact: true })).toBeHidden();
    await expect(page.locator('.panel')).toHaveCount(0);
    // The same key leads back to the desk.
    await page.keyboard.press('p');
    await expect.poll(root).toBe(before);
    await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
  });
}
