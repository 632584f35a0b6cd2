/** Scenarios that are long, short, slow or fast beyond the usual: the page stays readable and its controls at hand. */
import { encodeLink, VIEW_IDS, type Scenario } from '../../models/src/index.ts';
import { expect, test, type Explorer } from './page.ts';

const lanes: Scenario['lanes'] = [{ aqm: { id: 'red' } }, { aqm: { id: 'pie' } }];
const open = (explorer: Explorer, document: Omit<Scenario, 'version'>, view?: string) =>
  explorer.open(`/${encodeLink({ version: 1, duration: 5, lanes, ...document }, view)}`);

for (const [name, size, projector, language] of [
  ['a desktop', { width: 1440, height: 900 }, false, 'en'],
  ['a tablet, in the longest words', { width: 768, height: 1024 }, false, 'de'],
  ['a projector of 1024 pixels, in its mode', { width: 1024, height: 768 }, true, 'en'],
] as const) {
  test(`a long title leaves the views and the tools their place on ${name}`, async ({ explorer, page }) => {
    await page.setViewportSize(size);
    const link = encodeLink({ version: 1, duration: 5, lanes, title: 'A title of many words '.repeat(9) });
    await explorer.open(`/?lang=${language}${link}`);
    if (projector) await page.keyboard.press('p');
    const header = page.locator('.header');
    const edge = (await header.boundingBox()) ?? { y: 0, height: 0 };
    const boxes = (
      await Promise.all(
        (await header.locator('.title-input, .title button, .tabs button, .tools > *').all()).map((part) =>
          part.boundingBox(),
        ),
      )
    ).filter((box) => box !== null);
    for (const [i, box] of boxes.entries()) {
      expect(box.y).toBeGreaterThanOrEqual(edge.y);
      expect(box.y + box.height).toBeLessThanOrEqual(edge.y + edge.height);
      expect(box.x + box.width).toBeLessThanOrEqual(size.width);
      // None lies on another.
      for (const other of boxes.slice(i + 1))
        expect(
          Math.min(box.x + box.width, other.x + other.width) - Math.max(box.x, other.x) > 1 &&
            Math.min(box.y + box.height, other.y + other.height) - Math.max(box.y, other.y) > 1,
          JSON.stringify([box, other]),
        ).toBe(false);
    }
  });
}

test('each view is seen without a scroll to the side, in each language (WCAG 1.4.10)', async ({
  explorer,
  page,
}) => {
  for (const language of ['en', 'de', 'es', 'zh']) {
    await explorer.open(`/?lang=${language}`);
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 640 });
      const told = `${language}, ${width}`;
      const header = page.locator('.header');
      const bottom = await header.evaluate((found) => found.getBoundingClientRect().bottom);
      for (const tab of await header.locator('.tabs button').all()) {
        const { box, cut } = await tab.evaluate((found) => ({
          box: found.getBoundingClientRect().toJSON() as DOMRect,
          cut: found.scrollWidth > found.clientWidth,
        }));
        expect(cut, told).toBe(false);
        expect(box.left, told).toBeGreaterThanOrEqual(0);
        expect(box.right, told).toBeLessThanOrEqual(width);
        expect(box.bottom, told).toBeLessThanOrEqual(bottom);
      }
      const sideways = await page.evaluate(() =>
        [...document.querySelectorAll('html, .header, .tabs')].filter(
          (part) => part.scrollWidth > part.clientWidth,
        ),
      );
      expect(sideways, told).toHaveLength(0);
    }
  }
});

test('no view scrolls to the side, and no field of the panel cuts its words, in the longest words', async ({
  explorer,
  page,
}) => {
  test.slow();
  for (const language of ['de', 'es']) {
    await explorer.open(`/?lang=${language}#s=p.early-drop.1&cells=16`);
    for (const width of [320, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const [i, id] of VIEW_IDS.entries()) {
        await page.keyboard.press(String(i + 1));
        await explorer.ready();
        const told = `${language}, ${width}, ${id}`;
        const main = await page.locator('main').evaluate((part) => [part.scrollWidth, part.clientWidth]);
        expect(main[0], told).toBe(main[1]);
        // A title is as long as its author likes; a value is not.
        const cut = await page
          .locator('.panel input')
          .evaluateAll((fields) =>
            fields.flatMap((field) =>
              field.scrollWidth > field.clientWidth + 1 ? [(field as HTMLInputElement).value] : [],
            ),
          );
        expect(cut, told).toEqual([]);
      }
    }
  }
});

