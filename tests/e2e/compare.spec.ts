import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { encodeLink, type Scenario } from '../../models/src/index.ts';
import { axe, expect, faultsInBoth, test } from './page.ts';

test('opens on a comparison that has run and moves', async ({ explorer, page }) => {
  await explorer.open('/', { moving: true });
  await expect(page.locator('.question')).toContainText('?');
  for (const lane of [0, 1]) {
    const queue = await explorer.series('queue', lane, 'queue max');
    expect(queue.length).toBeGreaterThan(1000);
    expect(Math.max(...queue)).toBeGreaterThan(0);
    await expect(explorer.metric('utilization', lane)).toHaveText(/^\d+\.\d$/);
  }
  const before = await explorer.time();
  await expect.poll(() => explorer.time()).toBeGreaterThan(before);
});

test('the drop curve is the law: zero below min_th, max_p at max_th, one above', async ({ explorer }) => {
  await explorer.open();
  const { x, series } = await explorer.plot('drop-curve', 0);
  const p = series[0]?.values ?? [];
  const near = (value: number) =>
    x.values.flatMap((at, i) => (Math.abs(at - value) < 0.5 ? [p[i] ?? NaN] : []));
  x.values.forEach((at, i) => {
    if (at < 20) expect(p[i]).toBe(0);
    if (at > 20 && at < 120) expect(p[i]).toBeCloseTo((0.1 * (at - 20)) / 100, 9);
    if (at > 120.001) expect(p[i]).toBe(1);
  });
  expect(Math.min(...near(120))).toBeLessThanOrEqual(0.1);
});

test('an edit of a parameter changes the curve, the run and the table', async ({ explorer }) => {
  await explorer.open();
  const queueBefore = Number(await explorer.metric('queue_mean', 0).innerText());
  const otherBefore = await explorer.metric('queue_mean', 2).innerText();
  const field = explorer.param('max_th', 'RED');
  await field.fill('60 packets');
  await field.press('Enter');
  const { x, series } = await explorer.plot('drop-curve', 0);
  const certain = x.values.filter((_, i) => series[0]?.values[i] === 1);
  expect(Math.min(...certain)).toBeCloseTo(60, 3);
  await explorer.ready();
  expect(Number(await explorer.metric('queue_mean', 0).innerText())).toBeLessThan(queueBefore);
  expect(await explorer.metric('queue_mean', 2).innerText()).toBe(otherBefore);
});

test('a threshold is dragged on the curve, and the simulation follows', async ({ explorer, page }) => {
  await explorer.open();
  const handle = explorer.handle('max_th', 'RED');
  const before = await explorer.series('queue', 0, 'queue mean');
  const box = await handle.boundingBox();
  if (box === null) throw new Error('the handle is not on the page');
  const x = box.x + box.width / 2;
  // Below the middle, where no other handle crosses.
  const y = box.y + 0.8 * box.height;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 60, y, { steps: 6 });
  // In the same breath, before any run could end.
  const dragged = Number(await handle.getAttribute('aria-valuenow'));
  expect(dragged).toBeLessThan(120);
  await expect(explorer.param('max_th', 'RED')).toHaveValue(`${dragged} packets`);
  await page.mouse.up();
  await explorer.ready();
  expect(await explorer.series('queue', 0, 'queue mean')).not.toEqual(before);
  // The whole drag is one step back.
  await page.keyboard.press('Control+z');
  await explorer.ready();
  await expect(explorer.param('max_th', 'RED')).toHaveValue('120 packets');
  expect(await explorer.series('queue', 0, 'queue mean')).toEqual(before);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
});

test('the axis stays under what is dragged, and follows when it is let go', async ({ explorer, page }) => {
  // Its curve ends at twice the threshold.
  const gentle: Scenario = {
    version: 1,
    duration: 20,
    lanes: [{ aqm: { id: 'gred', params: { min_th: 20, max_th: 120 } } }],
  };
  await explorer.open(`/${encodeLink(gentle)}`);
  await page.getByRole('button', { name: 'Show up to 1' }).click();
  const endOfAxis = () => page.evaluate(() => window.aqm.plot('drop-curve', 0)?.view.x[1] ?? NaN);
  const handle = page.getByRole('slider', { name: /^max_th of .*on the curve$/ });
  const box = await handle.boundingBox();
  if (box === null) throw new Error('the handle is not on the page');
  const end = await endOfAxis();
  expect(end).toBe(1.05 * 240);
  const [x, y] = [box.x + box.width / 2, box.y + 0.8 * box.height];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const placeAt = async (moved: number) => {
    await page.mouse.move(x + moved, y, { steps: 20 });
    return Number(await handle.getAttribute('aria-valuenow'));
  };
  // There and back, and half of the way again: the value is where the pointer is, however it came there.
  const far = await placeAt(-100);
  expect(far).toBeLessThan(110);
  expect(await placeAt(0)).toBe(120);
  expect(Math.abs((await placeAt(-50)) - (120 + far) / 2)).toBeLessThanOrEqual(1);
  expect(await endOfAxis()).toBe(end);
  await page.mouse.up();
  await expect.poll(endOfAxis).toBeLessThan(end);
});

