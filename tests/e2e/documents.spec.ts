import { strFromU8, unzipSync, zipSync } from 'fflate';
import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { encodeLink } from '../../models/src/index.ts';
import { aqm } from '../cli/aqm.ts';
import { expect, test } from './page.ts';

test('the share link opens the same scenario elsewhere', async ({ explorer, page, browser, baseURL }) => {
  await explorer.open();
  const field = explorer.param('max_p', 'RED');
  await field.fill('0.25');
  await field.press('Enter');
  await explorer.ready();
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByRole('textbox', { name: 'Link to this scenario' }).inputValue();
  expect(link.startsWith(`${baseURL ?? ''}#s=`)).toBe(true);
  const mean = await explorer.metric('queue_mean', 0).innerText();

  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(link);
  await elsewhere.evaluate(() => window.aqm.ready());
  await expect(elsewhere.getByRole('textbox', { name: 'max_p of RED', exact: true })).toHaveValue('0.25');
  await expect(elsewhere.locator('tr[data-metric="queue_mean"] td[data-lane="0"] > span').first()).toHaveText(
    mean,
  );
  await elsewhere.context().close();
});

test('a link that is pasted into the open page opens, and undo brings the old scenario back', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  const field = explorer.param('max_p', 'RED');
  await field.fill('0.25');
  await field.press('Enter');
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByRole('textbox', { name: 'Link to this scenario' }).inputValue();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(field).toHaveValue('0.1');
  // The address has followed the undo: pasting the link changes it again.
  await expect.poll(() => page.evaluate(() => location.hash)).not.toBe(new URL(link).hash);
  await page.evaluate((hash) => (location.hash = hash), new URL(link).hash);
  await expect(field).toHaveValue('0.25');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(field).toHaveValue('0.1');
});

test('a link that is cut off, empty or of a newer format opens the default scenario and says why', async ({
  explorer,
  page,
}) => {
  for (const fragment of ['#s=1AAAA', '#s=', '#s=9abcdef']) {
    await explorer.open(`/${fragment}`);
    await expect(explorer.notice(), fragment).toContainText('This link cannot be opened');
    await expect(page.locator('.question')).toBeVisible();
    await expect(explorer.metric('utilization', 0)).toHaveText(/\d/);
  }
});

test('a link with schemes that do not exist is told what they may have been called', async ({ explorer }) => {
  const lanes = ['read', 'codle', 'codle', 'xyzzy', 'plugh'].map((id) => ({ aqm: { id } }));
  await explorer.open(`/${encodeLink({ version: 1, lanes })}`);
  const told = explorer.notice().locator('.notice-detail');
  await expect(told).toHaveCount(5);
  await expect(told.nth(0)).toHaveText(/names like it are red, .*Did you mean red\?$/);
  await expect(told.nth(1)).toHaveText(/^lanes\[1\].*unknown AQM\. Did you mean codel\?$/);
  // The catalogue stands there once, for what is like no name in it.
  await expect(told.filter({ hasText: 'the catalogue has' })).toHaveCount(1);
  await expect(told.nth(3)).toContainText('droptail');
});

test('a preset opens, and undo brings back what was there', async ({ explorer, page }) => {
  await explorer.open();
  const title = page.getByRole('textbox', { name: 'Title of the scenario' });
  const before = await title.inputValue();
  await page.getByRole('button', { name: 'Scenarios' }).click();
  await page.getByRole('button', { name: 'SARED 2021, low load' }).click();
  await expect(title).toHaveValue('SARED 2021, low load');
  await explorer.ready();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(title).toHaveValue(before);
});

test('work is there again after a reload', async ({ explorer, page }) => {
  await explorer.open();
  const field = explorer.param('w_q', 'RED');
  await field.fill('0.01');
  await field.press('Enter');
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('aqm-explorer:document:1')))
    .toContain('0.01');
  await explorer.open('/');
  await expect(explorer.param('w_q', 'RED')).toHaveValue('0.01');
});

