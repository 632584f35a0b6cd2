/**
 * Measurements dropped on the page: shown over a lane, with the differences in numbers; a broken file is
 * refused with the place of the error.
 */
import { fileURLToPath } from 'node:url';
import { axe, expect, test } from './page.ts';

const file = (name: string) =>
  fileURLToPath(new URL(`../../models/tests/measured-data/${name}`, import.meta.url));

test('measurements of real programs lie over a lane', async ({ explorer, page }, info) => {
  await explorer.open();
  await explorer.ready();
  const open = async (what: string | { name: string; text: string }) => {
    await page.getByRole('button', { name: 'Scenarios' }).click();
    const files =
      typeof what === 'string'
        ? file(what)
        : { name: what.name, mimeType: 'text/plain', buffer: Buffer.from(what.text) };
    await page.locator('input[type=file]').setInputFiles(files);
  };
  const section = page.getByRole('region', { name: 'Measured', exact: true });
  await open('ping.txt');
  await expect(section.getByRole('heading')).toHaveText('Measured: ping.txt');
  // It stands below the queues, and comes into view by itself.
  await expect(section.getByRole('heading')).toBeInViewport();
  const shift = section.getByRole('spinbutton');
  await shift.fill('10');
  const cell = (row: string, column: number) =>
    section
      .getByRole('row', { name: new RegExp(`^${row}`) })
      .getByRole('cell')
      .nth(column);
  // ping's own mean is 19.577 ms, of which the least, 0.035 ms, is the way itself; intervals of the run weigh the same.
  await expect(cell('measured', 0)).toHaveText(/^19\.\d ms$/);
  const number = async (row: string) => parseFloat((await cell(row, 0).innerText()).replace('−', '-'));
  expect((await number('measured')) - (await number('simulated'))).toBeCloseTo(await number('difference'), 0);
  const data = await page.evaluate(() => {
    const plot = window.aqm.plot('measured') as unknown as { x: { values: ArrayLike<number> } } | null;
    return plot === null ? null : Array.from(plot.x.values).slice(0, 1);
  });
  expect(data?.[0]).toBeCloseTo(10, 6);
  expect((await axe(page).include('.measured').analyze()).violations).toEqual([]);
  await section.screenshot({ path: info.outputPath('measured.png') });

  // A capture, packed; then another way of the same page: a log of tc, a file of Flent.
  for (const [name, series] of [
    ['a.pcap.gz', 'rtt'],
    ['tc.log', 'queue of tbf 1:'],
    ['ping.flent.gz', 'Ping (ms) ICMP'],
    ['iperf3.json', 'throughput'],
  ] as const) {
    await open(name);
    await expect(section.getByRole('heading')).toHaveText(`Measured: ${name}`);
    await expect(section.getByLabel('Series').locator('option').first()).toHaveText(series);
  }

  // A measure between two cursors has a style sheet of its own, which does not reach into this section.
  const [before] = await Promise.all([section.boundingBox(), section.scrollIntoViewIfNeeded()]);
  await page.keyboard.press('m');
  await expect(page.locator('.measure-told')).toHaveCount(3);
  const after = await section.boundingBox();
  expect([after?.width, after?.height]).toEqual([before?.width, before?.height]);
  await page.keyboard.press('m');

  await open({ name: 'cut.txt', text: 'PING a (b) 56(84) bytes of data.\n64 bytes from a: icmp_seq=1 tt' });
  await expect(page.getByText('line 2: an answer has icmp_seq= and time= in ms')).toBeVisible();
  await expect(section.getByRole('heading')).toHaveText('Measured: iperf3.json');
  await section.getByRole('button', { name: 'Take the measurement away' }).click();
  await expect(section).toBeHidden();
});

test('a page in German tells in German what is wrong, and what was assumed', async ({ explorer, page }) => {
  await explorer.open('/?lang=de');
  await explorer.ready();
  const open = async (name: string, text: string) => {
    await page.getByRole('button', { name: 'Szenarien' }).click();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  };
  const head = 'PING a (b) 56(84) bytes of data.\n';
  await open('cut.txt', `${head}64 bytes from a: icmp_seq=1 tt`);
  await expect(
    page.getByText('Zeile 2: eine Antwort hat icmp_seq= und time= in ms.', { exact: true }),
  ).toBeVisible();
  await open(
    'ping.txt',
    `${head}64 bytes from a: icmp_seq=1 ttl=64 time=20 ms\n64 bytes from a: icmp_seq=3 ttl=64 time=25 ms\n` +
      '--- a ping statistics ---\n3 packets transmitted, 2 received, 33% packet loss, time 2003ms\n',
  );
  const section = page.getByRole('region', { name: 'Gemessen', exact: true });
  await expect(section.getByLabel('Reihe').locator('option')).toHaveText('Umlaufzeit');
  await expect(section.getByText('verloren: 1', { exact: true })).toBeVisible();
  await expect(section.getByText('Die Datei hat keine Zeiten')).toBeVisible();
  await expect(section.locator('caption')).toContainText('Wartezeit, von ');
});
