/** What the papers' page runs itself: figures over time, and a reader's own reading. */
import { expect, faultsInBoth, test } from './page.ts';

test('figures over time are drawn from runs, and one’s own reading is run, judged, and in the link', async ({
  explorer,
  page,
}) => {
  await explorer.open('/#v=papers&paper=sared-2021');
  await page.getByRole('button', { name: 'Draw them: 9 runs' }).click();
  await expect(page.getByRole('button', { name: 'Draw them again' })).toBeVisible();
  await expect(page.locator('.paper-course-plots > figure')).toHaveCount(9);
  // Figure 13: the average of SARED stays below max_th = 120, where it would drop every packet.
  const high = await explorer.plot('paper-figures-high', 2);
  const average = Array.from(high.series[1]?.values ?? []).slice(200);
  expect(average.length).toBeGreaterThan(1000);
  expect(Math.max(...average)).toBeLessThan(121);
  expect(Math.min(...average)).toBeGreaterThan(20);

  // Table 3 as plots: a dot for each seed, and the printed points on the loads 10, 50 and 150.
  const table = page.locator('#table-table3');
  await table.getByText('As plots').click();
  const loads = await explorer.plot('paper-loads-table3');
  expect(Array.from(loads.x.values)).toEqual([10, 50, 150]);
  const printed = loads.series.find(({ label }) => label === 'SARED, printed');
  expect(Array.from(printed?.values ?? [])).toEqual([120.13, 141.32, 165.05]);

  const own = page.locator('.paper-own');
  await own.getByRole('combobox', { name: 'Table' }).selectOption('Table 3: delay');
  await own.getByRole('combobox', { name: 'Beginning with' }).selectOption('Best reading');
  await own.getByRole('combobox', { name: 'Seeds' }).selectOption('1');
  const more = own.getByRole('textbox');
  await more.fill('{"main": {"params": {"min_th": 200}}}');
  await expect(own.locator('.problem')).toContainText('must be above min_th (200)');
  await expect(own.getByRole('button', { name: /^Run the table/ })).toBeDisabled();
  // A queue without any early drop: the delay is that of the buffer for all three.
  await more.fill('{"main": {"schemes": {"RED": {"id": "droptail", "bare": true, "params": null}}}}');
  await own.getByRole('button', { name: 'Run the table: 9 runs' }).click();
  const red = own.locator('.paper-panel', { hasText: 'high' }).getByRole('row', { name: /^RED/ });
  await expect(red.locator('td.number').nth(1)).toBeVisible();
  // 140 packets of 1500 bytes at 10 Mbit/s take 168 ms, after 20 ms and twice 5 to 10 ms of the path.
  const delay = Number(await red.locator('td.number').nth(1).innerText());
  expect(delay).toBeGreaterThan(185);
  expect(delay).toBeLessThan(208);
  await expect.poll(() => page.url()).toContain('own=');
  expect(await faultsInBoth(page)).toEqual([]);

  await explorer.open('/' + new URL(page.url()).hash);
  await page.reload();
  await expect(own.getByRole('combobox', { name: 'Table' })).toHaveValue('table3');
  await expect(more).toHaveValue(/droptail/);

  // One click goes to a study of this axis.
  await table.getByText('As plots').click();
  await table.getByRole('link', { name: 'Study this axis' }).click();
  await explorer.ready();
  await expect(page.locator('.study-start')).toContainText('54 runs');

  // AQMRD's percentages: the four misprints are marked.
  await explorer.open('/#v=papers&paper=aqmrd-2016');
  await page.reload();
  await expect(page.locator('[data-misprint]')).toHaveCount(4);
  await expect(page.locator('#table-percent2 tr', { hasText: 'PI' })).toContainText('misprint: −203.3');
});
