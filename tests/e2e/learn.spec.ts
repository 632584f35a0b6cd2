/**
 * Lessons and gallery as a student uses them: predict, see, play; find a scenario; a link to a step; the
 * student's own work is never lost.
 */
import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { expect, test } from './page.ts';

const scenarios = readdirSync(new URL('../../models/gallery/', import.meta.url)).length;
const learn = async (page: Page) => {
  await page.getByRole('button', { name: 'Learn', exact: true }).click();
  await page.locator('.story-card').first().waitFor();
};
const number = (page: Page, label: string) =>
  page.locator('.story-numbers > div', { has: page.getByText(label, { exact: true }) }).locator('dd');

test('a step tells nothing before the answer, then numbers, then it can be played with', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  const title = await page.getByRole('textbox', { name: 'Title of the scenario' }).inputValue();
  await learn(page);
  await page
    .getByRole('button', { name: /Drop early instead of late/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Step 2', exact: true }).click();
  await explorer.ready();
  await expect(page.locator('.story-numbers')).toHaveCount(0);
  await expect(page.locator('.stage .metrics')).toHaveCount(0);
  await expect(page.locator('.stage .lane-trace')).toHaveCount(1);

  await page.getByRole('button', { name: /^There are fewer/ }).click();
  await explorer.ready();
  await expect(page.getByRole('button', { name: /^There are more/ })).toHaveAttribute('data-right', 'true');
  await expect(page.getByRole('button', { name: /^There are fewer/ })).toHaveAttribute('data-wrong', 'true');
  await expect(page.locator('.stage .lane-trace')).toHaveCount(2);
  await expect(page.locator('.story-verdict')).toHaveText('Computed just now with 3 seeds: it holds.');
  const before = parseFloat(await number(page, 'Loss, RED').innerText());
  // What the step does not give to play with cannot be changed.
  await expect(page.locator('.stage').getByRole('slider', { name: /min_th/ })).toHaveCount(0);

  const knob = page.getByRole('slider', { name: 'max_p of RED', exact: true });
  await knob.focus();
  for (let i = 0; i < 4; ++i) await page.keyboard.press('PageDown');
  await explorer.ready();
  await expect.poll(async () => parseFloat(await number(page, 'Loss, RED').innerText())).toBeLessThan(before);
  // The reader's own scenario is as it was.
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Title of the scenario' })).toHaveValue(title);
});

test('a link opens a step, and its scene goes to the explorer as it stands', async ({ explorer, page }) => {
  await explorer.open();
  await learn(page);
  await page.getByRole('button', { name: /Why buffers hurt/ }).click();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect.poll(() => page.url()).toContain('step=small-packet');
  await explorer.open('/' + new URL(page.url()).hash);
  await expect(page.locator('.story-step')).toContainText('fifty times a second');
  await page.getByRole('button', { name: 'Open in the explorer' }).click();
  await explorer.ready();
  await expect(page.locator('.question')).toContainText('How long does a small packet wait');
  await expect(page.locator('.lane-trace')).toHaveCount(1);
});

test('the end sums up what was predicted', async ({ explorer, page }) => {
  await explorer.open();
  await learn(page);
  await page.getByRole('button', { name: /Shapes of the drop curve/ }).click();
  for (let step = 0; step < 5; ++step) {
    await page.locator('.story-options button').first().click();
    await page.locator('.story-ways .primary').click();
  }
  await expect(page.locator('.story-step')).toContainText('You predicted 0 of 5 right.');
});

test('the gallery is searched, and a scenario opens where its effect shows', async ({ explorer, page }) => {
  await explorer.open();
  await learn(page);
  await expect(page.locator('.gallery-card')).toHaveCount(scenarios);
  expect(await page.locator('.thumbnail:not(:has(path))').count()).toBe(0);
  await page.getByRole('searchbox', { name: 'Search the gallery' }).fill('udp hog');
  await expect(page.locator('.gallery-card')).toHaveCount(1);
  await page.getByRole('button', { name: /UDP hog against TCP/ }).click();
  await explorer.ready();
  await expect(page.getByRole('textbox', { name: 'Title of the scenario' })).toHaveValue(
    'UDP hog against TCP',
  );
  await expect(page.locator('.lane-trace')).toHaveCount(5);
  await expect(page.locator('.window-text')).toContainText('10');
});

test('on a phone nothing is wider than the screen, and the text comes before the plots', async ({
  explorer,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await explorer.open();
  await learn(page);
  const beyond = () => page.locator('.scroller').evaluate((e) => e.scrollWidth - e.clientWidth);
  expect(await beyond()).toBe(0);
  await page
    .getByRole('button', { name: /The four knobs of RED/ })
    .first()
    .click();
  await page.locator('.story-options button').first().click();
  await explorer.ready();
  expect(await beyond()).toBe(0);
  const text = await page.locator('.story-text').boundingBox();
  const stage = await page.locator('.stage').boundingBox();
  expect(text?.y ?? 0).toBeLessThan(stage?.y ?? 0);
});

test('before the answer the plot does not show what comes; afterwards it does', async ({
  explorer,
  page,
}) => {
  await explorer.open('/#v=learn&story=why-buffers-hurt');
  const plot = page.locator('.stage [data-plot="queue"] .plot-body');
  const coloured = async () => {
    const { data } = PNG.sync.read(await plot.screenshot());
    let found = 0;
    for (let i = 0; i < data.length; i += 4)
      if (Math.abs((data[i] ?? 0) - (data[i + 2] ?? 0)) > 60) found += 1;
    return found;
  };
  // The playhead alone has a colour.
  const before = await coloured();
  await expect(page.locator('.stage .strip-says')).toBeHidden();
  await page.locator('.story-options button').first().click();
  await explorer.ready();
  expect(await coloured()).toBeGreaterThan(before + 500);
  await expect(page.locator('.stage .strip-says').first()).toBeVisible();
});

test('on a phone the plot stays in sight while one reads', async ({ explorer, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await explorer.open('/#v=learn&story=four-knobs');
  await page.locator('.story-options button').first().click();
  await explorer.ready();
  const plot = page.locator('.stage [data-plot="queue"]').first();
  const scroller = page.locator('.scroller');
  const room = await scroller.evaluate((e) => e.scrollHeight - e.clientHeight);
  for (const share of [0, 0.5, 1]) {
    await scroller.evaluate((e, top) => e.scrollTo({ top, behavior: 'instant' }), share * room);
    await expect(plot).toBeInViewport({ ratio: 0.5 });
  }
  // Nothing of the text is behind it for good.
  await expect(page.locator('.story-ways .primary')).toBeInViewport();
  await page.locator('.story-ways .primary').click();
});
