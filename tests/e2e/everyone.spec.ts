import { readFile } from 'node:fs/promises';
import { expect, faultsInBoth, test } from './page.ts';

test('axe finds nothing to complain of where a value is refused, below all parameters', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  await page.getByText('More parameters').click();
  const field = explorer.param('max_th', 'RED');
  await field.fill('nonsense');
  await field.press('Enter');
  expect(await faultsInBoth(page)).toEqual([]);
});

test('everything that matters is done from the keyboard', async ({ explorer, page }) => {
  await explorer.open('/', { moving: true });
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
  const reach = async (name: string) => {
    for (let i = 0; i < 120; ++i) {
      await page.keyboard.press('Tab');
      const label = await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
      if (label === name) return;
    }
    throw new Error(`Tab does not come to "${name}"`);
  };
  await reach('max_p of RED');
  await page.keyboard.type('0.2');
  await page.keyboard.press('Enter');
  await expect(explorer.handle('max_p', 'RED')).toHaveAttribute('aria-valuenow', '0.2');
  await reach('max_th of RED, on the curve');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(explorer.param('max_th', 'RED')).toHaveValue('110 packets');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+z');
  await expect(explorer.param('max_th', 'RED')).toHaveValue('120 packets');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the menu of a plot is seen before one points at it, ${colorScheme}`, async ({ explorer, page }) => {
    await page.emulateMedia({ colorScheme });
    await explorer.open();
    // WCAG 2.2, 1.4.11: 3:1 (finding 24 of the review); relative luminance as it is defined there.
    const ratio = await page
      .locator('.plot-menu > .icon-button')
      .first()
      .evaluate((button) => {
        const parts = (colour: string) => (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
        const { color, opacity } = getComputedStyle(button);
        const ground = parts(getComputedStyle(document.documentElement).getPropertyValue('background-color'));
        const seen = parts(color).map(
          (part, i) => part * Number(opacity) + (ground[i] ?? 0) * (1 - Number(opacity)),
        );
        const luminance = (colour: readonly number[]) => {
          const [r = 0, g = 0, b = 0] = colour
            .map((part) => part / 255)
            .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const [a, b] = [luminance(seen), luminance(ground)];
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      });
    expect(ratio).toBeGreaterThanOrEqual(3);
    expect(ratio).toBeLessThan(21);
  });
}

test('what has the focus shows it', async ({ explorer, page }) => {
  await explorer.open();
  const visible = async () =>
    page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return true;
      const rings = [
        element,
        ...element.querySelectorAll('*'),
        ...(element.parentElement ? [element.parentElement] : []),
      ];
      return rings.some((ring) => {
        const style = getComputedStyle(ring);
        return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1;
      });
    });
  for (let i = 0; i < 70; ++i) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
    expect(await visible(), name).toBe(true);
  }
});

test('on a phone nothing is wider than the screen, and the scenario is a sheet', async ({
  explorer,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await explorer.open();
  const overflow = () =>
    page.evaluate(() => {
      const scroller = document.querySelector('.scroller');
      return [document.documentElement, scroller].map((e) =>
        e === null ? 0 : e.scrollWidth - e.clientWidth,
      );
    });
  expect(await overflow()).toEqual([0, 0]);
  await page.getByRole('button', { name: 'Show the scenario' }).click();
  await expect(explorer.param('max_th', 'RED')).toBeVisible();
  expect(await overflow()).toEqual([0, 0]);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(explorer.param('max_th', 'RED')).toHaveCount(0);
});

test.describe('with a finger on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  test('the curve stays seen while a value is slid, and the sheet is there again after it', async ({
    explorer,
    page,
  }) => {
    await explorer.open();
    await page.getByRole('button', { name: 'Show the scenario' }).tap();
    const slider = page.getByRole('slider', { name: 'max_th of RED, slider', exact: true });
    await slider.scrollIntoViewIfNeeded();
    const box = await slider.boundingBox();
    if (box === null) throw new Error('there is no slider');
    /** Nothing that lies over the middle of the curves is painted. */
    const seen = () =>
      page.evaluate(() => {
        const curves = window.document.querySelector('.curves .plot');
        const { left, top, width, height } = curves?.getBoundingClientRect() ?? new DOMRect();
        const pile = window.document.elementsFromPoint(left + width / 2, top + height / 2);
        const at = pile.findIndex((element) => element.closest('.curves') !== null);
        const over = pile.slice(0, at).map((element) => getComputedStyle(element).backgroundColor);
        return at >= 0 && over.every((colour) => colour === 'rgba(0, 0, 0, 0)');
      });
    expect(await seen()).toBe(false);
    const others = explorer.param('min_th', 'RED');
    await expect(others).toBeVisible();
    const law = async () => (await explorer.plot('drop-curve', 0)).series[0]?.values;
    const before = await law();

    const glass = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      glass.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [at] });
    const y = box.y + box.height / 2;
    await touch('touchStart', { x: box.x + 0.8 * box.width, y });
    for (let i = 1; i <= 8; ++i) await touch('touchMove', { x: box.x + (0.8 - 0.04 * i) * box.width, y });
    await expect.poll(law).not.toEqual(before);
    await expect(slider).toBeVisible();
    await expect(others).not.toBeVisible();
    expect(await seen()).toBe(true);
    await touch('touchEnd');
    await expect(others).toBeVisible();
  });
});

test('on a phone each scenario of the list has its own lines', async ({ explorer, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await explorer.open();
  await page.getByRole('button', { name: 'Scenarios' }).click();
  await expect(page.locator('.menu-question').last()).not.toBeEmpty();
  const overlaps = await page.locator('.presets .menu-item > span').evaluateAll((lines) => {
    const boxes = lines.map((line) => line.getBoundingClientRect());
    return boxes.filter((box, i) => i > 0 && box.top < (boxes[i - 1]?.bottom ?? 0) - 1).length;
  });
  expect(overlaps).toBe(0);
});

test('every request stays with the page’s own origin', async ({ explorer, page, baseURL }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(baseURL ?? '') && !url.startsWith('blob:') && !url.startsWith('data:'))
      foreign.push(url);
  });
  await explorer.open();
  await page.getByRole('button', { name: 'Scenarios' }).click();
  await page.getByRole('button', { name: 'SARED 2021, high load' }).click();
  await explorer.ready();
  expect(foreign).toEqual([]);
});

test('after the first visit the page works without a network', async ({ explorer, page, context }) => {
  await explorer.open();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.reload();
  await explorer.ready();
  await expect(explorer.metric('utilization', 0)).toHaveText(/\d/);
  await page.getByRole('button', { name: 'Scenarios' }).click();
  await page.getByRole('button', { name: 'SARED 2021, low load' }).click();
  await expect(page.getByRole('textbox', { name: 'Title of the scenario' })).toHaveValue(
    'SARED 2021, low load',
  );
});

test('what is kept for later is not fetched while somebody does something, and before somebody leaves', async ({
  explorer,
  page,
}) => {
  await page.clock.install();
  const kept = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await explorer.open();
  await page.mouse.move(300, 300);
  await page.clock.pauseAt(Date.now() + 1000);
  // Before the clock stood still a slow machine may have had its three seconds.
  const begun = await kept();
  for (let i = 0; i < 8; ++i) {
    await page.mouse.move(301 + i, 300);
    await page.clock.runFor(2000);
  }
  expect(await kept()).toBe(begun);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  await expect.poll(kept).toBe(1);
});

test('what is kept for later is fetched after a rest', async ({ explorer, page }) => {
  await page.clock.install();
  const kept = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await explorer.open();
  await page.mouse.move(300, 300);
  await page.clock.runFor(4000);
  await expect.poll(kept).toBe(1);
});

test('with reduced motion nothing moves until it is asked to', async ({ explorer, page }) => {
  await explorer.open();
  const time = await explorer.time();
  await page.waitForTimeout(200);
  expect(await explorer.time()).toBe(time);
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
});

test('a run that takes long shows what is left and can be stopped', async ({ explorer, page }) => {
  await explorer.open();
  const rate = page.getByRole('textbox', { name: 'Bottleneck rate' });
  await rate.fill('1 Gbit/s');
  await rate.press('Enter');
  const access = page.getByRole('textbox', { name: 'Access rate' });
  await access.fill('1 Gbit/s');
  await access.press('Enter');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('.lane-error').first()).toContainText('Cancelled');
  await explorer.ready();
  // The page is free again at once, and the old picture is still there.
  expect((await explorer.series('queue', 0, 'queue mean')).length).toBeGreaterThan(1000);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await explorer.ready();
  await expect(page.locator('.lane-error')).toHaveCount(0);
});

test('an edit is marked on the browser’s timeline, from the edit to its painted result', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  const field = explorer.param('max_p', 'RED');
  await field.fill('0.15');
  await field.press('Enter');
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('aqm:edit-to-painted').length))
    .toBeGreaterThan(0);
  const measured = await page.evaluate(() =>
    performance.getEntriesByName('aqm:edit-to-painted').map((e) => e.duration),
  );
  for (const duration of measured) expect(duration).toBeGreaterThan(0);
});

test('without its engine the page says so, and what to do', async ({ explorer, page }) => {
  await page.route('**/*.wasm', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'The simulator did not start' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  explorer.faults.length = 0;
});

test('should the page break, the scenario can be saved and taken a step back', async ({ explorer, page }) => {
  await explorer.open();
  const field = explorer.param('max_p', 'RED');
  await field.fill('0.3');
  await field.press('Enter');
  await explorer.ready();
  await page.evaluate(() => {
    HTMLCanvasElement.prototype.getContext = () => {
      throw new Error('no canvas left');
    };
  });
  await field.fill('0.4');
  await field.press('Enter');
  await expect(page.getByRole('heading', { name: 'Something in this page broke' })).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the scenario' }).click(),
  ]);
  const saved = JSON.parse(await readFile(await download.path(), 'utf8')) as { lanes: { aqm: unknown }[] };
  expect(saved.lanes[0]?.aqm).toMatchObject({ params: { max_p: 0.4 } });
  await page.reload();
  await explorer.ready();
  await expect(field).toHaveValue('0.4');
  explorer.faults.length = 0;
});

test('what has the focus may go away by its own key: the focus goes to what stands there then', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  // The first key; a hand on the keyboard has come here by it.
  await page.keyboard.press('Tab');
  const act = async (name: string | RegExp) => {
    await page.getByRole('button', { name, exact: true }).first().press('Enter');
    await explorer.ready();
  };
  const focused = () =>
    page.evaluate(() => {
      const at = document.activeElement;
      return (at?.getAttribute('aria-label') ?? at?.textContent ?? '').trim();
    });
  const places: [string | RegExp, RegExp][] = [
    // The last of the list: what stands before it. The button that has nothing to undo any more: the one beside it.
    ['Add traffic', /^Add traffic$/],
    ['Remove traffic 2', /^Add traffic$/],
    ['Undo', /^Undo$/],
    ['Undo', /^Redo$/],
  ];
  for (const [name, place] of places) {
    await act(name);
    await expect.poll(focused).toMatch(place);
  }
  await act('Lane CoDel: duplicate, move, remove');
  await act('Remove');
  await expect.poll(focused).toMatch(/lane|DropTail/i);

  await page.getByRole('button', { name: 'Learn', exact: true }).press('Enter');
  await page.getByRole('button', { name: /^1\s*Why buffers hurt/ }).press('Enter');
  await expect.poll(focused).toBe('All lessons');
  const option = page.locator('.story-options button').first();
  await option.press('Enter');
  await explorer.ready();
  // An answer that is given stands, and keeps the focus: what it says of right and wrong is read there.
  await expect(option).toBeFocused();
  await expect(option).toHaveAttribute('aria-disabled', 'true');
});
