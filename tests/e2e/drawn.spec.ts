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

test('a curve that is to rise only takes its points along', async ({ explorer, page }) => {
  await explorer.open(address);
  await page.getByRole('button', { name: 'Draw your own' }).click();
  const points = page.getByRole('slider', { name: /^Point/ });
  await page.getByRole('button', { name: 'Add a point' }).click();
  await expect(points.nth(1)).toHaveAttribute('aria-valuetext', /probability 0.05$/);
  // Free: the last point may be the lowest.
  await points.nth(2).focus();
  for (let i = 0; i < 8; ++i) await page.keyboard.press('Shift+ArrowDown');
  await expect(points.nth(2)).toHaveAttribute('aria-valuetext', /probability 0.02$/);
  await expect(points.nth(1)).toHaveAttribute('aria-valuetext', /probability 0.05$/);
  await page.getByRole('checkbox', { name: 'only rising' }).check();
  await expect(points.nth(2)).toHaveAttribute('aria-valuetext', /probability 0.05$/);
  await points.nth(2).focus();
  await page.keyboard.press('Shift+ArrowDown');
  await expect(points.nth(1)).toHaveAttribute('aria-valuetext', /probability 0.04$/);
  await expect(points.nth(2)).toHaveAttribute('aria-valuetext', /probability 0.04$/);
});

test('the fluid model rests where RED’s does, and has its stability map', async ({ explorer, page }) => {
  await explorer.open(`/${encodeLink(document, { cells: '16' })}`);
  await page.getByRole('button', { name: 'Draw your own' }).click();
  await explorer.ready();
  await page.getByRole('button', { name: 'Fluid and stability' }).click();
  const plot = page.locator('[data-plot="fluid-queue"]');
  await expect(plot).toHaveAttribute('data-lane', '1');
  await explorer.ready();
  const drawn = await explorer.series('fluid-queue', 1, 'fluid queue');
  const growth = await explorer.series('stability-map', 1, 'growth rate');
  await page.keyboard.press('[');
  await expect(plot).toHaveAttribute('data-lane', '0');
  await explorer.ready();
  expect(drawn.length).toBeGreaterThan(100);
  expect(drawn).toEqual(await explorer.series('fluid-queue', 0, 'fluid queue'));
  // It is RED's law, drawn: so is its map.
  const ofRed = await explorer.series('stability-map', 0, 'growth rate');
  expect(growth.filter((value) => Number.isFinite(value)).length).toBeGreaterThan(100);
  expect(growth.length).toBe(ofRed.length);
  const apart = growth.filter(
    (value, i) => Math.abs(value - (ofRed[i] ?? NaN)) > 1e-6 * (1 + Math.abs(value)),
  );
  expect(apart).toEqual([]);
});

/**
 * A stroke in shares of the drawing area, from the left and from the bottom; a finger takes a point that is
 * near its start.
 */
type Stroke = readonly (readonly [number, number])[];
const ramp: Stroke = Array.from({ length: 25 }, (_, i) => [0.3 + (0.4 * i) / 24, 0.2 + (0.6 * i) / 24]);

