/** The flows' page: distributions, rows, a click in the picture of the network, links, and other readers. */
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

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing, ${theme}`, async ({ explorer, page }) => {
    await page.emulateMedia({ colorScheme: theme });
    await explorer.open();
    await flows(explorer, page);
    const { violations } = await axe(page).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
  });
}
