/** The papers' page in a browser: verdicts, readings, cells that open, links, paper and other readers. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, faultsInBoth, test } from './page.ts';

const papers = async (page: Page) => {
  await page.getByRole('button', { name: 'Papers', exact: true }).click();
  await page.locator('.paper-table').first().waitFor();
};
const verdicts = (page: Page, table: string) => page.locator(`#table-${table} .paper-panel .judged`);

test('all papers are told, the five first, and a reading moves the verdicts', async ({ explorer, page }) => {
  await explorer.open();
  await papers(page);
  await expect(page.locator('.papers-overview .paper-name')).toHaveCount(8);
  await expect(page.locator('.papers-overview tbody tr').nth(5)).toContainText('Beyond the five');
  // SARED's table 3 has nine delays: all are within a tenth under the best reading, but SARED's own are not
  // with the load measured in full.
  await expect(verdicts(page, 'table3')).toHaveText(Array<string>(9).fill('reproduced'));
  await page.getByRole('button', { name: /^Load measured in full/ }).click();
  await expect(verdicts(page, 'table3').filter({ hasText: 'different' })).toHaveCount(2);
  await expect(page.locator('.reading-text')).toContainText('Load measured in full');
});

test('what a share is worth is told: the null model, effects, the search, departures, seeds alone', async ({
  explorer,
  page,
}) => {
  await explorer.open('/#v=papers&paper=acred-2022');
  const intro = page.locator('.papers-intro');
  // The null model's number needs only the printed tables: it counts values within the tolerance of RED's
  // value in the same row.
  await expect(intro).toContainText(
    'a model without any AQM, which gives every scheme the printed value of RED',
  );
  await expect(intro).toContainText('The best reading was searched');
  await expect(page.locator('.papers-tolerance canvas').first()).toBeVisible();
  const curve = await explorer.plot('paper-tolerance');
  const told = await intro.innerText();
  const judged = Number(/of (\d+) numbers/.exec(told)?.[1]);
  const without = Number(/would reproduce (\d+)/.exec(told)?.[1]);
  // At each table's own tolerance, the multiple 1, the curve and the sentence agree.
  expect(curve.x.values[20]).toBeCloseTo(1, 9);
  expect(curve.series[1]?.values[20]).toBeCloseTo((100 * without) / judged, 6);

  await expect(page.locator('.reading-departs')).toContainText('The middle threshold never moves');
  const row = page
    .locator('#table-table2-jitter .paper-panel', { hasText: 'N=50' })
    .locator('tr', { hasText: 'AC-RED' });
  // Printed: 435 ms² beside RED's 777.6.
  await expect(row.locator('.paper-effect')).toContainText('Difference from RED: printed −44 %');
  await expect(row.locator('.strip-seed')).toHaveCount(6);
});

test('a cell opens its scenario with its scheme, and back is the paper as it was', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  await papers(page);
  await page.locator('.paper-name', { hasText: 'AC-RED' }).click();
  await page.getByRole('button', { name: /^mid_th moves as printed/ }).click();
  await expect.poll(() => page.url()).toContain('reading=moving');
  await page
    .locator('#table-table2-delay table', { hasText: 'N=75' })
    .getByRole('link', { name: 'AQMRD' })
    .click();
  await expect(page.getByRole('textbox', { name: 'Title of the scenario' })).toHaveValue(
    /^AC-RED 2022, one bottleneck, 75 flows \(mid_th moves/,
  );
  await expect(explorer.param('mid_th0', 'AQMRD')).toBeVisible();
  await page.goBack();
  await expect(page.locator('.reading-text')).toContainText('mid_th moves as printed');
});

test('a link names paper, reading and table', async ({ explorer, page }) => {
  await explorer.open();
  await papers(page);
  await page.locator('.paper-name', { hasText: 'RRMDP' }).click();
  await page.getByRole('button', { name: /^Count rule/ }).click();
  await page.getByRole('button', { name: 'Figure 6: mean queue in each phase', exact: true }).click();
  await expect.poll(() => page.url()).toContain('table=queue');
  await explorer.open('/' + new URL(page.url()).hash);
  await expect(page.locator('.reading-text')).toContainText('Count rule');
  await expect(page.locator('#table-queue')).toBeInViewport();
});

test('the page is ready once all papers are told and the chosen one is there', async ({ explorer, page }) => {
  // Each paper is a file of its own: one that comes late is waited for.
  await page.route(/assets\/(acred|rrmdp)-.*\.js$/, async (route) => {
    await new Promise((done) => setTimeout(done, 500));
    await route.continue();
  });
  await explorer.open('/#v=papers&paper=acred-2022&reading=printed');
  expect(await page.locator('.papers-overview .paper-name').count()).toBe(8);
  expect(await page.locator('#table-table4').count()).toBe(1);
});

test('axe finds nothing', async ({ explorer, page }) => {
  await explorer.open('/#v=papers');
  await page.locator('.paper-name', { hasText: 'AC-RED' }).click();
  await expect(page.locator('#paper-title')).toBeFocused();
  await page.mouse.move(0, 0);
  expect(await faultsInBoth(page)).toEqual([]);
});

test('on a phone nothing is wider than the screen', async ({ explorer, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await explorer.open();
  await papers(page);
  for (const name of ['SARED', 'AQMRD', 'AC-RED']) {
    await page.locator('.paper-name', { hasText: name }).click();
    const beyond = await page.locator('.scroller').evaluate((e) => e.scrollWidth - e.clientWidth);
    expect(beyond, name).toBe(0);
    const cut = await page
      .locator('.paper-panel')
      .evaluateAll((all) => all.filter((e) => e.getBoundingClientRect().right > innerWidth).length);
    expect(cut, name).toBe(0);
  }
});

test('the number that was clicked stands above the run that opens, and back is its row', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  await papers(page);
  const row = page.locator('#table-table3 table', { hasText: 'low' }).getByRole('row', { name: /SARED/ });
  const [printed, here] = [row.locator('td.number').nth(0), row.locator('td.number').nth(1)];
  const theirs = await printed.innerText();
  const ours = (await here.innerText()).replace(/\s*±\s*/, ' ± ').trim();
  await row.getByRole('link', { name: 'SARED' }).click();
  await explorer.ready();
  // At its top: question, answer, and where one comes from.
  await expect(page.locator('.question')).toBeInViewport();
  const told = page.getByRole('complementary', { name: 'The paper’s number' });
  await expect(told).toBeInViewport();
  await expect(told).toContainText(`printed ${theirs} ms`);
  await expect(told).toContainText(`here ${ours} ms over 6 seeds (101 to 106)`);
  await expect(told).toContainText(/This run is seed 101: [\d.]+\sms; its 6\sseeds:\s[\d.]+\s±\s[\d.]+\sms/);
  await expect(page.getByRole('textbox', { name: 'Another number of seeds' })).toHaveValue('6');
  // Its row is marked in the table of figures, among the few that are shown.
  await expect(page.locator('tr[data-told]')).toHaveCount(1);
  await expect(page.locator('tr[data-metric="delay_mean"]')).toBeVisible();
  // What this page has just counted over those seeds is the paper's number here.
  const now = /its 6\sseeds:\s(.+)\sms\./.exec(await told.innerText())?.[1];
  expect(now?.replaceAll(/\s+/g, ' ')).toBe(ours.replaceAll(/\s+/g, ' '));

  // Somebody who only looks has changed nothing, after a reload neither.
  await page.goBack();
  await explorer.ready();
  await expect(row).toBeInViewport();
  await row.getByRole('link', { name: 'SARED' }).click();
  await explorer.ready();
  await page.reload();
  await explorer.ready();
  await page.getByRole('button', { name: 'Papers', exact: true }).click();
  await page
    .locator('#table-table3 table', { hasText: 'high' })
    .getByRole('link', { name: 'TRED', exact: true })
    .click();
  await explorer.ready();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(told).toContainText('high, TRED');
  await explorer.param('max_th', 'TRED').fill('100');
  await page.keyboard.press('Enter');
  await explorer.ready();
  await expect(told).toContainText('The scenario has been changed since.');
  await page.getByRole('button', { name: 'Flows', exact: true }).click();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(told).toBeVisible();
});

