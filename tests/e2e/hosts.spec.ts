/** Senders of a known stack as one choice, and a way back of its own. */
import { expect, test } from './page.ts';

test('a row takes the senders of Linux, says in what it differs, and undo brings the old ones back', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  const senders = page.getByRole('combobox', { name: 'Senders of traffic 1 as', exact: true });
  await senders.selectOption({ label: 'Linux of 2026' });
  await explorer.ready();
  await expect(page.getByRole('combobox', { name: 'TCP', exact: true })).toHaveValue('cubic');
  await expect(page.getByText(/^Its window is a cubic of the time since the last loss/)).toBeVisible();
  await expect(page.getByText(/^but for:/)).toHaveCount(0);
  await page.locator('.traffic-row').getByText('More', { exact: true }).click();
  const first = page.getByRole('textbox', { name: 'Initial window', exact: true });
  await expect(first).toHaveValue('10 segments');
  await first.fill('4');
  await first.press('Enter');
  await expect(page.getByText('but for: Initial window', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'TCP', exact: true })).toHaveValue('newreno');
});

test('a way back of its own is typed with units, refused by its place, and in the link', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  await page.getByText('Way back', { exact: true }).click();
  const rate = page.getByRole('textbox', { name: 'Rate back', exact: true });
  await expect(rate).toBeVisible();
  // The address follows an edit a moment later: each is waited for, or the last one's would be taken for the next.
  const edit = async (work: () => Promise<unknown>) => {
    const before = page.url();
    await work();
    await expect.poll(() => page.url()).not.toBe(before);
  };
  await rate.fill('2 Mbit/s');
  await edit(() => rate.press('Enter'));
  await explorer.ready();
  await expect(rate).toHaveValue('2 Mbit/s');
  await rate.fill('5');
  await edit(() => rate.press('Enter'));
  await expect(rate).toHaveValue('5 Mbit/s');
  await rate.fill('2 bit/s');
  await rate.press('Enter');
  await expect(page.getByText(/Must be ≥ 1 kbit\/s/)).toBeVisible();
  await page.keyboard.press('Escape');
  await edit(() => page.getByRole('combobox', { name: 'Queue back', exact: true }).selectOption('lane'));
  await explorer.open('/' + new URL(page.url()).hash);
  // What is its own is in sight.
  await expect(page.getByRole('combobox', { name: 'Queue back', exact: true })).toHaveValue('lane');
});
