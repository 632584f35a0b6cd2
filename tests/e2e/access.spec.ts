/**
 * axe on every view and on everything that opens above it, in both themes, wide and on a phone; and each main
 * task with the keyboard alone.
 */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { encodeLink, VIEW_NAMES, type Scenario } from '../../models/src/index.ts';
import { axe, expect, faultsInBoth, test, type Explorer } from './page.ts';

const VIEWS = Object.values(VIEW_NAMES);
const close: Scenario = {
  version: 1,
  duration: 30,
  traffic: [{ flows: 20 }],
  lanes: [{ aqm: { id: 'red' } }, { aqm: { id: 'codel' } }],
};

const faults = async (page: Page): Promise<readonly string[]> => {
  await page.mouse.move(0, 400); // off what was pressed, whose tip stands in no landmark
  return faultsInBoth(page);
};
const toView = async (explorer: Explorer, page: Page, place: number) => {
  await page.keyboard.press(String(place + 1));
  await explorer.ready();
};

for (const size of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test(`axe: every view, ${size.width} pixels`, async ({ explorer, page }) => {
    test.slow();
    await page.setViewportSize(size);
    // With a map of few cells: of 64 by 64 it takes seconds of two processors.
    await explorer.open('/#s=p.early-drop.1&cells=16');
    for (const [place, view] of VIEWS.entries()) {
      await toView(explorer, page, place);
      expect(await faults(page), view).toEqual([]);
    }
  });

  test(`axe: what opens over a view, ${size.width} pixels`, async ({ explorer, page }) => {
    test.slow();
    await page.setViewportSize(size);
    await explorer.open();
    for (const name of ['Scenarios', 'Share', 'Export', 'Help']) {
      await page.getByRole('button', { name, exact: true }).click();
      await explorer.ready();
      expect(await faults(page), name).toEqual([]);
      await page.keyboard.press('Escape');
    }
    await page.locator('.plot-menu > .icon-button').first().click();
    expect(await faults(page), 'menu of a plot').toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox', { name: /^Search commands/ });
    await search.fill('lesson');
    expect(await faults(page), 'palette').toEqual([]);
    await search.press('Enter');
    await expect(page.getByRole('dialog', { name: 'A lesson' })).toBeVisible();
    expect(await faults(page), 'lesson').toEqual([]);
    await page.keyboard.press('Escape');
    if (size.width < 500) {
      await page.getByRole('button', { name: 'Show the scenario' }).click();
      expect(await faults(page), 'sheet').toEqual([]);
    }
    await page
      .getByRole('button', { name: /^Scheme: / })
      .first()
      .click();
    expect(await faults(page), 'chooser').toEqual([]);
  });

  test(`axe: packet, measure, own law and drawn curve, ${size.width} pixels`, async ({ explorer, page }) => {
    test.slow();
    await page.setViewportSize(size);
    await explorer.open(`/${encodeLink(close, { span: '20_21' })}`);
    await page.getByRole('button', { name: 'packet by packet' }).first().click();
    await expect(page.getByRole('group', { name: 'One packet' })).toBeVisible();
    await page.keyboard.press('m');
    expect(await faults(page), 'packet').toEqual([]);
    await page.getByRole('button', { name: 'its law' }).click();
    await explorer.ready();
    expect(await faults(page), 'law').toEqual([]);
    await page.keyboard.press('[');
    await page.getByRole('button', { name: 'Draw your own' }).click();
    await explorer.ready();
    expect(await faults(page), 'drawn').toEqual([]);
  });
}

test(`axe: a story before and after its answer, and the projector`, async ({ explorer, page }) => {
  test.slow();
  await explorer.open('/#v=learn&story=drop-early');
  await explorer.ready();
  expect(await faults(page), 'asked').toEqual([]);
  await page.locator('.story-options button').first().click();
  await explorer.ready();
  expect(await faults(page), 'told').toEqual([]);
  await explorer.open();
  await page.keyboard.press('p');
  await explorer.ready();
  expect(await faults(page), 'projector').toEqual([]);
});

/** Tab until what has the focus has this name. */
async function reach(page: Page, name: RegExp, most = 160): Promise<void> {
  const seen: string[] = [];
  for (let i = 0; i < most; ++i) {
    await page.keyboard.press('Tab');
    const label = await page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute('aria-label') ?? element?.textContent.trim() ?? '';
    });
    if (name.test(label)) return;
    seen.push(label.slice(0, 40));
  }
  throw new Error(`Tab does not come to ${String(name)}: ${seen.join(' | ')}`);
}

test('keys alone: a story is found, answered and played', async ({ explorer, page }) => {
  await explorer.open();
  await page.keyboard.press('5');
  await page.locator('.story-card').first().waitFor();
  await reach(page, /Drop early instead of late/);
  await page.keyboard.press('Enter');
  await explorer.ready();
  await reach(page, new RegExp((await page.locator('.story-options button').first().innerText()).trim()));
  await page.keyboard.press('Enter');
  await explorer.ready();
  const before = await page.locator('.story-numbers').innerText();
  const knob = page.locator('.story-play').getByRole('slider').first();
  await reach(page, new RegExp((await knob.getAttribute('aria-label')) ?? 'no label'));
  for (let i = 0; i < 3; ++i) await page.keyboard.press('PageUp');
  await explorer.ready();
  await expect(page.locator('.story-numbers')).not.toHaveText(before, { useInnerText: true });
  await reach(page, /^Next$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Step 2', exact: true })).toHaveAttribute(
    'aria-current',
    /.+/,
  );
});