test('a paper that is chosen, or that a link names, comes into sight with the focus', async ({
  explorer,
  page,
}) => {
  const title = page.locator('#paper-title');
  for (const size of [
    { width: 1024, height: 768 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await explorer.open('/#v=papers');
    await page.locator('.paper-name', { hasText: 'ANLRED' }).click();
    await expect(title).toContainText('ANLRED');
    await expect(title).toBeInViewport();
    await expect(title).toBeFocused();
    // The same once more, from the list.
    await page.locator('.scroller').evaluate((e) => e.scrollTo({ top: 0, behavior: 'instant' }));
    await page.locator('.paper-name', { hasText: 'ANLRED' }).click();
    await expect(title).toBeInViewport();
    await page.locator('.paper-name', { hasText: 'SARED' }).click();
    await expect(page).toHaveURL(/paper=sared-2021/);
    await page.reload();
    await explorer.ready();
    await expect(title).toContainText('SARED');
    await expect(title).toBeInViewport();
  }
});

test('a paper’s tables are taken away from where they stand, and Export is of the view', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  await papers(page);
  const taken = async (open: () => Promise<void>, item: string) => {
    await open();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: item, exact: true }).click();
    const file = await saved;
    return [file.suggestedFilename(), await readFile(await file.path(), 'utf8')] as const;
  };
  const menu = () => page.getByRole('button', { name: 'Table 3: delay: files' }).click();
  const exported = () => page.getByRole('button', { name: 'Export', exact: true }).click();
  const row = page.locator('#table-table3 table', { hasText: 'low' }).getByRole('row', { name: /^SARED/ });
  const [printed, here] = await row.locator('td.number').allInnerTexts();
  const [ours, half] = (here ?? '').split('±').map((part) => part.trim());

  const [texName, tex] = await taken(menu, 'Download LaTeX');
  expect(texName).toBe('sared-2021-best-table3.tex');
  const line = tex.split('\n').find((one) => one.trim().startsWith('SARED'));
  expect(line).toContain(` SARED & ${printed} & $${ours} \\pm ${half}$ &`);
  const [, csv] = await taken(menu, 'Download CSV');
  const cells =
    csv
      .split('\r\n')
      .find((one) => one.includes(',low,SARED,'))
      ?.split(',') ?? [];
  expect(Number(cells[6])).toBeCloseTo(Number(printed), 1);
  expect(Number(cells[7])).toBeCloseTo(Number(ours), 1);
  const [svgName, svg] = await taken(menu, 'Download SVG, 178 mm');
  expect(svgName).toBe('sared-2021-best-table3.svg');
  for (const word of ['SARED', 'TRED', 'low', 'moderate', 'high']) expect(svg).toContain(word);
  expect(svg).not.toMatch(/NaN|undefined/);

  await exported();
  const offered = page.locator('.menu:visible');
  await expect(offered).toContainText('Papers: what is shown');
  await expect(offered).not.toContainText('Scenario (JSON)');
  await page.keyboard.press('Escape');
  const [allName, all] = await taken(exported, 'Tables of this paper (LaTeX)');
  expect(allName).toBe('sared-2021-best.tex');
  expect(all.match(/begin\{table\}/g)?.length).toBe(await page.locator('.paper-table').count());
});

