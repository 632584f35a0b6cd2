/** What readers leave on the queues: notes and two cursors, by keyboard and mouse, in the link and in the file. */
import { encodeLink } from '../../models/src/index.ts';
import { axe, expect, test } from './page.ts';

test('a note is written with the keyboard, kept in the link and the file, changed and removed', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  await page.keyboard.press('Home');
  for (let i = 0; i < 3; ++i) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('n');
  const field = page.getByRole('textbox', { name: 'Note' });
  await expect(field).toBeFocused();
  await field.pressSequentially('the queue breathes, every 4 s');
  await page.keyboard.press('Enter');
  const note = page.getByRole('button', { name: /^Note on RED at 30\.00 s/ });
  await expect(note).toHaveText('the queue breathes, every 4 s');
  const svg = await page.evaluate(() => window.aqm.svg('queue', 0));
  expect(svg).toContain('the queue breathes, every 4 s');
  await expect(page).toHaveURL(/notes=/);

  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  await page.goBack();
  await explorer.ready();
  await expect(note).toBeVisible();
  await note.click();
  await expect(field).toHaveValue('the queue breathes, every 4 s');
  await field.fill('a period');
  await page.getByRole('button', { name: 'Keep' }).click();
  await expect(note).toHaveText('a period');
  await note.click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(note).toHaveCount(0);

  // What is too long is not cut, and stays to be shortened.
  await page.keyboard.press('n');
  await field.fill('x'.repeat(121));
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('x'.repeat(121));
  expect(await field.evaluate((input: HTMLInputElement) => input.validity.patternMismatch)).toBe(true);
  await field.fill('x'.repeat(120));
  await page.keyboard.press('Enter');
  await expect(field).toHaveCount(0);
  const long = page.getByRole('button', { name: /^Note on RED/ });
  await expect(long).toHaveText('x'.repeat(120));
  await long.click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();

  // One that is not written is none.
  await page.keyboard.press('n');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('.note')).toHaveCount(0);
  await expect(page).not.toHaveURL(/notes=/);
});

test('two cursors tell what lies between them on every lane', async ({ explorer, page }) => {
  await explorer.open();
  await page.keyboard.press('Home');
  for (let i = 0; i < 3; ++i) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('m');
  const cursor = page.getByRole('slider', { name: 'Measuring cursor 2, on RED' });
  await expect(cursor).toHaveAttribute('aria-valuenow', '40');
  const told = page.locator('.measure-told');
  await expect(told).toHaveCount(3);

  /** From the numbers of the plot itself, as its table and its CSV have them. */
  const difference = async (lane: number, from: number, to: number) => {
    const { x, series } = await explorer.plot('queue', lane);
    const means = series.find(({ label }) => label === 'queue mean')?.values ?? [];
    const half = ((x.values[1] ?? NaN) - (x.values[0] ?? NaN)) / 2;
    const at = (time: number) => means[x.values.findIndex((middle) => middle + half > time + 1e-9)] ?? NaN;
    const by = at(to) - at(from);
    return `Δq ${by < 0 ? '−' : '+'}${Math.abs(by).toFixed(1)}`;
  };
  for (const lane of [0, 1, 2]) {
    await expect(told.nth(lane)).toContainText('Δt 10.00 s');
    await expect(told.nth(lane)).toContainText(await difference(lane, 30, 40));
  }

  await cursor.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(told.nth(1)).toContainText('Δt 11.00 s');
  await expect(told.nth(1)).toContainText(await difference(1, 30, 41));
  const box = await cursor.boundingBox();
  if (box === null) throw new Error('there is no cursor');
  await page.mouse.move(box.x + box.width / 2, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 100, box.y + 10, { steps: 3 });
  await page.mouse.up();
  await expect(told.nth(0)).not.toContainText('Δt 11.00 s');
  await expect(page).toHaveURL(/measure=30_/);
  expect(await page.evaluate(() => window.aqm.svg('queue', 2))).toContain('Δt');

  const { violations } = await axe(page).include('.traces').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);

  await page.keyboard.press('m');
  await expect(told).toHaveCount(0);
});

test('a note stays with its lane, and so does what the others are told against, whatever becomes of them', async ({
  explorer,
  page,
}) => {
  const lanes = [
    { label: 'RED', aqm: { id: 'red' } },
    { label: 'DropTail', aqm: { id: 'droptail' } },
    { label: 'CoDel', aqm: { id: 'codel' } },
  ];
  const notes = '1:30:the_tail,2:60:the_gaps';
  await explorer.open(`/${encodeLink({ version: 1, duration: 100, lanes }, { notes })}`);
  const note = (lane: string) => page.getByRole('button', { name: new RegExp(`^Note on ${lane} at`) });
  await expect(note('DropTail')).toHaveText('the tail');
  await expect(note('CoDel')).toHaveText('the gaps');
  const choose = async (lane: string, item: string) => {
    await page.getByRole('button', { name: `Lane ${lane}: duplicate, move, remove` }).click();
    await page.getByRole('button', { name: item, exact: true }).click();
    await explorer.ready();
  };
  const against = page.getByRole('combobox', { name: 'Figures shown' }).locator('option:checked');
  await page.getByRole('combobox', { name: 'Figures shown' }).selectOption('difference to B DropTail');
  await choose('RED', 'Remove');
  await expect(note('DropTail')).toHaveText('the tail');
  await expect(note('CoDel')).toHaveText('the gaps');
  await expect(against).toHaveText('difference to A DropTail');
  await choose('DropTail', 'Duplicate');
  await choose('DropTail', 'Move down');
  await expect(against).toHaveText('difference to B DropTail');
  await expect(page).toHaveURL(/against=1/);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await explorer.ready();
  await expect(against).toHaveText('difference to A DropTail');
  await choose('DropTail', 'Remove');
  await expect(note('CoDel')).toHaveText('the gaps');
  await expect(page.locator('.note')).toHaveCount(1);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await explorer.ready();
  await expect(note('DropTail')).toHaveText('the tail');
  await expect(note('CoDel')).toHaveText('the gaps');
  await expect(against).toHaveText('difference to B DropTail');
  await page.getByRole('combobox', { name: 'Figures shown' }).selectOption('values');

  // In one plot each is at its lane's line, with its letter.
  await page.getByRole('combobox', { name: 'Queues shown' }).selectOption('queues in one plot');
  await explorer.ready();
  await expect(note('DropTail')).toHaveText('B: the tail');
  await expect(note('CoDel')).toHaveText('C: the gaps');
  expect(await page.evaluate(() => window.aqm.svg('queues'))).toContain('C: the gaps');
  await page.getByRole('button', { name: 'Parameters of RED' }).click();
  await page.keyboard.press('n');
  const field = page.getByRole('textbox', { name: 'Note' });
  await field.fill('early');
  await page.keyboard.press('Enter');
  await expect(note('RED')).toHaveText('A: early');
  await page.keyboard.press('m');
  await expect(page.locator('.measure-told')).toHaveCount(1);
  expect((await axe(page).analyze()).violations).toEqual([]);
});
