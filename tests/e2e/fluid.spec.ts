/** The view "Fluid and stability": solutions, loop, map and designs, as somebody at the page has them. */
import { readFile } from 'node:fs/promises';
import { encodeLink, type Scenario } from '../../models/src/index.ts';
import { loadEngine } from '../../wasm/src/node.ts';
import { expect, faultsInBoth, test, type Explorer } from './page.ts';
import type { Locator, Page } from '@playwright/test';

interface Linear {
  readonly wg: number;
  readonly pm_deg: number;
  readonly gm: number;
  readonly root_newton: readonly [number, number];
}
interface Reference {
  readonly cases: {
    readonly HOLLOT_RED_AGG_GROWTH: {
      readonly equilibrium: { readonly q0: number; readonly W0: number };
      readonly linear: { readonly full: Linear; readonly hollot: Linear };
    };
  };
  readonly hopf: {
    readonly K_critical: { readonly full: { readonly char_newton: number; readonly omega: number } };
    readonly N_critical_at_wq_0_002: { readonly full: number };
  };
}

/** Solved by other solvers; see the file itself. */
const reference = JSON.parse(await readFile('core-cpp/tests/data/fluid.json', 'utf8')) as Reference;
const { equilibrium, linear } = reference.cases.HOLLOT_RED_AGG_GROWTH;
const { hopf } = reference;

/**
 * That case as a scenario: 3750 packets/s; with the sending times, the delay makes an unloaded round trip of
 * 200 ms.
 */
const RATE = 30e6;
const ACCESS = 1e9;
const sending = 8 * (1000 + 40) * (1 / RATE + 2 / ACCESS);
const hollot: Scenario = {
  version: 1,
  title: 'Hollot’s example',
  duration: 40,
  network: {
    bottleneck: { rate: RATE, delay: (0.2 - sending) / 2 - 0.0002, buffer: 800 },
    access: { rate: ACCESS, delay: 0.0001 },
    packet_size: 1000,
  },
  traffic: [{ kind: 'ftp', flows: 60, ecn: true }],
  lanes: [
    {
      label: 'RED',
      // The reference has max_p / (max_th - min_th) = 1.86e-4 and the pole K = -3750 ln(1 - w_q).
      aqm: { id: 'red', params: { min_th: 150, max_th: 700, max_p: 0.1023, w_q: 0.002, ecn: true } },
    },
    { label: 'FQ-CoDel', aqm: { id: 'fq_codel' } },
  ],
};

const card = (page: Page, label: string): Locator =>
  page.locator('.verdict').filter({ hasText: label }).first();
const fact = async (page: Page, label: string, name: string): Promise<readonly number[]> => {
  const row = card(page, label).locator('.facts > div').filter({ hasText: name });
  const text = (await row.locator('dd').innerText()).replaceAll('−', '-');
  return [...text.matchAll(/-?\d+(?:\.\d+)?/g)].map(([digits]) => Number(digits));
};
const option = async (page: Page, name: string, value: string) => {
  await page.getByRole('button', { name: /^Model options/ }).click();
  await page.getByRole('combobox', { name }).selectOption(value);
  await page.keyboard.press('Escape');
};
/** Keeps every text that an element has from now on, however short; what it gives tells them. */
async function watchText(page: Page, selector: string): Promise<() => Promise<readonly string[]>> {
  const texts = await page.locator(selector).evaluateHandle((element) => {
    const seen = [element.textContent];
    const look = () => seen.push(element.textContent);
    new MutationObserver(look).observe(element, { childList: true, characterData: true, subtree: true });
    return seen;
  });
  return () => texts.jsonValue();
}
/** With a map of few cells: of 64 by 64 it takes seconds of two processors. */
const open = (explorer: Explorer, document: Scenario, cells = 16) =>
  explorer.open(`/${encodeLink(document, { v: 'fluid', cells: String(cells) })}`);
/** The example as the reference has it, which marks as the curve says and answers each mark. */
async function openReference(explorer: Explorer, page: Page): Promise<void> {
  await open(explorer, hollot);
  await option(page, 'Drops', 'law');
  await option(page, 'Losses and marks', 'halving');
  await explorer.ready();
}

