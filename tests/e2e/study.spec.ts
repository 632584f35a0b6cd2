/**
 * The view of studies in a browser: a study shows its cost, runs, is cancelled, shows its figures, opens a
 * point, and is saved by link and file.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { complete, encodeLink, type Scenario } from '../../models/src/index.ts';
import { aqm } from '../cli/aqm.ts';
import { expect, faultsInBoth, test, type Explorer } from './page.ts';

const document: Scenario = {
  version: 1,
  title: 'A small one',
  duration: 8,
  warmup: 1,
  traffic: [{ flows: 12 }],
  lanes: [{ aqm: { id: 'red' } }, { aqm: { id: 'droptail' } }],
};

async function open(explorer: Explorer, page: Page): Promise<void> {
  await explorer.open(`/${encodeLink(document)}`);
  await page.getByRole('button', { name: 'Study', exact: true }).click();
}
const vary = (page: Page, what: RegExp) => page.getByRole('button', { name: what }).click();
const run = async (explorer: Explorer, page: Page) => {
  await page.getByRole('button', { name: 'Run the study' }).click();
  await explorer.ready();
};

test('its size is told, its curves are those of the runs, a point opens its run and the study is still there', async ({
  explorer,
  page,
}) => {
  await open(explorer, page);
  await vary(page, /Vary a quantity/);
  await expect(page.locator('.study-start')).toContainText('30 runs: 5 points, 2 lanes, 3 seeds');
  await run(explorer, page);
  const flows = (await explorer.plot('study-along', 0)).x.values;
  expect(flows).toEqual([4, 7, 12, 21, 36]);
  await page.getByRole('combobox', { name: 'Metric' }).selectOption('utilization');
  const utilization = await explorer.series('study-along', 1, 'Utilization');
  expect(utilization).toHaveLength(5);
  expect(Math.min(...utilization)).toBeGreaterThan(50);
  expect(Math.max(...utilization)).toBeLessThanOrEqual(100);

  // By keyboard: the first run of the first lane.
  const cursor = page.getByRole('application', { name: /^Utilization along flows/ });
  await cursor.focus();
  await cursor.press('ArrowRight');
  await expect(page.locator('.point-told')).toContainText('red, flows 4');
  await cursor.press('Enter');
  await expect(page.getByRole('heading', { name: 'Compare' })).toBeAttached();
  await explorer.ready();
  await expect(page.getByRole('textbox', { name: /^Flows/ }).first()).toHaveValue('4');
  await page.getByRole('button', { name: 'Study', exact: true }).click();
  await expect(page.locator('.study-other')).toBeVisible();
  await page.getByRole('button', { name: 'Open the study’s own' }).click();
  await expect(page.locator('.study-other')).toHaveCount(0);
});

test('before anything varies there are studies to begin with, each a click', async ({ explorer, page }) => {
  await open(explorer, page);
  const begin = page.getByRole('list', { name: 'Studies to begin with' });
  await expect(begin.getByRole('listitem')).toHaveCount(4);
  await begin.getByRole('button', { name: /^Where does each/ }).click();
  await expect(begin).toHaveCount(0);
  await expect(page.getByRole('group', { name: /^Axis/ })).toHaveCount(2);
  await expect(page.locator('.study-start')).toContainText('25 points, 2 lanes, 3 seeds');
  await page.getByRole('button', { name: 'Remove axis 2' }).click();
  await page.getByRole('button', { name: 'Remove axis 1' }).click();
  await begin.getByRole('button', { name: /^How does each scheme react to more flows/ }).click();
  await run(explorer, page);
  expect((await explorer.plot('study-along', 0)).x.values).toEqual([4, 7, 12, 21, 36]);
});

test('a knob is offered with its unit, means what it says, and a point opens as a scenario that has it', async ({
  explorer,
  page,
}) => {
  await open(explorer, page);
  await vary(page, /Vary a quantity/);
  await page
    .getByRole('combobox', { name: 'Quantity' })
    .selectOption({ label: 'round trip without queueing' });
  const from = page.getByRole('textbox', { name: 'round trip without queueing, from' });
  await from.fill('10 ms');
  await from.press('Enter');
  await expect(page.locator('.study-start')).toContainText(
    /round trip without queueing = 10 ms: it can be from 0\.0\d+ to 2\d\.\d+ here/,
  );
  await from.fill('100 ms');
  await from.press('Enter');
  await run(explorer, page);
  const trips = (await explorer.plot('study-along', 0)).x.values;
  expect(trips[0]).toBe(100);
  const cursor = page.getByRole('application', { name: /along round trip/ });
  await cursor.focus();
  await cursor.press('ArrowRight');
  await expect(page.locator('.point-told')).toContainText('red, round trip without queueing 100 ms');
  await cursor.press('Enter');
  await explorer.ready();
  // The access links, each crossed four times, and sending 1540 bytes over three links are not part of the
  // bottleneck's delay.
  const { access, bottleneck } = complete(document).network;
  const [least = NaN, most = NaN] = [access.delay].flat();
  const sending = 1540 * 8 * (1 / bottleneck.rate + 2 / access.rate);
  const delay = (0.1 - 2 * (least + most) - sending) / 2;
  const shown = await page.getByRole('textbox', { name: /^Bottleneck delay/ }).inputValue();
  expect(parseFloat(shown)).toBeCloseTo(1000 * delay, 3);
});

test('two quantities give panels and a map; the link has them', async ({ explorer, page }) => {
  await open(explorer, page);
  await vary(page, /Vary a quantity/);
  await vary(page, /Vary another/);
  const count = page.getByRole('textbox', { name: 'flows, number of values' });
  await count.fill('3');
  await count.press('Enter');
  await run(explorer, page);
  await expect(page.locator('[data-plot="study-along"]')).toHaveCount(5);
  const map = await explorer.plot('study-heat', 0);
  expect(map.x.values).toHaveLength(15);
  expect(map.series.at(-1)?.values.every(Number.isFinite)).toBe(true);
  await expect.poll(() => page.url()).toContain('study=');
  const address = page.url();
  await explorer.open(address);
  await expect(page.locator('.study-start')).toContainText('90 runs: 15 points');
  await expect(count).toHaveValue('3');
});

test('a study is cancelled, and goes on from what is done', async ({ explorer, page }) => {
  await explorer.open(`/${encodeLink({ ...document, duration: 300 })}`);
  await page.getByRole('button', { name: 'Study', exact: true }).click();
  await vary(page, /Vary a quantity/);
  await page.getByRole('button', { name: 'Run the study' }).click();
  await expect(page.locator('[data-plot="study-along"]').first()).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('.study-start')).toContainText('finished runs are kept');
  const before = await explorer.plot('study-along', 0);
  await run(explorer, page);
  const after = await explorer.plot('study-along', 0);
  expect(after.x.values).toHaveLength(5);
  expect(after.x.values).toEqual(expect.arrayContaining([...before.x.values]));
});

test('a study travels in a file, and is opened where it is dropped or chosen', async ({ explorer, page }) => {
  await open(explorer, page);
  await vary(page, /Vary a quantity/);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const study = JSON.parse(await readFile(await (await saved).path(), 'utf8')) as {
    axes: unknown[];
    scenario: Scenario;
  };
  expect(study).toMatchObject({ version: 1, title: 'A small one', seeds: { first: 1, count: 3 } });
  await explorer.open('/#');
  const example = JSON.stringify({ ...study, axes: [{ path: 'duration', values: [5, 6] }] });
  await page.getByRole('button', { name: 'Study', exact: true }).click();
  await page
    .getByLabel('Open a file')
    .setInputFiles({ name: 'given.json', mimeType: 'application/json', buffer: Buffer.from(example) });
  await expect(page.getByRole('textbox', { name: 'duration, values' })).toHaveValue('5 s, 6 s');
  await expect(page.locator('.study-start')).toContainText('12 runs: 2 points, 2 lanes, 3 seeds');
  // The same file dropped on another view.
  await explorer.open('/#');
  await page.evaluate((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'given.json', { type: 'application/json' }));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, example);
  await expect(page.getByRole('textbox', { name: 'duration, values' })).toHaveValue('5 s, 6 s');
  // A broken one says why, and changes nothing.
  await page.getByLabel('Open a file').setInputFiles({
    name: 'broken.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify({ ...study, axes: [{ path: 'durations', values: [5] }] })),
  });
  await expect(explorer.notice()).toContainText('durations');
  await expect(page.getByRole('textbox', { name: 'duration, values' })).toHaveValue('5 s, 6 s');
});

test('an axis that does not hold says what is wrong before it runs', async ({ explorer, page }) => {
  await open(explorer, page);
  await vary(page, /Vary a quantity/);
  await page.getByRole('combobox', { name: 'Quantity' }).selectOption('network.bottleneck.buffer');
  await expect(page.locator('.study-start')).toContainText(/At buffer = 47: .*max_th.* is refused/);
  await expect(page.getByRole('button', { name: 'Run the study' })).toHaveCount(0);
});

test('axe finds nothing; on a phone nothing is wider than the screen', async ({ explorer, page }) => {
  await open(explorer, page);
  await vary(page, /Vary a quantity/);
  await vary(page, /Vary another/);
  await run(explorer, page);
  expect(await faultsInBoth(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  const beyond = await page.locator('.scroller').evaluate((e) => e.scrollWidth - e.clientWidth);
  expect(beyond).toBe(0);
});

test('statistics: seeds, pairs, warm-up, and which of sampled quantities matters', async ({
  explorer,
  page,
}) => {
  await open(explorer, page);
  await page.getByRole('button', { name: /^Which quantity matters most/ }).click();
  const paths = page.getByRole('textbox', { name: 'Sample, number of paths' });
  await paths.fill('3');
  await paths.press('Enter');
  // Three quantities: four points a path.
  await expect(page.locator('.study-start')).toContainText('72 runs: 12 points, 2 lanes, 3 seeds');
  await run(explorer, page);
  const effects = page.getByRole('table', { name: /^What decides .* of red$/ });
  await expect(effects.getByRole('row')).toHaveCount(4);
  expect((await effects.getByRole('rowheader').allTextContents()).sort()).toEqual([
    'delay',
    'flows',
    'packet_size',
  ]);
  await page.getByRole('button', { name: 'One by one' }).click();
  await expect(page.getByRole('group', { name: /^Axis/ })).toHaveCount(3);
  for (const axis of [3, 2]) await page.getByRole('button', { name: `Remove axis ${axis}` }).click();
  await run(explorer, page);
  await page.getByText('Statistics: seeds needed').click();
  const pairs = page.getByRole('table', { name: /^Pairs of lanes/ });
  await expect(pairs.getByRole('rowheader')).toHaveText([/red\s+−.*droptail/]);
  await page.getByRole('combobox', { name: 'Point' }).selectOption('flows 36');
  await page.getByRole('combobox', { name: 'Wanted interval' }).selectOption('±1 % of the mean');
  const needed = page.getByRole('table', { name: /the seeds that it takes$/ });
  await expect(needed.getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: 'Is the warm-up long enough?' }).click();
  await expect(page.getByRole('table', { name: /^Mean queue over time/ }).getByRole('rowheader')).toHaveCount(
    2,
  );
  expect(await faultsInBoth(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.locator('.scroller').evaluate((e) => e.scrollWidth - e.clientWidth)).toBe(0);
});

test('values are a list, too: as a paper has them, typed with commas or spaces', async ({
  explorer,
  page,
}) => {
  await open(explorer, page);
  await vary(page, /Vary a quantity/);
  await page.getByRole('combobox', { name: 'flows, spacing' }).selectOption('a list of values');
  const list = page.getByRole('textbox', { name: 'flows, values' });
  await expect(list).toHaveValue('4, 7, 12, 21, 36');
  await list.fill('10, 50, 150');
  await list.press('Enter');
  await expect(list).toHaveValue('10, 50, 150');
  await expect(page.locator('.study-start')).toContainText('18 runs: 3 points, 2 lanes, 3 seeds');
  for (const [typed, wrong] of [
    ['10, 2.5', 'whole numbers only'],
    ['10, 10', 'Each value once.'],
  ] as const) {
    await list.fill(typed);
    await list.press('Enter');
    await expect(page.locator('.study .problem')).toContainText(wrong);
    // What is not meant is neither estimated nor run.
    await expect(page.getByRole('button', { name: 'Run the study' })).toBeDisabled();
    await expect(page.locator('.study-start')).toContainText('Correct the marked field above first');
  }
  await list.fill('10 50');
  await list.press('Enter');
  await expect(page.getByRole('button', { name: 'Run the study' })).toBeEnabled();
  await run(explorer, page);
  expect((await explorer.plot('study-along', 0)).x.values).toEqual([10, 50]);

  // Typed where one value is expected; a unit holds for those before it.
  await page.getByRole('combobox', { name: 'Quantity' }).selectOption({ label: 'bottleneck rate' });
  const from = page.getByRole('textbox', { name: 'bottleneck rate, from' });
  await from.fill('5, 10, 20 Mbit/s');
  await from.press('Enter');
  await expect(page.getByRole('textbox', { name: 'bottleneck rate, values' })).toHaveValue(
    '5 Mbit/s, 10 Mbit/s, 20 Mbit/s',
  );
});

test('cases differ in several values, each changed in the scenario’s own forms', async ({
  explorer,
  page,
}) => {
  await open(explorer, page);
  await vary(page, /Compare cases/);
  await page.getByRole('button', { name: 'Change the case case 2' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Flows' }).fill('40');
  await dialog.getByRole('textbox', { name: 'Buffer', exact: true }).fill('-1');
  await dialog.getByRole('textbox', { name: 'Buffer', exact: true }).press('Enter');
  // The refused value is told and changes nothing; the other one is kept.
  await expect(dialog.getByText(/Must be ≥ 1/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Buffer', exact: true }).fill('30');
  await dialog.getByRole('textbox', { name: 'Buffer', exact: true }).press('Enter');
  await dialog.getByRole('button', { name: 'Done' }).click();
  const name = page.getByRole('textbox', { name: 'Name of the case case 2' });
  await name.fill('as it is');
  await name.press('Enter');
  await expect(page.getByText('Another case has this name.')).toBeVisible();
  await name.fill('crowded');
  await name.press('Enter');
  await expect(page.getByRole('list', { name: 'Cases' })).toContainText('40 NewReno flows');
  await run(explorer, page);
  await expect(page.locator('.study-start')).toContainText('12 runs: 2 points, 2 lanes, 3 seeds');
  const { x } = await explorer.plot('study-along', 0);
  expect(x.label).toContain('as it is');
  // The open scenario itself has not changed; a reload right after an edit has the edit.
  await page.getByRole('textbox', { name: 'Name of the case crowded' }).fill('rush');
  await page.keyboard.press('Enter');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Name of the case rush' })).toHaveValue('rush');
  await expect(page.locator('.panel').getByRole('textbox', { name: 'Flows' })).toHaveValue('12');
});

test('a study of a paper’s scenario offers the paper’s loads', async ({ explorer, page }) => {
  await explorer.open('/#v=papers');
  await page
    .locator('#table-table3 table', { hasText: 'low' })
    .getByRole('link', { name: 'RED', exact: true })
    .click();
  await page.getByRole('button', { name: 'Study', exact: true }).click();
  await page.getByRole('button', { name: 'What happens at the loads of SARED?' }).click();
  const values = await page.getByRole('textbox', { name: 'flows, values' }).inputValue();
  expect(values.split(', ').map(Number).every(Number.isInteger)).toBe(true);
  await expect(page.locator('.study-start')).toContainText('3 points, 3 lanes');
});

test('a study’s results and plots are taken away under its name; points and axis say which value they are of', async ({
  explorer,
  page,
}) => {
  await open(explorer, page);
  await vary(page, /Vary a quantity/);
  await run(explorer, page);
  await page.getByRole('combobox', { name: 'Metric' }).selectOption('utilization');
  const taken = async (item: string) => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: item, exact: true }).click();
    const file = await saved;
    return [file.suggestedFilename(), await readFile(await file.path(), 'latin1')] as const;
  };
  const [name, tex] = await taken('The metric that is shown as a table (LaTeX)');
  expect(name).toBe('a-small-one-study.tex');
  const first = await explorer.series('study-along', 0, 'Utilization');
  expect(tex).toContain(`  flows 4 & $${first[0]?.toFixed(1)} \\pm `);
  const [pdfName, pdf] = await taken('Plots of this view in one figure, 178 mm (PDF)');
  expect(pdfName).toBe('a-small-one-study-figures-178mm.pdf');
  expect(pdf.startsWith('%PDF-')).toBe(true);
  const [, csv] = await taken('Results of the study (CSV)');
  // Five points, two lanes, and a head.
  expect(csv.split('\r\n').filter((line) => line.includes(',utilization,'))).toHaveLength(10);

  // All runs: the first of them is what the command line makes of the saved study.
  const [, runs] = await taken('All runs of the study, a line each (CSV)');
  const [head, ...lines] = runs.trim().split('\n');
  expect(head).toMatch(/^flows,lane,aqm,seed,digest,throughput,/);
  expect(lines).toHaveLength(30);
  const scenario = { ...document, traffic: [{ flows: 4 }] };
  const told = await aqm(['run', '-', '--format', 'csv'], JSON.stringify(scenario));
  expect(lines[0]?.split(',')[4]).toBe(told.stdout.split('\n')[1]?.split(',').at(-1));

  // What stands on the plots, as files have it.
  const texts = async (plot: string) => {
    const svg = await page.evaluate((wanted) => window.aqm.svg(wanted), plot);
    return [...(svg ?? '').matchAll(/<text[^>]*>(?:<tspan[^>]*>)?([^<]*)/g)].map(([, text]) => text);
  };
  const values = ['4', '7', '12', '21', '36'];
  expect(await texts('study-along')).toEqual(expect.arrayContaining(values));
  expect(await texts('study-trade')).toEqual(expect.arrayContaining(values));
});