test('a reload that comes while the address follows an edit keeps the edit', async ({ explorer, page }) => {
  await explorer.open();
  const field = explorer.param('max_p', 'RED');
  const address = () => page.evaluate(() => location.hash);
  const edit = async (value: string) => {
    const before = await address();
    await field.fill(value);
    await field.press('Enter');
    await expect.poll(address).not.toBe(before);
  };
  await edit('0.3');
  const earlier = await address();
  await edit('0.4');
  // A reload restores the address and the page's history state as they were when the reload was requested.
  await page.evaluate((hash) => history.replaceState(null, '', hash), earlier);
  await page.reload();
  await explorer.ready();
  await expect(field).toHaveValue('0.4');
  // Somebody's link is opened as it is, although this page once wrote it.
  await explorer.open(`/${earlier}`);
  await expect(field).toHaveValue('0.3');
});

test('Back within moments of an edit, and Forward again, keeps the edit; a page between does not take its place', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  const field = explorer.param('max_p', 'RED');
  await field.fill('0.3');
  await field.press('Enter');
  await page.waitForTimeout(600);
  const first = await page.evaluate(() => location.href);
  await field.fill('0.4');
  await field.press('Enter');
  await page.goBack();
  // On a busy machine the blank page is there before the browser takes orders for it.
  await expect(() => page.goForward()).toPass();
  await explorer.ready();
  await expect(field).toHaveValue('0.4');

  // Another step of the same tab has work of its own.
  await page.goto('about:blank');
  await page.goto(first);
  await explorer.ready();
  await field.fill('0.5');
  await field.press('Enter');
  await page.waitForTimeout(600);
  await page.goBack();
  await page.goBack();
  await explorer.ready();
  await expect(field).toHaveValue('0.4');
});

test('a page whose program does not arrive says what to do', async ({ page }) => {
  await page.route(/assets\/.*\.js$/, (route) => route.abort());
  await page.goto('/');
  await expect(page.getByText('Starting the simulator')).toBeVisible();
  await expect(page.getByText('Reload the page')).toBeVisible({ timeout: 20_000 });
});

test('damaged work of last time is told, and the page opens', async ({ explorer, page }) => {
  await page.addInitScript(() =>
    localStorage.setItem('aqm-explorer:document:1', '{"version": 1, "lanes": 3}'),
  );
  await explorer.open();
  await expect(explorer.notice()).toContainText('last time');
  await expect(explorer.metric('utilization', 0)).toHaveText(/\d/);
});

test('a wrong value stays in its field with what to do, the nearest valid one is a click away, and the scenario stays', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  const field = explorer.param('max_th', 'RED');
  for (const [typed, said] of [
    ['12 bananas', 'bananas'],
    ['10', 'above min_th (20)'],
    ['150', 'buffer'],
    ['-3', '> 0'],
  ] as const) {
    await field.fill(typed);
    await field.press('Enter');
    await expect(page.locator('.field .problem')).toContainText(said);
    await expect(field).toHaveValue(typed);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(explorer.handle('max_th', 'RED')).toHaveAttribute('aria-valuenow', '120');
  }
  await field.press('Escape');
  await expect(field).toHaveValue('120 packets');
  await expect(page.locator('.field .problem')).toHaveCount(0);

  await field.fill('150');
  await field.press('Enter');
  await page.getByRole('button', { name: 'Use 140 packets' }).click();
  await expect(field).toHaveValue('140 packets');
});

test('quantities are typed with units', async ({ explorer, page }) => {
  await explorer.open();
  const rate = page.getByRole('textbox', { name: 'Bottleneck rate' });
  await rate.fill('5Mbps');
  await rate.press('Enter');
  await expect(rate).toHaveValue('5 Mbit/s');
  const delay = page.getByRole('textbox', { name: 'Access delay' });
  await delay.fill('5 to 20 ms');
  await delay.press('Enter');
  await expect(delay).toHaveValue('5–20 ms');
  await explorer.ready();
  const goodput = Number(await explorer.metric('goodput', 0).innerText());
  expect(goodput).toBeGreaterThan(3);
  expect(goodput).toBeLessThan(5);
  await page.getByRole('button', { name: 'Reset Bottleneck rate to 10 Mbit/s' }).click();
  await expect(rate).toHaveValue('10 Mbit/s');
});