test('a warning says where a few of many equal flows have the link', async ({ explorer, page }) => {
  const exhibit = JSON.parse(await readFile('models/gallery/lockout.json', 'utf8')) as {
    readonly scenario: Scenario;
  };
  await explorer.open(`/${encodeLink(exhibit.scenario)}`);
  const warning = page.locator('.question-answer .warning');
  await expect(warning.first()).toContainText('50 long TCP flows share the link as if');
  const [droptail, red] = await Promise.all(
    [0, 1].map(async (lane) => Number(await explorer.metric('fairness', lane).innerText())),
  );
  expect(droptail).toBeLessThan(0.3);
  expect(red).toBeGreaterThan(0.98);
  await expect(warning.filter({ hasText: /^B/ })).toHaveCount(0);
});

test('a handle that would break a rule stays, and says which', async ({ explorer, page }) => {
  await explorer.open();
  const field = explorer.param('max_th', 'RED');
  await field.fill('21');
  await field.press('Enter');
  const handle = explorer.handle('min_th', 'RED');
  await handle.focus();
  await page.keyboard.press('ArrowRight');
  await expect(handle).toContainText('above min_th (21)');
  await expect(handle).toHaveAttribute('aria-valuenow', '20');
});

test('thresholds are dragged on the trace, probabilities on the curve', async ({ explorer, page }) => {
  await explorer.open();
  const onTrace = page.getByRole('slider', { name: 'min_th of RED, on the trace' });
  await onTrace.focus();
  await page.keyboard.press('Shift+ArrowUp');
  await expect(explorer.param('min_th', 'RED')).toHaveValue('30 packets');
  await explorer.handle('max_p', 'RED').focus();
  await page.keyboard.press('ArrowUp');
  await expect(explorer.param('max_p', 'RED')).not.toHaveValue('0.1');
});

test('replay plays, pauses, steps and scrubs', async ({ explorer, page }) => {
  await explorer.open('/', { moving: true });
  await page.getByRole('button', { name: 'Pause' }).click();
  const stopped = await explorer.time();
  await page.waitForTimeout(150);
  expect(await explorer.time()).toBe(stopped);
  await page.keyboard.press('Home');
  expect(await explorer.time()).toBe(0);
  await page.keyboard.press('ArrowRight');
  expect(await explorer.time()).toBeCloseTo(1, 6);
  await page.keyboard.press('Shift+ArrowRight');
  expect(await explorer.time()).toBeCloseTo(11, 6);
  await page.keyboard.press('End');
  expect(await explorer.time()).toBe(100);
  await page.getByRole('slider', { name: 'Time', exact: true }).fill('2000');
  expect(await explorer.time()).toBeCloseTo(50, 6);
});

test('time is zoomed by drag, wheel and keys on all plots at once, and close up every packet is there', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  const box = await explorer.trace(0).boundingBox();
  if (box === null) throw new Error('the trace is not on the page');
  const y = box.y + 50;
  await page.mouse.move(box.x + 300, y);
  await page.mouse.down();
  await page.mouse.move(box.x + 500, y, { steps: 4 });
  await page.mouse.up();
  const [from, to] = (await explorer.plot('queue', 0)).view.x;
  expect(to - from).toBeLessThan(60);
  expect((await explorer.plot('queue', 1)).view.x).toEqual([from, to]);
  expect((await explorer.plot('window', 0)).view.x).toEqual([from, to]);

  await page.keyboard.down('Control');
  for (let i = 0; i < 12; ++i) await page.mouse.wheel(0, -300);
  await page.keyboard.up('Control');
  await explorer.ready();
  const close = await explorer.plot('queue', 0);
  expect(close.view.x[1] - close.view.x[0]).toBeLessThan(2);
  // Arrivals, departures and drops one by one: the queue never steps by more than a packet.
  const queue = await explorer.series('queue', 0, 'queue');
  expect(queue.length).toBeGreaterThan(20);
  queue.slice(1).forEach((value, i) => expect(Math.abs(value - (queue[i] ?? NaN))).toBeLessThanOrEqual(1));

  await page.keyboard.press('0');
  expect((await explorer.plot('queue', 0)).view.x).toEqual([0, 100]);
});

