/** A chain of links on the page: made from a dumbbell, edited link by link, looked at link by link, and taken back. */
import type { Page } from '@playwright/test';
import { axe, expect, test } from './page.ts';

const chain = (page: Page) => ({
  topology: page.getByRole('combobox', { name: 'Topology' }),
  rate: (link: number) => page.getByRole('textbox', { name: `Rate of link ${link}` }),
  buffer: (link: number) => page.getByRole('textbox', { name: `Buffer of link ${link}` }),
  managed: (link: number) => page.getByRole('checkbox', { name: `AQM manages link ${link}` }),
  show: (link: number) => page.getByRole('radio', { name: `Show link ${link}` }),
  head: page.locator('.lane-head .link-shown').first(),
});

test('a dumbbell becomes a chain of one link with the same history, grows, and is a dumbbell again', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  const { topology, rate, show, managed, head } = chain(page);
  const dumbbell = await explorer.metric('goodput', 0).textContent();
  await expect(page.getByRole('textbox', { name: 'Bottleneck rate' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'From router' })).toHaveCount(0);

  await topology.selectOption('chain');
  await explorer.ready();
  await expect(page.getByRole('textbox', { name: 'Bottleneck rate' })).toHaveCount(0);
  // One link has no need of a number.
  await expect(head).toHaveCount(0);
  await expect(explorer.metric('goodput', 0)).toHaveText(dumbbell ?? '');
  await expect(page.getByRole('textbox', { name: 'From router' })).toHaveValue('0');

  await page.getByRole('button', { name: 'Add link' }).click();
  await rate(2).fill('5 Mbit/s');
  await rate(2).press('Enter');
  await show(2).check();
  await managed(1).uncheck();
  await explorer.ready();
  await expect(head).toHaveText('link 2 of 2');
  const goodput = await explorer.metric('goodput', 0).textContent();
  expect(Number(goodput)).toBeLessThan(5);

  // What is shown changes nothing of what happens, is no edit, and is in the link.
  const fields = () => new URLSearchParams(new URL(page.url()).hash.slice(1));
  await expect.poll(() => fields().get('hop')).toBe('1');
  // The address follows the last edit a moment later.
  await page.waitForTimeout(600);
  const written = fields().get('s');
  await show(1).check();
  await expect.poll(() => fields().get('hop')).toBe('0');
  expect(fields().get('s')).toBe(written);
  await explorer.ready();
  await expect(head).toHaveText('link 1 of 2, DropTail');
  await expect(explorer.metric('goodput', 0)).toHaveText(goodput ?? '');
  expect((await explorer.plot('queue', 0)).series.map(({ label }) => label)).toContain('queue mean');

  await page.getByRole('button', { name: 'Remove link 2' }).click();
  await topology.selectOption('dumbbell');
  await explorer.ready();
  await expect(head).toHaveCount(0);
  await expect(explorer.metric('goodput', 0)).toHaveText(dumbbell ?? '');
});

test('an edit of a chain is undone, and one that is refused says why beside its link', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  const { topology, buffer } = chain(page);
  await topology.selectOption('chain');
  await page.getByRole('button', { name: 'Add link' }).click();
  await buffer(2).fill('90');
  await buffer(2).press('Enter');
  await expect(page.locator('.chain .problem')).toContainText(/max_th.*links\[1\]/);
  await buffer(2).fill('200');
  await buffer(2).press('Enter');
  await expect(page.locator('.chain .problem')).toHaveCount(0);

  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.click();
  await expect(buffer(2)).toHaveValue('140');
  await undo.click();
  await expect(buffer(2)).toHaveCount(0);
  await undo.click();
  await expect(topology).toHaveValue('dumbbell');
  await explorer.ready();
});

for (const [width, colorScheme] of [
  [1440, 'light'],
  [390, 'dark'],
] as const) {
  test(`axe finds nothing to complain of in a chain, ${width} pixels, ${colorScheme}`, async ({
    explorer,
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await explorer.open();
    await page.getByRole('button', { name: 'Scenarios' }).click();
    await page.getByRole('button', { name: 'Parking lot' }).click();
    await explorer.ready();
    if (width < 700) await page.getByRole('button', { name: 'Show the scenario' }).click();
    await expect(chain(page).show(2)).toBeChecked();
    const { violations } = await axe(page).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual(
      [],
    );
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(wide).toBe(false);
  });
}

test('the parking lot answers what is left for the long way, from what each row of traffic got', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  await page.getByRole('button', { name: 'Scenarios' }).click();
  await page.getByRole('button', { name: 'Parking lot' }).click();
  await explorer.ready();
  const table = page.getByRole('region', { name: 'Results by row of traffic, table' });
  const of = (row: number) =>
    table.locator(`tbody[data-row="${row}"] td[data-metric="goodput_of_flow"]`).allInnerTexts();
  const [long, short] = [(await of(0)).map(Number), (await of(1)).map(Number)];
  expect(long.length).toBeGreaterThan(1);
  // Who crosses two congested links and waits at both gets less than who crosses one of them.
  long.forEach((rate, lane) => expect(rate).toBeLessThan(short[lane] ?? NaN));
  const answer = await page.locator('.answer').innerText();
  const told = Number(/^A flow over all 5 links gets ([\d.]+)\skbit\/s under RED/.exec(answer)?.[1]);
  expect(Math.round(told)).toBe(long[0]);
  await expect(table.locator('tbody').first()).toContainText('25 NewReno flows over all 5 links');
  await expect(page.getByRole('region', { name: 'Source' })).toContainText('IEEE Access, 2022');
});