/** Where a sampled curve has a value, by linear interpolation in the index. */
function crossing(values: readonly number[], level: number): number {
  const i = values.findIndex((value, k) => k > 0 && value > level !== (values[k - 1] ?? NaN) > level);
  const [a, b] = [values[i - 1] ?? NaN, values[i] ?? NaN];
  return i - 1 + (level - a) / (b - a);
}
const at = (values: readonly number[], place: number): number => {
  const i = Math.floor(place);
  const [a, b] = [values[i] ?? NaN, values[i + 1] ?? NaN];
  return a + (b - a) * (place - i);
};

test('Hollot’s example has the margins, the roots and the limit cycle of the reference', async ({
  explorer,
  page,
}) => {
  await openReference(explorer, page);
  await expect(card(page, 'RED')).toContainText('Unstable: a limit cycle');
  const close = (found: number | undefined, wanted: number) =>
    expect(Math.abs((found ?? NaN) - wanted)).toBeLessThan(0.006 * Math.abs(wanted));
  const [margin, simplified] = await fact(page, 'RED', 'Phase margin');
  close(margin, linear.full.pm_deg);
  close(simplified, linear.hollot.pm_deg);
  const [gain, simplifiedGain] = await fact(page, 'RED', 'Gain margin');
  close(gain, linear.full.gm);
  close(simplifiedGain, linear.hollot.gm);
  const [re, im] = await fact(page, 'RED', 'Rightmost root');
  close(re, linear.full.root_newton[0]);
  close(im, linear.full.root_newton[1]);
  close((await fact(page, 'RED', 'Queue at rest'))[0], equilibrium.q0);
  close((await fact(page, 'RED', 'Window at rest'))[0], equilibrium.W0);

  // The plots say the same as the card.
  const db = await explorer.series('bode', 0, 'gain');
  const phase = await explorer.series('bode', 0, 'phase');
  const place = crossing(db, 0);
  close(at((await explorer.plot('bode', 0)).x.values, place), linear.full.wg);
  expect(at(phase, place) + 180).toBeCloseTo(linear.full.pm_deg, 1);
  const roots = await explorer.plot('roots', 0);
  const rightmost = Math.max(...roots.x.values);
  expect(rightmost).toBeCloseTo(linear.full.root_newton[0], 4);
  const mirrored = roots.x.values.flatMap((value, i) =>
    value === rightmost ? [roots.series[0]?.values[i] ?? NaN] : [],
  );
  expect(mirrored[0]).toBeCloseTo(linear.full.root_newton[1], 3);
  expect(mirrored[1]).toBe(-(mirrored[0] ?? NaN));

  // A limit cycle does not end.
  const queue = await explorer.series('fluid-queue', 0, 'fluid queue');
  const late = queue.slice(Math.floor(0.8 * queue.length));
  expect(Math.max(...late) - Math.min(...late)).toBeGreaterThan(100);
});

test('the fluid model and the packets of the same lane stand in one plot, on one axis of time', async ({
  explorer,
  page,
}) => {
  await open(explorer, hollot);
  const columns = (await explorer.plot('fluid-queue', 0)).series.map(({ label }) => label);
  expect(columns).toEqual([
    'fluid queue',
    'fluid avg',
    'packet queue mean',
    'packet queue min',
    'packet queue max',
  ]);
  // The packets' column is what the other view draws of the same run.
  const overPackets = await explorer.series('fluid-window', 0, 'packet window mean');
  await page.getByRole('button', { name: 'Compare' }).click();
  await explorer.ready();
  const ofPackets = await explorer.plot('window', 0);
  await page.getByRole('button', { name: 'Fluid and stability' }).click();
  await explorer.ready();
  const fluid = await explorer.plot('fluid-window', 0);
  for (const [i, time] of fluid.x.values.entries()) {
    if (i % 37 !== 0 || i === 0) continue;
    const bin = Math.floor((time / (fluid.x.values.at(-1) ?? 1)) * ofPackets.x.values.length);
    const near = [bin - 1, bin, bin + 1].map((k) => ofPackets.series[0]?.values[k] ?? NaN);
    expect(near).toContain(overPackets[i]);
  }

  // Drag a range on one plot: all three show it.
  const body = page.locator('[data-plot="fluid-queue"] .plot-body');
  const box = await body.boundingBox();
  if (box === null) throw new Error('the plot is not on the page');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 0.3 * box.width, y);
  await page.mouse.down();
  await page.mouse.move(box.x + 0.5 * box.width, y, { steps: 4 });
  await page.mouse.up();
  await explorer.ready();
  const views = await Promise.all(
    ['fluid-queue', 'fluid-window', 'fluid-probability'].map(
      async (name) => (await explorer.plot(name, 0)).view.x,
    ),
  );
  expect(views[0]?.[0]).toBeGreaterThan(5);
  expect(views[1]).toEqual(views[0]);
  expect(views[2]).toEqual(views[0]);
});