test('a change of view is no step to undo and clears none to redo', async ({ explorer, page }) => {
  await explorer.open();
  const field = explorer.param('max_p', 'RED');
  await field.fill('0.2');
  await field.press('Enter');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.keyboard.press('+');
  await page.keyboard.press(']');
  await page.keyboard.press('[');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(field).toHaveValue('0.2');
});

test('lanes are added from the searched catalogue, duplicated, moved and removed', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  const names = () =>
    page.locator('.lane-label').evaluateAll((all) => all.map((e) => (e as HTMLInputElement).value));
  const before = await names();
  await page.getByRole('button', { name: 'Add lane' }).click();
  await page.getByRole('combobox', { name: 'Search schemes' }).fill('droptail');
  await page.keyboard.press('Enter');
  expect(await names()).toEqual([...before, 'DropTail 2']);
  await explorer.ready();
  // The same scheme on the same traffic and seed: the same events.
  expect(await explorer.series('queue', 3, 'queue mean')).toEqual(
    await explorer.series('queue', 1, 'queue mean'),
  );

  const menu = (label: string) =>
    page.getByRole('button', { name: `Lane ${label}: duplicate, move, remove` });
  await menu('DropTail 2').click();
  await page.getByRole('button', { name: 'Move up', exact: true }).click();
  expect((await names())[2]).toBe('DropTail 2');
  await menu('DropTail 2').click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  expect(await names()).toEqual(before);
  await menu('RED').click();
  await page.getByRole('button', { name: 'Duplicate', exact: true }).click();
  // As the last one: the others keep their letters and colours.
  expect(await names()).toEqual([...before, 'RED 2']);
});

test('the menu of a lane has what Linux would have to be told for it', async ({ explorer, page }) => {
  await explorer.open();
  await page.getByRole('button', { name: 'Lane CoDel: duplicate, move, remove' }).click();
  await page.getByRole('button', { name: 'Linux command (tc)' }).click();
  const dialog = page.getByRole('dialog', { name: 'CoDel in Linux' });
  await expect(dialog.getByLabel('Commands')).toContainText(
    'tc qdisc add dev DEV parent 1:1 handle 10: codel limit 140 target 5ms interval 100ms noecn',
  );
  await expect(dialog.getByRole('listitem')).toContainText('profile linux');
  expect(await faultsInBoth(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('another scheme in a lane brings its own parameters', async ({ explorer, page }) => {
  await explorer.open();
  await page.getByRole('button', { name: /^Scheme: / }).click();
  await page
    .getByRole('listbox', { name: 'Schemes' })
    .getByRole('option', { name: /DropTail/ })
    .click();
  await explorer.ready();
  await expect(page.getByRole('textbox', { name: /^max_th of/ })).toHaveCount(0);
  expect(await explorer.series('queue', 0, 'early drops')).toEqual(expect.arrayContaining([0]));
  expect(Math.max(...(await explorer.series('queue', 0, 'early drops')))).toBe(0);
});

test('a lane may have its own network, and says so', async ({ explorer, page }) => {
  await explorer.open();
  await page.getByRole('button', { name: 'Give this lane its own network or traffic' }).click();
  await page.getByText('As text', { exact: true }).click();
  const text = page.getByRole('textbox', { name: 'Merge patch, JSON' });
  await text.fill('{ "network": { "bottleneck": { "bufer": 70 } } }');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.locator('dialog .problem')).toContainText('bufer');
  await text.fill('{ "network": { "bottleneck": { "buffer": 130 } } }');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.locator('.lane-patch')).toContainText('network.bottleneck.buffer 130');
  await explorer.ready();
  expect(Math.max(...(await explorer.series('queue', 0, 'queue max')))).toBeLessThanOrEqual(130);
});

test('schemes are found by who made them, when and what for, and stand by family', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  await page.getByRole('button', { name: 'Add lane' }).click();
  const search = page.getByRole('combobox', { name: 'Search schemes' });
  const options = page.getByRole('listbox', { name: 'Schemes' }).getByRole('option');
  await expect(options.first()).toContainText('plain');
  await expect(options.first()).toContainText('DropTail');
  for (const [query, name] of [
    ['nichols', 'CoDel'],
    ['floyd 1993', 'Random Early Detection'],
    ['2012 delay', 'CoDel'],
  ] as const) {
    await search.fill(query);
    await expect(options.filter({ hasText: name }).first()).toBeVisible();
    expect(await options.count()).toBeLessThan(15);
  }
});

test('a scheme without a drop curve shows what it dropped, and says that it has none', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  const { x, series } = await explorer.plot('drop-curve', 2);
  expect(x.label).toContain('half a second');
  const shares = (series[0]?.values ?? []).filter((share) => !Number.isNaN(share));
  expect(shares.length).toBeGreaterThan(150);
  // Over the whole run they add up to the loss that the table has, within what the warm-up leaves out.
  const mean = shares.reduce((a, b) => a + b, 0) / shares.length;
  const loss = Number(await explorer.metric('loss_ratio', 2).innerText()) / 100;
  expect(Math.abs(mean - loss)).toBeLessThan(0.3 * loss);
  await expect(page.locator('.no-curve')).toHaveCount(0);
  await page.keyboard.press('[');
  await expect(page.locator('.no-curve')).toContainText('CoDel has no drop curve');
});

