/**
 * A first visit to the built page, from a static server on this machine: from the navigation to the first
 * plot that has samples and answers the mouse, and to the complete page at rest. Each visit has a browser of
 * its own with an empty profile: no cache, no compiled code, no service worker. The machine's load is printed
 * beside the times, because other processes on a busy machine slow the visit down.
 */
import { chromium } from '@playwright/test';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const PORT = Number(process.env.BENCH_PORT ?? 4189);
const VISITS = Number(process.env.BENCH_VISITS ?? 25);
const ADDRESS = `http://127.0.0.1:${PORT}/`;

declare global {
  interface Window {
    /** ms since the navigation began. */
    firstPlot?: Promise<number>;
  }
}

const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path) => path !== undefined && existsSync(path),
);
const quantile = (values: readonly number[], f: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(f * values.length) - 1)] ?? NaN;
const load = () => loadavg()[0]?.toFixed(1) ?? '?';

interface Visit {
  /** ms */
  readonly first: number;
  readonly whole: number;
  /**
   * Processor time, ms, of the page's process with its workers until the page is complete; other processes do
   * not influence it.
   */
  readonly worked: number;
}

async function visit(): Promise<Visit> {
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    // As text, because a bundled function needs helpers that the page does not have.
    await page.addInitScript(`
      window.firstPlot = new Promise((resolve) => {
        const look = () => {
          // Gestures are attached: it answers mouse and keys.
          const plot = document.querySelector('.plot[data-plot="queue"] .plot-body[data-gestures]');
          const samples = plot === null ? 0 : (window.aqm.plot('queue', 0)?.series[0]?.values.length ?? 0);
          // The frame that shows it is over when the next one begins.
          if (samples === 0) requestAnimationFrame(look);
          else requestAnimationFrame(() => resolve(performance.now()));
        };
        requestAnimationFrame(look);
      });
    `);
    await page.goto(ADDRESS, { waitUntil: 'commit' });
    const { first, whole } = await page.evaluate(async () => {
      const first = await window.firstPlot;
      await window.aqm.ready();
      return { first: first ?? NaN, whole: performance.now() };
    });
    const system = await browser.newBrowserCDPSession();
    const { processInfo } = await system.send('SystemInfo.getProcessInfo');
    const pages = processInfo.filter(({ type }) => type === 'renderer').map(({ cpuTime }) => 1000 * cpuTime);
    return { first, whole, worked: Math.max(...pages) };
  } finally {
    await browser.close();
  }
}

const server = spawn(
  process.execPath,
  [at('scripts/serve.mjs'), at('dist'), '--port', String(PORT), '--strict-port'],
  { stdio: 'ignore' },
);
try {
  for (let attempt = 0; ; attempt++) {
    if (
      await fetch(ADDRESS)
        .then((response) => response.ok)
        .catch(() => false)
    )
      break;
    if (attempt === 100) throw new Error(`nothing is served at ${ADDRESS}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const before = load();
  const visits: Visit[] = [];
  for (let i = 0; i < VISITS; ++i) visits.push(await visit());
  for (const [what, key] of [
    ['first plot', 'first'],
    ['page at rest', 'whole'],
    ['processor time of the page until then', 'worked'],
  ] as const) {
    const times = visits.map((times) => times[key]);
    console.log(
      `${what}: median ${quantile(times, 0.5).toFixed(0)} ms, 95th percentile ` +
        `${quantile(times, 0.95).toFixed(0)} ms, ` +
        `fastest ${Math.min(...times).toFixed(0)} ms of ${VISITS} visits`,
    );
  }
  console.log(
    `load of the machine ${before} before, ${load()} after, for ${availableParallelism()} processors`,
  );
} finally {
  server.kill();
}
