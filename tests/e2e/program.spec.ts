/** An AQM that is typed: it runs beside CoDel, its theory is read, and its link opens to the same run elsewhere. */
import { encodeLink, type Scenario } from '../../models/src/index.ts';
import { axe, Explorer, expect, test } from './page.ts';

const document: Scenario = {
  version: 1,
  duration: 12,
  traffic: [{ flows: 12 }],
  lanes: [{ label: 'CoDel', aqm: { id: 'codel' } }],
};
const address = `/${encodeLink(document)}`;

const DELAY_RED = `scheme "Delay RED"
param low = 15 ms in 1 ms..1 s
param high = 80 ms in 1 ms..1 s
param top = 0.1 in 0.001..1
state delay = 0 s
on depart { delay = delay + 0.002 * (sojourn - delay) }
on arrive {
  drop always when delay >= high
  drop when random < top * (delay - low) / (high - low)
}`;

test('ten lines are typed, seen beside CoDel, judged by theory and sent', async ({
  explorer,
  page,
  browser,
}) => {
  await explorer.open(address);
  await page.getByRole('button', { name: 'Add lane' }).click();
  await page.getByRole('combobox', { name: 'Search schemes' }).fill('your own program');
  await page.keyboard.press('Enter');
  const editor = page.getByRole('textbox', { name: /^Program of/ });
  await expect(editor).toBeVisible();
  await explorer.ready();

  await editor.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(DELAY_RED);
  const state = page.locator('.program-state');
  await expect(state).toHaveText('The lane runs this text.');
  await expect(page.getByRole('textbox', { name: 'Name of lane 2' })).toHaveValue('Delay RED');
  await explorer.ready();
  const loss = await explorer.metric('loss_ratio', 1).innerText();
  expect(loss).not.toBe(await explorer.metric('loss_ratio', 0).innerText());

  // A mistake is told at its place, and the last text stays.
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('End');
  await page.keyboard.type('\nparam =');
  await expect(state).toContainText('Line 2: ');
  await expect(state).toContainText('The lane still runs the last text that could be read.');
  await explorer.ready();
  await expect(explorer.metric('loss_ratio', 1)).toHaveText(loss);
  for (let i = 0; i < 8; ++i) await page.keyboard.press('Backspace');
  await expect(state).toHaveText('The lane runs this text.');

  // Its parameters are sliders at once.
  const slider = page.getByRole('slider', { name: 'high of Delay RED, slider' });
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await explorer.ready();
  await expect(explorer.param('high', 'Delay RED')).not.toHaveValue('80 ms');

  // Its law is typeset, has a drop curve, and is written otherwise.
  await page.getByText('The law as equations').click();
  const law = page.getByRole('region', { name: 'Probability of a drop, Delay RED' });
  await expect(law.locator('mtr')).toHaveCount(2);
  await expect(law.locator('mfrac')).toBeVisible();
  await expect(page.getByRole('button', { name: 'its law' })).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Export Delay RED as' }).selectOption('cpp');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect((await saved).suggestedFilename()).toBe('delay_red.cpp');
  const { violations } = await axe(page).include('.lane-params').analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);

  const queue = await explorer.series('queue', 1, 'queue max');
  await expect.poll(() => page.url()).toContain('lane=1');
  const link = page.url();
  expect(link.length).toBeLessThan(2000);

  const context = await browser.newContext();
  const other = new Explorer(await context.newPage());
  await other.open(link);
  expect(await other.series('queue', 1, 'queue max')).toEqual(queue);
  await expect(other.page.getByRole('textbox', { name: 'Program of Delay RED' })).toContainText('Delay RED');
  await other.page.goto(`${link}&v=fluid`);
  await other.ready();
  await expect(other.page.locator('.lane-note')).toContainText(/phase margin/);
  expect(other.faults).toEqual([]);
  await context.close();
});

test('a scheme with a program begins one’s own, which is the same until it is changed', async ({
  explorer,
  page,
}) => {
  await explorer.open(address);
  await page.getByRole('button', { name: /Lane CoDel/ }).click();
  await page.getByRole('button', { name: 'Write your own from this one' }).click();
  await expect(page.getByRole('textbox', { name: 'Program of My CoDel' })).toContainText('RFC 8289');
  await explorer.ready();
  for (const name of ['queueing_delay_mean', 'loss_ratio', 'utilization'])
    await expect(explorer.metric(name, 1)).toHaveText(await explorer.metric(name, 0).innerText());
  expect(await explorer.series('queue', 1, 'queue max')).toEqual(
    await explorer.series('queue', 0, 'queue max'),
  );
});

test('a drop is read line by line', async ({ explorer, page }) => {
  const own: Scenario = {
    ...document,
    duration: 20,
    lanes: [{ aqm: { id: 'program' } }],
  };
  await explorer.open(`/${encodeLink(own, { span: '10_11', packet: '10.5' })}`);
  const card = page.getByRole('group', { name: 'One packet' });
  await card.getByRole('button', { name: 'Next drop' }).click();
  await expect(card).toContainText('was dropped at random');
  await card.getByText('The program line by line').click();
  const lines = card.getByRole('region', { name: 'The program line by line' });
  const last = lines.getByRole('row', { name: /drop when random/ });
  await expect(last).toContainText(/0\.\d+ < 0\.\d+: yes/);
  await expect(last).toContainText('dropped');
  await expect(lines.getByRole('row', { name: /drop always when/ })).toContainText(
    /packets ≥ 80 packets: no/,
  );
  await expect(lines.getByRole('row', { name: /average\(/ })).toContainText(
    /avg: [\d.]+ packets → [\d.]+ packets/,
  );
  // It follows the packet that is looked at.
  await card.getByRole('button', { name: 'Next packet' }).click();
  await expect(last).toContainText(/0\.\d+ < 0\.\d+: no/);
  await expect(last).not.toContainText('dropped');
  const { violations } = await axe(page).include('.packet-card').analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
});

test('a program with a gap is filled, and reaches its goals', async ({ explorer, page }) => {
  await explorer.open('/#v=learn');
  await page.getByRole('button', { name: /Before it is full/ }).click();
  await explorer.ready();
  const panel = page.getByRole('region', { name: 'Lesson' });
  const check = panel.getByRole('button', { name: 'Check my solution' });
  await check.click();
  await expect(panel.getByText(/not reached/i).first()).toBeVisible();
  await panel.getByText('# Yours: drop when more than limit packets wait.').click();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+End');
  await page.keyboard.type('drop when queue > limit');
  await expect(page.locator('.program-state')).toHaveText('The lane runs this text.');
  await check.click();
  await expect(panel.getByText('Every goal is reached')).toBeVisible();
});