test('a scheme without a drop curve shows its own law in its place, from the keyboard and in the link', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  const law = page.getByRole('button', { name: 'its law' });
  await law.focus();
  await page.keyboard.press('Enter');
  await expect(law).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('.no-curve')).toContainText('interval / √count');
  await expect(page.locator('[data-plot="drop-curve"]')).toHaveCount(0);
  await explorer.ready();
  // The dots of the run lie on the line of the law: a drop waits for the next departure, 1.2 ms on this link.
  const { x, series } = await explorer.plot('law-gap', 2);
  const gaps = series[0]?.values ?? [];
  expect(gaps.length).toBeGreaterThan(5);
  gaps.forEach((gap, i) => {
    expect(Math.abs(gap - 100 / Math.sqrt(x.values[i] ?? NaN))).toBeLessThan(1.2 + 0.1 * gap);
  });
  const { violations } = await axe(page).include('.curves').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);

  await expect.poll(() => page.url()).toContain('lane=2');
  const link = page.url();
  await explorer.open(link);
  await expect(page.locator('[data-plot="law-sojourn"]')).toBeVisible();
  await law.click();
  await expect(page.locator('[data-plot="drop-curve"]')).toBeVisible();
});

for (const size of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`what is told of a missing curve lies over no link, ${size.width} pixels`, async ({
    explorer,
    page,
  }) => {
    await page.setViewportSize(size);
    const lanes = [{ aqm: { id: 'pie' } }, { aqm: { id: 'droptail' } }];
    await explorer.open(`/${encodeLink({ version: 1, duration: 10, traffic: [{ flows: 10 }], lanes })}`);
    await page.getByRole('button', { name: 'its law' }).click();
    const boxOf = async (selector: string) => {
      const box = await page.locator(selector).boundingBox();
      if (box === null) throw new Error(`${selector} is not seen`);
      return box;
    };
    const [plot, told, links] = [
      await boxOf('.curve-plots'),
      await boxOf('.no-curve'),
      await boxOf('.curve-zoom'),
    ];
    expect(plot.height).toBeGreaterThan(120);
    expect(told.y).toBeGreaterThanOrEqual(plot.y + plot.height);
    expect(links.y).toBeGreaterThanOrEqual(told.y + told.height);
  });
}

test('a threshold in packets has no handle on an axis of prices', async ({ explorer, page }) => {
  const lanes = [{ aqm: { id: 'rem' } }, { aqm: { id: 'red' } }];
  await explorer.open(`/${encodeLink({ version: 1, duration: 10, traffic: [{ flows: 10 }], lanes })}`);
  await expect(page.locator('[data-plot="drop-curve"]')).toHaveCount(2);
  await expect(page.getByRole('slider', { name: /on the curve$/ })).toHaveCount(0);
  await expect(page.getByRole('slider', { name: /^target of / })).not.toHaveCount(0);
  await page.keyboard.press(']');
  await expect(page.getByRole('slider', { name: /^(min|max)_th of .*on the curve$/ })).toHaveCount(2);
});

test('the corner of a curve is taken and moved both ways in one step', async ({ explorer, page }) => {
  await explorer.open();
  const corner = await page.locator('.knee').boundingBox();
  if (corner === null) throw new Error('there is no corner');
  const [x, y] = [corner.x + corner.width / 2, corner.y + corner.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 40, y + 20, { steps: 3 });
  await page.mouse.move(x - 80, y + 30, { steps: 3 });
  await page.mouse.up();
  await explorer.ready();
  const value = async (name: string) => parseFloat(await explorer.param(name, 'RED').inputValue());
  expect(await value('max_th')).toBeLessThan(110);
  expect(await value('max_p')).toBeLessThan(0.09);
  await page.keyboard.press('Control+z');
  expect(await value('max_th')).toBe(120);
  expect(await value('max_p')).toBe(0.1);
});