test('an edit is solved again at once, and undo brings back the old verdict', async ({ explorer, page }) => {
  await open(explorer, hollot);
  await expect(card(page, 'RED')).toContainText('Unstable');
  await expect(page.locator('.lane-note')).toContainText('phase margin −');
  const before = await explorer.series('fluid-queue', 0, 'fluid queue');
  const field = explorer.param('w_q', 'RED');
  await field.fill('0.000001');
  await field.press('Enter');
  await explorer.ready();
  await expect(card(page, 'RED')).not.toContainText('Unstable');
  expect((await fact(page, 'RED', 'Rightmost root'))[0]).toBeLessThan(0);
  expect((await fact(page, 'RED', 'Phase margin'))[0]).toBeGreaterThan(0);
  expect(await explorer.series('fluid-queue', 0, 'fluid queue')).not.toEqual(before);
  await expect(page.locator('.lane-note')).toContainText('phase margin');
  await page.getByRole('button', { name: 'Undo' }).click();
  await explorer.ready();
  await expect(card(page, 'RED')).toContainText('Unstable');
  expect(await explorer.series('fluid-queue', 0, 'fluid queue')).toEqual(before);
});

test('a click on the map sets both quantities in one step, and its verdict is the map’s', async ({
  explorer,
  page,
}) => {
  await open(explorer, hollot, 32);
  const before = await explorer.plot('stability-map', 0);
  const { x, series } = before;
  expect(x.values).toHaveLength(32 * 32);
  const growth = series.find(({ label }) => label === 'growth rate')?.values ?? [];
  expect(growth.some((value) => value > 0)).toBe(true);
  expect(growth.some((value) => value < 0)).toBe(true);

  const map = page.locator('.map-cursor');
  const box = await map.boundingBox();
  if (box === null) throw new Error('the map is not on the page');
  // What is pointed at is told before anything is chosen, and what is told moves nothing (finding 26 of the review).
  const top = () =>
    map.evaluate((e) => e.getBoundingClientRect().top + (e.closest('.scroller')?.scrollTop ?? 0));
  const stands = await top();
  await map.hover({ position: { x: 0.2 * box.width, y: 0.2 * box.height } });
  await expect(page.locator('.map-readout')).toContainText(/TCP flows \d+, round trip [\d.]+ m?s: unstable/);
  expect(await top()).toBe(stands);
  const readouts = await watchText(page, '.map-readout');
  // Many flows, short round trips: stable.
  await map.click({ position: { x: 0.8 * box.width, y: 0.8 * box.height } });
  await expect(page.locator('.map-readout')).toContainText(/TCP flows \d+, round trip \d/);
  await expect(page.locator('.map-readout')).toContainText(': stable');
  await explorer.ready();
  // While a map is computed again, first with few cells, the cursor keeps its place, and no text on the way
  // lacks a number.
  const seen = await readouts();
  expect(seen.some((text) => text.includes(': stable'))).toBe(true);
  expect(seen.filter((text) => /NaN|undefined/.test(text))).toEqual([]);
  const [flows = NaN] = (await page.locator('.map-readout').innerText()).match(/\d+/g)?.map(Number) ?? [];
  await expect(page.getByRole('textbox', { name: 'Flows', exact: true })).toHaveValue(String(flows));
  await expect(card(page, 'RED')).not.toContainText('Unstable');
  // The map shows what it showed.
  const after = await explorer.plot('stability-map', 0);
  expect(after.view).toEqual(before.view);
  await page.getByRole('button', { name: 'Undo' }).click();
  await explorer.ready();
  await expect(page.getByRole('textbox', { name: 'Flows', exact: true })).toHaveValue('60');
  await expect(page.getByRole('textbox', { name: 'Bottleneck delay' })).toHaveValue(/^99\.6/);
  await expect(card(page, 'RED')).toContainText('Unstable');

  // The same from the keyboard: the cursor starts in the middle, goes left and up, where it is unstable.
  await map.focus();
  for (let i = 0; i < 3; ++i) await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('ArrowUp');
  await expect(page.locator('.map-readout')).toContainText(': unstable');
  await page.keyboard.press('Enter');
  await explorer.ready();
  await expect(page.getByRole('textbox', { name: 'Flows', exact: true })).not.toHaveValue('60');
  await expect(card(page, 'RED')).toContainText('Unstable');
});

