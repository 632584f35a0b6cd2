/** Faults that are made on purpose. Whatever breaks, no document is lost, and the page says what to do. */
import { copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeLink } from '../../models/src/index.ts';
import { serve } from '../../scripts/serve.mjs';
import { root } from '../cli/aqm.ts';
import { expect, test } from './page.ts';
import type { BrowserContext, Page } from '@playwright/test';

const FLUID = 'Fluid and stability';
const SAVED = 'aqm-explorer:document:1';
const titleOf = (page: Page) => page.getByRole('textbox', { name: 'Title of the scenario' });
async function rename(page: Page, text: string) {
  await titleOf(page).fill(text);
  await titleOf(page).press('Enter');
}
const kept = (page: Page, text: string) =>
  expect.poll(() => page.evaluate((key) => localStorage.getItem(key), SAVED)).toContain(text);
async function another(context: BrowserContext, address: string) {
  const page = await context.newPage();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(address);
  await page.evaluate(() => window.aqm.ready());
  return page;
}
const listed = async (page: Page, text: string) => {
  await page.getByRole('button', { name: 'Scenarios' }).click();
  await expect(page.getByRole('button', { name: new RegExp(`^${text}`) })).toBeVisible();
  await page.keyboard.press('Escape');
};

test('two tabs on one scenario: what either wrote is there', async ({ explorer, page, context }) => {
  await explorer.open();
  const other = await another(context, '/');
  await rename(page, 'Of the first tab');
  await kept(page, 'Of the first tab');
  await rename(other, 'Of the second tab');
  await kept(other, 'Of the second tab');
  await other.close();
  // The first goes on with its own, and the other's is not written over.
  await rename(page, 'Of the first tab, later');
  await kept(page, 'later');
  await listed(page, 'Of the second tab');
});

/** Storage as this browser has it in the test. */
const storages: readonly (readonly [string, () => void])[] = [
  [
    'full',
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    },
  ],
  [
    'forbidden',
    () => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('forbidden', 'SecurityError');
          },
        });
    },
  ],
];
for (const [name, breakIt] of storages) {
  test(`storage that is ${name}: the page says so, and the address has the work`, async ({
    explorer,
    page,
  }) => {
    await page.addInitScript(breakIt);
    await explorer.open();
    const before = await page.evaluate(() => location.hash);
    await rename(page, 'Kept by the address');
    await expect(explorer.notice()).toContainText('does not let the page keep your work');
    await expect.poll(() => page.evaluate(() => location.hash)).not.toBe(before);
    await explorer.ready();
    await page.reload();
    await expect(titleOf(page)).toHaveValue('Kept by the address');
  });
}

test('a worker that the system ends is replaced without a click', async ({ explorer, page }) => {
  test.slow();
  await explorer.open();
  // Runs of some seconds: their workers end in the middle.
  const long = encodeLink({
    version: 1,
    title: 'Long',
    duration: 600,
    lanes: [{ aqm: { id: 'red' } }, { aqm: { id: 'pie' } }],
  });
  await page.evaluate((hash) => (location.hash = hash), long);
  await expect(titleOf(page)).toHaveValue('Long');
  await expect.poll(() => page.locator('.progress, progress, [role=progressbar]').count()).toBeGreaterThan(0);
  for (const worker of page.workers()) await worker.evaluate(() => self.close()).catch(() => undefined);
  await explorer.ready();
  // On a busy machine both runs, from their start again, take long.
  const again = { timeout: 90_000 };
  await expect(explorer.metric('utilization', 0)).toHaveText(/\d/, again);
  await expect(explorer.metric('utilization', 1)).toHaveText(/\d/, again);
});

test('a question without reports that meets an ended worker is asked again', async ({ explorer, page }) => {
  await page.clock.install();
  await explorer.open();
  await page.getByRole('button', { name: FLUID, exact: true }).click();
  await explorer.ready();
  for (const worker of page.workers()) await worker.evaluate(() => self.close()).catch(() => undefined);
  const designs = page.locator('.designs');
  const said = designs.getByRole('status');
  await page.getByRole('button', { name: 'PI by Hollot’s rule' }).click();
  await expect(said).toHaveText('Computing…');
  await designs.getByRole('button', { name: 'Cancel' }).click();
  await expect(said).toHaveCount(0);
  await page.getByRole('button', { name: 'PI by Hollot’s rule' }).click();
  await expect(said).toHaveText('Computing…');
  // The page cannot know at once, so it waits; nothing else here takes so long.
  await page.clock.fastForward(25_000);
  await expect(said).toContainText('Stable');
});