test('a rule between two parameters is told of the one that was typed', async ({ explorer, page }) => {
  await explorer.open();
  await explorer.param('min_th', 'RED').fill('130');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Must be below max_th (120).')).toBeVisible();
});

test('close up, what a scheme records is shown packet by packet', async ({ explorer, page }) => {
  await explorer.open();
  await page.getByRole('combobox', { name: 'Quantity shown below the queues' }).selectOption('state:count');
  await explorer.ready();
  const between = async () => {
    const { values } = (await explorer.plot('state-count', 0)).x;
    return ((values.at(-1) ?? NaN) - (values[0] ?? NaN)) / values.length;
  };
  const far = await between();
  await page.locator('#plots').focus();
  for (let i = 0; i < 10; ++i) await page.keyboard.press('+');
  // Every packet of the window comes after the window itself; those of a wider one that came on the way serve as well.
  await expect.poll(between).toBeLessThan(far / 10);
  const counts = await explorer.series('state-count', 0, 'count');
  // Between two drops the count goes up by one with every packet (Floyd and Jacobson 1993).
  const up = counts.filter((count, i) => i > 0 && count - (counts[i - 1] ?? 0) === 1).length;
  expect(up).toBeGreaterThan(100);
});

test('a phone on its side has the plots for itself until the scenario is asked for', async ({
  explorer,
  page,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await explorer.open();
  await expect(page.locator('.panel')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show the scenario' }).click();
  await expect(page.locator('.panel')).toBeVisible();
});

test('a brace is as high as the cases that it holds', async ({ explorer, page }) => {
  await explorer.open();
  await page.getByRole('button', { name: 'About Random Early Detection' }).click();
  const cases = page.locator('.equation mtable').first();
  await expect(cases).toBeVisible();
  expect(await cases.evaluate((e) => getComputedStyle(e).backgroundImage)).toContain('brace');
  await expect(page.locator('.equation mo[fence="true"]').first()).toBeHidden();
});

test('up to eight lanes have their names over the curves', async ({ explorer, page }) => {
  const schemes = ['red', 'tred', 'sared', 'codel', 'pie', 'madpie', 'blue', 'fq_codel'];
  const lanes = schemes.map((id) => ({ aqm: { id } }));
  await explorer.open(`/${encodeLink({ version: 1, duration: 10, lanes })}`);
  await expect(page.locator('.legend li')).toHaveCount(8);
  const legend = await page.locator('.legend').boundingBox();
  const canvas = await page.locator('[data-plot="drop-curve"] .plot-body').boundingBox();
  if (legend === null || canvas === null) throw new Error('no legend, or no curves');
  // Whole, and above the curves: nothing of it is cut or scrolled to.
  expect(legend.y + legend.height).toBeLessThanOrEqual(canvas.y + 1);
  for (const item of await page.locator('.legend li').all()) {
    expect(await item.evaluate((e) => parseFloat(getComputedStyle(e).fontSize))).toBeGreaterThan(10);
    const box = await item.boundingBox();
    expect((box?.y ?? NaN) + (box?.height ?? NaN)).toBeLessThanOrEqual(legend.y + legend.height + 1);
  }
});

test('a lane’s own network and traffic have the forms of the scenario’s', async ({ explorer, page }) => {
  await explorer.open();
  await page.getByRole('button', { name: 'Give this lane its own network or traffic' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Flows', exact: true }).fill('50');
  await page.keyboard.press('Enter');
  await dialog.getByRole('textbox', { name: 'Buffer', exact: true }).fill('130');
  await page.keyboard.press('Enter');
  await dialog.getByRole('textbox', { name: 'Buffer', exact: true }).fill('-1');
  await page.keyboard.press('Enter');
  await expect(dialog.locator('.problem')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.locator('.lane-patch')).toContainText('traffic 50 NewReno flows');
  await expect(page.locator('.lane-patch')).toContainText('network.bottleneck.buffer 130');
  // The scenario's own are as they were, and still followed in all else.
  await expect(page.locator('.panel').getByRole('textbox', { name: 'Flows', exact: true })).toHaveValue('20');
  await explorer.ready();
  expect(Math.max(...(await explorer.series('queue', 0, 'queue max')))).toBeLessThanOrEqual(130);
  await page.getByRole('button', { name: 'Change what is its own' }).click();
  await page.getByRole('button', { name: 'As the scenario' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.locator('.lane-patch li')).toHaveCount(0);
});

test('the queues of all lanes in one plot, as differences, and as small multiples', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  const layout = page.getByRole('combobox', { name: 'Queues shown' });
  const queues = await Promise.all([0, 1, 2].map((lane) => explorer.series('queue', lane, 'queue mean')));
  await layout.selectOption('queues in one plot');
  await expect(page.locator('[data-plot="queues"]')).toBeVisible();
  await expect(page.locator('[data-plot="queue"]')).toHaveCount(0);
  for (const lane of [0, 1, 2]) expect(await explorer.series('queues', lane, 'queue')).toEqual(queues[lane]);

  await page.getByRole('combobox', { name: 'Figures shown' }).selectOption({ index: 1 });
  await expect(page.locator('[data-plot="queue-differences"]')).toBeVisible();
  const difference = await explorer.series('queue-differences', 1, 'difference');
  const own = (lane: number, i: number) => queues[lane]?.[i] ?? NaN;
  difference.forEach((value, i) => expect(value).toBeCloseTo(own(1, i) - own(0, i), 9));
  const { violations } = await axe(page).include('.traces').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);

  await layout.selectOption('queues side by side');
  await expect(page.locator('[data-plot="queue"]')).toHaveCount(3);
  const [first, second] = await Promise.all([0, 1].map((lane) => explorer.trace(lane).boundingBox()));
  expect(second?.y).toBe(first?.y);
  await expect.poll(() => page.url()).toContain('queues=small');
});

test('the playhead comes along into a window that is drawn beside it', async ({ explorer, page }) => {
  await explorer.open();
  const box = await explorer.trace(0).boundingBox();
  if (box === null) throw new Error('the trace is not on the page');
  const drag = async (from: number, to: number) => {
    await page.mouse.move(box.x + from * box.width, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + to * box.width, box.y + 40, { steps: 5 });
    await page.mouse.up();
    await page.mouse.move(box.x + 0.5 * box.width, box.y - 60);
    await explorer.ready();
    return (await explorer.plot('queue', 0)).view.x;
  };
  // It stands at the end of the run: then at that of the window.
  const [, end] = await drag(0.3, 0.4);
  expect(await explorer.time()).toBeCloseTo(end, 1);
  await page.keyboard.press('0');
  await page.keyboard.press('Home');
  const [begin] = await drag(0.5, 0.6);
  expect(await explorer.time()).toBeCloseTo(begin, 1);
});

test('it is played at a thousandth and at a thousand times', async ({ explorer, page }) => {
  await explorer.open();
  const speed = page.getByRole('combobox', { name: 'Speed' });
  await page.keyboard.press('Home');
  await speed.selectOption('0.001');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => explorer.time()).toBeGreaterThan(0);
  expect(await explorer.time()).toBeLessThan(0.5);
  await speed.selectOption('1000');
  await expect.poll(() => explorer.time()).toBe(100);
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
  // A story or a link may have a speed that is not in the list.
  await explorer.open('/#v=learn&story=why-buffers-hurt');
  await expect(speed).toHaveValue('0.5');
});

test('a name with too many letters is not cut but refused, with the reason, and stays to be shortened', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  for (const [field, most] of [
    [page.getByRole('textbox', { name: 'Name of lane 1' }), 100],
    [page.getByRole('textbox', { name: 'Title of the scenario' }), 200],
  ] as const) {
    await field.fill('x'.repeat(most + 1));
    await field.press('Enter');
    await expect(explorer.notice()).toContainText(
      new RegExp(`The (name of lane 1|title): text has at most ${most} characters`),
    );
    await expect(field).toHaveValue('x'.repeat(most + 1));
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await field.fill('x'.repeat(most));
    await field.press('Enter');
    await expect(explorer.notice()).toHaveCount(0);
    await expect(field).toHaveAttribute('aria-invalid', 'false');
  }
  // A lane of that name has a copy of its own name.
  await page.getByRole('button', { name: /^Lane x+: duplicate/ }).click();
  await page.getByRole('button', { name: 'Duplicate', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Name of lane 4' })).toHaveValue(`${'x'.repeat(98)} 2`);
});

test('a scheme that does not fit the scenario is not taken, and why is told where it was chosen', async ({
  explorer,
  page,
}) => {
  const document: Scenario = {
    version: 1,
    title: 'A small buffer',
    duration: 5,
    network: { bottleneck: { buffer: 10 } },
    lanes: [{ aqm: { id: 'droptail' } }],
  };
  await explorer.open(`/${encodeLink(document)}`);
  const choose = async (button: RegExp, scheme: string) => {
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('combobox', { name: 'Search schemes' }).fill(scheme);
    await page.keyboard.press('Enter');
  };
  // RED's thresholds have defaults beyond this buffer.
  for (const button of [/^Scheme: DropTail/, /^Add lane/]) {
    await choose(button, 'random early detection');
    await expect(explorer.notice()).toContainText(/nothing was changed.*max_th.* is refused/s);
    await explorer.notice().getByRole('button', { name: 'Dismiss' }).click();
    await expect(explorer.notice()).toHaveCount(0);
  }
  await choose(/^Add lane/, 'random early detection');
  await expect(explorer.notice()).toHaveCount(1);
  // What is mended is not told any longer.
  await choose(/^Add lane/, 'codel');
  await expect(explorer.notice()).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: /^Name of lane/ })).toHaveCount(2);
  // Where there is a nearest that would do, it is offered, and taken with a click.
  await choose(/^Add lane/, 'proportional integral');
  await explorer.notice().getByRole('button', { name: 'Use target = 10' }).click();
  await expect(explorer.notice()).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: /^Name of lane/ })).toHaveCount(3);
  await expect(page.getByRole('textbox', { name: 'target of Proportional-Integral controller' })).toHaveValue(
    '10 packets',
  );
  // It is an offer for the document that it was made of.
  await choose(/^Add lane/, 'random early detection');
  await expect(explorer.notice()).toHaveCount(1);
  await page.keyboard.press('Control+z');
  await expect(explorer.notice()).toHaveCount(0);
});