test('a click on the map leaves it where it is, however much its lanes have to say then', async ({
  explorer,
  page,
}) => {
  await explorer.open('/#s=p.early-drop.1&v=fluid&cells=16');
  const map = page.locator('.map-cursor');
  // All of it, so that no click has to scroll first.
  await map.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const heights = new Set<number>();
  for (const [across, up] of [
    [0.1, 0.9],
    [0.9, 0.1],
    [0.5, 0.5],
    [0.9, 0.9],
    [0.1, 0.1],
  ] as const) {
    const box = await map.boundingBox();
    if (box === null) throw new Error('the map is not on the page');
    // Its position when it is drawn, whenever the content above has changed: the observer is called after the
    // page's own, before the frame.
    const watched = await map.evaluateHandle((element) => {
      const tops: number[] = [];
      const look = () => tops.push(element.getBoundingClientRect().top);
      for (const above of document.querySelectorAll('.verdicts, .verdicts > ol, .verdict'))
        new ResizeObserver(look).observe(above);
      return tops;
    });
    await map.click({ position: { x: across * box.width, y: (1 - up) * box.height } });
    await explorer.ready();
    const tops = [...(await watched.jsonValue()), (await map.boundingBox())?.y ?? NaN];
    expect(tops.filter((top) => !(Math.abs(top - box.y) <= 1))).toEqual([]);
    heights.add(
      await page
        .locator('.verdicts > ol')
        .evaluate((list) => Math.max(...[...list.children].map((card) => card.clientHeight))),
    );
  }
  // There was something to hold still against.
  expect(heights.size).toBeGreaterThan(1);
});

test('the axes of the map are any two parameters, over any range', async ({ explorer, page }) => {
  await open(explorer, hollot);
  const section = page.getByRole('region', { name: 'Stability map' });
  await section.getByRole('combobox', { name: 'Across' }).selectOption('max_p');
  await section.getByRole('combobox', { name: 'Up' }).selectOption('w_q');
  const from = section.getByRole('textbox', { name: 'w_q, from' });
  await from.fill('1e-5');
  await from.press('Enter');
  await explorer.ready();
  const { x, series, view } = await explorer.plot('stability-map', 0);
  expect(x.label).toBe('max_p');
  expect(series[0]?.label).toBe('w_q');
  expect(view.y[0]).toBeCloseTo(1e-5, 12);
  expect(x.values).toHaveLength(16 * 16);
  await section.getByRole('combobox', { name: 'Cells' }).selectOption('32 × 32');
  await explorer.ready();
  expect((await explorer.plot('stability-map', 0)).x.values).toHaveLength(32 * 32);
  // What is not possible is said, and nothing changes.
  await from.fill('-1');
  await from.press('Enter');
  await expect(section.getByRole('alert')).toContainText('is possible');
  expect((await explorer.plot('stability-map', 0)).view).toEqual(view);
});

