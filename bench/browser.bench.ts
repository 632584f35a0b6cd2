/**
 * The built page in Chromium: the engine's speed there, the time from an edit to the redrawn plots, the
 * longest task of the page, and the size of a first visit.
 */
import { chromium } from '@playwright/test';
import { buildSync } from 'esbuild';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const PORT = 4187;
const EDITS = 60;

const server = spawn(
  process.execPath,
  [at('scripts/serve.mjs'), at('dist'), '--port', String(PORT), '--strict-port'],
  {
    stdio: 'ignore',
  },
);
await untilServed(`http://127.0.0.1:${PORT}/`);
const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path) => path !== undefined && existsSync(path),
);
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

async function untilServed(address: string) {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (
      await fetch(address).then(
        (response) => response.ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`nothing is served at ${address}`);
}

const quantile = (values: readonly number[], f: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(f * values.length) - 1)] ?? NaN;

try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });

  // The files of a first visit, compressed as a static host would.
  const loaded = new Set<string>();
  page.on('response', (response) => loaded.add(new URL(response.url()).pathname));
  await page.addInitScript(() => {
    const longest: number[] = [];
    Object.assign(window, { longTasks: longest });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longest.push(entry.duration);
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(`http://127.0.0.1:${PORT}/`);
  await page.evaluate(() => window.aqm.ready());
  let total = 0;
  const sizes: string[] = [];
  for (const path of loaded) {
    const file = join(at('dist'), path === '/' ? 'index.html' : path);
    if (!existsSync(file)) continue;
    const bytes = readFileSync(file);
    const size =
      file.endsWith('.woff2') || file.endsWith('.png') ? bytes.length : gzipSync(bytes, { level: 9 }).length;
    total += size;
    sizes.push(`${path} ${(size / 1000).toFixed(1)}`);
  }
  console.log(`first load: ${(total / 1000).toFixed(1)} kB compressed (${sizes.join(', ')})`);

  // Edits: two lanes of 50 flows, 200 s; each edit sets the buffer of both lanes to a value that has not been
  // simulated before.
  const document = {
    version: 1,
    network: { packet_size: 1000 },
    traffic: [{ kind: 'ftp', flows: 50, start: [0, 1] }],
    lanes: [{ aqm: { id: 'red' } }, { aqm: { id: 'gred' } }],
  };
  const { encodeLink } = await import('../models/src/index.ts');
  await page.goto(`http://127.0.0.1:${PORT}/${encodeLink(document as never)}`);
  await page.evaluate(() => window.aqm.ready());
  await page.evaluate(() => {
    performance.clearMeasures();
    (window as unknown as { longTasks: number[] }).longTasks.length = 0;
  });
  const buffer = page.getByLabel(/^Buffer/).first();
  for (let i = 0; i < EDITS; i++) {
    await buffer.fill(String(141 + i));
    await buffer.press('Enter');
    await page.evaluate(() => window.aqm.ready());
  }
  const { painted, tasks } = await page.evaluate(() => ({
    painted: performance.getEntriesByName('aqm:edit-to-painted').map(({ duration }) => duration),
    tasks: (window as unknown as { longTasks: number[] }).longTasks,
  }));
  console.log(
    `edit to repainted plots, two lanes of 50 flows and 200 s: median ${quantile(painted, 0.5).toFixed(0)} ms, ` +
      `95th percentile ${quantile(painted, 0.95).toFixed(0)} ms over ${painted.length} edits; ` +
      'tasks over 50 ms on the page: ' +
      `${tasks.length}${tasks.length > 0 ? `, longest ${Math.max(...tasks).toFixed(0)} ms` : ''}`,
  );

  // The engine alone, in a page of its own.
  const wasm = readdirSync(at('dist/assets')).find((name) => name.endsWith('.wasm'));
  const bundle = buildSync({
    entryPoints: [at('bench/in-page.ts')],
    bundle: true,
    write: false,
    format: 'iife',
  });
  const bare = await browser.newPage();
  await bare.goto(`http://127.0.0.1:${PORT}/manifest.webmanifest`);
  await bare.addScriptTag({ content: bundle.outputFiles[0]?.text ?? '' });
  const rows = await bare.evaluate((address) => window.measurePackets?.(address), `/assets/${wasm}`);
  for (const row of rows ?? []) {
    console.log(
      `Chromium, ${String(row.flows).padStart(6)} flows: ${(row.packets / row.seconds / 1e6).toFixed(2)} million ` +
        `bottleneck packets per second, ${row.nsPerEvent.toFixed(1)} ns an event, digest ${row.digest}`,
    );
  }
} finally {
  await browser.close();
  server.kill();
}