test('a number without a unit has the unit that its field shows', async ({ explorer, page }) => {
  await explorer.open();
  const type = async (name: string, text: string) => {
    const field = page.getByRole('textbox', { name, exact: true });
    await field.fill(text);
    await field.press('Enter');
    return field;
  };
  await expect(await type('Bottleneck delay', '2')).toHaveValue('2 ms');
  await expect(await type('Bottleneck rate', '20')).toHaveValue('20 Mbit/s');
  await expect(await type('Access delay', '5-20')).toHaveValue('5–20 ms');
  await expect(await type('Access delay', '7')).toHaveValue('7 ms');
  await expect(await type('Duration', '50')).toHaveValue('50 s');
  // A unit of one's own stands.
  await expect(await type('Bottleneck delay', '0.03 s')).toHaveValue('30 ms');
  await explorer.ready();
  await expect(page.locator('.question')).toContainText('20 Mbit/s');
});

test('a lane that is added leaves letters and colours of the others as they are', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  const looks = () =>
    page.locator('.lane-card').evaluateAll((cards) =>
      cards.map((card) => {
        const badge = card.querySelector('.badge');
        const name = card.querySelector<HTMLInputElement>('.lane-label')?.value;
        return [name, badge?.textContent, badge === null ? '' : getComputedStyle(badge).borderTopColor];
      }),
    );
  const before = await looks();
  expect(new Set(before.map(([, , colour]) => colour)).size).toBe(before.length);
  await page.getByRole('button', { name: 'Draw your own' }).click();
  await explorer.ready();
  await page.getByRole('button', { name: 'Lane RED: duplicate, move, remove' }).click();
  await page.getByRole('button', { name: 'Duplicate', exact: true }).click();
  await explorer.ready();
  const after = await looks();
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after.slice(before.length).map(([name]) => name)).toEqual(['Drawn', 'RED 2']);
});

