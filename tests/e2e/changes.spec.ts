/** A link that changes over time: its table, a trace, and what is wrong with one. */
import { axe, expect, test } from './page.ts';

test('a link gets a schedule, and a trace in its place', async ({ explorer, page }) => {
  await explorer.open();
  const utilization = explorer.metric('queueing_delay_mean', 0);
  const before = await utilization.textContent();
  await page.getByRole('button', { name: 'Changes of the bottleneck', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Changes of the bottleneck over time' });
  await dialog.getByRole('button', { name: 'Add a change' }).click();
  await dialog.getByRole('textbox', { name: 'Rate, change 1' }).fill('2 Mbit/s');
  await dialog.getByRole('textbox', { name: 'Rate, change 1' }).press('Enter');
  await dialog.getByRole('textbox', { name: 'From, change 1' }).fill('10');
  await dialog.getByRole('textbox', { name: 'From, change 1' }).press('Enter');
  expect((await axe(page).include('dialog').analyze()).violations).toEqual([]);

  // A change before the one that is there is refused, and the table stays.
  await dialog.getByRole('button', { name: 'Add a change' }).click();
  await dialog.getByRole('textbox', { name: 'From, change 2' }).fill('5');
  await dialog.getByRole('textbox', { name: 'From, change 2' }).press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('Changes are in order of time');
  await dialog.getByRole('button', { name: 'Remove change 2' }).click();
  await expect(dialog.getByRole('alert')).toBeEmpty();
  // What is wrong is told in the words of the table.
  await dialog.getByRole('textbox', { name: 'From, change 1' }).fill('-4');
  await dialog.getByRole('textbox', { name: 'From, change 1' }).press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Change 1, from: Must be ≥ 0 s.');
  await dialog.getByRole('textbox', { name: 'From, change 1' }).fill('10');
  await dialog.getByRole('textbox', { name: 'From, change 1' }).press('Enter');
  await expect(dialog.getByRole('alert')).toBeEmpty();

  await dialog.getByRole('button', { name: 'Done' }).click();
  await explorer.ready();
  await expect(utilization).not.toHaveText(before ?? '');
  await expect(page.getByRole('button', { name: 'Changes of the bottleneck', exact: true })).toHaveText(
    'one',
  );

  await page.getByRole('button', { name: 'Changes of the bottleneck', exact: true }).click();
  const load = (name: string, text: string) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await load('wrong.csv', 'time,rate\n0,5e6\n1,fast\n');
  await expect(dialog.getByRole('alert')).toContainText('wrong.csv: line 3: rate = "fast" is no number');
  const lines = Array.from({ length: 100 }, (_, i) => `${i / 10},${i % 2 === 0 ? 8e6 : 4e6}`);
  await load('lte.csv', ['time,rate', ...lines].join('\n'));
  await expect(dialog.getByText('and 60 more, of a trace.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Changes of the bottleneck', exact: true })).toHaveText(
    '100 times',
  );
  // A trace dropped on the page gives the same, also in Mahimahi's form; a file that is not a trace changes
  // nothing, and its line is reported.
  const changes = page.getByRole('button', { name: 'Changes of the bottleneck', exact: true });
  const drop = (name: string, text: string) =>
    page.evaluate(
      ([called, held]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([held], called));
        window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true, bubbles: true }));
      },
      [name, text] as const,
    );
  await drop('bad.csv', '0;1,5e6\n');
  await expect(page.getByText('bad.csv was not opened')).toBeVisible();
  await expect(page.getByText('line 1: rate = "1,5e6" is no number: use a decimal point')).toBeVisible();
  await expect(changes).toHaveText('100 times');
  await drop('up.mahi', '40\n100\n5000\n');
  await expect(page.getByText('The link changes as up.mahi says')).toBeVisible();
  await expect(changes).not.toHaveText('100 times');
  await page.getByRole('button', { name: 'Take away the changes of the bottleneck' }).click();
  await explorer.ready();
  await expect(utilization).toHaveText(before ?? '');
});