test('where stability is lost is said with its oscillation, marked on the map and one click away', async ({
  explorer,
  page,
}) => {
  await openReference(explorer, page);
  const found = page.locator('.hopf-found');
  const flows = hopf.N_critical_at_wq_0_002.full;
  await expect(found).toContainText(String(Number(flows.toPrecision(4))));
  await page.getByRole('combobox', { name: 'Where stability is lost along' }).selectOption('w_q');
  await explorer.ready();
  const { char_newton: rate, omega } = hopf.K_critical.full;
  const weight = -Math.expm1(-rate / 3750);
  const [value = NaN, speed = NaN, period = NaN] = (
    (await found.innerText()).match(/\d+(?:\.\d+)?(?:e-\d+)?/g) ?? []
  ).map(Number);
  expect(value / weight).toBeCloseTo(1, 3);
  expect(speed / omega).toBeCloseTo(1, 2);
  expect(period * speed).toBeCloseTo(2 * Math.PI, 1);
  await page.getByRole('button', { name: /^Set w_q to [\d.e-]+$/ }).click();
  await explorer.ready();
  // Four digits of the critical value leave the root beside the axis.
  const [re = NaN, im = NaN] = await fact(page, 'RED', 'Rightmost root');
  expect(Math.abs(re)).toBeLessThan(1e-3);
  expect(im / omega).toBeCloseTo(1, 2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await explorer.ready();
  await expect(explorer.param('w_q', 'RED')).toHaveValue('0.002');
  // What has no such place says what was searched.
  await page.getByRole('combobox', { name: 'Where stability is lost along' }).selectOption('buffer');
  await expect(found).toContainText(
    /nowhere from 7\d\d packets to 80.?000 packets: it is unstable throughout/,
  );
});

test('cycles are followed along any number of flows, and not along the packets of a buffer', async ({
  explorer,
  page,
}) => {
  await openReference(explorer, page);
  const along = page.getByRole('combobox', { name: 'Where stability is lost along' });
  const cycles = page.locator('.plot-box.cycles');
  await along.selectOption('flows');
  await cycles.getByRole('button', { name: 'Follow them' }).click();
  await explorer.ready();
  await expect(cycles.locator('[data-plot]')).toBeVisible();
  // Also between two whole numbers.
  const { x } = await explorer.plot('cycles', 0);
  expect(x.values.some((value) => Number.isFinite(value) && !Number.isInteger(value))).toBe(true);
  await along.selectOption('buffer');
  await explorer.ready();
  await expect(cycles).toContainText('Along buffer no cycle is followed: it has whole values only');
});

test('where a law keeps the queue empty, its loop has margins, and chance makes a queue', async ({
  explorer,
  page,
}) => {
  // L(s) = gamma k e^(-s R) / (s R (1 + s R)) with k = 1/2 and gamma = 0.98, whatever the network: |L| = 1 where
  // x sqrt(1 + x^2) = gamma k for x = w R, and its phase there is -90 degrees - x - atan(x).
  const lanes = [{ label: 'Scalable', aqm: { id: 'scalable_control', params: { ecn: true } } }];
  await open(explorer, {
    ...hollot,
    traffic: [{ kind: 'ftp', flows: 10, ecn: true, tcp: 'scalable_control' }],
    lanes,
  });
  const x = Math.sqrt((Math.sqrt(1 + 4 * (0.98 / 2) ** 2) - 1) / 2);
  const [margin = NaN] = await fact(page, 'Scalable', 'Phase margin');
  expect(margin).toBeCloseTo(90 - ((x + Math.atan(x)) * 180) / Math.PI, 1);

  // New Reno under it: packets wait by chance.
  await open(explorer, {
    version: 1,
    duration: 200,
    network: {
      bottleneck: { rate: 10e6, delay: 0.02, buffer: 140 },
      access: { rate: 100e6, delay: [0.005, 0.008] },
    },
    traffic: [{ kind: 'ftp', flows: 12, start: [0, 1] }],
    lanes: [{ label: 'Scalable', aqm: { id: 'scalable_control' } }],
  });
  const text = await card(page, 'Scalable').innerText();
  expect(text).toContain(
    'The law keeps the flows below the link’s rate: at rest the model’s queue is empty.',
  );
  const told = Number(/random, so that ([\d.]+) of them wait on average/.exec(text)?.[1]);
  expect((await fact(page, 'Scalable', 'Mean queue by chance'))[0]).toBe(told);
  // The card would name the packets' queue if it were 15 % away.
  expect(text).not.toContain('The packets’ queue is');
  // The point is in the map; no cycle of the queue begins there, and the plot says so.
  await page.getByRole('combobox', { name: 'Where stability is lost along' }).selectOption('flows');
  const cycles = page.locator('.plot-box.cycles');
  await cycles.getByRole('button', { name: 'Follow them' }).click();
  await explorer.ready();
  await expect(cycles).toContainText('No cycle is followed: the observed queue is at rest there.');
});

test('CUBIC is undecided: neither stable nor unstable', async ({ explorer, page }) => {
  await open(explorer, { ...hollot, traffic: [{ kind: 'ftp', flows: 60, ecn: true, tcp: 'cubic' }] });
  await expect(card(page, 'RED')).toContainText('Undecided');
  await expect(card(page, 'RED')).toContainText('CUBIC’s W_max, gives a root at 0');
  expect(await fact(page, 'RED', 'Rightmost root')).toEqual([0, 1]);
  await expect(page.locator('.hopf-found')).toContainText('unstable nowhere');
});

test('all places at which a lane can rest are listed, and the one that the solution comes to is told', async ({
  explorer,
  page,
}) => {
  const traffic = [{ kind: 'ftp' as const, flows: 90 }];
  const network = {
    bottleneck: { delay: 0.03 },
    access: { rate: 100e6, delay: [0.005, 0.01] as [number, number] },
  };
  // A load that SARED measures over 10 s hardly scatters: it has a rest in either load, which packets find too
  // (wasm/tests/two-rests.test.ts), and one that is unstable between them.
  const aqms = [{ id: 'sared', params: { rho_window: 10 } }, { id: 'ared' }, { id: 'red' }];
  await open(explorer, {
    version: 1,
    network,
    traffic,
    lanes: aqms.map((aqm) => ({ label: `under ${aqm.id}`, aqm })),
  });
  await expect(card(page, 'under sared').locator('.rests')).toContainText('It has 3 equilibria.');
  await expect(card(page, 'under sared').locator('.rests tbody tr').getByText('unstable')).toHaveCount(1);
  const [queue] = await fact(page, 'under sared', 'Queue at rest');
  const told = card(page, 'under sared').locator('.rests tr[aria-current]').getByRole('cell');
  await expect(told).toHaveText([String(queue), /ms$/, /%$/, 'stable']);
  await expect(card(page, 'under ared').locator('.rests')).toContainText('a whole set of equilibria');
  await expect(card(page, 'under red').locator('.rests')).toHaveCount(0);
});

test('a design of the literature is one step, says what it claims and holds it', async ({
  explorer,
  page,
}) => {
  await open(explorer, hollot);
  const names = () =>
    page.locator('.lane-label').evaluateAll((all) => all.map((e) => (e as HTMLInputElement).value));
  const before = await names();
  for (const [button, aqm] of [
    ['RED by Hollot’s rule', 'Scheme: Random Early Detection'],
    ['PI by Hollot’s rule', /^Scheme: .*(PI|Proportional)/],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await expect(page.locator('.claim')).toContainText('Hollot et al. 2002');
    await explorer.ready();
    await expect(page.getByRole('button', { name: aqm })).toBeVisible();
    await expect(page.locator('.verdict[data-active] .verdict-word')).not.toContainText('Unstable');
    // A lane more, to be compared with the one that it was made for.
    expect((await names()).length).toBe(before.length + 1);
    expect(await names()).toEqual(expect.arrayContaining(before));
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.locator('.claim')).toHaveCount(0);
    await explorer.ready();
    expect(await names()).toEqual(before);
    // The lane that it was made for is open again.
    await expect(page.getByRole('button', { name: 'RED by Hollot’s rule' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
  }
});

test('a design by wish keeps its margins over a box, and becomes a lane', async ({ explorer, page }) => {
  await open(explorer, hollot);
  await page.getByRole('button', { name: /^by wish/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Design by wish/ });
  for (const side of ['round trip', 'bottleneck rate'])
    await dialog.getByRole('checkbox', { name: side, exact: true }).uncheck();
  await dialog.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(dialog.getByText('These values keep every margin over the box.')).toBeVisible();
  const worst = Number.parseFloat(
    await dialog
      .getByRole('row', { name: /^phase margin/ })
      .getByRole('cell')
      .nth(1)
      .innerText(),
  );
  expect(worst).toBeGreaterThanOrEqual(45);
  // The certificate's corners, with the packets beside the model.
  await dialog.getByRole('button', { name: /^Packets at the corners/ }).click();
  await expect(
    dialog
      .getByRole('region', { name: /^Packets at the corners/ })
      .getByRole('row', { name: /flows .* ms .* %$/ }),
  ).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Make it a lane' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('.lane-label').last()).toHaveValue(/, by wish$/);
});

test('what a design promised is not said of the place that is chosen next', async ({ explorer, page }) => {
  await open(explorer, hollot);
  await page.getByRole('button', { name: 'PI by Hollot’s rule' }).click();
  await expect(page.locator('.claim')).toContainText('Stable');
  await explorer.ready();
  const map = page.locator('.map-cursor');
  const box = await map.boundingBox();
  if (box === null) throw new Error('the map is not on the page');
  // Few flows, long round trips (finding 12 of the review).
  await map.click({ position: { x: 0.03 * box.width, y: 0.03 * box.height } });
  await expect(page.locator('.claim')).toHaveCount(0);
  await explorer.ready();
  await expect(page.locator('.verdict[data-active] .verdict-word')).toContainText('Unstable');
  await expect(page.locator('.claim')).toHaveCount(0);
});

test('a design that does not apply says why, and a lane without a model says so', async ({
  explorer,
  page,
}) => {
  await open(explorer, {
    version: 1,
    duration: 5,
    traffic: [{ kind: 'cbr', flows: 1, rate: 1e6 }],
    lanes: [{ label: 'RED', aqm: { id: 'red' } }],
  });
  await expect(card(page, 'RED')).toContainText('No fluid model');
  await expect(card(page, 'RED')).toContainText('TCP');
  const designs = page.getByRole('button', { name: /by Hollot’s rule$/ });
  await expect(designs).toHaveCount(0);

  // 3750 packets/s in 0.2 s are less than a packet a flow: no probability makes windows so small, W^2 p = 2.
  await open(explorer, { ...hollot, duration: 5, traffic: [{ kind: 'ftp', flows: 1000 }] });
  await expect(designs).toHaveCount(2);
  const link = page.url();
  await page.getByRole('button', { name: 'PI by Hollot’s rule' }).click();
  await expect(page.locator('.claim')).toContainText('does not apply here');
  expect(page.url()).toBe(link);

  await open(explorer, hollot);
  await card(page, 'FQ-CoDel').getByRole('button', { name: 'FQ-CoDel' }).click();
  await explorer.ready();
  await expect(card(page, 'FQ-CoDel')).toContainText('Each flow has its own queue');
  await expect(designs).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Fluid model over packets' })).toContainText(
    'Each flow has its own queue',
  );
  await expect(page.getByRole('region', { name: 'Stability map' })).toContainText(
    'needs a lane that has a fluid model',
  );
});

test('model options change the model and not the document', async ({ explorer, page }) => {
  const { catalogue } = await loadEngine();
  // As the page itself writes it, which knows the catalogue.
  await explorer.open(`/${encodeLink(hollot, { v: 'fluid', cells: '16' }, catalogue)}`);
  const scenario = () => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('s');
  const link = scenario();
  const before = await fact(page, 'RED', 'Queue at rest');
  await option(page, 'Drops', 'law');
  await explorer.ready();
  expect(await fact(page, 'RED', 'Queue at rest')).not.toEqual(before);
  expect(scenario()).toBe(link);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
  await page.getByRole('button', { name: 'Model options, changed' }).click();
  const tolerance = page.getByRole('textbox', { name: 'Tolerance' });
  await tolerance.fill('1e-16');
  await tolerance.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Between 1e-13 and 0.01');
  await page.getByRole('button', { name: 'Back to the defaults' }).click();
  await page.keyboard.press('Escape');
  await explorer.ready();
  expect(await fact(page, 'RED', 'Queue at rest')).toEqual(before);
});

test('solution, loop and map are had as tables and files', async ({ explorer, page }) => {
  await open(explorer, hollot);
  for (const [plot, title, head] of [
    ['fluid-queue', /^Queue of RED: fluid/, 'time (s),fluid queue (packets),fluid avg (packets),'],
    ['bode', /^Bode plot: gain/, 'frequency (rad/s),gain (dB),phase (°),'],
    [
      'stability-map',
      /^Stability map of RED/,
      'TCP flows,round trip without queueing (ms),growth rate (1/s),',
    ],
  ] as const) {
    const item = async (name: string) => {
      await page.getByRole('button', { name: title }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name }).click(),
      ]);
      return readFile(await file.path(), 'utf8');
    };
    const csv = (await item('Download CSV')).split('\r\n');
    expect(csv[0]?.startsWith(head)).toBe(true);
    expect(csv[0]?.endsWith(',scenario,seed,address')).toBe(true);
    expect(csv[1]).toMatch(/,1,http:[^,]*#[^,]*$/);
    const { x } = await explorer.plot(plot, 0);
    expect(csv.length).toBe(x.values.length + 2);
    expect(Number(csv[2]?.split(',')[0])).toBe(x.values[1]);
    const svg = await item('Download SVG, 178 mm');
    expect(svg).toContain('</svg>');
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    // A map in a file says itself what its shades mean.
    if (plot === 'stability-map') expect(svg).toMatch(/>stable −[^]*unstable</);
  }
});

test('every AQM has a verdict here, and no number is missing', async ({ explorer, page }) => {
  test.setTimeout(120_000);
  const { catalogue } = await loadEngine();
  const LANES = 8;
  for (let from = 0; from < catalogue.length; from += LANES) {
    const some = catalogue.slice(from, from + LANES);
    await open(explorer, {
      version: 1,
      duration: 5,
      network: { bottleneck: { buffer: 400 } },
      traffic: [{ kind: 'ftp', flows: 20 }],
      lanes: some.map(({ id }) => ({ label: id, aqm: { id } })),
    });
    const words = page.locator('.verdict-word');
    await expect(words).toHaveCount(some.length + 1);
    const text = await page.locator('.verdicts').innerText();
    expect(text).not.toMatch(/NaN|Infinity|undefined|null/);
    await expect(page.locator('.verdict .lane-error')).toHaveCount(0);
  }
});

test('the view is loaded when it is looked at, by its key, and is in the link', async ({
  explorer,
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.route('**/sw.js', (route) => route.abort());
  await explorer.open('/#s=p.early-drop.1&cells=16');
  explorer.faults.length = 0;
  const before = scripts.length;
  await page.keyboard.press('2');
  await explorer.ready();
  await expect(page.getByRole('button', { name: 'Fluid and stability' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  expect(scripts.length).toBeGreaterThan(before);
  await expect.poll(() => page.evaluate(() => location.hash.length)).toBeGreaterThan(10);
  await page.reload();
  await explorer.ready();
  await expect(page.locator('.verdict')).toHaveCount(3);
  await page.keyboard.press('1');
  await explorer.ready();
  await expect(page.locator('.verdict')).toHaveCount(0);
  await expect(page.locator('.lane-note')).toHaveCount(0);
  explorer.faults.length = 0;
});

for (const { name, width, height } of [
  { name: 'desktop', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 844 },
]) {
  test(`fits, and axe finds nothing to complain of: ${name}`, async ({ explorer, page }) => {
    await page.setViewportSize({ width, height });
    await open(explorer, hollot);
    const overflow = await page.evaluate(() =>
      [document.documentElement, document.querySelector('.scroller')].map((element) =>
        element === null ? 0 : element.scrollWidth - element.clientWidth,
      ),
    );
    expect(overflow).toEqual([0, 0]);
    // The view scrolls, the page does not.
    const { scrollHeight, clientHeight } = await page.evaluate(() => {
      const { scrollHeight, clientHeight } = document.documentElement;
      return { scrollHeight, clientHeight };
    });
    expect(scrollHeight).toBe(clientHeight);
    expect(await faultsInBoth(page)).toEqual([]);
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('.fluid .axes text')].flatMap((element) => {
        const { left, right } = element.getBoundingClientRect();
        return left < -1 || right > innerWidth + 1 ? [element.textContent] : [];
      }),
    );
    expect(cut).toEqual([]);
  });
}
