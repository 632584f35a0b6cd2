/**
 * Several seeds: an interval for every number, differences of pairs, and a best lane only if chance does not
 * explain the difference.
 */
import { encodeLink, type Scenario } from '../../models/src/index.ts';
import { axe, expect, test, type Explorer } from './page.ts';

const document: Scenario = {
  version: 1,
  duration: 10,
  warmup: 2,
  traffic: [{ flows: 10 }],
  // The same scheme twice: between them there is nothing but the name.
  lanes: [{ aqm: { id: 'red' } }, { aqm: { id: 'droptail' } }, { label: 'RED again', aqm: { id: 'red' } }],
};
const open = (explorer: Explorer) => explorer.open(`/${encodeLink(document)}`);
const cell = (explorer: Explorer, name: string, lane: number) =>
  explorer.page.locator(`tr[data-metric="${name}"] td[data-lane="${lane}"]`);

test('ten seeds give each number its interval, and are in the link', async ({ explorer, page }) => {
  await open(explorer);
  const seeds = page.getByRole('group', { name: 'Seeds' });
  await expect(page.locator('.half')).toHaveCount(0);
  const single = await explorer.metric('queueing_delay_mean', 1).innerText();
  await seeds.getByRole('button', { name: '10' }).click();
  await explorer.ready();
  await expect(cell(explorer, 'queueing_delay_mean', 1)).toContainText(/^\d+\.\d ±\d+\.\d/);
  await expect(page.locator('.answer')).toContainText('(10 seeds)');
  await expect.poll(() => page.url()).toContain('seeds=10');
  // The rows of traffic have them, too.
  const row = page.getByRole('region', { name: 'Results by row of traffic, table' });
  await expect(row.locator('td[data-metric="delay_mean"]').first()).toContainText('±');

  const address = page.url();
  const told = await cell(explorer, 'queueing_delay_mean', 1).innerText();
  await explorer.open(address);
  await expect(cell(explorer, 'queueing_delay_mean', 1)).toHaveText(told);

  await seeds.getByRole('button', { name: '1', exact: true }).click();
  await explorer.ready();
  await expect(explorer.metric('queueing_delay_mean', 1)).toHaveText(single);
});

test('differences are of pairs: of the same runs they are exactly zero, and none of them is best', async ({
  explorer,
  page,
}) => {
  await open(explorer);
  const other = page.getByRole('textbox', { name: 'Another number of seeds' });
  await other.fill('0');
  await other.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Must be a whole number from 1 to 1000.');
  await expect(other).toHaveValue('0');
  await other.fill('4');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await other.press('Enter');
  await page.getByRole('combobox', { name: 'Figures shown' }).selectOption('0');
  await explorer.ready();
  await expect(cell(explorer, 'queueing_delay_mean', 2)).toHaveText('0.0 ±0.0');
  await expect(cell(explorer, 'queueing_delay_mean', 1)).toContainText(/^[+−]\d+\.\d ±\d/);
  for (const name of ['queueing_delay_mean', 'loss_ratio', 'fairness'])
    for (const lane of [0, 2]) await expect(cell(explorer, name, lane)).not.toHaveClass(/best/);
  const { violations } = await axe(page).include('.metrics').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test('many seeds ask first, show how far they are and are cancelled; an edit does not wait for them', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  const seeds = page.getByRole('group', { name: 'Seeds' });
  await seeds.getByRole('textbox').fill('1000');
  await seeds.getByRole('textbox').press('Enter');
  const agree = seeds.getByRole('button', { name: 'Run anyway' });
  await expect(seeds).toContainText(
    'for all seeds. Fewer seeds or a shorter duration reduce the computing time.',
  );
  await expect(seeds.getByRole('progressbar')).toHaveCount(0);
  await agree.click();
  await expect(seeds.getByRole('progressbar')).toBeVisible();
  await expect(seeds).toContainText(/\d+ of 2997 runs/);
  // The lanes are simulated again although three thousand runs wait.
  const before = await explorer.metric('queue_mean', 0).textContent();
  const field = explorer.param('max_th', 'RED');
  await field.fill('60');
  await field.press('Enter');
  await expect(explorer.metric('queue_mean', 0)).not.toHaveText(before ?? '');
  await seeds.getByRole('button', { name: 'Cancel' }).click();
  await expect(seeds.getByRole('progressbar')).toHaveCount(0);
  // Those of the edited lane are asked about anew.
  await expect(seeds).toContainText('Not started');
  await seeds.getByRole('button', { name: '1', exact: true }).click();
  await explorer.ready();
  await expect(seeds).not.toContainText('Not started');
});
