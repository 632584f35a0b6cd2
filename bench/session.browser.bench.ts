/**
 * How smooth the built page is: the work of frames while four lanes replay, while a threshold is dragged, and
 * while a close-up of a run of ten million packets is panned; and tasks above 50 ms in a session that visits
 * every view. The work of a frame is the time that the page's own thread is busy between two frames, by
 * Chromium's trace; waiting for the screen of a busy machine does not count.
 */
import { chromium, type Browser, type CDPSession, type Page } from '@playwright/test';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { encodeLink, type Scenario } from '../models/src/index.ts';

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const PORT = Number(process.env.BENCH_PORT ?? 4189);
const LONG_MS = 50;

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly args?: { readonly name?: string };
}
interface Task {
  /** ms */
  readonly began: number;
  readonly took: number;
  /** The processor time in it. */
  readonly work: number;
}
interface Watched {
  readonly tasks: readonly Task[];
  /** Times at which frames began, ms. */
  readonly frames: readonly number[];
}

const quantile = (values: readonly number[], f: number) =>
  [...values].sort((a, b) => a - b)[
    Math.min(values.length - 1, Math.max(0, Math.ceil(f * values.length) - 1))
  ] ?? NaN;

/** Tasks of the page's main thread, and its frames, during `act`. */
async function watch(session: CDPSession, act: () => Promise<void>): Promise<Watched> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    categories: 'toplevel,devtools.timeline,disabled-by-default-devtools.timeline',
    transferMode: 'ReportEvents',
  });
  await act();
  const over = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.end');
  await over;
  const main = events.find(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const own = events.filter(({ pid, tid }) => pid === main?.pid && tid === main.tid);
  const tasks = own.flatMap(({ name, ph, ts, dur = 0, tdur = 0 }) =>
    ph === 'X' && name === 'RunTask' ? [{ began: ts / 1e3, took: dur / 1e3, work: tdur / 1e3 }] : [],
  );
  const frames = own.flatMap(({ name, ph, ts }) =>
    name === 'AnimationFrame' && ph === 's' ? [ts / 1e3] : [],
  );
  return { tasks, frames };
}

/** Work between consecutive frames, ms. */
function workOfFrames({ tasks, frames }: Watched): readonly number[] {
  return frames.slice(1).map((end, i) => {
    const begin = frames[i] ?? end;
    return tasks.reduce((sum, { began, work }) => (began >= begin && began < end ? sum + work : sum), 0);
  });
}

function tell(what: string, watched: Watched, asked: number): void {
  const work = workOfFrames(watched);
  const p95 = quantile(work, 0.95);
  const long = watched.tasks.filter((task) => task.work > LONG_MS);
  console.log(
    `${what}: ${work.length} frames, work median ${quantile(work, 0.5).toFixed(1)} ms, 95th percentile ` +
      `${p95.toFixed(1)} ms (${(p95 / asked).toFixed(2)} of the ${asked} ms asked), most ` +
      `${Math.max(...work).toFixed(1)} ms; ${long.length} tasks above ${LONG_MS} ms of work; load ` +
      (loadavg()[0] ?? 0).toFixed(1),
  );
}

const four: Scenario = {
  version: 1,
  duration: 100,
  traffic: [{ flows: 50 }],
  lanes: ['red', 'droptail', 'codel', 'pie'].map((id) => ({ aqm: { id } })),
};
/** 1 Gbit/s for 120 s: ten million packets of 1500 bytes. */
const many: Scenario = {
  version: 1,
  duration: 120,
  network: { bottleneck: { rate: 1e9, delay: 0.01, buffer: 1000 }, access: { rate: 1e10 } },
  traffic: [{ flows: 100 }],
  lanes: [{ aqm: { id: 'droptail' } }],
};

async function open(
  browser: Browser,
  fragment: string,
  moving = false,
): Promise<readonly [Page, CDPSession]> {
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    reducedMotion: moving ? 'no-preference' : 'reduce',
  });
  const address = `http://127.0.0.1:${PORT}/${fragment}`;
  for (let tries = 0; tries < 50; ++tries) {
    const answered = await page.goto(address).then(
      () => true,
      () => false,
    );
    if (answered) break;
    await page.waitForTimeout(100);
  }
  await page.waitForFunction(() => 'aqm' in window);
  await page.evaluate(() => window.aqm.ready());
  return [page, await page.context().newCDPSession(page)];
}

const wanted = process.argv[3] ?? '';
const executablePath = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path) => path !== undefined && existsSync(path),
);
const server = spawn(
  process.execPath,
  [at('scripts/serve.mjs'), at('dist'), '--port', String(PORT), '--strict-port'],
  { stdio: 'ignore' },
);
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

const parts: Readonly<Record<string, () => Promise<void>>> = {
  async replay() {
    const [page, session] = await open(browser, encodeLink(four), true);
    tell('four lanes replay', await watch(session, () => page.waitForTimeout(5000)), 8);
    await page.close();
  },
  async drag() {
    const [page, session] = await open(browser, encodeLink(four));
    const handle = page.getByRole('slider', { name: 'max_th of RED, on the curve' });
    const box = await handle.boundingBox();
    if (box === null) throw new Error('the handle is not on the page');
    const [x, y] = [box.x + box.width / 2, box.y + 0.8 * box.height];
    await page.mouse.move(x, y);
    await page.mouse.down();
    const dragged = await watch(session, async () => {
      for (let i = 0; i < 150; ++i) {
        await page.mouse.move(x - 60 * Math.sin(i / 12), y);
        await page.waitForTimeout(16);
      }
    });
    await page.mouse.up();
    tell('a threshold is dragged over four lanes', dragged, 8);
    await page.close();
  },
  async pan() {
    const [page, session] = await open(browser, encodeLink(many));
    const departures = Number(await page.locator('tr[data-metric="throughput"] td').first().innerText());
    const panned = await watch(session, async () => {
      const trace = page.locator('[data-plot="queue"] .plot-body').first();
      await trace.hover();
      for (let i = 0; i < 6; ++i) await page.keyboard.press('+');
      for (let i = 0; i < 120; ++i) {
        await page.mouse.wheel(i % 60 < 30 ? 40 : -40, 0);
        await page.waitForTimeout(16);
      }
    });
    tell(`a run at ${departures} Mbit/s for 120 s is panned`, panned, 16);
    await page.close();
  },
  async session() {
    const [page, session] = await open(browser, '');
    for (const view of ['Fluid and stability', 'Flows', 'Papers', 'Learn', 'Study', 'Compare']) {
      const visited = await watch(session, async () => {
        await page.getByRole('button', { name: view, exact: true }).first().click();
        await page.waitForTimeout(300);
        await page.evaluate(() => window.aqm.ready());
      });
      const long = visited.tasks.filter(({ took }) => took > LONG_MS);
      console.log(
        `to ${view}: ${long.length} tasks above ${LONG_MS} ` +
          `ms${long.map(({ took, work }) => `, ${took.toFixed(0)} (processor ${work.toFixed(0)})`).join('')}; ` +
          `load ${(loadavg()[0] ?? 0).toFixed(1)}`,
      );
    }
    await page.close();
  },
};
try {
  for (const [name, measure] of Object.entries(parts)) if (name.includes(wanted)) await measure();
} finally {
  await browser.close();
  server.kill();
}
