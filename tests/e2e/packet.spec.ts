/** One packet: chosen in the picture, with what the scheme knew when it decided, and what followed. */
import { encodeLink, type Scenario } from '../../models/src/index.ts';
import { axe, expect, test } from './page.ts';

const document: Scenario = {
  version: 1,
  duration: 30,
  traffic: [{ flows: 20 }, { kind: 'cbr', flows: 1, rate: 500_000 }],
  lanes: [
    { aqm: { id: 'red', params: { min_th: 20, max_th: 120, max_p: 0.1 } } },
    { aqm: { id: 'codel' } },
    { aqm: { id: 'droptail' } },
  ],
};
const address = `/${encodeLink(document, { span: '20_21' })}`;

test('a drop is clicked: its fate, its law with its numbers, and those before and after it', async ({
  explorer,
  page,
}) => {
  await explorer.open(address);
  const { x, series } = await explorer.plot('queue', 0);
  const column = (label: string) => series.find((one) => one.label.startsWith(label))?.values ?? [];
  const events = column('event');
  const drop = events.findIndex((event, i) => event === 2 && (x.values[i] ?? 0) > 20.3);
  const at = x.values[drop] ?? NaN;
  const box = await explorer.trace(0).boundingBox();
  if (box === null) throw new Error('the trace is not on the page');
  // The plot's own margins: 52 units to the left of it, 92 to the right.
  const left = box.x + 52 + (at - 20) * (box.width - 144);
  const height = await explorer.plot('queue', 0);
  const [lo, hi] = height.view.y;
  const share = ((column('queue')[drop] ?? 0) - lo) / (hi - lo);
  await page.mouse.click(left, box.y + 12 + (1 - share) * (box.height - 12 - 27));

  const card = page.getByRole('group', { name: 'One packet' });
  await expect(card).toContainText(`At ${at.toFixed(4)} s packet ${column('sequence')[drop]}`);
  await expect(card).toContainText(`flow ${(column('flow')[drop] ?? 0) + 1} (`);
  await expect(card).toContainText('was dropped at random');
  // Names are typeset: in the text "th" is a subscript.
  await expect(card).toContainText('between minth 20 and maxth 120');
  await expect(card.locator('.packet-decision sub').first()).toHaveText('th');
  const avg = Number((column('avg')[drop] ?? NaN).toPrecision(4));
  await expect(card.locator('.packet-law')).toContainText(`avg${avg} packets`);
  // The probability is the drop curve at that average: RED's line.
  const p = (0.1 * ((column('avg')[drop] ?? NaN) - 20)) / 100;
  await expect(card.locator('.packet-law')).toContainText(String(Number(p.toPrecision(4))));
  // RED's own sentence: the number that was drawn, beside p_a.
  await expect(card.locator('.packet-decision')).toContainText(
    /so the curve gives pb .* drawn [\d.e-]+ < pa [\d.e-]+\.$/,
  );
  await expect(card).toContainText('The one before it');
  // What follows: the segment again, and the sender's window round trip by round trip.
  await expect(card).toContainText(/The same sequence number came again [\d.]+ m?s later/);
  await expect(card.locator('.packet-follows')).toContainText(
    /The window of its sender was [\d.]+ packets, in (?:slow start|congestion avoidance|recovery from a loss|after a timeout); one, two, three round trips \([\d.]+ m?s each\) later: [\d.]+, [\d.]+, [\d.]+\./,
  );

  await card.getByRole('button', { name: 'Next packet' }).click();
  await expect(card).not.toContainText(`At ${at.toFixed(4)} s`);
  await card.getByRole('button', { name: 'Previous drop' }).click();
  await expect(card).toContainText(`At ${at.toFixed(4)} s`);
  const { violations } = await axe(page).include('.packet-card').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);

  // It is in the link.
  await expect.poll(() => page.url()).toContain('packet=');
  const link = page.url();
  await explorer.open(link);
  await expect(card).toContainText(`At ${at.toFixed(4)} s`);
  await card.getByRole('button', { name: 'Close the packet' }).click();
  await expect(card).toHaveCount(0);
});

test('a scheme without a curve tells of its own state, DropTail that it has none', async ({
  explorer,
  page,
}) => {
  await explorer.open(address);
  const card = page.getByRole('group', { name: 'One packet' });
  const open = page.getByRole('button', { name: 'packet by packet' });
  await open.nth(1).click();
  // The playhead is at the end of the run: the packet is the last that is shown.
  const opened = Number(/^At ([\d.]+) s/m.exec(await card.innerText())?.[1]);
  expect(opened).toBeGreaterThan(20.9);
  expect(opened).toBeLessThan(21.1);
  await card.getByRole('button', { name: /drop$/ }).first().click();
  await expect(card.locator('.packet-law')).toContainText('drop');
  // CoDel drops at the head: what it drops has waited.
  await expect(card).toContainText('It had come in');
  await expect(card.locator('.packet-decision')).toContainText(
    /waits had been above target 5 ms for interval 100 ms/,
  );
  await open.nth(2).click();
  await expect(card).toContainText('This scheme has no state');
});

test('packets are shown by a button, and by a click on a bar of drops; what waits is told beside what is read', async ({
  explorer,
  page,
}) => {
  await explorer.open(`/${encodeLink(document)}`);
  const card = page.getByRole('group', { name: 'One packet' });
  await expect(card).toHaveCount(0);
  await page.getByRole('button', { name: 'show packets' }).click();
  await explorer.ready();
  await expect(card).toBeVisible();
  await card
    .getByRole('button', { name: /(Previous|Next) drop/, disabled: false })
    .first()
    .click();
  await expect(card).toContainText('besides the one on the link');
  const found = Number(/found (\d+) waiting/.exec(await card.innerText())?.[1]);
  await expect(page.locator('.lane-trace[data-active] .readout')).toContainText(
    new RegExp(`q\\s+${found}\\.0`),
  );

  // All of the time again: the bars of drops.
  await page.keyboard.press('0');
  await explorer.ready();
  await expect(card).toHaveCount(0);
  const box = await explorer.trace(0).boundingBox();
  if (box === null) throw new Error('the trace is not on the page');
  // The strip ends where the axis is drawn, above its ticks.
  await page.mouse.move(box.x + box.width / 2, box.y + box.height - 8 - 5);
  await expect(page.getByRole('tooltip')).toHaveText('Click a bar: show these packets');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height - 8 - 5);
  await explorer.ready();
  await expect(card).toBeVisible();
  await expect(page).toHaveURL(/span=/);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Help' })).toContainText('the queues show every packet');
});
