/** The command palette: from the keyboard to views, scenarios, schemes and whatever can be done. */
import { axe, expect, test } from './page.ts';

test('Ctrl+K finds views, scenarios, things to do, and schemes by who made them', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  const search = page.getByRole('combobox', { name: /^Search commands/ });
  const choose = async (query: string) => {
    await page.keyboard.press('Control+k');
    await expect(search).toBeFocused();
    await search.fill(query);
    return page.getByRole('dialog', { name: 'Commands' }).getByRole('option');
  };

  await expect((await choose('one plot')).first()).toContainText('Queues in one plot');
  const { violations } = await axe(page).include('dialog').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(search).toHaveCount(0);
  await expect(page.locator('[data-plot="queues"]')).toBeVisible();

  // By author and year: CoDel's. It is added as a lane.
  await expect((await choose('nichols 2012')).first()).toContainText('CoDel');
  await page.keyboard.press('Enter');
  await explorer.ready();
  await expect(page.getByRole('button', { name: /^Scheme: CoDel/ })).toBeVisible();

  await expect((await choose('parking')).first()).toContainText('Parking lot');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).toContain('parking-lot');

  await expect((await choose('papers')).first()).toContainText('Papers');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Papers', exact: true })).toBeAttached();

  await choose('xyzzy');
  await expect(page.getByText('Nothing is found by')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(search).toHaveCount(0);
});

test('what is typed before the palette is there is its query', async ({ explorer, page }) => {
  await explorer.open();
  await page.route(/Palette-/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('pie', { delay: 20 });
  const search = page.getByRole('combobox', { name: /^Search commands/ });
  await expect(search).toHaveValue('pie');
  await search.press('Escape');
  await expect(search).toHaveCount(0);
  // None of its letters was taken for a command: P is projector mode.
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
});

test('topics of the field are found, and what is not here is said', async ({ explorer, page }) => {
  await explorer.open();
  const search = page.getByRole('combobox', { name: /^Search commands/ });
  const first = page.getByRole('listbox', { name: 'Commands' }).getByRole('option').first();
  await page.keyboard.press('Control+k');
  for (const [typed, told] of [
    ['bufferbloat', 'Bufferbloat: why buffers hurt'],
    ['voip', 'Voice beside a download'],
    ['l4s', 'Marks in place of drops'],
  ] as const) {
    await search.fill(typed);
    await expect(first).toContainText(told);
  }
  for (const [typed, told] of [
    ['vegas', 'This sender is not here.'],
    ['lte', 'No radio link is here.'],
    ['5g', 'No radio link is here.'],
  ] as const) {
    await search.fill(typed);
    await expect(page.locator('.palette-missing')).toContainText(told);
    await expect(page.getByText('Nothing is found by')).toHaveCount(0);
  }
  await search.fill('bufferbloat');
  await search.press('Enter');
  await expect(page.locator('.story-head')).toContainText('Why buffers hurt');

  // A scenario of the gallery, and a word of the glossary.
  await page.keyboard.press('Control+k');
  await search.fill('bbr beside');
  await expect(first).toContainText('BBR beside CUBIC');
  await search.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Title of the scenario' })).toHaveValue('BBR beside CUBIC');
  await page.keyboard.press('Control+k');
  await search.fill('sojourn time');
  await search.press('Enter');
  const glossary = page.getByRole('dialog', { name: 'Glossary' });
  await expect(glossary.locator('[data-asked]')).toBeInViewport();
  await expect(glossary.locator('[data-asked]')).toContainText('CoDel and PIE decide by it');
  const { violations } = await axe(page).include('dialog').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await glossary.getByRole('searchbox', { name: 'Find a word' }).fill('cwnd');
  await expect(glossary.locator('dt')).toHaveText([/^Congestion window/]);
});
