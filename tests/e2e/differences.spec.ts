/** What differs between lanes is seen where they are compared: in the table, above the queues, in the forms. */
import { encodeLink, type Scenario } from '../../models/src/index.ts';
import { axe, expect, test } from './page.ts';

test('a parameter that lanes do not agree on is marked in table, header and form', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  const rows = page.locator('tr[data-differs]');
  await expect(rows).toHaveCount(0);
  await page.getByRole('button', { name: 'Lane RED: duplicate' }).click();
  await page.getByRole('button', { name: 'Duplicate', exact: true }).click();
  await expect(page.locator('.lane-trace')).toHaveCount(4);
  await expect(rows).toHaveCount(0);
  await explorer.param('max_p', 'RED 2').fill('0.3');
  await page.keyboard.press('Enter');
  const row = page.locator('tr[data-differs="max_p"]');
  await expect(row.locator('td')).toHaveText(['0.1', '–', '–', '0.3']);
  await expect(rows).toHaveCount(1);
  for (const lane of [0, 3])
    await expect(page.locator('.lane-trace').nth(lane).locator('.lane-summary .differs')).toHaveCount(1);
  await expect(page.locator('.lane-params .field-label.differs')).toHaveCount(1);
  await expect(explorer.param('max_p', 'RED 2').locator('xpath=ancestor::*[@class="field"]')).toContainText(
    'Another value in lane A.',
  );

  await page.getByRole('button', { name: 'Give this lane its own network or traffic' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Flows', exact: true }).fill('50');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.locator('tr[data-differs="traffic"] td')).toHaveText([
    '20 NewReno flows',
    '20 NewReno flows',
    '20 NewReno flows',
    '50 NewReno flows',
  ]);
  // Of a value that most lanes have, the others are heavier.
  await expect(page.locator('tr[data-differs="traffic"] .differs')).toHaveText(['50 NewReno flows']);
  const { violations } = await axe(page).include('.metrics').include('.lanes').analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
});

test('on a phone what differs between four lanes leaves the figures of all of them in sight', async ({
  explorer,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const lane = (flows: number, id: string) => ({
    label: `${id}, ${flows}`,
    aqm: { id },
    set: { traffic: [{ flows }] },
  });
  const document: Scenario = {
    version: 1,
    duration: 5,
    lanes: [lane(15, 'red'), lane(60, 'red'), lane(15, 'pi'), lane(60, 'pi')],
  };
  await explorer.open(`/${encodeLink(document)}`);
  await expect(page.locator('.differences')).toContainText('60 NewReno flows');
  const beyond = await page.locator('.metrics-scroll').evaluate((e) => e.scrollWidth - e.clientWidth);
  expect(beyond).toBeLessThanOrEqual(0);
});