test('wrong files are refused with a reason, and nothing is lost', async ({ explorer, page }) => {
  await explorer.open();
  const field = explorer.param('max_p', 'RED');
  await field.fill('0.3');
  await field.press('Enter');
  const open = async (name: string, content: string | Buffer) => {
    await page.getByRole('button', { name: 'Scenarios' }).click();
    const buffer = typeof content === 'string' ? Buffer.from(content) : content;
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/json', buffer });
    await expect(explorer.notice().last()).toContainText(`${name} was not opened`);
  };
  await open('holiday.txt', 'Dear diary');
  await expect(explorer.notice().last()).toContainText('line 1, column 1');
  await open('other.json', '{"version": 1, "lanes": [{"aqm": {"id": "rde"}}]}');
  await expect(explorer.notice().last()).toContainText('Did you mean red?');
  await open('garbage.json', Buffer.alloc(10_000_000, 0xfe));
  await expect(explorer.notice().last()).toContainText('10.0 MB');
  await expect(field).toHaveValue('0.3');
});

test('a scenario file that is dropped on the page opens', async ({ explorer, page }) => {
  await explorer.open();
  await page.evaluate(() => {
    const transfer = new DataTransfer();
    const text =
      '{"version": 1, "title": "Dropped", "duration": 5, "lanes": [{"label": "Mine", "aqm": {"id": "red"}}]}';
    transfer.items.add(new File([text], 'mine.json', { type: 'application/json' }));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  });
  await expect(page.getByRole('textbox', { name: 'Title of the scenario' })).toHaveValue('Dropped');
  await explorer.ready();
  expect((await explorer.plot('queue', 0)).view.x).toEqual([0, 5]);
});

test('scenario, numbers and pictures are downloaded', async ({ explorer, page }) => {
  await explorer.open();
  const save = async (act: () => Promise<void>) => {
    const [download] = await Promise.all([page.waitForEvent('download'), act()]);
    return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
  };
  const scenario = await save(async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'Scenario (JSON)' }).click();
  });
  expect(JSON.parse(scenario.content.toString())).toMatchObject({ version: 1, duration: 100 });

  const results = await save(async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'Results by lane and row (CSV)' }).click();
  });
  const told = results.content.toString().trim().split('\r\n');
  expect(told[0]).toMatch(/^scenario,lane,scheme,link,traffic,metric,unit,mean,/);
  const wait = told.find((line) => line.includes(',RED,red,1,,queueing_delay_mean,s,'))?.split(',') ?? [];
  expect((1000 * Number(wait[7])).toFixed(1)).toBe(
    await explorer.metric('queueing_delay_mean', 0).innerText(),
  );

  const fromPlot = (item: string) =>
    save(async () => {
      await page.getByRole('button', { name: 'Queue of RED: table and files' }).click();
      await page.getByRole('button', { name: item }).click();
    });
  const csv = (await fromPlot('Download CSV')).content.toString().trim().split('\r\n');
  const { x } = await explorer.plot('queue', 0);
  expect(csv).toHaveLength(x.values.length + 1);
  expect(csv[0]).toContain('time (s),queue mean (packets)');
  expect(Number(csv[1]?.split(',')[0])).toBe(x.values[0]);

  const svg = (await fromPlot('Download SVG, 178 mm')).content.toString();
  expect(svg).toContain('width="178mm"');
  expect(svg).toMatch(/<text[^>]*>.*queue/);
  // Elsewhere: the page itself takes no text for a document (docs/security.md).
  const elsewhere = await page.context().newPage();
  const parsed = await elsewhere.evaluate(
    (text) =>
      new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror')?.textContent ?? '',
    svg,
  );
  expect(parsed).toBe('');
  // Its letters are in it: no machine has to have them.
  await elsewhere.setContent(svg);
  const faces = await elsewhere.evaluate(async () => {
    const loaded = await document.fonts.load("600 12px 'Source Sans 3 Variable'", 'queue 0.1');
    return loaded.map(({ status }) => status);
  });
  expect(faces).toEqual(['loaded']);

  const png = (await fromPlot('Download PNG')).content;
  expect([...png.subarray(1, 4)].map((byte) => String.fromCharCode(byte)).join('')).toBe('PNG');
  expect(png.readUInt32BE(16)).toBe(Math.round((178 / 25.4) * 300));
});