for (const size of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  for (const count of [8, 32]) {
    test(`the curves of ${count} lanes keep their room beside the legend, ${size.width} pixels wide`, async ({
      explorer,
      page,
    }) => {
      await page.setViewportSize(size);
      await open(explorer, {
        lanes: Array.from({ length: count }, (_, i) => ({ aqm: { id: i % 2 === 0 ? 'red' : 'rem' } })),
      });
      const legend = page.getByRole('list', { name: 'Curves' });
      const above = await legend.boundingBox();
      const bottom = (above?.y ?? NaN) + (above?.height ?? NaN);
      const curves = await page.locator('.curves').boundingBox();
      for (const plot of await page.locator('[data-plot="drop-curve"]').all()) {
        const box = await plot.boundingBox();
        expect(box?.y ?? NaN).toBeGreaterThanOrEqual(bottom);
        // More than half of what the section has.
        expect(box?.height ?? NaN).toBeGreaterThan(0.5 * (curves?.height ?? NaN));
      }
      // The last lane is scrolled to from the keyboard.
      await expect(legend.getByRole('listitem')).toHaveCount(count);
      await legend.focus();
      const more = await legend.evaluate((list) => list.scrollHeight - list.clientHeight);
      expect(more > 0).toBe(count > 8);
      for (let i = 0; i < more / 30; ++i) await page.keyboard.press('ArrowDown', { delay: 50 });
      await expect(legend.getByRole('listitem').last()).toBeInViewport({ ratio: 0.9 });
    });
  }
}

for (const size of [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]) {
  test(`eight schemes without a curve: each name opens its law, and the pictures are wide, ${size.width} pixels`, async ({
    explorer,
    page,
  }) => {
    await page.setViewportSize(size);
    const ids = ['avq', 'codel', 'pie', 'blue', 'sfb', 'dualpi2', 'fq_codel', 'cobalt'];
    await open(explorer, { lanes: ids.map((id) => ({ aqm: { id } })) });
    const names = page.getByRole('list', { name: 'Curves' }).getByRole('button', { name: /its law$/ });
    await expect(names).toHaveCount(ids.length);
    await expect(names.first()).toHaveAttribute('aria-pressed', 'true');
    const pictures = page.locator('.law-plots .plot');
    await expect(pictures).toHaveCount(2);
    for (const picture of await pictures.all())
      expect((await picture.boundingBox())?.width ?? 0).toBeGreaterThan(300);
    // Every name in one line or a few, and the figures of every lane in sight where there is room for them.
    const legend = await page.getByRole('list', { name: 'Curves' }).boundingBox();
    expect(legend?.height ?? NaN).toBeLessThan(size.width < 500 ? 80 : 55);
    if (size.width > 500) {
      const figures = page.locator('.metrics-scroll');
      expect(await figures.evaluate((e) => e.scrollWidth - e.clientWidth)).toBeLessThanOrEqual(1);
    }
    await names.nth(1).click();
    await explorer.ready();
    await expect(names.nth(1)).toHaveAttribute('aria-pressed', 'true');
    await expect(page.locator('.no-curve')).toContainText('CoDel has no drop curve.');
  });
}

