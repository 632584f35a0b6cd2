/** The flows' page: distributions, rows, a click in the picture of the network, links, and other readers. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { axe, expect, test, type Explorer } from './page.ts';

const flows = async (explorer: Explorer, page: Page) => {
  await page.getByRole('button', { name: 'Flows', exact: true }).click();
  await page.locator('.flows .plot').first().waitFor();
  await explorer.ready();
};
const median = async (explorer: Explorer, lane: number): Promise<number> => {
  const { series, x } = await explorer.plot('delay-cdf', lane);
  const shares = series[0]?.values ?? [];
  return x.values[shares.findIndex((share) => share >= 0.5)] ?? NaN;
};

test('waits are a distribution for each lane, as its mean lets expect', async ({ explorer, page }) => {
  await explorer.open();
  const mean = parseFloat(await explorer.metric('queueing_delay_mean', 1).innerText());
  await flows(explorer, page);
  const half = await median(explorer, 1);
  expect(half).toBeGreaterThan(0.8 * mean);
  expect(half).toBeLessThan(1.2 * mean);
  expect(await median(explorer, 2)).toBeLessThan(0.3 * half);
  await page
    .getByRole('list', { name: 'Lanes' })
    .getByRole('button', { name: /DropTail/ })
    .click();
  await expect(page.getByRole('region', { name: 'What each row gets' })).toContainText('DropTail');
});

test('a row and a link are chosen in the picture of the network, and the link keeps them', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  await page.getByRole('button', { name: 'Scenarios' }).click();
  await page.getByRole('button', { name: /Parking lot/ }).click();
  await explorer.ready();
  await flows(explorer, page);
  await page.getByRole('button', { name: /^Row 1:/ }).click();
  await expect(page.getByRole('status').first()).toContainText('Row 1: 25 NewReno flows over all 5 links');
  const here = await median(explorer, 0);
  await page.getByRole('button', { name: /^Link 4:/ }).click();
  await explorer.ready();
  await expect.poll(() => median(explorer, 0)).not.toBe(here);
  await expect.poll(() => page.url()).toContain('row=0');
  await page.reload();
  await explorer.ready();
  await expect(page.getByRole('button', { name: /^Row 1:/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: /^Link 4:/ })).toHaveAttribute('aria-pressed', 'true');
});

test('every flow has its line, in the order of any figure, and together they are the link', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  const mbits = parseFloat(await explorer.metric('goodput', 1).innerText());
  await flows(explorer, page);
  const table = page.getByRole('region', { name: 'Every flow', exact: true });
  await page.getByRole('button', { name: /RED/ }).and(page.locator('.flows-lanes button')).first().click();
  await explorer.ready();
  await table.getByRole('button', { name: /^All \d+ flows/ }).click();
  const column = async () =>
    (await table.locator('td[data-metric="goodput"]').allInnerTexts()).map((text) => parseFloat(text));
  const goodputs = await column();
  const unit = await table.getByRole('columnheader', { name: /^Goodput/ }).innerText();
  const scale = unit.includes('kbit/s') ? 1e-3 : 1;
  expect(goodputs.reduce((sum, one) => sum + one * scale, 0) / mbits).toBeCloseTo(1, 1);
  expect(goodputs).toEqual([...goodputs].sort((a, b) => b - a));
  await table.getByRole('button', { name: /^Goodput/ }).click();
  await expect(table.getByRole('columnheader', { name: /^Goodput/ })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  expect(await column()).toEqual([...goodputs].reverse());
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    table.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(goodputs.length + 1);
  expect(lines[0]).toContain('goodput (bit/s)');

  // Windows of two flows, chosen by keyboard: their mean is that of the columns, and the choice survives a
  // reload, because the address names it.
  const windows = page.getByRole('region', { name: 'Windows of chosen flows' });
  await expect(windows).toContainText('choose up to 8');
  for (const flow of [3, 11]) {
    await table.getByRole('checkbox', { name: `Window of flow ${flow}`, exact: true }).focus();
    await page.keyboard.press('Space');
  }
  await explorer.ready();
  const column3 = await explorer.series('windows', 0, 'flow 3');
  const column11 = await explorer.series('windows', 0, 'flow 11');
  const mean = await explorer.series('windows', 0, 'mean of them');
  expect(column3).not.toEqual(column11);
  expect(Math.min(...column3.filter((value) => !Number.isNaN(value)))).toBeGreaterThanOrEqual(1);
  mean.forEach((value, i) => {
    if (i % 50 === 0 && i > 100) expect(value).toBeCloseTo(((column3[i] ?? 0) + (column11[i] ?? 0)) / 2, 9);
  });
  const strips = windows.getByRole('img', { name: /^What senders did in the time in view/ });
  await expect(strips).toHaveAccessibleName(/Flow 3: .*congestion avoidance \d+ %.* Flow 11: /);
  await windows.getByRole('checkbox', { name: 'every lane' }).check();
  await explorer.ready();
  await expect(strips).toHaveAccessibleName(/Flow A 3: .* Flow A 11: .* Flow C 3: .* Flow C 11: /);
  expect(await explorer.series('windows', 2, 'mean of them')).not.toEqual(mean);
  await expect(page).toHaveURL(/flows=2_10.*every=1|every=1.*flows=2_10/);
  const { violations } = await axe(page).include('.flows-windows').include('.flows-table').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  await page.reload();
  await explorer.ready();
  expect(await explorer.series('windows', 0, 'mean of them')).toEqual(mean);
  await windows.getByRole('button', { name: 'None' }).click();
  await expect(windows.locator('.plot')).toHaveCount(0);
});
