/** A headless Chromium and the built page in it. */
import type { Browser, Page } from '@playwright/test';
import { existsSync } from 'node:fs';
import { buildSite, isFresh } from '../../scripts/build.mjs';
import { at } from '../../scripts/lib/project.mjs';
import { systemBrowser } from '../../scripts/lib/tools.mjs';
import { serve } from '../../scripts/serve.mjs';

/** There is no browser: the message says how to install one. */
export class NoBrowser extends Error {}

const HOW =
  'Plots are drawn by a headless Chromium. Install one (Debian: apt-get install chromium ' +
  'fonts-dejavu-core; elsewhere: npx playwright ' +
  'install chromium), or name one by its path in CHROMIUM_PATH.';

/** Common settings of all pictures, the same as in the tests' fixture. */
export const ROOM = {
  viewport: { width: 1280, height: 2400 },
  colorScheme: 'light',
  reducedMotion: 'reduce',
  deviceScaleFactor: 1,
  locale: 'en-US',
  timezoneId: 'UTC',
  // The service worker of an older build would answer from its cache.
  serviceWorkers: 'block',
} as const;

/** The installed command has no page of its own. */
const inProject = () => existsSync(at('package-lock.json'));

async function launch(): Promise<Browser> {
  const playwright = await import('@playwright/test').catch(() => undefined);
  if (playwright === undefined)
    throw new NoBrowser(
      `Playwright is not installed: ${inProject() ? 'npm ci' : 'npm install @playwright/test'}. ${HOW}`,
    );
  const own = systemBrowser();
  const path = own ?? playwright.chromium.executablePath();
  if (!existsSync(path)) throw new NoBrowser(`There is no Chromium on this machine. ${HOW}`);
  // Chromium's sandbox refuses to run as root, the usual user in a container.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  try {
    return await playwright.chromium.launch({ args, ...(own === undefined ? {} : { executablePath: own }) });
  } catch (error) {
    throw new NoBrowser(`${path} does not start: ${String(error).slice(0, 300)}\n${HOW}`);
  }
}

/** The page's address: a given one, or the build of this project on a port of its own. */
async function site(given: string | undefined): Promise<{ url: string; close: () => void }> {
  if (given !== undefined) return { url: given.replace(/#.*$/, ''), close: () => undefined };
  if (!inProject()) throw new NoBrowser('Plots are drawn by the page: name its address with --page URL.');
  if (!isFresh()) await buildSite();
  return serve('dist', { port: 0 });
}

/** Pages open at a time: each page's engine uses further processors. */
const PAGES = 2;

/**
 * Calls `work` with a page for each item, each in a context of its own, several at a time; `at` is the
 * address of the page.
 */
export async function withPages<T>(
  items: readonly T[],
  address: string | undefined,
  work: (page: Page, item: T, at: string) => Promise<void>,
): Promise<void> {
  const browser = await launch();
  try {
    const { url, close } = await site(address);
    const queue = [...items];
    const one = async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
        const context = await browser.newContext(ROOM);
        await work(await context.newPage(), item, url);
        await context.close();
      }
    };
    await Promise.all(Array.from({ length: PAGES }, one)).finally(close);
  } finally {
    await browser.close();
  }
}
