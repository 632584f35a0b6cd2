/**
 * A lesson: a teacher chooses what students may change and what is hidden; a student gets the lesson so, and
 * can unlock everything.
 */
import { axe, expect, test } from './page.ts';

test('a teacher locks all but one value and hides the answer; the link carries it, and it opens freely', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search commands/ }).fill('lesson');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'A lesson' });
  const red = dialog.getByRole('group', { name: /RED/ });
  // Those that shape the law stand first, the others are folded; all or none of them in a click.
  await expect(red.getByRole('checkbox', { name: 'mean_pkt_size' })).toBeHidden();
  await red.getByRole('button', { name: 'All of these' }).click();
  await expect(red.getByRole('checkbox', { name: 'min_th' })).toBeChecked();
  await red.getByRole('button', { name: 'None of these' }).click();
  await red.getByRole('checkbox', { name: 'max_th' }).check();
  await dialog.getByRole('checkbox', { name: 'Flows' }).check();
  await dialog.getByRole('checkbox', { name: 'the sentence with the answer' }).check();
  await dialog.getByRole('checkbox', { name: 'the figures' }).check();
  await dialog.getByRole('button', { name: 'Create the lesson' }).click();
  await expect(page).toHaveURL(/lesson=/);

  // A student's page, from the link alone.
  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  await page.goBack();
  await explorer.ready();
  const panel = page.getByRole('complementary', { name: 'Scenario' });
  await expect(panel).toContainText('Everything else is locked');
  await expect(panel.getByRole('textbox')).toHaveCount(2);
  await expect(page.locator('.answer')).toHaveCount(0);
  await expect(page.locator('.metrics')).toHaveCount(0);
  await expect(explorer.handle('max_th', 'RED')).toBeVisible();
  await expect(explorer.handle('min_th', 'RED')).toHaveCount(0);
  await expect(page.locator('.knee')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Draw your own' })).toHaveCount(0);
  await explorer.param('max_th', 'RED').fill('80');
  await page.keyboard.press('Enter');
  await explorer.ready();
  expect((await explorer.series('queue', 0, 'avg')).length).toBeGreaterThan(100);
  await expect(page.getByRole('textbox', { name: 'Title of the scenario' })).toHaveAttribute('readonly', '');
  await expect(page.locator('.question')).toContainText('Twenty downloads');
  const { violations } = await axe(page).include('.panel').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);

  await panel.getByRole('button', { name: 'Show it' }).click();
  await expect(page.locator('.answer')).toBeVisible();
  await expect(page.locator('.metrics')).toBeVisible();
  await panel.getByRole('button', { name: 'Unlock everything' }).click();
  await expect(explorer.handle('min_th', 'RED')).toBeVisible();
  await expect(explorer.param('max_th', 'RED')).toHaveValue('80 packets');
  await expect(page).not.toHaveURL(/lesson=/);
});

test('what a lesson hides is not seen, wide and on a phone, until it is revealed', async ({
  explorer,
  page,
}) => {
  const parts = ['.traces', '.extra', '.curves', '.metrics', '.answer', '.rows-table'];
  await explorer.open();
  for (const part of parts.slice(0, 5)) await expect(page.locator(part).first()).toBeVisible();
  await explorer.open('/#s=p.early-drop.1&lesson=traffic.0.flows~answer,curves,metrics,queues,extra,rows');
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await explorer.ready();
    for (const part of parts) await expect(page.locator(`${part}:visible`), part).toHaveCount(0);
    await expect(page.locator('[hidden]:visible')).toHaveCount(0);
  }
});

