/** A drop curve that is drawn: over another law, with mouse, keys and buttons, in packets, fluid and link. */
import { encodeLink, type Scenario } from '../../models/src/index.ts';
import { axe, expect, test } from './page.ts';

const document: Scenario = {
  version: 1,
  duration: 30,
  traffic: [{ flows: 20 }],
  lanes: [{ label: 'RED', aqm: { id: 'red', params: { min_th: 20, max_th: 120, max_p: 0.1 } } }],
};
const address = `/${encodeLink(document)}`;

test('a curve is drawn over RED’s: it is RED until a point is moved', async ({ explorer, page }) => {
  await explorer.open(address);
  await page.getByRole('button', { name: 'Draw your own' }).click();
  const points = page.getByRole('slider', { name: /^Point \d+ of \d+ of Drawn$/ });
  await expect(points).toHaveCount(2);
  await explorer.ready();
  // The same law with the same average and the same random numbers: the same run.
  for (const name of ['queueing_delay_mean', 'loss_ratio', 'utilization'])
    await expect(explorer.metric(name, 1)).toHaveText(await explorer.metric(name, 0).innerText());
  expect(await explorer.series('queue', 1, 'queue max')).toEqual(
    await explorer.series('queue', 0, 'queue max'),
  );

  // With the keyboard: up by two grains, ten packets to the left, a point more, one less.
  await points.nth(1).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(points.nth(1)).toHaveAttribute('aria-valuetext', /^110 packets, probability 0\.10?2$/);
  await explorer.ready();
  expect(await explorer.series('queue', 1, 'queue max')).not.toEqual(
    await explorer.series('queue', 0, 'queue max'),
  );
  await points.nth(0).focus();
  await page.keyboard.press('Enter');
  await expect(points).toHaveCount(3);
  await expect(points.nth(1)).toBeFocused();
  await expect(points.nth(1)).toHaveAttribute('aria-valuenow', '65');
  await page.keyboard.press('Delete');
  await expect(points).toHaveCount(2);

  const { violations } = await axe(page).include('.curves').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);

  // What was drawn is in the link, and one step of the history at a time is taken back.
  await explorer.ready();
  await expect.poll(() => page.url()).toContain('lane=1');
  const link = page.url();
  await page.goto('about:blank');
  await explorer.open(link);
  await expect(points.nth(1)).toHaveAttribute('aria-valuenow', '110');
});

test('points are added, moved and removed with the mouse', async ({ explorer, page }) => {
  await explorer.open(address);
  await page.getByRole('button', { name: 'Draw your own' }).click();
  const points = page.getByRole('slider', { name: /^Point/ });
  await expect(points).toHaveCount(2);
  const ground = await page.locator('.drawn-ground').boundingBox();
  if (ground === null) throw new Error('there is nothing to draw on');
  await page.mouse.click(ground.x + 0.4 * ground.width, ground.y + 0.6 * ground.height);
  await expect(points).toHaveCount(3);
  const before = Number(await points.nth(1).getAttribute('aria-valuenow'));
  const at = await points.nth(1).boundingBox();
  if (at === null) throw new Error('the point is not on the page');
  await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  await page.mouse.down();
  await page.mouse.move(at.x + at.width / 2 + 40, at.y + at.height / 2 - 20, { steps: 4 });
  await page.mouse.up();
  expect(Number(await points.nth(1).getAttribute('aria-valuenow'))).toBeGreaterThan(before + 5);
  // A drag is one step of the history.
  await page.keyboard.press('Control+z');
  await expect(points.nth(1)).toHaveAttribute('aria-valuenow', String(before));
  await page.getByRole('button', { name: 'Remove point 2' }).click();
  await expect(points).toHaveCount(2);
  await expect(page.getByRole('button', { name: /^Remove point/ })).toBeDisabled();
  await page.getByRole('button', { name: 'Add a point' }).click();
  await expect(points).toHaveCount(3);
});

test('the fluid model rests where RED’s does', async ({ explorer, page }) => {
  await explorer.open(address);
  await page.getByRole('button', { name: 'Draw your own' }).click();
  await explorer.ready();
  await page.getByRole('button', { name: 'Fluid and stability' }).click();
  const plot = page.locator('[data-plot="fluid-queue"]');
  await expect(plot).toHaveAttribute('data-lane', '1');
  await explorer.ready();
  const drawn = await explorer.series('fluid-queue', 1, 'fluid queue');
  await page.keyboard.press('[');
  await expect(plot).toHaveAttribute('data-lane', '0');
  await explorer.ready();
  expect(drawn.length).toBeGreaterThan(100);
  expect(drawn).toEqual(await explorer.series('fluid-queue', 0, 'fluid queue'));
});
