// npm run gallery: writes every view at four widths, in light and dark, and on the projector, as small
// pictures to docs/gallery/, with a page that shows them, and the pictures of README.md to docs/. It uses the
// page built by `npm run build`.
import { chromium } from '@playwright/test';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { encodeLink } from '../models/src/link.ts';
import { presets } from '../models/src/presets.ts';
import { VIEW_IDS, VIEW_NAMES } from '../models/src/views.ts';
import { buildSite, isFresh } from './build.mjs';
import { at, fail, say } from './lib/project.mjs';
import { systemBrowser } from './lib/tools.mjs';
import { serve } from './serve.mjs';

const SCREENS = [
  { width: 1920, height: 1080, scale: 0.5 },
  { width: 1440, height: 900, scale: 0.5 },
  { width: 1024, height: 768, scale: 0.5 },
  { width: 390, height: 844, scale: 0.75 },
];
/** The pictures of README.md: what each opens, and what it has in the middle. */
const README = [
  { file: 'screenshot.png', preset: 'early-drop', view: { at: '67.5' }, height: 900 },
  {
    file: 'papers.png',
    preset: 'early-drop',
    view: { v: 'papers' },
    height: 900,
    middle: '.papers-overview',
  },
  { file: 'fluid.png', preset: 'sared-moderate', view: { v: 'fluid', at: '95.5' }, height: 1010 },
];
const SCHEMES = /** @type {const} */ (['light', 'dark']);
const folder = at('docs', 'gallery');

/** The file name of a picture. @param {string} view @param {number} width @param {string} scheme */
const nameOf = (view, width, scheme) => `${view}-${width}-${scheme}.jpg`;

/** @param {string} id */
async function linkOf(id, /** @type {Record<string, string>} */ view) {
  const preset = presets.find((one) => one.id === id);
  if (preset === undefined) throw new Error(`there is no preset ${id}`);
  return encodeLink(await preset.load(), view);
}

/** @param {string} title @param {readonly string[]} files */
const section = (title, files) =>
  `## ${title}\n\n${files.map((file) => `![${title}, ${file.replace('.jpg', '').replaceAll('-', ', ')}](gallery/${file})`).join('\n')}\n`;

/** Waits until nothing runs and everything is painted. @param {import('@playwright/test').Page} page */
const ready = (page) => page.evaluate(() => /** @type {any} */ (globalThis).aqm.ready());

try {
  if (!isFresh()) await buildSite();
  const server = await serve('dist', { port: 0 });
  const executablePath = systemBrowser();
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    // As on a screen of many pixels: letters are not moved to whole ones.
    args: ['--font-render-hinting=none', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  /** @type {string[]} */
  const sections = [];
  for (const [place, view] of VIEW_IDS.entries()) {
    /** @type {string[]} */
    const files = [];
    for (const { width, height, scale } of SCREENS) {
      for (const colorScheme of SCHEMES) {
        const context = await browser.newContext({
          viewport: { width, height },
          deviceScaleFactor: scale,
          colorScheme,
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        await page.goto(server.url);
        await ready(page);
        await page.keyboard.press(String(place + 1));
        await ready(page);
        const take = async (/** @type {string} */ file) => {
          await page.waitForTimeout(300);
          await page.screenshot({ path: at('docs', 'gallery', file), type: 'jpeg', quality: 70 });
          files.push(file);
        };
        await take(nameOf(view, width, colorScheme));
        if (width === 1920 && view === 'compare') {
          await page.keyboard.press('p');
          await ready(page);
          await take(nameOf('projector', width, colorScheme));
        }
        await context.close();
      }
    }
    sections.push(section(VIEW_NAMES[view], files));
  }
  for (const { file, preset, view, height, middle } of README) {
    const context = await browser.newContext({ viewport: { width: 1440, height }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(`${server.url}${await linkOf(preset, view)}`);
    await ready(page);
    if (middle !== undefined)
      await page.locator(middle).evaluate((part) => part.scrollIntoView({ block: 'center' }));
    await page.waitForTimeout(300);
    await page.screenshot({ path: at('docs', file) });
    await context.close();
  }
  await browser.close();
  server.close();
  writeFileSync(
    at('docs', 'gallery.md'),
    `# Every view\n\nAt 1920, 1440, 1024 and 390 pixels, light and dark, and the projector; made by ` +
      `\`npm run gallery\`.\n\n${sections.join('\n')}`,
  );
  say(`docs/gallery.md: ${sections.length} views`);
} catch (error) {
  fail(error);
}