test('another scenario is empty until it is computed: nothing of the one before stands under its names', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  await expect(page.locator('.answer')).toContainText('RED');
  // Four million packets a lane: seconds of computing, and the third lane waits for a worker.
  const other: Scenario = {
    version: 1,
    title: 'Another one',
    duration: 1000,
    network: { bottleneck: { rate: 5e7, buffer: 1000 } },
    lanes: ['ared', 'red', 'gred'].map((id) => ({ label: `New ${id}`, aqm: { id } })),
  };
  await page.goto(`/${encodeLink(other)}`);
  await expect(page.getByRole('textbox', { name: 'Title of the scenario' })).toHaveValue('Another one');
  await expect(page.locator('.metric-lane').first()).toContainText('New ared');
  await expect(page.locator('.answer')).toHaveText('Computing…');
  await expect(page.locator('.answer')).toBeVisible();
  await expect(explorer.metric('loss_ratio', 2)).toHaveText('');
});

test('a leap of a threshold ends where it may stand, and those ends are announced', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  const handle = explorer.handle('max_th', 'RED');
  await handle.focus();
  // min_th is 20, the buffer 140 packets.
  await expect(handle).toHaveAttribute('aria-valuemin', '21');
  await expect(handle).toHaveAttribute('aria-valuemax', '140');
  for (const [key, value] of [
    ['End', '140'],
    ['PageDown', '130'],
    ['Home', '21'],
    ['PageUp', '31'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(handle).toHaveAttribute('aria-valuenow', value);
    await expect(page.locator('.handle-refusal')).toHaveCount(0);
  }
});

test('two values are typed with a dash or as documents have them, and the help says how', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  const start = page.getByRole('textbox', { name: 'Start', exact: true });
  await start.fill('[1, 5]');
  await start.press('Enter');
  await expect(start).toHaveValue('1–5 s');
  const help = page.locator('.field', { has: start }).locator('.visually-hidden');
  await expect(help).toContainText('with a dash (0–1 s)');
  await expect(help).not.toContainText('[a, b]');
});