test('keys alone: a packet is looked at, a lane is added', async ({ explorer, page }) => {
  test.slow();
  await explorer.open(`/${encodeLink(close, { span: '20_21' })}`);
  await reach(page, /^packet by packet$/);
  await page.keyboard.press('Enter');
  const card = page.getByRole('group', { name: 'One packet' });
  await expect(card).toBeVisible();
  await reach(page, /^Previous drop$/);
  const told = await card.locator('p').first().innerText();
  await page.keyboard.press('Enter');
  await expect(card.locator('p').first()).not.toHaveText(told, { useInnerText: true });

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search commands/ }).waitFor();
  await page.keyboard.type('blue');
  await page.keyboard.press('Enter');
  await explorer.ready();
  await expect(page.locator('.lane-trace')).toHaveCount(3);
});

test('keys alone: flows are put in order, chosen, and their windows shown', async ({ explorer, page }) => {
  await explorer.open();
  await page.keyboard.press('3');
  await page.locator('.flows .plot').first().waitFor();
  await explorer.ready();
  const table = page.getByRole('region', { name: 'Every flow', exact: true });
  const loss = page.getByRole('columnheader', { name: /^Loss/ });
  await reach(page, /^Loss %/);
  await page.keyboard.press('Enter');
  await expect(loss).toHaveAttribute('aria-sort', 'descending');
  await page.keyboard.press('Enter');
  await expect(loss).toHaveAttribute('aria-sort', 'ascending');
  const losses = (await table.locator('td[data-metric="loss_ratio"]').allInnerTexts()).map(Number);
  expect(losses.length).toBeGreaterThan(3);
  expect(losses).toEqual([...losses].sort((a, b) => a - b));

  // The flows of the first two lines.
  const windows = page.getByRole('region', { name: 'Windows of chosen flows' });
  for (let count = 1; count <= 2; ++count) {
    await reach(page, /^Window of flow \d+$/);
    await page.keyboard.press('Space');
    await explorer.ready();
    await expect(page.locator(':focus')).toBeChecked();
    await expect(windows.locator('.flow-key')).toHaveCount(count);
  }
  // The windows, and the strip of phases below them.
  await expect(windows.locator('.plot')).toHaveCount(2);
  const chosen = (await table.locator('tbody th').allInnerTexts()).slice(0, 2);
  for (const flow of chosen)
    expect((await explorer.series('windows', 0, `flow ${flow}`)).length).toBeGreaterThan(100);
});

for (const from of ['the menu', 'the palette'] as const) {
  test(`keys alone: numbers and a figure are saved from ${from}`, async ({ explorer, page }) => {
    await explorer.open();
    const choose = async (name: RegExp, typed: string) => {
      if (from === 'the menu') {
        await reach(page, /^Export$/);
        await page.keyboard.press('Enter');
        const first = page.getByRole('button', { name: 'Scenario (JSON)' });
        await expect(first).toBeFocused();
        if (!name.test(await first.innerText())) await reach(page, name, 12);
      } else {
        await page.keyboard.press('Control+k');
        await expect(page.getByRole('combobox', { name: /^Search commands/ })).toBeFocused();
        await page.keyboard.type(typed);
        await expect(page.getByRole('dialog').getByRole('option', { selected: true })).toContainText(name);
      }
      const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
      return readFileSync(await file.path(), 'utf8');
    };
    const csv = await choose(/Results by lane and row \(CSV\)$/, 'csv');
    expect(csv).toMatch(/^scenario,lane,scheme,link,traffic,metric,unit,/);
    expect(csv).toContain(',goodput,bit/s,');
    const svg = await choose(/Plots of all lanes in one figure \(SVG\)$/, 'one figure svg');
    expect(svg).toContain('<svg');
    expect(svg).toContain('Queue of RED');
    // What was opened for it is closed again.
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Scenario (JSON)' })).toHaveCount(0);
  });
}

test('colours that the system forces leave plots, letters, tracks and tabs as they are told apart', async ({
  explorer,
  page,
}) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    // Whatever was chosen, it is the system's.
    await explorer.open('/#at=50');
    await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' });
    await explorer.ready();
    const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(ground).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(0, 0, 0)');
    const seen = async (part: Locator) => {
      const { data } = PNG.sync.read(await part.screenshot());
      const shades = Array.from({ length: data.length / 4 }, (_, i) => data[4 * i] ?? 0);
      const bright = colorScheme === 'light' ? 255 : 0;
      return shades.filter((shade) => Math.abs(shade - bright) < 8).length / shades.length;
    };
    // The future stands under a veil, not on a dark ground; a track is there.
    expect(await seen(explorer.trace(1))).toBeGreaterThan(0.6);
    expect(await seen(page.locator('.scrub'))).toBeLessThan(0.99);
    expect(await seen(page.locator('.lane-params .slider').first())).toBeLessThan(0.98);
    const tabs = await page
      .locator('.tabs button')
      .evaluateAll((all) => all.map((tab) => getComputedStyle(tab).borderBottomColor));
    expect(new Set(tabs.slice(1)).size).toBe(1);
    expect(tabs[0]).not.toBe(tabs[1]);
    const { violations } = await axe(page).withRules('color-contrast').analyze();
    expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
  }
  // Files are in ink on white, as always.
  expect(await page.evaluate(() => window.aqm.svg('queue', 0))).toContain('rgb(27, 28, 31)');
});