test('a view that does not arrive says so, and nothing is lost', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => window.aqm.ready());
  await rename(page, 'Before the fault');
  await page.route(/assets\/fluid-.*\.js/, (route) => route.abort());
  await page.getByRole('button', { name: FLUID, exact: true }).click();
  await expect(page.getByRole('heading', { name: 'A part of this page could not be loaded' })).toBeVisible();
  await page.unroute(/assets\/fluid-.*\.js/);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(titleOf(page)).toHaveValue('Before the fault');
});

test('an engine that does not arrive says so', async ({ page }) => {
  await page.route(/aqm-.*\.wasm/, (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'The simulator did not start' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
});

test('a link of any bytes opens the default scenario and says why', async ({ explorer }) => {
  for (const fragment of [
    '#s=2',
    '#s=2%FF%00',
    '#s=p.early-drop.1.AAAA',
    '#s=p.no-such.1',
    '#s=p..',
    '#s=1<script>',
  ]) {
    await explorer.page.goto('about:blank');
    await explorer.open(`/${fragment}`);
    await expect(explorer.notice()).toContainText('This link cannot be opened');
    await expect(explorer.metric('utilization', 0)).toHaveText(/\d/);
  }
});

test('a file of bytes that nothing here reads is refused as what it is', async ({ explorer, page }) => {
  await explorer.open();
  await page.getByRole('button', { name: 'Scenarios' }).click();
  const buffer = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'trace.pcap', mimeType: 'application/octet-stream', buffer });
  await expect(explorer.notice()).toContainText('trace.pcap was not opened');
  await expect(explorer.notice()).toContainText('It is no text, as a scenario is, and no capture');
});

test('a new version announces itself, and does not mix with the old one', async ({ page }, info) => {
  const folder = info.outputPath('site');
  cpSync(join(root, 'dist'), folder, { recursive: true });
  const { url, close } = await serve(folder, { port: 0 });
  try {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(url);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => window.aqm.ready()));
    // The second visit is under the service worker.
    await page.reload();
    await page.evaluate(() => window.aqm.ready());
    await rename(page, 'Over two versions');
    // A new version: other files under other names, the old ones gone.
    const worker = readFileSync(join(folder, 'sw.js'), 'utf8');
    writeFileSync(join(folder, 'sw.js'), worker.replace(/aqm-explorer-\w+/, 'aqm-explorer-next'));
    const [fluid = ''] = /assets\/fluid-[\w-]+\.js/.exec(worker) ?? [];
    copyFileSync(join(folder, 'icon.svg'), join(folder, fluid));
    await page.evaluate(() => navigator.serviceWorker.ready.then((registration) => registration.update()));
    await expect(page.locator('.notice')).toContainText('new version of this page');
    // The page that is open has all of its own version.
    await page.getByRole('button', { name: FLUID, exact: true }).click();
    await expect(page.locator('[data-plot="fluid-queue"]').first()).toBeVisible();
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(titleOf(page)).toHaveValue('Over two versions');
  } finally {
    close();
  }
});

test('a clock that jumps, and a sleep, change nothing', async ({ explorer, page }) => {
  await page.clock.install({ time: new Date('2026-01-01T10:00:00') });
  await page.clock.resume();
  await explorer.open();
  await rename(page, 'Before the sleep');
  await page.clock.setSystemTime(new Date('2020-01-01T00:00:00'));
  await page.clock.fastForward('08:00:00');
  await rename(page, 'After the sleep');
  await kept(page, 'After the sleep');
  await page.reload();
  await expect(titleOf(page)).toHaveValue('After the sleep');
});

test('a canvas that is lost leaves numbers, axes and files', async ({ explorer, page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await explorer.open();
  expect((await explorer.plot('queue', 0)).x.values.length).toBeGreaterThan(100);
  await expect(page.locator('[data-plot="queue"] .axes').first()).toBeVisible();
});

/** Anything may fail at any time: edits, reloads and leaving in any order, with a storage that fails now and then. */
test('a walk of edits, reloads and leaving keeps the last edit, every time', async ({ explorer, page }) => {
  test.slow();
  await explorer.open();
  for (let step = 0; step < 12; ++step) {
    const last = `Step ${step}`;
    await rename(page, last);
    const wait = (step * 97) % 400;
    await page.waitForTimeout(wait);
    if (step % 3 === 0) await page.reload();
    else if (step % 3 === 1) {
      await page.goto('about:blank');
      await page.goBack();
    } else {
      await page.goto('about:blank');
      await page.goto('/');
    }
    await expect(titleOf(page)).toHaveValue(last);
  }
});