test('nobody who sends is said in words, and a lesson’s question says what has changed', async ({
  explorer,
  page,
}) => {
  await explorer.open(`/${encodeLink({ version: 1, duration: 5, traffic: [{ flows: 0 }] })}`);
  await expect(page.locator('.question')).toContainText('with 0 flows no packet waits');
  await explorer.open('/#s=p.early-drop.1&lesson=traffic.0.flows~');
  await expect(page.locator('.question-now')).toHaveCount(0);
  const flows = page.getByRole('textbox', { name: 'Flows', exact: true });
  await flows.fill('60');
  await flows.press('Enter');
  await expect(page.locator('.question')).toContainText('Twenty downloads');
  await expect(page.locator('.question-now')).toContainText('Changed since, now: 60 NewReno flows');
});

test('nothing lies on something else at 1024 and 320 pixels', async ({ explorer, page }) => {
  const apart = async (parts: Locator, least = 0) => {
    const boxes = (await Promise.all((await parts.all()).map((one) => one.boundingBox()))).filter(
      (box) => box !== null && box.width > 0,
    );
    boxes.forEach((a, i) =>
      boxes.slice(i + 1).forEach((b) => {
        if (a === null || b === null) return;
        const over =
          Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > least &&
          Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > least;
        expect(over, JSON.stringify([a, b])).toBe(false);
      }),
    );
  };
  await page.setViewportSize({ width: 1024, height: 768 });
  const params = { min_th: 20, max_th: 60, mid_th0: 40, ac_th: 90 };
  await explorer.open(
    `/${encodeLink({ version: 1, duration: 20, network: { bottleneck: { buffer: 120 } }, traffic: [{ flows: 60 }], lanes: [{ aqm: { id: 'acred', params } }, { aqm: { id: 'droptail' } }, { aqm: { id: 'codel' } }, { aqm: { id: 'red', params: { min_th: 20, max_th: 60 } } }] })}`,
  );
  const lane = page.locator('.lane-trace').first();
  await expect(lane.locator('.level-grip')).toHaveCount(4);
  await apart(lane.locator('.level-handle:not(.crowded) .level-grip, .readout'), 1);

  await page.setViewportSize({ width: 320, height: 700 });
  for (const address of ['/', '/embed.html#s=p.early-drop.1&autoplay=0']) {
    await explorer.open(address);
    const links = await page.locator('.curve-zoom').boundingBox();
    const plot = await page.locator('.curves [data-plot] .plot-body').first().boundingBox();
    if (links === null || plot === null) throw new Error('the curve is not on the page');
    expect(links.y).toBeGreaterThanOrEqual(plot.y + plot.height - 1);
  }
  // A chain of five links.
  await explorer.open('/#s=p.parking-lot.1&v=flows');
  await apart(page.locator('.network-link text'), 3);
});

test('a call beside downloads tells what the household feels', async ({ explorer, page }) => {
  const rows: Scenario['traffic'] = [
    { flows: 4, tcp: 'cubic' },
    { kind: 'cbr', flows: 1, rate: 80e3, packet_size: 200 },
  ];
  const document: Scenario = {
    version: 1,
    duration: 10,
    warmup: 2,
    network: { bottleneck: { buffer: 300 } },
    traffic: rows,
    lanes: [{ aqm: { id: 'droptail' } }, { aqm: { id: 'fq_codel' } }],
  };
  await explorer.open(`/${encodeLink(document)}`);
  const table = page.getByRole('region', { name: 'What a household feels, table' });
  const told = (name: string) =>
    table.locator(`tbody[data-row="1"] td[data-metric="${name}"] > span:first-child`);
  await expect(told('bloat_grade')).toHaveText([/^[CDF]$/, /^A\+?$/]);
  const [full = 0, managed = 0] = (await told('opinion_score').allInnerTexts()).map(Number);
  expect(managed).toBeGreaterThan(4.3);
  expect(full).toBeLessThan(managed - 0.1);
  // Of downloads alone nobody waits for an answer: the table is there, folded.
  await explorer.open(`/${encodeLink({ ...document, traffic: rows.slice(0, 1) })}`);
  await expect(table).toBeHidden();
  await page.getByText('What a household feels').click();
  await expect(table.locator('td[data-metric="responsiveness"]')).toHaveCount(2);
});
