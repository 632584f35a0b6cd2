/** Values that reach goals: asked in words, searched, judged, and taken. */
import { encodeLink, type Scenario } from '../../models/src/index.ts';
import { axe, expect, test } from './page.ts';

const document: Scenario = {
  version: 1,
  duration: 12,
  warmup: 3,
  network: { bottleneck: { rate: 2_000_000, delay: 0.02, buffer: 60 } },
  traffic: [{ flows: 6 }],
  lanes: [{ label: 'Mine', aqm: { id: 'red', params: { min_th: 5, max_th: 40 } } }],
};

test('values are found that reach two goals, or it is said that there are none', async ({
  explorer,
  page,
}) => {
  await explorer.open(`/${encodeLink(document)}`);
  await page.getByRole('button', { name: /^Lane Mine: duplicate/ }).click();
  await page.getByRole('button', { name: 'Find values that reach goals' }).click();
  const dialog = page.getByRole('dialog');
  const search = dialog.getByRole('button', { name: 'Search' });
  await expect(search).toBeDisabled();
  const goal = async (figure: string, sign: '<' | '>', value: string) => {
    await dialog.getByRole('combobox', { name: 'Figure' }).selectOption({ label: figure });
    await dialog.getByRole('combobox', { name: 'Compared' }).selectOption(sign);
    await dialog.getByRole('textbox', { name: 'Value', exact: true }).fill(value);
    await dialog.getByRole('button', { name: 'Add the goal' }).click();
  };
  await goal('Waiting, mean', '<', '150 ms');
  // Only the steepness may change, in a range that is typed.
  for (const name of ['min_th', 'max_th']) await dialog.getByRole('checkbox', { name }).uncheck();
  await expect(search).toBeDisabled();
  await dialog.getByRole('checkbox', { name: 'max_p' }).check();
  const from = dialog.getByRole('textbox', { name: 'max_p from' });
  await from.fill('7');
  await from.press('Enter');
  await expect(dialog).toContainText('from must be below to');
  await from.fill('0.005');
  await from.press('Enter');
  await search.click();
  await expect(dialog).toContainText('These values reach every goal.');
  const { violations } = await axe(page).include('dialog').analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);

  await goal('Loss', '<', '0.0001');
  await search.click();
  await expect(dialog).toContainText('No values of these ranges reach every goal for certain. The nearest:');
  // The front of both goals: a chosen point is taken in place of the best.
  await expect(dialog.locator('[data-plot="tune-front"]')).toHaveCount(1);
  const map = dialog.getByRole('application', { name: /^What one goal costs the other/ });
  await map.focus();
  await map.press('ArrowRight');
  await map.press('Enter');
  await expect(dialog).toContainText('Chosen in the plot:');
  await dialog.getByRole('button', { name: 'As a new lane' }).click();
  await expect(page.getByRole('textbox', { name: 'Name of lane 2' })).toHaveValue('Mine, tuned');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('textbox', { name: 'Name of lane 2' })).toHaveCount(0);
});