test('a plot is read as a table', async ({ explorer, page }) => {
  await explorer.open();
  await page.getByRole('button', { name: 'Drop probability: table and files' }).click();
  await page.getByRole('button', { name: 'Show as table' }).click();
  const dialog = page.getByRole('dialog', { name: 'Drop probability' });
  await expect(dialog.getByRole('table')).toHaveCount(3);
  await expect(dialog.getByRole('columnheader', { name: 'avg (packets)' }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('figures are taken away together, and the numbers as a table', async ({ explorer, page }) => {
  await explorer.open();
  const take = async (name: string) => {
    await page.getByRole('button', { name: 'Export' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name, exact: true }).click(),
    ]);
    return readFile(await file.path());
  };
  const pdf = await take('Plots of all lanes in one figure, 178 mm (PDF)');
  expect(pdf.subarray(0, 8).toString()).toBe('%PDF-1.4');
  // Journals ask for every font in the file.
  const faces = pdf.toString('latin1').match(/\/BaseFont|\/FontFile2/g) ?? [];
  expect(faces.filter((word) => word === '/FontFile2').length).toBe(faces.length / 2);
  expect(faces.length).toBeGreaterThan(2);
  const svg = (await take('Plots of all lanes in one figure (SVG)')).toString();
  expect(svg.match(/Queue of /g)?.length).toBeGreaterThanOrEqual(3);
  const flent = JSON.parse(gunzipSync(await take('A data file of Flent (.flent.gz)')).toString()) as {
    metadata: { NAME: string };
    results: Record<string, number[]>;
  };
  expect([flent.metadata.NAME, Object.keys(flent.results)]).toEqual([
    'tcp_download',
    ['TCP download', 'Ping (ms) ICMP'],
  ]);
  const zip = await take('Everything that is shown (ZIP)');
  expect(zip.subarray(0, 2).toString()).toBe('PK');
  for (const name of ['scenario.json', 'results.csv', 'results.tex', 'link.txt', 'queue-3.pdf'])
    expect(zip.includes(name), name).toBe(true);
  // What it takes to make the numbers again: the document whole, the digests of its runs, engine and version.
  const packed = unzipSync(zip);
  const textOf = (name: string) => strFromU8(packed[name] ?? new Uint8Array());
  const again = await aqm(['run', '-', '--format', 'csv', '-q'], textOf('resolved.json'));
  const digests = (text: string) =>
    text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',').at(-1));
  expect(digests(again.stdout)).toEqual(digests(textOf('digests.csv')));
  expect(textOf('README.txt')).toMatch(/^AQM Explorer \d+\.\d+\.\d+, engine [0-9a-f]{16}\.\n/);
  expect((await take('Key figures as a table (LaTeX)')).toString()).toContain('\\begin{tabular}{lrrr}');
});

test('an archive of aqm pack opens with its runs, and one with an altered file says which', async ({
  explorer,
  page,
}, info) => {
  const file = info.outputPath('kept.zip');
  const scenario = { version: 1, title: 'Packed away', duration: 3, lanes: [{ aqm: { id: 'red' } }] };
  const study = { version: 1, scenario, axes: [{ path: 'traffic[0].flows', values: [5, 10] }] };
  const made = await aqm(['pack', '-', '--out', file, '-q'], JSON.stringify(study));
  expect(made.stderr).toBe('');
  await explorer.open();
  const open = async (path: string) => {
    await page.getByRole('button', { name: 'Scenarios' }).click();
    await page.getByLabel('Open a file…').setInputFiles(path);
  };
  await open(file);
  await expect(page.getByText(/kept\.zip was made by version \d/)).toBeVisible();
  await expect(page).toHaveTitle(/Packed away/);
  await expect(page.getByText(/^2 of 2 runs come from kept\.zip/)).toBeVisible();
  const files = unzipSync(readFileSync(file));
  // The table alone, as a cluster gives it, of the study that is open.
  const rows = info.outputPath('rows.csv');
  writeFileSync(rows, files['rows.csv'] ?? '');
  await open(rows);
  await expect(page.getByText(/^2 of 2 runs come from rows\.csv/)).toBeVisible();
  writeFileSync(file, zipSync({ ...files, 'rows.csv': new TextEncoder().encode('lane\n') }));
  await open(file);
  await expect(page.getByText('rows.csv was altered')).toBeVisible();
  await expect(page.getByText(/kept\.zip .*, line 1: column 1 is lane/)).toBeVisible();
});
