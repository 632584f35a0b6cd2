/**
 * Checks in one minute what a change of shared code can break: every view opens, an edit has an effect, a
 * link carries it.
 */
import { VIEW_IDS } from '../../models/src/index.ts';
import { expect, test } from './page.ts';

test('every view opens and says nothing is wrong', async ({ explorer, page }) => {
  // With a stability map of few cells, which take no seconds.
  await explorer.open('/#s=p.early-drop.1&cells=16');
  const tabs = page.locator('nav.tabs button');
  await expect(tabs).toHaveCount(VIEW_IDS.length);
  for (const tab of await tabs.all()) {
    await tab.click();
    await explorer.ready();
    await expect(tab).toHaveAttribute('aria-current', /.+/);
    expect((await page.locator('main').innerText()).length).toBeGreaterThan(100);
    expect(explorer.faults).toEqual([]);
  }
});

test('a view looks the same whichever views were open before it', async ({ explorer, page }) => {
  // The style sheet of a view stays when the view is left, and must not reach into another one.
  const places = () =>
    page.locator('main').evaluate((main) =>
      [...main.querySelectorAll('*')]
        .filter((part) => !part.closest('svg, canvas, .katex'))
        .map((part) => {
          const { x, y, width, height } = part.getBoundingClientRect();
          return `${part.className} ${[x, y, width, height].map(Math.round).join()}`;
        }),
    );
  const alone: (readonly string[])[] = [];
  for (const id of VIEW_IDS) {
    await explorer.open(`/#s=p.early-drop.1&cells=16&v=${id}`);
    alone.push(await places());
  }
  for (const [i, id] of VIEW_IDS.entries()) {
    await page.keyboard.press(String(i + 1));
    await explorer.ready();
    await page.locator('main').evaluate((main) => main.scrollTo(0, 0));
    expect(await places(), id).toEqual(alone[i]);
  }
});

test('an edit runs, is undone and done again, and stands in the link', async ({ explorer, page }) => {
  await explorer.open();
  const before = await explorer.metric('queueing_delay_mean', 0).innerText();
  const field = explorer.param('max_th', 'RED');
  await field.fill('40');
  await field.press('Enter');
  await explorer.ready();
  const after = await explorer.metric('queueing_delay_mean', 0).innerText();
  expect(after).not.toBe(before);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await explorer.ready();
  await expect(explorer.metric('queueing_delay_mean', 0)).toHaveText(before);
  await page.getByRole('button', { name: /^Redo/ }).click();
  await expect(explorer.metric('queueing_delay_mean', 0)).toHaveText(after);
  await page.reload();
  await explorer.ready();
  await expect(explorer.param('max_th', 'RED')).toHaveValue(/40/);
  const link = page.url();
  await explorer.open(link);
  await expect(explorer.metric('queueing_delay_mean', 0)).toHaveText(after);
});