test('dots stand on a scale with numbers, thousands are written one way, and a tip covers no other reading', async ({
  explorer,
  page,
}) => {
  await explorer.open('/#v=papers&paper=acred-2022');
  const scale = page.locator('.paper-panel .strip-axis').first();
  await expect(scale).toBeVisible();
  expect(await scale.locator('text').count()).toBeGreaterThanOrEqual(1);
  const numbers = await page.locator('.papers td.number').allInnerTexts();
  expect(numbers.filter((text) => /\d,\d{3}/.test(text))).toEqual([]);
  const readings = page.locator('.readings').first().locator('.reading');
  await readings.first().hover();
  const tip = page.locator('.tooltip');
  await expect(tip).toBeVisible();
  const box = await tip.boundingBox();
  for (const reading of await readings.all()) {
    const own = await reading.boundingBox();
    if (box === null || own === null) continue;
    const clear = box.y >= own.y + own.height || box.y + box.height <= own.y;
    expect(clear).toBe(true);
  }
  // Throughput here is not the goodput of the run's figures: what is counted is said.
  await explorer.open('/#v=papers&paper=sared-2021');
  await page.locator('#table-table2').getByRole('link', { name: 'RED', exact: true }).first().click();
  await explorer.ready();
  await expect(page.locator('.from-paper')).toContainText('Counted is throughput');
});

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
  await explorer.ready();
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
  await expect(own.getByRole('combobox', { name: 'Table' })).toHaveValue('table3');
  await expect(more).toHaveValue(/droptail/);

  // One click goes to a study of this axis.
  await table.getByText('As plots').click();
  await table.getByRole('link', { name: 'Study this axis' }).click();
  await explorer.ready();
  await expect(page.locator('.study-start')).toContainText('54 runs');

  // AQMRD's percentages: the four misprints are marked.
  await explorer.open('/#v=papers&paper=aqmrd-2016');
  await expect(page.locator('[data-misprint]')).toHaveCount(4);
  await expect(page.locator('#table-percent2 tr', { hasText: 'PI' })).toContainText('misprint: −203.3');
});