test('on a phone the hint of a threshold near nothing is whole', async ({ explorer, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  // A curve of one threshold: the hint stands at the last of them.
  await open(explorer, { lanes: [{ aqm: { id: 'red', params: { min_th: 0.5, max_th: 1 } } }] });
  await page.getByRole('button', { name: 'Show up to 1' }).click();
  await explorer.ready();
  const hint = page.locator('.hint');
  await expect(hint).toHaveCount(1);
  const box = await hint.evaluate((e) => {
    const { left, right } = e.getBoundingClientRect();
    return { left, right };
  });
  expect(box.left).toBeGreaterThanOrEqual(0);
  expect(box.right).toBeLessThanOrEqual(390);
});

test('a link of 1 kbit/s has a goodput that can be read', async ({ explorer, page }) => {
  await open(explorer, { duration: 30, network: { bottleneck: { rate: 1000 } }, traffic: [{ flows: 2 }] });
  await expect(page.locator('tr[data-metric="goodput"] .metric-unit')).toHaveText('kbit/s');
  await expect(explorer.metric('goodput', 0)).not.toHaveText('0.00');
});

test('times of a run of a millisecond are told apart', async ({ explorer, page }) => {
  await open(explorer, { duration: 0.001 });
  await expect(page.locator('.clock')).toHaveText(/0\.00100 s/);
  await expect(page.locator('.readout').first()).toHaveText(/^\s*0\.00100 s/);
});

test('where there is no fluid model, the replay stands at the foot of the page', async ({
  explorer,
  page,
}) => {
  await open(explorer, { traffic: [{ flows: 0 }] }, 'fluid');
  const replay = await page.locator('.replay').boundingBox();
  expect((replay?.y ?? 0) + (replay?.height ?? 0)).toBeCloseTo(900, 0);
});

test('the grid lies under the lines', async ({ explorer, page }) => {
  await open(explorer, {});
  const picture = page.locator('[data-plot="queue"][data-lane="0"] .plot-picture');
  await expect(picture.locator('svg.grid ~ canvas.marks')).toHaveCount(1);
  await expect(picture.locator('canvas ~ svg.grid')).toHaveCount(0);
});

test('undo works from the field that was just edited, and the keyboard keeps its place after a reset', async ({
  explorer,
  page,
}) => {
  await open(explorer, { traffic: [{ flows: 9 }] });
  const flows = page.getByRole('textbox', { name: 'Flows', exact: true });
  await flows.fill('30');
  await flows.press('Enter');
  await flows.press('Control+z');
  await expect(flows).toHaveValue('9');
  await flows.press('Control+Shift+z');
  await expect(flows).toHaveValue('30');
  // What is being typed is the field's own to undo.
  await flows.pressSequentially('7');
  await flows.press('Control+z');
  await flows.press('Escape');
  await expect(flows).toHaveValue('30');
  await page.getByRole('button', { name: /^Reset Flows/ }).focus();
  await page.keyboard.press('Enter');
  await expect(flows).toHaveValue('1');
  await expect(flows).toBeFocused();
  await expect(page.locator('.traffic-row')).toHaveCount(1);
});

for (const [words, aqms, projector] of [
  ['three lanes with long names', ['sared', 'tred', 'sared'], false],
  ['six lanes', ['red', 'sared', 'tred', 'codel', 'pie', 'droptail'], false],
  ['three lanes on a projector', ['red', 'gred', 'droptail'], true],
] as const) {
  test(`the table shows every lane at once: ${words}`, async ({ explorer, page }) => {
    await open(explorer, { lanes: aqms.map((id) => ({ aqm: { id } })) });
    if (projector) await page.getByRole('button', { name: 'Projector mode' }).click();
    await explorer.ready();
    const table = page.getByRole('region', { name: 'Metrics by lane' });
    const hidden = await table.evaluate((e) => e.scrollWidth - e.clientWidth);
    expect(hidden).toBeLessThanOrEqual(0);
  });
}

for (const [count, size] of [
  [8, { width: 1920, height: 1080 }],
  [8, { width: 1440, height: 900 }],
  [8, { width: 1024, height: 768 }],
  [5, { width: 1280, height: 720 }],
] as const) {
  test(`on a projector ${count} lanes are all in sight, ${size.width} pixels wide`, async ({
    explorer,
    page,
  }) => {
    await page.setViewportSize(size);
    const aqms = ['codel', 'pie', 'blue', 'rem', 'avq', 'dualpi2', 'fq_codel', 'sfb'].slice(0, count);
    await open(explorer, { lanes: aqms.map((id) => ({ aqm: { id } })) });
    await page.keyboard.press('p');
    await explorer.ready();
    const traces = page.locator('.lane-trace');
    await expect(traces).toHaveCount(count);
    const bar = await page.getByRole('group', { name: 'Replay' }).boundingBox();
    const bottom = bar?.y ?? NaN;
    for (const trace of await traces.all()) {
      const box = await trace.boundingBox();
      expect((box?.y ?? NaN) + (box?.height ?? NaN)).toBeLessThanOrEqual(bottom + 1);
      expect(await trace.locator('.plot').evaluate((e) => e.clientHeight)).toBeGreaterThan(40);
    }
    // The curves have a height that a class can read, and the table leaves them their width.
    const curve = await page.locator('.curves .plot').first().boundingBox();
    expect(curve?.height ?? NaN).toBeGreaterThan(150);
    const table = page.getByRole('region', { name: 'Metrics by lane' });
    expect(await table.evaluate((e) => e.scrollWidth - e.clientWidth)).toBeLessThanOrEqual(1);
    // Each column ends in an axis of time.
    await expect(page.getByText('time (s)', { exact: true })).toHaveCount(2);
  });
}

test('whoever jumps from heading to heading finds curves, figures and queues', async ({ explorer, page }) => {
  await open(explorer, {});
  const names = await page.getByRole('main').getByRole('heading').allInnerTexts();
  expect(names).toEqual(['Compare', 'Drop curves', 'Metrics', 'Queues over time', 'Results by traffic type']);
});

test('a window shorter than a packet still shows the queue', async ({ explorer, page }) => {
  await open(explorer, {});
  await page.keyboard.press('Home');
  for (let i = 0; i < 3; ++i) await page.keyboard.press('Shift+ArrowRight');
  for (let i = 0; i < 17; ++i) await page.keyboard.press('+');
  await explorer.ready();
  const ink = await page.locator('[data-plot="queue"][data-lane="0"] canvas.marks').evaluate((canvas) => {
    const { width, height } = canvas as HTMLCanvasElement;
    const pixels = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data;
    return pixels?.some((value) => value > 0);
  });
  expect(ink).toBe(true);
});

test('the options of the fluid model stand beside their names, in each language', async ({
  explorer,
  page,
}) => {
  for (const language of ['en', 'de', 'es', 'zh']) {
    await explorer.open(`/?lang=${language}#s=p.early-drop.1&v=fluid&cells=16`);
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      await page.locator('.verdicts > header [popovertarget]').click();
      const rows = page.locator('.option-row');
      await expect(rows.first()).toBeVisible();
      for (const row of await rows.all()) {
        const [name, value] = [
          await row.locator('> *').first().boundingBox(),
          await row.locator('> *').last().boundingBox(),
        ];
        expect(name?.x ?? -1, `${language}, ${width}`).toBeGreaterThanOrEqual(0);
        expect((value?.x ?? 0) + (value?.width ?? 1e9), `${language}, ${width}`).toBeLessThanOrEqual(width);
      }
      await page.keyboard.press('Escape');
      await expect(rows.first()).toBeHidden();
    }
  }
});