test('on a phone a lesson begins with its task, and what is hidden is in no other view and no file', async ({
  explorer,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await explorer.open('/#s=p.early-drop.1&lesson=traffic.0.flows~metrics,queues');
  const panel = page.getByRole('complementary', { name: 'Scenario' });
  await expect(panel.getByRole('textbox', { name: 'Flows' })).toBeInViewport();
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toHaveCount(0);
  await expect(page.locator('.rows:visible, .metrics:visible, .traces:visible')).toHaveCount(0);
  const task = page.getByRole('button', { name: 'Show the scenario' });
  await expect(task).toHaveText('Task');
  await task.click();
  await expect(panel).toBeVisible();
  await panel.getByRole('button', { name: 'Close' }).click();

  await page.setViewportSize({ width: 1440, height: 900 });
  for (const name of ['Flows', 'Papers', 'Learn', 'Study'])
    await expect(page.getByRole('button', { name, exact: true })).toBeDisabled();
  await page.keyboard.press('3');
  await expect(page.getByRole('heading', { name: 'Compare' })).toBeAttached();
  await expect(page.getByRole('button', { name: 'Scenarios' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.locator('.menu:visible .menu-item')).toHaveText(['Scenario (JSON)']);
});

test('a lesson that its link does not spell says what it does not know', async ({ explorer, page }) => {
  await explorer.open('/#s=p.early-drop.1&lesson=zzz~yyy');
  await expect(explorer.notice()).toContainText('the scenario has no zzz');
  await expect(explorer.notice()).toContainText('yyy is nothing that can be hidden');
  await expect(page.getByRole('heading', { name: 'Lesson' })).toHaveCount(0);
  await expect(explorer.param('max_th', 'RED')).toBeEditable();
  // What it spells stays a lesson.
  await explorer.open('/#s=p.early-drop.1&lesson=zzz,lanes.0.aqm.params.max_th~');
  await expect(explorer.notice()).toContainText('the scenario has no zzz');
  await expect(page.getByRole('complementary', { name: 'Scenario' }).getByRole('textbox')).toHaveCount(1);
});

test('a task is made by mouse, solved on a phone, and its code is verified', async ({ explorer, page }) => {
  await explorer.open('/#s=p.early-drop.1');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search commands/ }).fill('lesson');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'A lesson' });
  await dialog.getByRole('group', { name: /RED/ }).getByRole('checkbox', { name: 'max_p' }).check();
  await dialog.getByRole('textbox', { name: 'What is to be done' }).fill('Let packets wait less than 40 ms.');
  await dialog.getByRole('button', { name: 'Add the goal' }).click();
  await expect(dialog.getByRole('alert')).toContainText('type a number, as in 20 ms');
  await dialog.getByRole('textbox', { name: 'Value', exact: true }).fill('40 ms');
  await dialog.getByRole('button', { name: 'Add the goal' }).click();
  await expect(dialog.getByRole('listitem')).toContainText('RED: Waiting, mean below 40 ms');
  await dialog.getByRole('combobox', { name: 'Under each of these' }).selectOption('flows');
  await dialog.getByRole('textbox', { name: 'Values of TCP flows' }).fill('10, 20');
  expect((await axe(page).include('dialog').analyze()).violations.map(({ id }) => id)).toEqual([]);
  await dialog.getByRole('button', { name: 'Create the lesson' }).click();
  await expect(page).toHaveURL(/lesson=/);
  const link = page.url();

  // The student's telephone.
  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  await page.setViewportSize({ width: 390, height: 844 });
  await explorer.open(link);
  const panel = page.getByRole('complementary', { name: 'Scenario' });
  await expect(panel).toContainText('Let packets wait less than 40 ms.');
  await panel.getByRole('button', { name: 'Check my solution' }).click();
  await expect(panel.getByRole('status')).toContainText('Not yet');
  await expect(panel.getByRole('textbox', { name: 'Completion code' })).toHaveCount(0);
  await panel.getByRole('textbox', { name: /max_p/ }).fill('0.3');
  await page.keyboard.press('Enter');
  // A verdict is of the values that were checked.
  await expect(panel.getByRole('status')).toBeEmpty();
  await panel.getByRole('button', { name: 'Check my solution' }).click();
  await expect(panel.getByRole('status')).toContainText('Every goal is reached');
  await panel.getByRole('textbox', { name: 'Your name' }).fill('Ada');
  const code = await panel.getByRole('textbox', { name: 'Completion code' }).inputValue();
  const { violations } = await axe(page).include('.panel').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);

  // The teacher's page: the code, a damaged one, and one of another lesson.
  await page.goto('about:blank');
  await page.setViewportSize({ width: 1440, height: 900 });
  await explorer.open(link);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search commands/ }).fill('lesson');
  await page.keyboard.press('Enter');
  const codes = dialog.getByRole('group', { name: 'Codes of a class' });
  await codes.getByRole('textbox').fill(`${code}\n${code.slice(0, -6)}AAAAAA\n`);
  await codes.getByRole('button', { name: 'Check the codes' }).click();
  await expect(codes.getByRole('row', { name: /Ada/ })).toContainText('reached');
  await expect(codes.getByRole('row', { name: /Ada/ })).toContainText('max_p 0.3');
  await expect(codes.getByRole('row', { name: /no name/ })).toContainText('no code, or damaged');
});
