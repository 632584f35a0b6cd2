/**
 * The first ten seconds: the question, an answer from the data that stays correct, the most important
 * metrics, every lane and the time.
 */
import { gzipSync } from 'node:zlib';
import { expect, test, type Explorer } from './page.ts';

/** `below`: what else is above the axis of time. */
const SIZES = [
  { width: 1440, height: 900, below: ['[data-plot="window"]'] },
  { width: 1024, height: 768, below: [] },
  { width: 390, height: 844, below: [] },
] as const;

for (const { below, ...size } of SIZES) {
  test(`question, answer, key figures, three lanes and the time are on one screen, ${size.width} pixels`, async ({
    explorer,
    page,
  }) => {
    await page.setViewportSize(size);
    await explorer.open();
    const axis = (await page.locator('.time-axis').boundingBox()) ?? { y: 0 };
    const parts = [
      '.question',
      '.answer',
      'tr[data-metric="queueing_delay_mean"]',
      'tr[data-metric="fairness"]',
      '.time-axis',
    ];
    for (const part of parts) await expect(page.locator(part)).toBeInViewport({ ratio: 1 });
    const lanes = [0, 1, 2].map((lane) => `[data-plot="queue"][data-lane="${lane}"]`);
    for (const plot of [...lanes, ...below]) {
      const box = await page.locator(plot).boundingBox();
      expect((box?.y ?? NaN) + (box?.height ?? NaN)).toBeLessThanOrEqual(axis.y + 1);
    }
    await expect(page.locator('.time-axis')).toContainText('100');
    // The title leaves the names of the views to themselves, side by side or one above the other.
    const [title, tabs] = await Promise.all(
      ['.title', '.tabs'].map((part) => page.locator(part).boundingBox()),
    );
    if (title == null || tabs == null) throw new Error('there is no header');
    expect(title.x + title.width <= tabs.x + 1 || title.y + title.height <= tabs.y + 1).toBe(true);
    await expect(page.locator('tr[data-metric="queue_std"]')).toBeHidden();
    await page.getByRole('button', { name: /^All \d+ figures/ }).click();
    await expect(page.locator('tr[data-metric="queue_std"]')).toBeVisible();
    await page.getByRole('button', { name: 'Key figures' }).click();
    await expect(page.locator('tr[data-metric="queue_std"]')).toBeHidden();
  });
}

/** The wait of each lane in the sentence, ms, by its label. */
async function told(explorer: Explorer): Promise<Record<string, string>> {
  const text = await explorer.page.locator('.answer').innerText();
  return Object.fromEntries(
    [...text.matchAll(/([\d.]+)\sms under (\w+)/g)].map(([, wait = '', label = '']) => [label, wait]),
  );
}
async function measured(explorer: Explorer, labels: readonly string[]): Promise<Record<string, string>> {
  const waits = await Promise.all(
    labels.map((_, lane) => explorer.metric('queueing_delay_mean', lane).innerText()),
  );
  return Object.fromEntries(labels.map((label, lane) => [label, waits[lane] ?? '']));
}

test('the answer is of the numbers in the table, before and after an edit', async ({ explorer, page }) => {
  const labels = ['RED', 'DropTail', 'CoDel'];
  await explorer.open();
  const before = await told(explorer);
  expect(before).toEqual(await measured(explorer, labels));
  const flows = page.getByRole('textbox', { name: 'Flows', exact: true });
  await flows.fill('45');
  await flows.press('Enter');
  await explorer.ready();
  const after = await told(explorer);
  expect(after).not.toEqual(before);
  expect(after).toEqual(await measured(explorer, labels));
});

test('a preset that was changed says so, and asks no question that is no longer its own', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  const edited = page.locator('.edited');
  await expect(edited).toHaveCount(0);
  await expect(page.locator('.question')).toContainText('Twenty downloads');
  const flows = page.getByRole('textbox', { name: 'Flows', exact: true });
  await flows.fill('33');
  await flows.press('Enter');
  await expect(edited).toBeVisible();
  await expect(page.locator('.question')).toHaveText(
    '33 NewReno flows share a link of 10 Mbit/s: how do RED, DropTail and CoDel compare?',
  );
  await expect(page).toHaveTitle(/\(edited\)/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(edited).toHaveCount(0);
  await expect(page.locator('.question')).toContainText('Twenty downloads');
});

test('the axis of time stays on the screen, shows what is zoomed to, and takes the same gestures', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  await page.locator('.scroller').evaluate((element) => element.scrollTo(0, 200));
  const axis = page.locator('.time-axis');
  await expect(axis).toBeInViewport({ ratio: 1 });
  const box = await axis.boundingBox();
  if (box === null) throw new Error('there is no axis');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 300, y);
  await page.mouse.down();
  await page.mouse.move(box.x + 500, y, { steps: 4 });
  await page.mouse.up();
  const [from, to] = (await explorer.plot('queue', 0)).view.x;
  expect(to - from).toBeLessThan(30);
  const ticks = (await axis.locator('text').allTextContents()).map(Number);
  expect(ticks.length).toBeGreaterThan(2);
  for (const tick of ticks) {
    expect(tick).toBeGreaterThanOrEqual(from);
    expect(tick).toBeLessThanOrEqual(to);
  }
});

test('what is fetched before anything is asked for is at most 520 kB, compressed', async ({
  explorer,
  page,
}) => {
  const sizes = new Map<string, number>();
  const reads: Promise<void>[] = [];
  page.on('response', (response) => {
    const read = response.body().then((body) => {
      const { pathname } = new URL(response.url());
      sizes.set(pathname, pathname.endsWith('.woff2') ? body.length : gzipSync(body, { level: 9 }).length);
    });
    reads.push(read);
  });
  await explorer.open();
  await Promise.allSettled(reads);
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  expect(total, JSON.stringify([...sizes], null, 1)).toBeLessThanOrEqual(520_000);
  expect(total).toBeGreaterThan(200_000);
});

test('the icon is kept by the browser, which asks for it again whenever the address changes', async ({
  explorer,
  page,
}) => {
  await explorer.open();
  const icon = await page.locator('link[rel="icon"]').evaluate((link: HTMLLinkElement) => link.href);
  const { headers, status } = await page.request
    .get(icon)
    .then((response) => ({ headers: response.headers(), status: response.status() }));
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('image/svg+xml');
  expect(headers['cache-control']).toContain('immutable');
});
