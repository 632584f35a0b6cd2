/**
 * Report cards: the question in words, the schemes that answer it with reasons, a number that opens its run,
 * and the reader's own schemes.
 */
import { CONTROL_IDS } from '../../models/src/named.ts';
import { axe, expect, test } from './page.ts';

test('which AQM for calls and downloads: five schemes, the reason, and the run behind a number', async ({
  explorer,
  page,
}) => {
  await explorer.open('#v=cards');
  await page
    .getByRole('combobox', { name: 'My line has' })
    .selectOption({ label: '50 Mbit/s (417 packets)' });
  const answer = page.getByRole('region', { name: 'Which AQM should I use?' });
  const five = answer.locator('.cards-five > li');
  await expect(five).toHaveCount(5);
  await expect(answer.getByRole('checkbox', { name: 'Calls and games' })).toBeChecked();
  await expect(five.first()).toContainText('delay of calls beside downloads: no scheme is better');
  // Without a queue for each flow others are named, and no flow queueing.
  const names = async () => (await five.locator('strong').allTextContents()).join();
  const before = await names();
  expect(before).toContain('FQ-');
  await answer.getByRole('checkbox', { name: /queue for each flow/ }).uncheck();
  await expect.poll(names).not.toContain('FQ-');
  await expect(page.getByRole('row').filter({ hasText: 'FQ-CoDel' })).toHaveCount(0);
  await answer.getByRole('checkbox', { name: /queue for each flow/ }).check();
  // What is known of the network chooses the rows that answer, and leaves out schemes that do not mark.
  await expect(five.first()).toContainText('goodput under medium congestion');
  await answer.getByRole('combobox', { name: 'Downloads at a time' }).selectOption('many');
  await expect(five.first()).toContainText('goodput under heavy congestion');
  await answer.getByRole('checkbox', { name: 'Senders use ECN' }).check();
  await expect(five.first()).toContainText('goodput under medium congestion with ECN');
  await page.getByRole('button', { name: /^Show all/ }).click();
  await expect(page.getByRole('rowheader', { name: 'CoDel', exact: true })).toHaveCount(1);
  await expect(page.getByRole('rowheader', { name: 'DropTail', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show fewer' }).click();
  await answer.getByRole('checkbox', { name: 'Senders use ECN' }).uncheck();
  await answer.getByRole('combobox', { name: 'Downloads at a time' }).selectOption('some');

  // The table sorts by a column, and the choice of two gives whole cards.
  const table = page.getByRole('region', { name: /^All schemes/ });
  await table.getByRole('button', { name: 'Transfers of the web, mean time' }).click();
  await expect(table.getByRole('columnheader', { name: 'Transfers of the web' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await page.getByRole('button', { name: /^Show all/ }).click();
  await table.getByRole('checkbox', { name: 'Compare PIE', exact: true }).check();
  await table.getByRole('checkbox', { name: 'Compare CoDel', exact: true }).check();
  await expect(page.getByRole('heading', { name: /beside/ })).toHaveText('PIE beside CoDel');
  await expect(page.getByText('Heavy congestion').last()).toBeVisible();
  await expect.poll(() => page.url()).toContain('pair=pie_codel');
  // What they cost, and what their operators set.
  await expect(page.getByText('It drops packets that wait already.')).toBeVisible();
  await expect(page.getByText(/^A packet takes [\d.]+ times the processor time of DropTail/)).toHaveCount(2);
  await expect(page.getByText(/variance of waiting goes with: target\.$/)).toBeVisible();
  // The margins of the fluid model: those of PIE, and why CoDel has none.
  await expect(page.getByRole('row', { name: /^100 ms / })).toContainText('×');
  await expect(page.getByText('No margins: the rest is at a jump of the law.')).toBeVisible();
  // How sensitive both are: a bar for each drawn quantity, and where PIE's defaults beat RED's.
  const sensitive = page.getByRole('region', { name: 'How sensitive is PIE?' });
  await expect(sensitive.getByRole('row', { name: /^target 7.5 ms to 30 ms 0\.\d\d/ })).toHaveCount(1);
  await expect(sensitive.locator('[data-plot="defaults-region"]')).toHaveCount(1);
  // The senders' cards open with a number for every sender.
  await page.getByRole('heading', { name: 'The senders’ cards' }).click();
  const senders = page.getByRole('region', { name: 'The senders’ cards' });
  await expect(senders.getByRole('row', { name: /^Beside CUBIC, FQ-CoDel/ }).getByRole('button')).toHaveCount(
    CONTROL_IDS.length,
  );
  const { violations } = await axe(page).include('.cards').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);

  // One's own lanes, made here: first with one seed, which has no interval, then with the five of the stored
  // cards, so that the lane of DropTail gets the stored numbers.
  await page.getByRole('combobox', { name: 'My line has' }).selectOption({ label: '1 Mbit/s (333 packets)' });
  await page.getByRole('button', { name: /^Cards of my lanes/ }).click();
  const yours = table.getByRole('row').filter({ hasText: '(yours)' });
  await expect(yours).toHaveCount(3);
  await expect(yours.first().getByRole('button').first()).not.toContainText('±');
  await expect(page.getByRole('button', { name: /^Cards of my lanes/ })).toBeVisible({ timeout: 60_000 });
  await expect(yours.first().getByRole('button').first()).toContainText('±');
  const numbers = async (name: RegExp) =>
    (await table.getByRole('row', { name }).getByRole('button').allTextContents()).join();
  await page.getByRole('button', { name: /^Show all/ }).click();
  expect(await numbers(/Compare DropTail DropTail \(yours\)/)).toBe(
    await numbers(/Compare DropTail DropTail \d/),
  );

  // A number opens its run.
  await page
    .getByRole('combobox', { name: 'My line has' })
    .selectOption({ label: '50 Mbit/s (417 packets)' });
  await five.first().getByRole('button').first().click();
  await expect(page.getByRole('textbox', { name: 'Title of the scenario' })).toHaveValue(
    'Downloads, web, calls and video, 50 Mbit/s',
  );
  await explorer.ready();
  await expect(page.locator('[data-plot="queue"]')).toHaveCount(2);
  // And the run its packets: each with its fate.
  await page.getByRole('button', { name: 'Show packets' }).first().click();
  await expect(page.getByRole('group', { name: 'One packet' })).toBeVisible();
});

test('a link to the cards of schemes that are not here says so', async ({ explorer, page }) => {
  await explorer.open('/#v=cards&pair=no_one_nobody');
  await expect(page.getByRole('alert')).toContainText('No scheme of this link has a card here.');
  // A number and its sign are not parted by the end of a line.
  expect(await page.locator('.cards-lead').textContent()).toContain('95\u00a0% intervals');
});