for (const pointer of ['mouse', 'touch'] as const) {
  test.describe(pointer, () => {
    test.use({ hasTouch: pointer === 'touch' });
    test('a curve is drawn in one stroke', async ({ explorer, page }) => {
      await explorer.open(address);
      await page.getByRole('button', { name: 'Draw your own' }).click();
      await explorer.ready();
      const points = page.getByRole('slider', { name: /^Point/ });
      await expect(points).toHaveCount(2);
      const ground = await page.locator('.drawn-ground').boundingBox();
      if (ground === null) throw new Error('there is nothing to draw on');
      const places = ramp.map(([x, y]) => ({
        x: ground.x + x * ground.width,
        y: ground.y + (1 - y) * ground.height,
      }));
      const { x, view } = await explorer.plot('drop-curve', 1);
      expect(x.unit).toBe('packets');
      const queueAt = (share: number) => view.x[0] + share * (view.x[1] - view.x[0]);
      const chanceAt = (share: number) => view.y[0] + share * (view.y[1] - view.y[0]);

      const [first, ...rest] = places;
      if (first === undefined) throw new Error('no stroke');
      if (pointer === 'mouse') {
        await page.mouse.move(first.x, first.y);
        await page.mouse.down();
        for (const place of rest) await page.mouse.move(place.x, place.y);
        await page.mouse.up();
      } else {
        // Events as a finger on the glass sends them: the browser turns them into pointer events, unless it
        // takes them for a scroll.
        const glass = await page.context().newCDPSession(page);
        const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
          glass.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [at] });
        await touch('touchStart', first);
        for (const place of rest) await touch('touchMove', place);
        await touch('touchEnd');
      }
      await explorer.ready();
      // A straight stroke is few points, and the law goes where the hand went.
      expect(await points.count()).toBeLessThanOrEqual(5);
      const { x: along, series } = await explorer.plot('drop-curve', 1);
      const law = series[0]?.values ?? [];
      for (const share of [0.35, 0.45, 0.55, 0.65]) {
        const near = along.values.findIndex((value) => value >= queueAt(share));
        const drawn = chanceAt(0.2 + 1.5 * (share - 0.3));
        expect(Math.abs((law[near] ?? NaN) - drawn)).toBeLessThan(0.04 * chanceAt(1));
      }
      expect(await explorer.series('queue', 1, 'queue max')).not.toEqual(
        await explorer.series('queue', 0, 'queue max'),
      );
      // A stroke is one step of the history.
      await page.keyboard.press('Control+z');
      await expect(points).toHaveCount(2);
      if (pointer === 'mouse') return;
      await page.touchscreen.tap(first.x, first.y);
      await expect(points).toHaveCount(3);
    });
  });
}

test.describe('a finger on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  test('adds points, moves one, also below the one before, and removes it', async ({ explorer, page }) => {
    await explorer.open(address);
    await page.getByRole('button', { name: 'Draw your own' }).tap();
    await explorer.ready();
    const points = page.getByRole('slider', { name: /^Point/ });
    await expect(points).toHaveCount(2);
    const ground = await page.locator('.drawn-ground').boundingBox();
    if (ground === null) throw new Error('there is nothing to draw on');
    await page.touchscreen.tap(ground.x + 0.4 * ground.width, ground.y + 0.4 * ground.height);
    await expect(points).toHaveCount(3);
    await expect(points.nth(1)).toHaveAttribute('data-chosen', /.*/);

    const glass = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      glass.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [at] });
    const slide = async (from: { x: number; y: number }, dx: number, dy: number) => {
      await touch('touchStart', from);
      for (let i = 1; i <= 10; ++i)
        await touch('touchMove', { x: from.x + (i * dx) / 10, y: from.y + (i * dy) / 10 });
      await touch('touchEnd');
      await explorer.ready();
    };
    const middle = async (at: number) => {
      const box = await points.nth(at).boundingBox();
      if (box === null) throw new Error('the point is not on the page');
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const said = async (at: number) => {
      const text = (await points.nth(at).getAttribute('aria-valuetext')) ?? '';
      return { queue: parseFloat(text), chance: parseFloat(text.split('probability ')[1] ?? '') };
    };
    // The last point goes down, below the one before: the law is whatever was drawn. The page stays where it is.
    const scrolled = await page.evaluate(() => window.document.querySelector('.scroller')?.scrollTop);
    const before = await said(2);
    const from = await middle(2);
    const below = (await middle(1)).y + 12;
    await slide(from, 8, below - from.y);
    const after = await said(2);
    expect(after.queue).toBeGreaterThan(before.queue);
    expect(after.chance).toBeLessThan((await said(1)).chance);
    expect(await page.evaluate(() => window.document.querySelector('.scroller')?.scrollTop)).toBe(scrolled);
    const { series } = await explorer.plot('drop-curve', 1);
    const law = series[0]?.values ?? [];
    expect(law.some((value, i) => value < (law[i - 1] ?? 0))).toBe(true);

    // To and beside, a finger is as wide as ten points: it may come down a little off.
    await slide({ x: (await middle(1)).x + 9, y: (await middle(1)).y }, 30, 0);
    await expect(points).toHaveCount(3);
    await page.getByRole('button', { name: 'Remove point 2' }).tap();
    await expect(points).toHaveCount(2);
    await page.getByRole('button', { name: 'Add a point' }).tap();
    await expect(points).toHaveCount(3);
  });
});
